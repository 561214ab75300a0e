import SwiftData
import Synchronization

/// Keeps what a query log is told.
final class ReportList: Sendable {
  private let kept = Mutex<[QueryReport]>([])

  func append(_ report: QueryReport) { kept.withLock { $0.append(report) } }

  /// All reports since this was last asked.
  func take() -> [QueryReport] {
    kept.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }
}

extension ModelContext {
  /// Keeps the reports of the context's queries in a list from now on.
  func report(
    to list: ReportList, includesBindings: Bool = false, singleModelThreshold: Int = 0,
    fullScanThreshold: Int = 0
  ) {
    queryLog = QueryLog(
      includesBindings: includesBindings, singleModelThreshold: singleModelThreshold,
      fullScanThreshold: fullScanThreshold
    ) { list.append($0) }
  }
}
