import Foundation
import SwiftData

/// W10: the most memory that W2 takes, measured in a process of its own for each side.
enum PeakMemory {
  /// What such a process does.
  enum Task: String, CaseIterable {
    /// Nothing, for what the process takes in any case.
    case nothing
    case raw
    case swiftData = "SwiftData"
  }

  /// Runs a task in a new process and returns its peak in MiB.
  static func measure(_ task: Task, store: URL) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--peak", task.rawValue, store.path]
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
  static func run(_ task: Task, store: String) throws {
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
    }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let peak = line?.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "0"
    print(peak, terminator: "")
  }
}
