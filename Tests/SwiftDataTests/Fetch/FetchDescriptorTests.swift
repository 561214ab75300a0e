import Foundation
import Testing

@testable import SwiftData

@Suite struct FetchDescriptorTests {
  typealias Tag = SchemaFixtures.Tag

  private func labelled(_ label: String) -> FetchDescriptor<Tag> {
    FetchDescriptor<Tag>(predicate: #Predicate { $0.label == label })
  }

  @Test func predicatesCompareByTextAndCapturedValues() {
    #expect(labelled("a") == labelled("a"))
    #expect(labelled("a") != labelled("b"))
    #expect(labelled("a") != FetchDescriptor<Tag>())
    #expect(
      labelled("a") != FetchDescriptor<Tag>(predicate: #Predicate { $0.label != "a" }))
  }

  /// Foundation ends the program if it has to describe such a predicate.
  @Test func predicatesOfOurOwnExpressionsCompareToo() {  // P04
    func containing(_ text: String) -> FetchDescriptor<Tag> {
      FetchDescriptor<Tag>(predicate: #Predicate { $0.label.localizedStandardContains(text) })
    }
    #expect(containing("a") == containing("a"))
    #expect(containing("a") != containing("b"))
    #expect(containing("a") != labelled("a"))
  }

  @Test func everyPartTakesPartInEquality() {
    let plain = FetchDescriptor<Tag>()
    #expect(plain == FetchDescriptor<Tag>())
    #expect(plain != FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.label)]))
    func changed(_ change: (inout FetchDescriptor<Tag>) -> Void) -> FetchDescriptor<Tag> {
      var descriptor = plain
      change(&descriptor)
      return descriptor
    }
    #expect(plain != changed { $0.fetchLimit = 1 })
    #expect(plain != changed { $0.fetchOffset = 1 })
    #expect(plain != changed { $0.includePendingChanges = false })
    #expect(plain != changed { $0.propertiesToFetch = [\.label] })
    #expect(plain != changed { $0.relationshipKeyPathsForPrefetching = [\.trips] })
  }

  @Test func pendingChangesAreIncludedUnlessToldOtherwise() {
    #expect(FetchDescriptor<Tag>().includePendingChanges)
  }
}
