import CoreDataFormat
import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Synchronization

/// The store behind a `ModelConfiguration`: an SQLite file in Core Data's own layout.
///
/// Safe to use from any thread; a call blocks until its work is done.
public final class DefaultStore: Sendable {
  /// The name of the configuration.
  public let name: String

  /// What the store holds.
  public let schema: Schema

  /// Where the store lies.
  public let configuration: ModelConfiguration

  /// The store's own identifier, a UUID in upper case, which its models' identifiers carry.
  public let identifier: String

  let layout: StoreLayout
  let mapping: StoreMapping
  let planner: SelectPlanner
  let database: SQLiteDatabase
  /// Nil for a store in memory.
  let externalFiles: ExternalFiles?
  /// Clears up after the readers of a store that is opened for reading alone.
  private let keeper: SQLiteDatabase?
  /// What reads the rows with one key, which is the last of its bindings.
  let keyStatements = Mutex<[KeyColumn: SQLStatement]>([:])

  /// How far the history is known here.
  let position: Mutex<HistoryPosition>
  /// What counts the transactions of the history.
  let historyListeners = Mutex(WeakList<HistoryListener>())

  /// Opens the store of a configuration, making the file and its folder if there are none.
  init(opening configuration: ModelConfiguration, schema: Schema) throws {
    name = configuration.name
    self.schema = schema
    self.configuration = configuration
    layout = try schema.storeLayout()
    externalFiles = ExternalFiles(configuration)
    let opened = try StoreFile(configuration: configuration, layout: layout).open()
    database = opened.database
    keeper = opened.keeper
    identifier = opened.identifier
    mapping = opened.mapping
    planner = SelectPlanner(mapping: opened.mapping)
    position = Mutex(
      HistoryPosition(
        // A history that can't be read is none of a store's faults that keep it from being opened.
        transaction: (try? opened.database.read {
          try HistoryReader(connection: $0).extent().newest
        }) ?? 0))
  }

  deinit {
    database.close()
    keeper?.close()
  }

  /// By property ordinal: the column of a fetched row that a property begins at, or -1.
  func firstColumns(of entity: Int) -> [Int] { mapping.rowShape(entity: entity).firstColumn }

  /// By number of an entity below the given one that has columns of its own: which columns of the
  /// given one's rows make up a row of that entity.
  func subentityColumns(of entity: Int) -> [Int: [Int]] {
    let shape = mapping.rowShape(entity: entity)
    return shape.subentityColumns.filter { $0.value.count > shape.columnCount }
  }

  /// Runs something with the file, and puts the engine's errors into the framework's.
  func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw SwiftDataError(storeError: error, configuration: configuration)
    } catch let old as OldVersions {
      throw StaleRows(entity: old.entity, keys: old.primaryKeys)
    } catch let conflict as SaveConflict {
      throw SwiftDataError(
        .modelValidationFailure,
        explanation: "\(layout[number: conflict.entity].name) "
          + "p\(conflict.primaryKey): another context has deleted the row that this one changes or relates to. "
          + "Roll back, or delete the model here too.",
        underlying: conflict)
    } catch let reference as RequiredReference {
      let entity = layout[number: reference.entity]
      throw SwiftDataError(
        .modelValidationFailure,
        explanation: "\(entity.name).\(entity.properties[reference.ordinal].name) of row "
          + "p\(reference.primaryKey) leads to a model that is being deleted, though it is not "
          + "optional. Delete the \(entity.name) too, or assign another model first.",
        underlying: reference)
    } catch let exhausted as KeysExhausted {
      throw SwiftDataError(
        .modelValidationFailure,
        explanation: "The store “\(name)”: \(layout[number: exhausted.entity].name) has a row with "
          + "the highest key that there can be, so no row can be added. Delete that row.",
        underlying: exhausted)
    }
  }
}

// MARK: - Reading

extension DefaultStore {
  /// Runs statements that read, and reports them where a context asks for it.
  func read<Result>(
    _ trace: QueryTrace?, _ consistency: SQLiteDatabase.Consistency = .statement,
    _ body: (any SQLConnection) throws -> Result
  ) throws -> Result {
    guard let trace else {
      return try translatingErrors { try database.read(consistency) { try body($0) } }
    }
    let (result, measurements) = try translatingErrors {
      try database.read(consistency) { connection in
        let measuring = MeasuringConnection(connection, for: trace)
        return (try body(measuring), measuring.measurements)
      }
    }
    trace.report(measurements)
    return result
  }

  /// The rows that a query finds, in pages.
  func rows(_ query: StoreQuery, trace: QueryTrace? = nil) throws -> [RowPage] {
    let statement = try planner.plan(query).statement
    return try read(trace) { connection in
      var pages: [RowPage] = []
      try connection.query(statement, pageRows: Self.rowsPerPage) { pages.append($0) }
      return pages
    }
  }

  private static let rowsPerPage = 512

  /// The number of rows that a query finds.
  func count(_ query: StoreQuery, trace: QueryTrace? = nil) throws -> Int {
    var query = query
    query.result = .count
    let statement = try planner.plan(query).statement
    return try read(trace) { connection in
      let page = try connection.query(statement)
      return page.rowCount > 0 ? Int(page.integer(row: 0, column: 0)) : 0
    }
  }

  /// Primary keys and entity numbers of the rows that a query finds.
  func identifiers(_ query: StoreQuery, trace: QueryTrace? = nil) throws -> RowPage {
    var query = query
    query.result = .identifiers
    let statement = try planner.plan(query).statement
    return try read(trace) { try $0.query(statement) }
  }

  /// How the store would answer a query: the statement, and SQLite's plan for it.
  func explain(_ query: StoreQuery) throws -> (sql: String, bindings: [StoredValue], plan: [String])
  {
    let statement = try planner.plan(query).statement
    let plan = try translatingErrors {
      try database.read(.statement) { try $0.queryPlan(of: statement) }
    }
    return (statement.text, statement.bindings, plan)
  }
}

// MARK: - Writing

extension DefaultStore {
  /// Writes mutations and their history in one transaction.
  ///
  /// `build` makes the mutations inside the transaction. Returns the place in the history after the
  /// save, or nil if it wrote nothing. Throws `StaleRows` where the policy is to fail and others have
  /// changed rows that it changes.
  func save(
    author: String?, _ policy: ConflictPolicy, _ build: (StoreTransaction) throws -> [Mutation]
  ) throws -> DefaultHistoryToken? {
    try checkAllowsSave()
    let origin = HistoryWriter.Origin(
      author: author, bundleIdentifier: Self.bundleIdentifier,
      processName: ProcessInfo.processInfo.processName)
    var written: Int64?
    do {
      try write(build, by: origin, policy) { number in
        written = number
        // Before anybody else can see it.
        position.withLock { $0.note(own: number) }
      }
    } catch {
      if let written { position.withLock { $0.forget(own: written) } }
      throw error
    }
    guard let written else { return nil }
    tellHistoryListeners { $0.look() }
    return DefaultHistoryToken(storeIdentifier: identifier, transaction: written)
  }

  private func write(
    _ build: (StoreTransaction) throws -> [Mutation], by origin: HistoryWriter.Origin,
    _ policy: ConflictPolicy, noting note: (Int64) -> Void
  ) throws {
    var files = ExternalFileChanges(self)
    do {
      let released = try translatingErrors {
        try database.writeTransaction { connection in
          let transaction = StoreTransaction(self, on: connection)
          let mutations = try files.prepare(build(transaction))
          let history = HistoryWriter(
            layout: layout, connection: connection, origin: origin, timestamp: Date())
          var writer = MutationWriter(
            mapping: mapping, connection: connection, history: history,
            refusesOldVersions: policy == .fail,
            keepsPreviousValues: configuration.keepsPreviousValues)
          try writer.write(mutations)
          try transaction.finish()
          if let number = writer.history.transactionKey {
            note(number)
            try trimHistory(at: number, on: connection)
          }
          return writer.releasedReferences
        }
      }
      files.commit(released: released)
    } catch {
      files.rollBack()
      throw error
    }
  }

  func checkAllowsSave() throws {
    guard !configuration.allowsSave else { return }
    throw SwiftDataError(
      .modelValidationFailure,
      explanation: "The store “\(name)” was opened with allowsSave: false, so that nothing can "
        + "be saved to it.")
  }

  /// What stands for a bundle identifier where programs have no bundles.
  private static var bundleIdentifier: String {
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  /// Stops what is being written, and lets nothing be written until `resume()`.
  func suspend() {
    if !configuration.isStoredInMemoryOnly { database.suspend() }
  }

  /// Whether nothing may be written.
  var isSuspended: Bool { database.isSuspended }

  /// Lets the store be written to again.
  func resume() { database.resume() }

  /// Deletes all rows and all history; the file stays.
  func erase() throws {
    try checkAllowsSave()
    let released = try translatingErrors {
      try database.writeTransaction { connection in
        let released = try mapping.externalReferences(on: connection)
        var tables = Set(mapping.entities.map(\.table)).sorted() + mapping.joinTables.map(\.name)
        // A store of plain Core Data has no history before its first save here.
        let history = try connection.query(
          SQLStatement("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'A*'"))
        tables += (0..<history.rowCount).map { history.text(row: $0, column: 0) }
          .filter(HistoryTables.names.contains)
        tables += connection.hasTable(PreviousValues.table) ? [PreviousValues.table] : []
        for table in tables { try connection.execute(SQLStatement("DELETE FROM \(table)")) }
        return released
      }
    }
    ExternalFileChanges(self).commit(released: released)
    // The history can't tell of it.
    tellHistoryListeners { $0.count(1) }
  }

  /// Calls `body` with each listener that is there.
  func tellHistoryListeners(_ body: (HistoryListener) -> Void) {
    let listeners = historyListeners.withLock { list in
      list.isEmpty ? [] : Array(list.objects)
    }
    for listener in listeners { body(listener) }
  }
}
