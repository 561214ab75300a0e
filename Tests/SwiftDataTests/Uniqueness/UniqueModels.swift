import Foundation
import SwiftData
import Testing

/// One unique attribute, and every shape of relationship.
@Model final class Passport {
  @Attribute(.unique) var number: String?
  var name: String
  var note: String?
  var issued: Date?
  @Relationship(inverse: \Visa.passport) var visas: [Visa] = []
  @Relationship(inverse: \Stay.passports) var stays: [Stay] = []
  @Relationship(inverse: \Chip.passport) var chip: Chip?
  var issuer: Embassy?
  /// No inverse leads here.
  var copies: [Copy] = []

  init(_ number: String?, name: String, note: String? = nil) {
    self.number = number
    self.name = name
    self.note = note
  }
}

@Model final class Visa {
  var country: String
  var passport: Passport?

  init(_ country: String, passport: Passport? = nil) {
    self.country = country
    self.passport = passport
  }
}

@Model final class Stay {
  var city: String
  var passports: [Passport] = []

  init(_ city: String) { self.city = city }
}

@Model final class Chip {
  var code: Int
  var passport: Passport?

  init(_ code: Int) { self.code = code }
}

@Model final class Embassy {
  @Attribute(.unique) var city: String
  @Relationship(inverse: \Passport.issuer) var passports: [Passport] = []

  init(_ city: String) { self.city = city }
}

@Model final class Copy {
  var page: Int

  init(_ page: Int) { self.page = page }
}

/// Two keys that each identify a row.
@Model final class Vault {
  @Attribute(.unique) var name: String?
  @Attribute(.unique) var key: Int?
  var content: String

  init(_ name: String?, key: Int?, content: String) {
    self.name = name
    self.key = key
    self.content = content
  }
}

/// A compound key with a to-one in it, whose destination has a key of its own.
@Model final class Shelf {
  #Unique<Shelf>([\.room, \.position])
  var room: Room?
  var position: Int
  var label: String

  init(room: Room?, position: Int, label: String) {
    self.room = room
    self.position = position
    self.label = label
  }
}

@Model final class Room {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Shelf.room) var shelves: [Shelf] = []

  init(_ name: String) { self.name = name }
}

/// A policy for each constraint.
@Model final class Member {
  #Unique<Member>(.fail([\.email]), .ignore([\.club, \.seat]))
  @Attribute(.unique) var id: Int
  var email: String?
  var club: String
  var seat: Int?
  var name: String

  init(_ id: Int, email: String? = nil, club: String = "", seat: Int? = nil, name: String) {
    self.id = id
    self.email = email
    self.club = club
    self.seat = seat
    self.name = name
  }
}

@Model final class Invoice {
  @Attribute(.unique(.fail)) var number: Int
  var amount: Int

  init(_ number: Int, amount: Int) {
    self.number = number
    self.amount = amount
  }
}

@Model final class Subscriber {
  @Attribute(.unique(.ignore)) let email: String
  let joined: Int
  var name: String
  @Relationship(inverse: \Letter.subscriber) var letters: [Letter] = []

  init(_ email: String, joined: Int, name: String) {
    self.email = email
    self.joined = joined
    self.name = name
  }
}

@Model final class Letter {
  var title: String
  var subscriber: Subscriber?

  init(_ title: String, subscriber: Subscriber?) {
    self.title = title
    self.subscriber = subscriber
  }
}

/// Keys of every kind that a column can hold.
@Model final class Badge {
  @Attribute(.unique) var text: String?
  @Attribute(.unique) var real: Double?
  @Attribute(.unique) var date: Date?
  @Attribute(.unique) var uuid: UUID?
  @Attribute(.unique) var data: Data?
  @Attribute(.unique) var decimal: Decimal?
  @Attribute(.unique) var level: Level?
  @Attribute(.unique) var url: URL?
  var label: String

  enum Level: String, Codable { case low, high }

  init(label: String) { self.label = label }
}

/// The store, container and context of a test about uniqueness.
struct UniqueSetting {
  let store: TemporaryStore
  let container: ModelContainer
  let context: ModelContext

  init(_ types: any PersistentModel.Type...) throws {
    store = try TemporaryStore()
    container = try ModelContainer(
      for: Schema(types), configurations: [ModelConfiguration(url: store.url)])
    context = ModelContext(container)
  }

  /// A context that has seen nothing.
  func fresh() -> ModelContext { store.fresh(container) }

  func all<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
    try context.fetch(FetchDescriptor<Model>())
  }

  /// What another context reads.
  func stored<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
    try fresh().fetch(FetchDescriptor<Model>())
  }

  /// Inserts, saves, and lets go of the models.
  func save<Model: PersistentModel>(_ models: [Model]) throws {
    let other = ModelContext(container)
    for model in models { other.insert(model) }
    try other.save()
  }

  /// Saves, expecting an error of validation; returns what it says.
  func saveFails(
    _ context: ModelContext? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    do {
      try (context ?? self.context).save()
      Testing.Issue.record("The save went through.", sourceLocation: sourceLocation)
      return ""
    } catch {
      #expect(
        (error as? SwiftDataError) == .modelValidationFailure, "\(error)",
        sourceLocation: sourceLocation)
      return "\(error)"
    }
  }
}
