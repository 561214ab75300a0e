import Foundation
import SQLiteEngine
import Testing

@testable import SwiftData

@Suite struct DurabilityTests {
  /// How hard the connection that writes tries to reach the disk, by SQLite's numbers.
  private func level(_ durability: SaveDurability?, _ store: TemporaryStore) throws -> Int64 {
    var configuration = ModelConfiguration(url: store.url)
    if let durability { configuration.durability = durability }
    let container = try ModelContainer(for: Parcel.self, configurations: configuration)
    return try container.stack.stores[0].database.write { try $0.integerPragma("synchronous") }
  }

  @Test("S03 The level of durability is the documented one") func theLevelIsChosen() throws {
    let store = try TemporaryStore()
    #expect(try level(nil, store) == 1)
    #expect(try level(.process, store) == 1)
    #expect(try level(.powerFailure, store) == 2)
  }

  @Test("S03 What is saved is in the file itself once the container is gone")
  func theLogIsCopiedOnClose() throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Parcel.self))
      context.insert(Parcel(label: "saved"))
      try context.save()
    }
    for suffix in ["-wal", "-shm"] {
      #expect(!FileManager.default.fileExists(atPath: store.url.path + suffix))
    }
    #expect(try store.raw.texts("SELECT ZLABEL FROM ZPARCEL") == ["saved"])
  }

  @Test("S03 What is saved is there for others before the container goes")
  func aSaveThatHasReturnedIsSaved() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Parcel.self))
    context.insert(Parcel(label: "saved"))
    try context.save()
    #expect(try store.raw.texts("SELECT ZLABEL FROM ZPARCEL") == ["saved"])
    withExtendedLifetime(context) {}
  }
}
