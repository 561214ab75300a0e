import Foundation

/// The command `AtlasDemo [STORE] [--tables FOLDER]`.
package struct AtlasCommand {
  var store: URL
  var tables = URL(fileURLWithPath: "/usr/share/zoneinfo", isDirectory: true)

  /// Runs the command and returns its exit status.
  package static func run(_ arguments: [String]) -> Int32 {
    do {
      try AtlasCommand(arguments: arguments).run()
      return EXIT_SUCCESS
    } catch {
      FileHandle.standardError.write(Data("AtlasDemo: \(error)\n".utf8))
      return EXIT_FAILURE
    }
  }

  /// Reads the arguments; without a store, one in a fresh temporary folder is meant.
  init(arguments: [String]) throws {
    var arguments = arguments[...]
    var path: String?
    while let argument = arguments.popFirst() {
      switch argument {
      case "--tables":
        guard let folder = arguments.popFirst() else {
          throw AtlasError.usage("--tables needs a folder.")
        }
        tables = URL(fileURLWithPath: folder, isDirectory: true)
      case _ where argument.hasPrefix("-") || path != nil:
        throw AtlasError.usage("\(argument) is not understood.")
      default:
        path = argument
      }
    }
    store =
      path.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("Atlas-\(UUID().uuidString)", isDirectory: true)
      .appendingPathComponent("Atlas.store")
  }

  private func run() throws {
    let tables = try ZoneTables(folder: tables)
    let atlas = try Atlas(store: store, tables: tables, print: { print($0) })
    try atlas.run()
    print("")
    print("store: \(store.path)")
  }
}
