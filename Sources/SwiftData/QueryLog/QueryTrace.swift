import StoreModel

/// Reports what a store does for one request of a context.
struct QueryTrace {
  let log: QueryLog
  let purpose: QueryReport.Purpose
  let entityName: String
  var relationshipName: String?
  var inMemorySteps: [InMemoryStep] = []
  /// What the context noticed about requests like this one.
  var warning: QueryWarning?

  /// A trace for more statements of the same request, of which all has been said.
  var continued: QueryTrace {
    var trace = self
    trace.warning = nil
    trace.inMemorySteps = []
    return trace
  }

  /// Reports the statements of the request; what was noticed about the request itself goes with the
  /// first.
  func report(_ measurements: [StatementMeasurement]) {
    for (index, measurement) in measurements.enumerated() {
      var warnings = index == 0 ? [warning].compactMap(\.self) : []
      if !measurement.plan.isEmpty {
        warnings.append(
          .scanning(
            entityName, scanned: measurement.scannedRows, found: measurement.foundRows,
            plan: measurement.plan))
      }
      log.receive(
        QueryReport(
          purpose: purpose, entityName: entityName, relationshipName: relationshipName,
          sql: measurement.sql,
          bindings: log.includesBindings ? measurement.bindings.map(QueryValue.init) : nil,
          duration: measurement.duration, rowCount: measurement.foundRows,
          inMemorySteps: index == 0 ? inMemorySteps : [], warnings: warnings))
    }
  }
}

/// What was measured while one statement ran.
struct StatementMeasurement {
  var sql: String
  var bindings: [StoredValue]
  var duration: Duration
  /// Rows returned or, where the one row is a count, counted.
  var foundRows: Int
  /// Rows stepped through without an index.
  var scannedRows: Int
  /// How the store found the rows, where it scanned far more than it found; else empty.
  var plan: [String] = []
}
