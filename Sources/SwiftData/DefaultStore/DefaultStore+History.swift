import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Synchronization

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

  /// The place to follow the history from: the given one, or the newest where none is.
  ///
  /// Throws if transactions since then have been deleted.
  func historyPosition(_ start: Int64?) throws -> Int64 {
    try translatingErrors {
      try database.read { connection in
        let reader = try HistoryReader(connection: connection)
        let newest = try reader.extent().newest
        if let start { try check(start, in: reader) }
        return min(start ?? newest, newest)
      }
    }
  }

  /// The newest transaction, and how many after a place have changed certain entities, by certain
  /// authors.
  ///
  /// Those that have been deleted before anybody could look at them may have, and count as one.
  func countTransactions(
    after position: Int64, families: [ClosedRange<Int>]?, authors: Set<String>
  ) throws -> (newest: Int64, count: Int) {
    try translatingErrors {
      try database.read { connection in
        let tally = try HistoryReader(connection: connection).tally(
          after: position, families: families, authors: authors.sorted())
        return (tally.newest, tally.matching + (tally.isComplete ? 0 : 1))
      }
    }
  }

  /// After how many transactions those are deleted that are not to be kept.
  private static let trimInterval: Int64 = 16
  /// How many are deleted at once at most.
  private static let mostTrimmed: Int64 = 256

  /// Deletes transactions that are not to be kept, now and then, within the transaction that is the
  /// newest.
  func trimHistory(at newest: Int64, on connection: SQLiteConnection) throws {
    guard configuration.historyRetention != .unlimited, newest % Self.trimInterval == 0 else {
      return
    }
    let reader = try HistoryReader(connection: connection)
    guard let oldest = try reader.extent().oldest else { return }
    var last =
      switch configuration.historyRetention.limit {
      case .none: Int64(0)
      case .transactions(let count): newest - Int64(count)
      case .age(let age): try reader.firstTransaction(since: Date() - age.timeInterval) - 1
      }
    // What somebody here has not looked at yet.
    last = min(last, position.withLock { $0.transaction })
    let listeners = historyListeners.withLock { Array($0.objects) }
    for listener in listeners { last = min(last, listener.position(in: self)) }
    last = min(last, oldest + Self.mostTrimmed - 1)
    if last >= oldest { try reader.delete(upTo: last) }
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
            updatedAttributes: updatedAttributes(record, of: type),
            previousValues: previousValues(record, of: type)))
      case .delete:
        .delete(
          DefaultHistoryDelete<Model>(
            changeIdentifier: record.key, transactionIdentifier: transaction,
            changedPersistentIdentifier: identifier, tombstone: tombstone(record, of: type),
            previousValues: previousValues(record, of: type)))
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

extension Duration {
  /// In seconds.
  fileprivate var timeInterval: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
