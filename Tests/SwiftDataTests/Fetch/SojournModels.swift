import Foundation
import Testing

@testable import SwiftData

@Model final class Coast {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model final class Resort {
  var name: String
  var stars: Double?
  var region: Coast?
  @Relationship(inverse: \Sojourn.resort) var stays: [Sojourn] = []
  init(_ name: String) { self.name = name }
}

@Model final class Sojourn {
  enum Board: String, Codable { case none, half, full }
  enum Season: Int, Codable { case high = 2, low = 1 }

  var title: String
  var nights: Int
  var note: String?
  var picture: Data?
  var isPaid: Bool
  var isRated: Bool?
  var board: Board
  var season: Season?
  var rating: Double?
  var resort: Resort?
  var summary: String { "\(title), \(nights)" }

  init(_ title: String, nights: Int) {
    self.title = title
    self.nights = nights
    isPaid = nights % 2 == 0
    board = [.full, .half, .none][nights % 3]
  }
}

/// A store of resorts in regions, and of stays in resorts.
struct SojournStore {
  let container: ModelContainer
  let context: ModelContext
  let list = ReportList()

  init() throws {
    container = try ModelContainer(
      for: Sojourn.self, Resort.self, Coast.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let filling = ModelContext(container)
    let regions = ["North", "South"].map(Coast.init)
    let resorts = ["Élan", "apex", "Zenith", "Base"].map(Resort.init)
    for (index, resort) in resorts.enumerated() {
      filling.insert(resort)
      resort.region = index == 3 ? nil : regions[index % 2]
      resort.stars = index == 2 ? nil : Double(index)
    }
    for number in 0..<12 {
      let stay = Sojourn("S\(number)", nights: number)
      filling.insert(stay)
      stay.resort = number < 9 ? resorts[number % 4] : nil
      stay.note = number % 4 == 0 ? nil : "n\(number)"
      stay.isRated = [nil, true, false][number % 3]
      stay.season = [nil, .low, .high][number % 3]
      stay.rating = number % 3 == 0 ? nil : Double(20 - number)
    }
    try filling.save()
    context = ModelContext(container)
  }

  func stays(
    _ predicate: Predicate<Sojourn>? = nil, sortBy: [SortDescriptor<Sojourn>] = []
  ) -> FetchDescriptor<Sojourn> {
    FetchDescriptor(predicate: predicate, sortBy: sortBy)
  }
}
