import Foundation
import SwiftData

/// Something to take along on a trip.
@Model
final class PackingItem {
  @Attribute(.unique) var id: UUID
  var title: String
  var count: Int
  var weight: Double
  var isPacked: Bool
  var trip: Trip?

  init(title: String, count: Int = 1, weight: Double = 0, isPacked: Bool = false) {
    self.id = UUID()
    self.title = title
    self.count = count
    self.weight = weight
    self.isPacked = isPacked
  }
}
