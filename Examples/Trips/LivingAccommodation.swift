import Foundation
import SwiftData

/// Where one stays on a trip.
@Model
final class LivingAccommodation {
  var placeName: String
  var address: String
  var website: URL?
  var isConfirmed: Bool
  var trip: Trip?

  init(placeName: String, address: String, website: URL? = nil, isConfirmed: Bool = false) {
    self.placeName = placeName
    self.address = address
    self.website = website
    self.isConfirmed = isConfirmed
  }
}
