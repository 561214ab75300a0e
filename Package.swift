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
        "SwiftData", "StoreModel", "RelationalStore", "SQLiteEngine", "StoreModelTestSupport",
      ]),
    .testTarget(name: "ModelPatternTests", dependencies: ["SwiftData"]),
    .testTarget(
      name: "MainActorModelTests", dependencies: ["SwiftData"],
      path: "Tests/ModelModeTests/MainActor", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "Swift5ModelTests", dependencies: ["SwiftData"],
      path: "Tests/ModelModeTests/Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "Trips", dependencies: ["SwiftData"], path: "Examples/Trips"),
    .executableTarget(name: "Atlas", dependencies: ["SwiftData"], path: "Examples/Atlas"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "ExampleTests", dependencies: ["SwiftData", "Atlas", "Trips", "TestSupport"]),
    .testTarget(name: "PackageTests", dependencies: ["TestSupport"]),
  ]
)

for target in package.targets where [.regular, .test, .macro, .executable].contains(target.type) {
  target.swiftSettings = swiftSettings + (target.swiftSettings ?? [])
}

enum SyntaxLibraries {
  /// The folder of SwiftSyntax' modules and libraries in the toolchain that builds this package.
  static func inToolchain() -> String {
    let environment = ProcessInfo.processInfo.environment
    var candidates: [String] = []
    candidates += [environment["SWIFT_EXEC"]].compactMap(\.self)
    candidates.append(CommandLine.arguments[0])
    candidates += (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swift" }
    for candidate in candidates {
      let executable = URL(fileURLWithPath: candidate).resolvingSymlinksInPath()
      let folder = executable.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("lib/swift/host").path
      if FileManager.default.fileExists(atPath: folder + "/SwiftSyntaxMacros.swiftmodule") {
        return folder
      }
    }
    fatalError(
      "OpenSwiftData needs the SwiftSyntax libraries of the Swift toolchain (usr/lib/swift/host), "
        + "and found none beside these executables: \(candidates.joined(separator: ", ")).")
  }
}
