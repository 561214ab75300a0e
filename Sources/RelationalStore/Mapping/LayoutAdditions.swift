import StoreModel

extension EntityLayout {
  /// The attributes that the entity declares itself, by literal name.
  var ownAttributes: [AttributeLayout] {
    properties[inheritedPropertyCount...].compactMap(\.attribute).sortedLiterally(by: \.name)
  }

  /// The relationships that the entity declares itself, by literal name.
  var ownRelationships: [RelationshipLayout] {
    properties[inheritedPropertyCount...].compactMap(\.relationship).sortedLiterally(by: \.name)
  }
}

extension RelationshipLayout {
  var hasInverse: Bool { inverseOrdinal != nil || inverseName != nil }
}

extension StoreLayout {
  /// Ordinal, in the destination entity, of a relationship's inverse.
  func inverseOrdinal(of relationship: RelationshipLayout) -> Int? {
    relationship.inverseOrdinal
      ?? relationship.inverseName.flatMap {
        self[number: relationship.destinationNumber].ordinal(named: $0)
      }
  }

  /// Number of the entity that declares a property: the given one or an ancestor.
  func declarer(of ordinal: Int, in entity: EntityLayout) -> Int {
    let name = entity.properties[ordinal].name
    var (entity, ordinal) = (entity, ordinal)
    while ordinal < entity.inheritedPropertyCount, let parent = entity.superentityNumber,
      let inherited = self[number: parent].ordinal(named: name)
    {
      (entity, ordinal) = (self[number: parent], inherited)
    }
    return entity.number
  }

  func inverse(of relationship: RelationshipLayout) -> RelationshipLayout? {
    inverseOrdinal(of: relationship).flatMap {
      self[number: relationship.destinationNumber].properties[$0].relationship
    }
  }
}
