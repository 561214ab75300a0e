import Foundation
import SwiftData

/// A journey somebody plans, with all that belongs to it.
@Model
final class Trip {
  #Index<Trip>([\.name], [\.startDate], [\.name, \.startDate])

  var name: String
  var destination: String
  var startDate: Date
  var endDate: Date
  var kind = Kind.leisure
  var budget: Decimal?
  /// Wishes in the order in which they came to mind.
  var wishes: [String] = []

  @Relationship(deleteRule: .cascade, inverse: \LivingAccommodation.trip)
  var livingAccommodation: LivingAccommodation?

  @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip)
  var packingList: [PackingItem] = []

  @Relationship(inverse: \Tag.trips)
  var tags: [Tag] = []

  var traveller: Person?

  /// Whether a list shows the trip as selected; not kept in the store.
  @Transient var isSelected = false

  init(name: String, destination: String, startDate: Date = .now, endDate: Date = .distantFuture) {
    self.name = name
    self.destination = destination
    self.startDate = startDate
    self.endDate = endDate
  }
}

extension Trip {
  /// What a trip is for.
  enum Kind: String, Codable, CaseIterable {
    case leisure, work
  }

  /// How many days the trip takes, the first and the last included.
  var days: Int {
    Int((endDate.timeIntervalSince(startDate) / 86_400).rounded(.down)) + 1
  }
}
