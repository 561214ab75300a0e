import Foundation
import SwiftData

// The schema of random histories: every shape of relationship and attribute, and every delete rule.

/// A model that a history knows by its number.
protocol NumberedModel: PersistentModel {
  var number: Int { get }
  var value: Int { get set }
}

/// Cascades to its towns, and is a tree of its own.
@Model final class Region: NumberedModel {
  var number: Int
  var value: Int
  @Relationship(deleteRule: .cascade, inverse: \Town.region) var towns: [Town] = []
  var parent: Region?
  @Relationship(inverse: \Region.parent) var parts: [Region] = []

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

/// Has composites of all kinds, and most relationships lead to it.
@Model final class Town: NumberedModel {
  var number: Int
  var value: Int
  var name: String?
  var site: Site
  var annex: Site?
  var mood: Mood?
  var outline: Outline
  var region: Region?
  @Relationship(inverse: \Route.towns) var routes: [Route] = []
  var mayor: Mayor?
  @Relationship(deleteRule: .cascade, inverse: \Permit.town) var permits: [Permit] = []
  @Relationship(inverse: \Landmark.town) var landmarks: [Landmark] = []
  @Relationship(inverse: \Plot.town) var plots: [Plot] = []

  init(number: Int, value: Int, site: Site) {
    self.number = number
    self.value = value
    self.site = site
    outline = Outline(points: [])
  }
}

extension Town {
  /// Stored column by column; `spot` is nil if both of its parts are.
  struct Site: Codable, Equatable {
    var street: String
    var house: Int?
    var spot: Spot?
    var names: [String] = []
  }

  struct Spot: Codable, Equatable {
    var x: Double?
    var y: Double?
  }

  enum Mood: Codable, Equatable {
    case calm
    case stormy(force: Int, name: String?)
    case mixed(Spot)
    case late
  }

  /// Stored as a whole, since it encodes itself without keys.
  struct Outline: Codable, Equatable {
    var points: [Int]

    init(points: [Int]) { self.points = points }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      points = []
      while !container.isAtEnd { points.append(try container.decode(Int.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for point in points { try container.encode(point) }
    }
  }
}

/// Can't be saved without a town.
@Model final class Permit: NumberedModel {
  var number: Int
  var value: Int
  var town: Town

  init(number: Int, value: Int, town: Town) {
    self.number = number
    self.value = value
    self.town = town
  }
}

/// Has an ordered relationship, and two without inverse.
@Model final class Route: NumberedModel {
  var number: Int
  var value: Int
  var towns: [Town] = []
  @Relationship(.ordered, inverse: \Leg.route) var legs: [Leg] = []
  /// No inverse leads here, nor from `stops`.
  var start: Mayor?
  var stops: [Region] = []

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

@Model final class Leg: NumberedModel {
  var number: Int
  var value: Int
  var route: Route?

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

@Model final class Mayor: NumberedModel {
  var number: Int
  var value: Int
  @Relationship(inverse: \Town.mayor) var town: Town?
  var guild: Guild?

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

/// Can't be deleted while it has members, and leaves its seals alone.
@Model final class Guild: NumberedModel {
  var number: Int
  var value: Int
  @Relationship(deleteRule: .deny, inverse: \Mayor.guild) var members: [Mayor] = []
  @Relationship(deleteRule: .noAction, inverse: \Seal.guild) var seals: [Seal] = []

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

@Model final class Seal: NumberedModel {
  var number: Int
  var value: Int
  var guild: Guild?

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

/// A unique attribute, a value in a file, and a subclass.
@Model class Landmark: NumberedModel {
  var number: Int
  var value: Int
  @Attribute(.unique) var code: String?
  @Attribute(.externalStorage) var photo: Data?
  var town: Town?

  init(number: Int, value: Int, code: String?, photo: Data?) {
    self.number = number
    self.value = value
    self.code = code
    self.photo = photo
  }
}

@Model final class Beacon: Landmark {
  var light: Int

  init(number: Int, value: Int, code: String?, photo: Data?, light: Int) {
    self.light = light
    super.init(number: number, value: value, code: code, photo: photo)
  }
}

/// A unique key of two properties, one of which is a relationship.
@Model final class Plot: NumberedModel {
  #Unique<Plot>([\.town, \.house])
  var number: Int
  var value: Int
  var town: Town?
  var house: Int

  init(number: Int, value: Int, house: Int) {
    self.number = number
    self.value = value
    self.house = house
  }
}

extension Schema {
  /// The schema of random histories.
  static var histories: Schema {
    Schema([
      Region.self, Town.self, Permit.self, Route.self, Leg.self, Mayor.self, Guild.self, Seal.self,
      Landmark.self, Beacon.self, Plot.self,
    ])
  }
}
