import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@Suite struct TransientObservationTests {
  /// How often observers of what a closure reads hear of the changes that another makes.
  private func notices(
    of read: () -> Void, changes: [() -> Void]
  ) -> Int {
    let count = Mutex(0)
    for change in changes {
      withObservationTracking(read) {
        count.withLock { $0 += 1 }
      }
      change()
    }
    return count.withLock { $0 }
  }

  @Test("A07 Changes of a transient property are observed like others")
  func transientPropertiesAreObserved() {
    let draft = Draft()
    let heard = notices(
      of: { _ = draft.count },
      changes: [{ draft.count += 1 }, { draft.count = 7 }, { draft.title = "x" }])
    // The last tracking saw no change of its own, and heard of none.
    #expect(heard == 2)
    #expect(draft.count == 7)
    #expect(notices(of: { _ = draft.note }, changes: [{ draft.note = "n" }]) == 1)
    #expect(notices(of: { _ = draft.cache.size }, changes: [{ draft.cache = Cache() }]) == 1)
    #expect(notices(of: { _ = draft.ignored }, changes: [{ draft.ignored = 1 }]) == 0)
  }

  @Test func transientPropertiesOfSavedModelsAreObserved() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Draft.self))
    context.insert(Draft())
    try context.save()
    let other = ModelContext(context.container)
    let draft = try #require(try other.fetch(FetchDescriptor<Draft>()).first)
    #expect(draft.count == 3 && draft.note == nil)
    #expect(notices(of: { _ = draft.count }, changes: [{ draft.count = 9 }]) == 1)
    #expect(!draft.hasChanges && !other.hasChanges)
  }

  @Test func collectionsAreChangedInPlace() {
    let draft = Draft()
    let list = Mutex<[Int]>([])
    draft.numbers.reserveCapacity(10_000)
    for number in 0..<10_000 {
      draft.numbers.append(number)
      if number.isMultiple(of: 2_000) {
        let address = draft.numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        list.withLock { $0.append(address) }
      }
    }
    #expect(Set(list.withLock { $0 }).count == 1)
    #expect(notices(of: { _ = draft.numbers }, changes: [{ draft.numbers.append(0) }]) == 1)
  }

  @Test func whatKeepsItsOwnStorageWorksAsBefore() {
    let draft = Draft()
    draft.watched = 5
    #expect(draft.calls == 1)
    #expect(draft.later == [1])
    draft.owner = draft
    #expect(draft.owner === draft)
  }

  final class Cache { var size = 0 }

  @Model final class Draft {
    var title: String = ""
    @Transient var count = 3
    @Transient private(set) var hidden: Int = 0
    @Transient var note: String?
    @Transient var cache = Cache()
    @Transient var numbers: [Int] = []
    @Transient var `default`: Int = 1
    @ObservationIgnored @Transient var ignored = 0
    @Transient var calls = 0
    @Transient var watched = 1 { didSet { calls += 1 } }
    @Transient lazy var later: [Int] = [1]
    @Transient weak var owner: Draft?
    @Transient var twice: Int { count * 2 }

    init() {
      hidden = 2
    }
  }
}
