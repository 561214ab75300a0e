import Foundation
import SwiftData

/// Models with properties and relationships of every kind that a predicate can name.
enum Fleet {
  enum Purpose: String, Codable, CaseIterable { case freight, leisure, race = "RACE" }
  enum Mood: Int, Codable, CaseIterable { case calm = -1, rough = 7 }

  struct Place: Codable, Hashable {
    var city: String
    var zip: Int?
    var rent: Double
    var floor: Int
  }
}

extension Fleet {
  @Model class Voyage {
    var title: String
    var note: String?
    var rating: Int
    var score: Int?
    var small: Int8
    var big: UInt64
    var cost: Double
    var budget: Double?
    var start: Date
    var end: Date?
    var isDone: Bool
    var isPaid: Bool?
    var code: UUID
    var purpose: Purpose
    var mood: Mood?
    var price: Decimal
    var home: Place
    var away: Place?
    var numbers: [Int]
    var port: Port?
    var parent: Voyage?
    @Relationship(inverse: \Voyage.parent) var children: [Voyage] = []
    @Relationship(inverse: \Leg.voyage) var legs: [Leg] = []
    @Relationship(inverse: \Flag.voyages) var flags: [Flag] = []
    var headline: String { "\(title)!" }

    init(_ values: VoyageValues) {
      title = values.title
      note = values.note
      rating = values.rating
      score = values.score
      small = values.small
      big = values.big
      cost = values.cost
      budget = values.budget
      start = values.start
      end = values.end
      isDone = values.isDone
      isPaid = values.isPaid
      code = values.code
      purpose = values.purpose
      mood = values.mood
      price = values.price
      home = values.home
      away = values.away
      numbers = values.numbers
    }
  }

  @Model class Cruise: Voyage {
    var deck: Int
    var ship: String?

    override init(_ values: VoyageValues) {
      deck = values.rating
      ship = values.note
      super.init(values)
    }
  }

  @Model final class Regatta: Cruise {
    var crews: Int?

    override init(_ values: VoyageValues) {
      super.init(values)
      crews = values.score
    }
  }

  @Model final class Port {
    var name: String
    var motto: String?
    var depth: Double
    var country: Country?
    @Relationship(inverse: \Voyage.port) var voyages: [Voyage] = []

    init(name: String, motto: String?, depth: Double) {
      self.name = name
      self.motto = motto
      self.depth = depth
    }
  }

  @Model final class Country {
    var name: String
    var level: Int?
    @Relationship(inverse: \Port.country) var ports: [Port] = []

    init(name: String, level: Int?) {
      self.name = name
      self.level = level
    }
  }

  @Model final class Leg {
    var label: String
    var length: Int?
    var isNight: Bool
    var voyage: Voyage?
    var harbor: Port?

    init(label: String, length: Int?, isNight: Bool) {
      self.label = label
      self.length = length
      self.isNight = isNight
    }
  }

  @Model final class Flag {
    var text: String
    var weight: Int
    var voyages: [Voyage] = []

    init(text: String, weight: Int) {
      self.text = text
      self.weight = weight
    }
  }
}

extension Fleet {
  /// What a voyage is made of.
  struct VoyageValues {
    var title: String
    var note: String?
    var rating: Int
    var score: Int?
    var small: Int8
    var big: UInt64
    var cost: Double
    var budget: Double?
    var start: Date
    var end: Date?
    var isDone: Bool
    var isPaid: Bool?
    var code: UUID
    var purpose: Purpose
    var mood: Mood?
    var price: Decimal
    var home: Place
    var away: Place?
    var numbers: [Int]
  }
}
