import RelationalStore
import SQLiteEngine
import StoreModel

/// Measures each query that is run through it.
///
/// Nobody is told before the connection is given back, since who is told may want it.
final class MeasuringConnection: SQLConnection {
  private let connection: SQLiteConnection
  private let trace: QueryTrace
  private(set) var measurements: [StatementMeasurement] = []

  init(_ connection: SQLiteConnection, for trace: QueryTrace) {
    self.connection = connection
    self.trace = trace
  }

  func execute(_ statement: SQLStatement) throws -> Int { try connection.execute(statement) }

  func executeBatch(_ text: String, rows: Int, bindings: [StoredValue]) throws -> [Int] {
    try connection.executeBatch(text, rows: rows, bindings: bindings)
  }

  func query(_ statement: SQLStatement) throws -> RowPage {
    try measured(statement) { count in
      let page = try connection.query(statement)
      let isCounted = trace.purpose == .count && page.rowCount > 0
      count = isCounted ? Int(page.integer(row: 0, column: 0)) : page.rowCount
      return page
    }
  }

  func query(
    _ statement: SQLStatement, pageRows: Int, _ body: (RowPage) throws -> Void
  ) throws {
    try measured(statement) { count in
      try connection.query(statement, pageRows: pageRows) { page in
        count += page.rowCount
        try body(page)
      }
    }
  }

  private func measured<Result>(
    _ statement: SQLStatement, _ body: (inout Int) throws -> Result
  ) throws -> Result {
    _ = connection.takeScannedRows(of: statement.text)
    var count = 0
    let start = ContinuousClock.now
    let result = try body(&count)
    let duration = start.duration(to: .now)
    var measurement = StatementMeasurement(
      sql: statement.text, bindings: statement.bindings, duration: duration, foundRows: count,
      scannedRows: connection.takeScannedRows(of: statement.text))
    let threshold = trace.log.fullScanThreshold
    if threshold > 0, measurement.scannedRows >= max(threshold, 10 * count) {
      measurement.plan = try connection.queryPlan(of: statement)
    }
    measurements.append(measurement)
    return result
  }
}
