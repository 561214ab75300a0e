import Foundation
import Testing

@testable import SwiftData

@Suite struct ModelConfigurationTests {
  @Test(arguments: ["a/b", "a:b", "a\u{0}b", "line\nbreak"])
  func aNameThatCanNameNoFileIsRefused(_ name: String) {
    let error = #expect(throws: SwiftDataError.self) { try ModelConfiguration(name).validate() }
    #expect(error == .configurationFileNameContainsInvalidCharacters)
    #expect(error?.description.contains(name) == false)
  }

  @Test func aNameThatIsTooLongIsRefused() throws {
    try ModelConfiguration(String(repeating: "n", count: 241)).validate()
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try ModelConfiguration(String(repeating: "n", count: 242)).validate()
    }
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try ModelConfiguration(String(repeating: "ü", count: 121)).validate()
    }
    let url = URL(fileURLWithPath: "/tmp/" + String(repeating: "n", count: 250))
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try ModelConfiguration(url: url).validate()
    }
  }

  @Test func aNameThatNamesNoFileMayBeAnything() throws {
    try ModelConfiguration("a/b", isStoredInMemoryOnly: true).validate()
    try ModelConfiguration("a/b", url: URL(fileURLWithPath: "/tmp/x.store")).validate()
  }

  @Test func defaultsAreApples() {
    let configuration = ModelConfiguration()
    #expect(configuration.name == "default")
    #expect(configuration.url.lastPathComponent == "default.store")
    #expect(configuration.allowsSave)
    #expect(!configuration.isStoredInMemoryOnly)
    #expect(configuration.schema == nil)
    #expect(configuration.id == configuration.url)
    #expect(ModelConfiguration("trips").url.lastPathComponent == "trips.store")
  }

  @Test func memoryHasNoFile() {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    #expect(configuration.url.path == "/dev/null")
    #expect(ModelConfiguration(url: URL(fileURLWithPath: "/dev/null")).isStoredInMemoryOnly)
  }

  @Test func modelsMakeTheSchema() {
    let configuration = ModelConfiguration(
      for: SchemaFixtures.Lodging.self, isStoredInMemoryOnly: true)
    #expect(configuration.schema?.entities.map(\.name) == ["Lodging"])
  }

  @Test func groupAndCloudAreRecorded() {
    let configuration = ModelConfiguration(
      "n", groupContainer: .identifier("group.trips"), cloudKitDatabase: .private("iCloud.trips"))
    #expect(configuration.groupAppContainerIdentifier == "group.trips")
    #expect(configuration.cloudKitContainerIdentifier == "iCloud.trips")
    #expect(configuration.url.path.hasSuffix("/n.store"))
    let plain = ModelConfiguration("n")
    #expect(plain.groupAppContainerIdentifier == nil)
    #expect(plain != configuration)
  }

  @Test func configurationsCompareByEverything() {
    let url = URL(fileURLWithPath: "/tmp/x.store")
    let one = ModelConfiguration(url: url)
    #expect(one == ModelConfiguration(url: url))
    #expect(one.hashValue == ModelConfiguration(url: url).hashValue)
    #expect(one != ModelConfiguration(url: url, allowsSave: false))
    #expect(one != ModelConfiguration("n", url: url))
    #expect(one != ModelConfiguration(url: url, cloudKitDatabase: .none))
    var other = one
    other.schema = Schema([SchemaFixtures.Lodging.self])
    #expect(one != other)
  }

  #if os(Linux)
    @Test("S01 Stores lie in the user's data folder, in one of the program's own")
    func theFolderIsTheUsersDataFolder() {
      func path(_ environment: [String: String], group: String? = "group.trips") -> String {
        StoreFolder.url(forGroup: group, environment: environment).path
      }
      #expect(path(["XDG_DATA_HOME": "/data", "HOME": "/home/u"]) == "/data/group.trips")
      #expect(path(["HOME": "/home/u"]) == "/home/u/.local/share/group.trips")
      #expect(
        path(["XDG_DATA_HOME": "relative", "HOME": "/home/u"])
          == "/home/u/.local/share/group.trips")
      #expect(path(["XDG_DATA_HOME": ""]).hasSuffix("/.local/share/group.trips"))
      #expect(path(["XDG_DATA_HOME": "/data"], group: "../x") == "/data/.._x")
      #expect(path(["XDG_DATA_HOME": "/data"], group: "..") == "/data/_")
      #expect(path(["XDG_DATA_HOME": "/data"], group: nil).hasPrefix("/data/"))
    }
  #endif
}
