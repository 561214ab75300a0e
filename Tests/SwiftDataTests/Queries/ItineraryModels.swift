import Foundation
import SwiftData

/// The models of the documentation's queries.
enum Itinerary {
  enum Kind: String, Codable, CaseIterable { case city, beach }
  enum Season: Int, Codable, CaseIterable { case summer = 1, winter = 4 }
  enum Weather: Codable, CaseIterable { case sunny, rainy }

  struct Address: Codable, Hashable {
    var street: String
    var city: String
    var zip: Int?
  }
}

extension Itinerary {
  @Model class Trip {
    #Index<Trip>([\.name], [\.startDate], [\.kind, \.rating], [\.stop?.city])

    var name: String
    var notes: String?
    var rating: Int
    var stars: Int?
    var nights: Int8
    var distance: UInt64
    var cost: Double
    var budget: Double?
    var price: Decimal
    var startDate: Date
    var endDate: Date?
    var isPacked: Bool
    var isPaid: Bool?
    var code: UUID
    var website: URL?
    var kind: Kind
    var season: Season?
    var weather: Weather?
    var home: Address
    var stop: Address?
    var codes: [Int]
    var accommodation: Accommodation?
    var guest: Trip?
    @Relationship(inverse: \Trip.guest) var hosts: [Trip] = []
    @Relationship(inverse: \Item.trip) var items: [Item] = []
    @Relationship(inverse: \Tag.trips) var tags: [Tag] = []
    var title: String { "\(name) (\(rating))" }

    init(name: String, rating: Int, startDate: Date, home: Address) {
      self.name = name
      self.rating = rating
      self.startDate = startDate
      self.home = home
      nights = Int8(truncatingIfNeeded: rating)
      distance = UInt64(bitPattern: Int64(rating))
      cost = Double(rating) / 2
      price = Decimal(rating)
      isPacked = rating % 2 == 0
      code = UUID(
        uuid: (UInt8(truncatingIfNeeded: rating), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      kind = rating % 3 == 0 ? .city : .beach
      codes = [rating]
    }
  }

  @Model class BusinessTrip: Trip {
    var expense: Double = 1.5
    var client: String?

    override init(name: String, rating: Int, startDate: Date, home: Address) {
      super.init(name: name, rating: rating, startDate: startDate, home: home)
    }
  }

  @Model final class Conference: BusinessTrip {
    var topic: String = "Swift"

    override init(name: String, rating: Int, startDate: Date, home: Address) {
      super.init(name: name, rating: rating, startDate: startDate, home: home)
    }
  }

  @Model final class Accommodation {
    var name: String
    var address: String?
    var owner: Owner?
    @Relationship(inverse: \Trip.accommodation) var trips: [Trip] = []
    init(name: String) { self.name = name }
  }

  @Model final class Owner {
    var name: String
    var age: Int?
    @Relationship(inverse: \Accommodation.owner) var places: [Accommodation] = []
    init(name: String) { self.name = name }
  }

  @Model final class Item {
    var name: String
    var weight: Int?
    var isPacked: Bool
    var trip: Trip?
    init(name: String, isPacked: Bool) {
      self.name = name
      self.isPacked = isPacked
    }
  }

  @Model final class Tag {
    var name: String
    var trips: [Trip] = []
    init(name: String) { self.name = name }
  }
}

extension Itinerary {
  /// A store with a few trips of each kind.
  static func container() throws -> ModelContainer {
    let container = try ModelContainer(
      for: Trip.self, BusinessTrip.self, Conference.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let owner = Owner(name: "Ada")
    let places = ["Inn", "Élan"].map(Accommodation.init)
    let tags = ["sea", "Snow", "café"].map(Tag.init)
    for model in [owner] as [any PersistentModel] + places + tags { context.insert(model) }
    (places[0].owner, places[1].address) = (owner, "Alp 1")
    var last: Trip?
    for (index, name) in ["Rome", "rome", "Élan", "", "Roma 10", "Kyōto"].enumerated() {
      let home = Address(street: name, city: index % 2 == 0 ? "Bern" : "", zip: index * 1000)
      let date = Date(timeIntervalSinceReferenceDate: Double(index) * 86_400)
      let trip: Trip =
        switch index {
        case 3: Conference(name: name, rating: index, startDate: date, home: home)
        case 4: BusinessTrip(name: name, rating: -index, startDate: date, home: home)
        default: Trip(name: name, rating: index, startDate: date, home: home)
        }
      context.insert(trip)
      trip.guest = last
      last = trip
      trip.tags = Array(tags.prefix(index % 4))
      trip.accommodation = index == 5 ? nil : places[index % 2]
      for number in 0..<index % 3 {
        let item = Item(name: "Item \(number)", isPacked: number == 0)
        context.insert(item)
        (item.trip, item.weight) = (trip, number == 0 ? nil : index)
      }
      guard index % 2 == 0 else { continue }
      (trip.notes, trip.stars, trip.budget) = ("Note \(name)", index, Double(index))
      (trip.endDate, trip.isPaid, trip.stop) = (date.addingTimeInterval(9), index == 2, home)
      (trip.season, trip.weather) = (.winter, .rainy)
      trip.website = URL(string: "https://example.com/\(index)")
    }
    try context.save()
    return container
  }
}
