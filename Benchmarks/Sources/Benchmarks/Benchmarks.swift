import Foundation

/// Compares SwiftData with the C interface of SQLite and prints a table of ratios.
///
///     swift run -c release Benchmarks [--rows 100000] [--rounds 7] [--only W2,W3]
///     swift run -c release Benchmarks --only W2 --side SwiftData [--repeat 3]
///
/// The second form runs one side alone, for a profiler.
@main
struct Benchmarks {
  var rows = 100_000
  var rounds = 7
  var only: Set<String> = []
  var side: String?
  var repetitions = 1

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    if arguments.count == 4, arguments[0] == "--peak",
      let task = PeakMemory.Task(rawValue: arguments[1])
    {
      return try PeakMemory.run(task, store: arguments[2], rows: Int(arguments[3]) ?? 0)
    }
    try Benchmarks(arguments).run()
  }

  private init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else {
        throw RawError(message: "\(option) needs a value")
      }
      switch option {
      case "--rows": rows = max(Int(value) ?? rows, 100)
      case "--rounds": rounds = max(Int(value) ?? rounds, 1)
      case "--only": only = Set(value.split(separator: ",").map(String.init))
      case "--side": side = value
      case "--repeat": repetitions = Int(value) ?? repetitions
      default: throw RawError(message: "There is no option \(option)")
      }
    }
  }

  private func run() throws {
    let fixtures = try Fixtures(rows: rows)
    let workloads =
      WritingWorkloads(fixtures: fixtures).all + ReadingWorkloads(fixtures: fixtures).all
      + RelationshipWorkloads(fixtures: fixtures).all + ToManyWorkloads(fixtures: fixtures).all
      + QueryWorkloads(fixtures: fixtures).all
      + [CreationWorkload(samples: fixtures.samples).workload]
    let chosen =
      workloads
      .filter { only.isEmpty || only.contains($0.name) }
      .sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
    if let side {
      return try profile(chosen, side)
    }
    printRow("", "workload", "side", "ms", "ratio", "bar")
    for workload in chosen {
      for measurement in try workload.measure(rounds: rounds) {
        printRow(workload, measurement)
      }
    }
    if only.isEmpty || only.contains("W10") {
      try printPeaks(fixtures)
    }
    if only.isEmpty || only.contains("W15") {
      try printImports(fixtures)
    }
  }

  private func profile(_ workloads: [Workload], _ name: String) throws {
    for side in workloads.flatMap(\.sides) where side.name == name {
      for _ in 0..<repetitions {
        _ = try side.prepare()()
      }
    }
  }

  private func printPeaks(_ fixtures: Fixtures) throws {
    let idle = try PeakMemory.measure(.nothing, store: fixtures.items)
    let raw = try PeakMemory.measure(.raw, store: fixtures.items)
    let swiftData = try PeakMemory.measure(.swiftData, store: fixtures.items)
    printRow("W10", "peak memory of W2, in MiB", "nothing", number(idle), "", "")
    printRow("W10", "", "raw", number(raw), "", "")
    printRow("W10", "", "SwiftData", number(swiftData), number(swiftData / raw), "1.60")
  }

  private func printImports(_ fixtures: Fixtures) throws {
    var baseline: Double?
    for count in [rows / 10, rows, rows * 10] {
      let peak = try PeakMemory.measure(
        .importing, store: fixtures.fresh("import.store"), rows: count)
      printRow(
        "W15", "peak memory of an import of \(count), in MiB", "SwiftData", number(peak),
        baseline.map { number(peak / $0) } ?? "", baseline == nil ? "" : "1.20")
      baseline = baseline ?? peak
    }
  }

  // MARK: Printing

  private func printRow(_ workload: Workload, _ measurement: Measurement) {
    let isMeasured = measurement.side.name == "SwiftData"
    let isFirst = measurement.side.name == workload.sides.first?.name
    printRow(
      workload.name, isFirst ? workload.title : "", measurement.side.name,
      number(measurement.milliseconds), measurement.ratio.map(number) ?? "",
      isMeasured ? workload.bar.map(number) ?? "" : "")
  }

  private func number(_ value: Double) -> String {
    String(format: "%.2f", value)
  }

  private func printRow(
    _ name: String, _ title: String, _ side: String, _ time: String, _ ratio: String, _ bar: String
  ) {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    func rightAligned(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let row =
      "| " + padded(name, 4) + " | " + padded(title, 48) + " | " + padded(side, 24) + " | "
      + rightAligned(time, 9) + " | " + rightAligned(ratio, 6) + " | " + rightAligned(bar, 5)
      + " |\n"
    // Unlike `print`, this shows each row as soon as it is measured, into a file as well.
    FileHandle.standardOutput.write(Data(row.utf8))
  }
}
