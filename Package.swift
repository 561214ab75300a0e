// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The toolchain's own SwiftSyntax, which the macro plugin is built on, so that nothing is fetched.
let syntaxLibraries = SyntaxLibraries.inToolchain()

/// Settings that every Swift target shares.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
  name: "OpenSwiftData",
  products: [
    .library(name: "SwiftData", targets: ["SwiftData"])
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "StoreModel"),
    .target(name: "CoreDataFormat", dependencies: ["StoreModel", "CZlib", "CCrypto"]),
    .target(name: "RelationalStore", dependencies: ["StoreModel"]),
    .target(name: "SQLiteEngine", dependencies: ["StoreModel", "RelationalStore", "CSQLite"]),
    .macro(
      name: "SwiftDataMacros",
      swiftSettings: [.unsafeFlags(["-I", syntaxLibraries])],
      linkerSettings: [
        .unsafeFlags(["-L", syntaxLibraries, "-Xlinker", "-rpath", "-Xlinker", syntaxLibraries])
      ]),
    .target(
      name: "SwiftData",
      dependencies: [
        "StoreModel", "CoreDataFormat", "RelationalStore", "SQLiteEngine", "SwiftDataMacros",
      ]),
    .target(
      name: "StoreModelTestSupport", dependencies: ["StoreModel"],
      path: "Tests/StoreModelTestSupport"),
    .testTarget(
      name: "CoreDataFormatTests",
      dependencies: [
        "CoreDataFormat", "RelationalStore", "StoreModel", "CSQLite", "StoreModelTestSupport",
      ]),
    .testTarget(
      name: "RelationalStoreTests",
      dependencies: ["RelationalStore", "StoreModel", "StoreModelTestSupport"]),
    .testTarget(
      name: "SQLiteEngineTests", dependencies: ["SQLiteEngine", "StoreModel", "RelationalStore"]),
    .testTarget(
      name: "SwiftDataMacrosTests", dependencies: ["SwiftDataMacros"],
      swiftSettings: [.unsafeFlags(["-I", syntaxLibraries])],
      linkerSettings: [
        .unsafeFlags(["-L", syntaxLibraries, "-Xlinker", "-rpath", "-Xlinker", syntaxLibraries])
      ]),
    .testTarget(
      name: "SwiftDataTests",
      dependencies: [
        "SwiftData", "CoreDataFormat", "StoreModel", "RelationalStore", "SQLiteEngine", "CSQLite",
        "StoreModelTestSupport", "TestSupport",
      ]),
    .testTarget(name: "ModelPatternTests", dependencies: ["SwiftData"]),
    .testTarget(
      name: "MainActorModelTests", dependencies: ["SwiftData"],
      path: "Tests/ModelModeTests/MainActor", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "Swift5ModelTests", dependencies: ["SwiftData"],
      path: "Tests/ModelModeTests/Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "Trips", dependencies: ["SwiftData"], path: "Examples/Trips"),
    // A library and a small program: an executable target cannot be imported by the tests of a
    // package that also tests its macros.
    .target(
      name: "Atlas", dependencies: ["SwiftData"], path: "Examples/Atlas", exclude: ["Command"]),
    .executableTarget(
      name: "AtlasDemo", dependencies: ["Atlas"], path: "Examples/Atlas/Command"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "ExampleTests", dependencies: ["SwiftData", "Atlas", "Trips", "TestSupport"]),
    .testTarget(name: "PackageTests", dependencies: ["TestSupport"]),
  ]
)

for target in package.targets where [.regular, .test, .macro, .executable].contains(target.type) {
  target.swiftSettings = swiftSettings + (target.swiftSettings ?? [])
}

/// Where the toolchain that builds this package keeps SwiftSyntax.
enum SyntaxLibraries {
  /// Returns the folder of the modules and libraries, or ends the manifest with a message.
  static func inToolchain() -> String {
    let folders = (loadedLibraries + executables).compactMap(hostLibraries)
    if let folder = folders.first(where: holdsSwiftSyntax) { return folder }
    let searched = folders.isEmpty ? "nothing" : Set(folders).sorted().joined(separator: ", ")
    FileHandle.standardError.write(
      Data(
        """
        OpenSwiftData needs the SwiftSyntax libraries that a Swift toolchain has in \
        usr/lib/swift/host. Looked at \(searched). Install a toolchain from swift.org, \
        and put its usr/bin first in PATH.

        """.utf8))
    exit(1)
  }

  /// The libraries that the manifest itself runs on: those of the toolchain in use, whatever the
  /// command is through which it was called.
  private static var loadedLibraries: [String] {
    let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    return String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
  }

  private static var executables: [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map {
      URL(fileURLWithPath: "\($0)/swift").resolvingSymlinksInPath().path
    }
  }

  /// Returns the folder that the toolchain of a library or executable has for the compiler's parts.
  private static func hostLibraries(of file: String) -> String? {
    for (part, host) in [("/lib/swift/", "/lib/swift/host"), ("/bin/swift", "/lib/swift/host")] {
      if let range = file.range(of: part) { return file[..<range.lowerBound] + host }
    }
    return nil
  }

  private static func holdsSwiftSyntax(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/SwiftSyntaxMacros.swiftmodule")
  }
}
