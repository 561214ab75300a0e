import RelationalStore
import SQLiteEngine
import StoreModel

/// What the mutations of a save are made with, inside of the transaction that writes them: nobody
/// else can write between what is read here and the end of it.
final class StoreTransaction {
  private let store: DefaultStore
  private let connection: SQLiteConnection
  private var allocator: KeyAllocator

  init(_ store: DefaultStore, on connection: SQLiteConnection) {
    self.store = store
    self.connection = connection
    allocator = KeyAllocator(mapping: store.mapping, connection: connection)
  }

  /// The next primary key of an inheritance tree, by its root's number.
  func nextKey(root: Int) throws -> Int64 { try allocator.nextKey(root: root) }

  /// The rows that a query finds.
  func rows(_ query: StoreQuery) throws -> RowPage {
    try connection.query(store.planner.plan(query).statement)
  }

  /// Records the keys that were given.
  func finish() throws { try allocator.finish() }
}
