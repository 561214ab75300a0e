import Foundation

/// A package of somebody else's that depends on this one.
struct ClientPackage {
  /// Its programs, which are named after what they are to prove.
  static let programs = ["Swift5", "Swift6", "MainActorByDefault", "QuickStart"]

  let folder: URL

  /// Writes the package.
  init(in folder: URL, using repository: URL, version: String) throws {
    self.folder = folder
    try write(Self.manifest(repository: repository, version: version), to: "Package.swift")
    for program in Self.programs where program != "QuickStart" {
      try write(Self.models, to: "Sources/\(program)/Models.swift")
      try write(Self.program, to: "Sources/\(program)/main.swift")
    }
    try write(Self.quickStart(), to: "Sources/QuickStart/main.swift")
  }

  /// Builds all programs.
  func build() throws {
    try runCommand(
      ["swift", "build", "--disable-dependency-cache", "--jobs", "2"], in: folder)
  }

  /// Runs a program on a store and returns what it prints.
  func run(_ program: String, _ store: URL) throws -> String {
    let executable = folder.appendingPathComponent(".build/debug/\(program)")
    return try runCommand([executable.path, store.path], in: folder)
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

extension ClientPackage {
  private static func manifest(repository: URL, version: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    func program(_ name: String, _ settings: SwiftSetting...) -> Target {
      .executableTarget(
        name: name, dependencies: [.product(name: "SwiftData", package: "OpenSwiftData")],
        swiftSettings: settings)
    }

    let package = Package(
      name: "Client",
      dependencies: [.package(url: "\(repository.path)", from: "\(version)")],
      targets: [
        program("Swift5", .swiftLanguageMode(.v5)),
        program("Swift6", .swiftLanguageMode(.v6)),
        program(
          "MainActorByDefault", .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)),
        program("QuickStart"),
      ]
    )
    """
  }

  private static let models = """
    import SwiftData

    @Model
    final class Trip {
      var destination: String
      var start = Date.now
      @Relationship(deleteRule: .cascade, inverse: \\PackingItem.trip)
      var packingList: [PackingItem] = []

      init(destination: String) {
        self.destination = destination
      }
    }

    @Model
    final class PackingItem {
      @Attribute(.unique) var id: UUID
      var title: String?
      var trip: Trip?

      init(title: String?) {
        self.id = UUID()
        self.title = title
      }
    }
    """

  private static let program = """
    import SwiftData

    let store = URL(fileURLWithPath: CommandLine.arguments[1])
    let container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)

    let trip = Trip(destination: "Lisbon")
    context.insert(trip)
    trip.packingList.append(PackingItem(title: "Hat"))
    try context.save()

    let descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { trip in
        trip.destination.localizedStandardContains("LIS")
          && trip.packingList.contains { $0.title == "Hat" }
      },
      sortBy: [SortDescriptor(\\.start)])
    let trips = try ModelContext(container).fetch(descriptor)
    let names = trips.map(\\.destination).joined(separator: ", ")
    print("\\(trips.count) \\(trips.count == 1 ? "trip" : "trips"): \\(names)")
    """

  /// The program of the five-minute start, as the README has it.
  private static func quickStart() throws -> String {
    let readme = try String(
      contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
    guard let program = blocks.first(where: { $0.contains("@Model") }) else {
      throw CommandFailure(command: "README.md", output: "It has no program with a model.")
    }
    return String(program.dropFirst("swift\n".count))
  }
}
