import RelationalStore
import StoreModel

extension DefaultStore {
  /// What the history keeps of the values that properties had before a change.
  func previousValues<Model: PersistentModel>(
    _ record: HistoryReader.Change, of type: Model.Type
  ) -> HistoryTombstone<Model> {
    let stored = Dictionary(grouping: record.previous, by: \.property)
    guard !stored.isEmpty else { return HistoryTombstone([]) }
    let modelClass = Model._$modelClass
    return HistoryTombstone(
      layout[number: record.entity].properties.enumerated().compactMap { ordinal, property in
        guard let parts = stored[property.name],
          let keyPath = modelClass.keyPath(ofOrdinal: ordinal) as? PartialKeyPath<Model>
        else { return nil }
        if let relationship = property.relationship {
          return destination(parts, of: relationship).map { (keyPath, $0) }
        }
        var values = [StoredValue](
          repeating: .null, count: property.attribute?.leaves.count ?? 0)
        for part in parts where values.indices.contains(part.part) {
          values[part.part] = part.value
        }
        return modelClass.properties[ordinal].value(ofStored: values).map { (keyPath, $0) }
      })
  }

  /// The identifier of what a to-one led to.
  private func destination(
    _ parts: [PreviousValue], of relationship: RelationshipLayout
  ) -> PersistentIdentifier? {
    func integer(_ part: Int) -> Int64? {
      guard case .integer(let value)? = parts.first(where: { $0.part == part })?.value else {
        return nil
      }
      return value
    }
    guard let key = integer(0) else { return nil }
    let number = integer(1).map { Int($0) } ?? relationship.destinationNumber
    guard let entity = layout.entities.first(where: { $0.number == number }) else { return nil }
    return PersistentIdentifier(
      storeIdentifier: identifier, entityName: entity.name, primaryKey: key)
  }
}
