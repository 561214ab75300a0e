import Foundation
import SwiftData
import Testing

/// A store whose file is taken away while it is open.
@Suite struct MovedFileTests {
  enum Mishap: CaseIterable { case deleted, moved, replaced }

  @Test(arguments: Mishap.allCases) func aSaveThatNobodyWouldSeeIsRefused(mishap: Mishap) throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    let aside = store.folder.appendingPathComponent("aside.store")
    switch mishap {
    case .deleted: try FileManager.default.removeItem(at: store.url)
    case .moved: try FileManager.default.moveItem(at: store.url, to: aside)
    case .replaced:
      try FileManager.default.moveItem(at: store.url, to: aside)
      try FileManager.default.copyItem(at: aside, to: store.url)
    }
    trip.name = "Oslo"
    context.insert(Trip(name: "Bonn"))
    for _ in 0..<2 {
      let error = #expect(throws: SwiftDataError.self) { try context.save() }
      #expect(error == .loadIssueModelContainer)
      #expect(error?.description.contains(store.url.path) == true)
      #expect(error?.description.contains("deleted, moved or replaced") == true)
      #expect(trip.hasChanges && context.insertedModelsArray.count == 1)
    }
    // What is in memory is still of use.
    #expect(trip.name == "Oslo")
    context.rollback()
    #expect(trip.name == "Rome")
    if mishap == .moved {
      try FileManager.default.moveItem(at: aside, to: store.url)
      trip.name = "Oslo"
      try context.save()
      #expect(try store.fresh(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["Oslo"])
    }
  }
}
