import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel

extension DefaultStore: HistoryProviding {
  /// The transactions of the history.
  public typealias HistoryType = DefaultHistoryTransaction
  /// A place in the history.
  public typealias TokenType = DefaultHistoryToken

  /// The transactions of the history.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  private static let transactionsPerPage = 256

  /// Returns the transactions that a descriptor asks for.
  ///
  /// Throws `SwiftDataError.historyTokenExpired` where transactions after a token that the predicate
  /// compares with have been deleted. O(n) in the transactions of the range that comparisons with
  /// tokens and transaction identifiers leave.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    try translatingErrors {
      try database.read { try history(descriptor, on: $0) }
    }
  }

  /// Deletes the transactions that a descriptor asks for.
  ///
  /// Later fetches that begin before what was deleted throw `SwiftDataError.historyTokenExpired`.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try checkAllowsSave()
    try translatingErrors {
      try database.writeTransaction { connection in
        let found = try history(descriptor, on: connection, checksStart: false)
        try HistoryReader(connection: connection).delete(found.map(\.transactionIdentifier))
      }
    }
  }

  private func history(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, on connection: SQLiteConnection,
    checksStart: Bool = true
  ) throws -> [DefaultHistoryTransaction] {
    let reader = try HistoryReader(connection: connection)
    let range = HistoryRange(descriptor.predicate, storeIdentifier: identifier)
    if checksStart, let start = range.start { try check(start, in: reader) }
    guard var keys = range.keys else { return [] }
    let limit = descriptor.fetchLimit == 0 ? Int.max : Int(clamping: descriptor.fetchLimit)
    var found: [DefaultHistoryTransaction] = []
    while true {
      let page = try reader.transactions(keys, limit: Self.transactionsPerPage)
      found += page.map(transaction).filter { descriptor.predicate?.matches($0) ?? true }
      if descriptor.sortBy.isEmpty, found.count >= limit { break }
      guard page.count == Self.transactionsPerPage, let last = page.last?.key,
        last < keys.upperBound
      else { break }
      keys = last + 1...keys.upperBound
    }
    if !descriptor.sortBy.isEmpty { found.sort(using: descriptor.sortBy) }
    return found.count > limit ? Array(found.prefix(limit)) : found
  }

  /// Throws if transactions since a place are missing.
  private func check(_ start: Int64, in reader: HistoryReader) throws {
    let extent = try reader.extent()
    let missing = extent.oldest.map { start + 1 < $0 } ?? (start < extent.newest)
    guard missing, start < extent.newest else { return }
    throw SwiftDataError(
      .historyTokenExpired,
      explanation: "The store “\(name)”: the history after transaction \(start) has been deleted"
        + (extent.oldest.map { " up to transaction \($0)" } ?? "")
        + ". Fetch the models themselves, and go on from a new token.")
  }

  private func transaction(_ record: HistoryReader.Transaction) -> DefaultHistoryTransaction {
    DefaultHistoryTransaction(
      timestamp: Date(timeIntervalSinceReferenceDate: record.timestamp),
      changes: record.changes.compactMap { change($0, transaction: record.key) },
      token: DefaultHistoryToken(storeIdentifier: identifier, transaction: record.key),
      transactionIdentifier: record.key, storeIdentifier: identifier,
      bundleIdentifier: record.bundleIdentifier, processIdentifier: record.processName,
      author: record.author)
  }

  /// A change with its model's type; nil if the schema has no such entity.
  private func change(_ record: HistoryReader.Change, transaction: Int64) -> HistoryChange? {
    guard let entity = layout.entities.first(where: { $0.number == record.entity }),
      let modelType = schema.entitiesByName[entity.name]?.modelType
    else { return nil }
    let identifier = PersistentIdentifier(
      storeIdentifier: identifier, entityName: entity.name, primaryKey: record.primaryKey)
    func typed<Model: PersistentModel>(_ type: Model.Type) -> HistoryChange {
      switch record.kind {
      case .insert:
        .insert(
          DefaultHistoryInsert<Model>(
            changeIdentifier: record.key, transactionIdentifier: transaction,
            changedPersistentIdentifier: identifier))
      case .update:
        .update(
          DefaultHistoryUpdate<Model>(
            changeIdentifier: record.key, transactionIdentifier: transaction,
            changedPersistentIdentifier: identifier,
            updatedAttributes: updatedAttributes(record, of: type)))
      case .delete:
        .delete(
          DefaultHistoryDelete<Model>(
            changeIdentifier: record.key, transactionIdentifier: transaction,
            changedPersistentIdentifier: identifier, tombstone: tombstone(record, of: type)))
      }
    }
    return typed(modelType)
  }

  /// The values that the history keeps of a deleted model.
  private func tombstone<Model: PersistentModel>(
    _ record: HistoryReader.Change, of type: Model.Type
  ) -> HistoryTombstone<Model> {
    let properties = Model._$modelClass.properties
    let slots = Tombstones.slots(of: record.entity, in: layout)
    var stored: [Int: [StoredValue]] = [:]
    for (slot, value) in zip(slots, record.tombstone) {
      stored[slot.ordinal, default: []].append(value)
    }
    return HistoryTombstone(
      slots.filter { $0.leaf == 0 }.compactMap { slot in
        let property = properties[slot.ordinal]
        guard let keyPath = property.keyPath as? PartialKeyPath<Model>,
          let value = property.value(ofStored: stored[slot.ordinal] ?? [])
        else { return nil }
        return (keyPath, value)
      })
  }

  private func updatedAttributes<Model: PersistentModel>(
    _ record: HistoryReader.Change, of type: Model.Type
  ) -> [any PartialKeyPath<Model> & Sendable] {
    guard let columns = record.columns else { return [] }
    let modelClass = Model._$modelClass
    return HistoryColumns.ordinals(in: columns, entity: record.entity, in: layout)
      .compactMap { ordinal in
        (modelClass.keyPath(ofOrdinal: ordinal) as? PartialKeyPath<Model>)?.assumedSendable
      }
  }
}
