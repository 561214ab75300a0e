import SwiftData

/// A time zone of the tz database, at the place of its principal location.
@Model
final class Zone {
  #Index<Zone>([\.latitude], [\.longitude])

  /// The name in the tz database, such as `Pacific/Auckland`.
  @Attribute(.unique) var identifier: String
  var region: Region
  /// Degrees, north positive.
  var latitude: Double
  /// Degrees, east positive.
  var longitude: Double
  /// Which part of its countries the zone covers, where they have several.
  var comments: String?
  var countries: [Country] = []

  init(
    identifier: String, region: Region, latitude: Double, longitude: Double, comments: String?
  ) {
    self.identifier = identifier
    self.region = region
    self.latitude = latitude
    self.longitude = longitude
    self.comments = comments
  }
}

extension Zone {
  /// The last part of the identifier, as people write it.
  var city: String {
    let last = identifier.split(separator: "/").last ?? ""
    return String(last.replacing("_", with: " "))
  }
}

/// The part of the world that a zone's identifier begins with.
enum Region: String, Codable, CaseIterable {
  case africa = "Africa"
  case america = "America"
  case antarctica = "Antarctica"
  case arctic = "Arctic"
  case asia = "Asia"
  case atlantic = "Atlantic"
  case australia = "Australia"
  case europe = "Europe"
  case indian = "Indian"
  case pacific = "Pacific"
}
