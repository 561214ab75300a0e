import CoreDataFormat
import Foundation
import RelationalStore
import StoreModel
import StoreModelTestSupport
import Testing

@Suite struct NewStoreTests {
  /// Layouts by name, so that a failure says which it was and not all of it.
  enum Sample: String, CaseIterable, Sendable {
    case recipes, schedule, trips, inheritance, empty

    var layout: StoreLayout {
      switch self {
      case .recipes: SampleLayouts.recipes
      case .schedule: SampleLayouts.schedule
      case .trips: SampleLayouts.trips
      case .inheritance: SampleLayouts.inheritance
      case .empty: StoreLayout(entities: [], versionIdentifiers: [])
      }
    }
  }

  @Test(.enabled(if: StoreChecker.isPresent), arguments: Sample.allCases)
  func independentCheckerFindsNothing(sample: Sample) throws {
    let store = try StoreFile(creating: sample.layout)
    #expect(try StoreChecker.failures(of: store) == [])
  }
}
