import Foundation
import SwiftData

/// Somebody who travels.
@Model
final class Person {
  var name: String
  var birthday: Date?
  var photo: Data?
  var address: Address

  @Relationship(deleteRule: .nullify, inverse: \Trip.traveller)
  var trips: [Trip] = []

  init(name: String, address: Address, birthday: Date? = nil) {
    self.name = name
    self.address = address
    self.birthday = birthday
  }
}

/// Where a person lives: a value that the store keeps with the person.
struct Address: Codable, Hashable {
  var street: String
  var city: String
  var country: String?
}
