import Foundation
import SwiftData

/// A structure in a structure, optionals, and a list, which has no columns of its own.
struct Home: Codable, Hashable {
  var street: String
  var city: String?
  var number: Int
  var spot: Spot?
  var names: [String] = []

  struct Spot: Codable, Hashable {
    var latitude: Double
    var longitude: Double
  }

  static let sample = Home(
    street: "Rue \u{e9}", city: nil, number: 7, spot: Spot(latitude: 1.5, longitude: -2),
    names: ["a", ""])
}

/// Neither Equatable nor anything else.
struct Plate: Codable {
  var left: String
  var right: Int?
}

/// Nothing of it need be there.
struct Wish: Codable, Equatable {
  var title: String?
  var count: Int?
}

enum Weather: Codable, Hashable, CaseIterable { case sunny, rainy, none }

enum Meal: Codable, Equatable {
  case skipped
  case bread(String)
  case menu(first: Home.Spot, second: Int?, note: String? = nil)
  case surprise(Int?)
  case late
}

/// Keys of other names, in another order.
struct Renamed: Codable, Equatable {
  var first: String
  var second: String

  enum CodingKeys: String, CodingKey {
    case second = "s"
    case first = "f"
  }
}

enum RoomKind: String, Codable { case single, double }

struct Booking: Codable, Equatable {
  var room: RoomKind
  var weather: Weather
  var meal: Meal?
  var price: Decimal
  var link: URL?
  var id: UUID
  var date: Date
  var data: Data
  var small: Int8
  var big: UInt64
  var isPaid: Bool
  var ratio: Float
}

@Model final class Guest {
  var name: String
  var home: Home
  var work: Home?
  var plate: Plate
  var wish: Wish
  var hope: Wish?
  var weather: Weather
  var forecast: Weather?
  var meal: Meal
  var supper: Meal?
  var renamed: Renamed
  var booking: Booking?

  init(name: String, home: Home = .sample) {
    self.name = name
    self.home = home
    plate = Plate(left: "l", right: nil)
    wish = Wish()
    weather = .sunny
    meal = .skipped
    renamed = Renamed(first: "1", second: "2")
  }
}

@Model final class Lodging {
  var home: Home = Home.sample
  var meal: Meal = Meal.skipped
  var renamed: Renamed = Renamed(first: "1", second: "2")
  var weather: Weather?

  init() {}
}

extension Booking {
  static let sample = Booking(
    room: .double, weather: .rainy, meal: .bread("rye"), price: Decimal(12.5),
    link: URL(string: "https://example.org/a?b"),
    id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
    date: Date(timeIntervalSinceReferenceDate: -0.5), data: Data([0, 255]), small: -128,
    big: .max, isPaid: true, ratio: 0.1)
}
