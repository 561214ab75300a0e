import Foundation
import SwiftData

/// W10 and W15: the most memory that W2 and an import take, measured in a process of its own for each
/// side.
enum PeakMemory {
  /// What such a process does.
  enum Task: String, CaseIterable {
    /// Nothing, for what the process takes in any case.
    case nothing
    case raw
    case swiftData = "SwiftData"
    /// Inserts rows and saves every 1,000 of them, in one context.
    case importing = "import"
  }

  /// Runs a task in a new process and returns its peak in MiB.
  static func measure(_ task: Task, store: URL, rows: Int = 0) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--peak", task.rawValue, store.path, String(rows)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard let kibibytes = Double(String(decoding: output, as: UTF8.self)) else {
      throw RawError(message: "W10: the process for \(task) failed")
    }
    return kibibytes / 1024
  }

  /// Does a task in this process and prints its peak in KiB.
  static func run(_ task: Task, store: String, rows: Int) throws {
    switch task {
    case .nothing:
      break
    case .raw:
      let database = try RawDatabase(store)
      let statement = try database.prepare("SELECT \(RawItem.columns) FROM ZITEM")
      var items: [RawItem] = []
      while statement.step() {
        items.append(RawItem(statement))
      }
      precondition(items.reduce(0) { $0 + $1.count } > 0)
    case .swiftData:
      let container = try ModelContainer(
        for: Item.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: store)))
      let context = ModelContext(container)
      let items = try context.fetch(FetchDescriptor<Item>())
      precondition(withExtendedLifetime(context) { items.reduce(0) { $0 + $1.count } } > 0)
    case .importing:
      try importRows(rows, store: store)
    }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let peak = line?.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "0"
    print(peak, terminator: "")
  }

  private static func importRows(_ rows: Int, store: String) throws {
    let container = try ModelContainer(
      for: Item.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: store)))
    let context = ModelContext(container)
    for start in stride(from: 0, to: rows, by: 1_000) {
      for row in start..<min(start + 1_000, rows) {
        context.insert(
          Item(
            id: row, title: "Title of item " + String(1_000_000 + row),
            date: Date(timeIntervalSinceReferenceDate: Double(row)), count: row,
            price: Double(row), isDone: false))
      }
      try context.save()
    }
  }
}
