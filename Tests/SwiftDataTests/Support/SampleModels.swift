import Foundation
import SwiftData

// MARK: - Self reference

/// A tree by declared inverse, and a chain without inverse in the same class.
@Model final class Place {
  var name: String
  var parent: Place?
  @Relationship(deleteRule: .cascade, inverse: \Place.parent) var parts: [Place] = []
  var next: Place?

  init(name: String, parent: Place? = nil) {
    self.name = name
    self.parent = parent
  }
}

// MARK: - Several relationships to one type

@Model final class Writer {
  var name: String
  @Relationship(inverse: \Guidebook.author) var written: [Guidebook] = []
  @Relationship(inverse: \Guidebook.editor) var edited: [Guidebook] = []

  init(name: String) { self.name = name }
}

@Model final class Guidebook {
  var title: String
  var author: Writer?
  var editor: Writer?
  /// No inverse leads here.
  var ghostwriter: Writer?

  init(title: String) { self.title = title }
}

// MARK: - Ambiguous and missing inverses

/// Two candidates for the one relationship of the other class: none of the three has an inverse.
@Model final class Flight {
  var number: Int
  var origin: Airport?
  var goal: Airport?

  init(number: Int) { self.number = number }
}

@Model final class Airport {
  var code: String
  var flights: [Flight] = []

  init(code: String) { self.code = code }
}

/// Relationships to a class that knows nothing of them.
@Model final class Wishlist {
  var name: String
  var wishes: [Souvenir] = []
  var favourite: Souvenir?

  init(name: String) { self.name = name }
}

@Model final class Souvenir {
  var name: String

  init(name: String) { self.name = name }
}

// MARK: - Optional to-many, required to-one

@Model final class Album {
  var name: String
  @Relationship(deleteRule: .nullify, inverse: \Photo.album) var photos: [Photo]?

  init(name: String) { self.name = name }
}

@Model final class Photo {
  var name: String
  var album: Album?

  init(name: String) { self.name = name }
}

@Model final class Account {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Expense.account) var expenses: [Expense] = []

  init(name: String) { self.name = name }
}

@Model final class Expense {
  var amount: Int
  var account: Account

  init(amount: Int, account: Account) {
    self.amount = amount
    self.account = account
  }
}

/// A required to-one whose other end has the rule `nullify`.
@Model final class Museum {
  var name: String
  var exhibits: [Exhibit] = []

  init(name: String) { self.name = name }
}

@Model final class Exhibit {
  var name: String
  @Relationship(inverse: \Museum.exhibits) var museum: Museum

  init(name: String, museum: Museum) {
    self.name = name
    self.museum = museum
  }
}

// MARK: - Delete rules

@Model final class Crew {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Sailor.crew) var sailors: [Sailor] = []
  @Relationship(deleteRule: .cascade, inverse: \Ship.crew) var ship: Ship?

  init(name: String) { self.name = name }
}

@Model final class Sailor {
  var name: String
  var crew: Crew?

  init(name: String, crew: Crew? = nil) {
    self.name = name
    self.crew = crew
  }
}

@Model final class Ship {
  var name: String
  var crew: Crew?

  init(name: String) { self.name = name }
}

/// Rings of cascades: each end takes the other with it.
@Model final class Link {
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \Link.previous) var next: Link?
  @Relationship(deleteRule: .cascade) var previous: Link?

  init(number: Int) { self.number = number }
}

@Model final class Drawer {
  var name: String
  @Relationship(deleteRule: .noAction, inverse: \Stamp.drawer) var stamps: [Stamp] = []

  init(name: String) { self.name = name }
}

@Model final class Stamp {
  var name: String
  var drawer: Drawer?

  init(name: String) { self.name = name }
}
