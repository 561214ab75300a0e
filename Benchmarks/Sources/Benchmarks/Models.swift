import Foundation
import SwiftData

/// The flat model of most workloads.
@Model
final class Item {
  #Index<Item>([\.count])

  var id: Int
  var title: String
  var date: Date
  var count: Int
  var price: Double
  var isDone: Bool

  init(id: Int, title: String, date: Date, count: Int, price: Double, isDone: Bool) {
    self.id = id
    self.title = title
    self.date = date
    self.count = count
    self.price = price
    self.isDone = isDone
  }
}

/// The parent in the workloads with a relationship.
@Model
final class Trip {
  var number: Int
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip)
  var packingList: [PackingItem] = []

  init(number: Int, name: String) {
    self.number = number
    self.name = name
  }
}

/// The child in the workloads with a relationship.
@Model
final class PackingItem {
  var number: Int
  var name: String
  var trip: Trip?

  init(number: Int, name: String) {
    self.number = number
    self.name = name
  }
}
