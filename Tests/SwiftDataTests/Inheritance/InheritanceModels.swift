import Foundation
import SwiftData

/// Models in a tree of five levels, with relationships of every shape to and from it.
enum Tours {}

extension Tours {
  @Model class Trip {
    #Index<Trip>([\.name], [\.start])
    @Attribute(.unique) var code: Int
    var name: String
    var start: Date = Date(timeIntervalSinceReferenceDate: 0)
    let made: UUID = UUID()
    @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []
    @Relationship(deleteRule: .cascade, inverse: \Plan.trip) var plan: Plan?
    @Relationship(inverse: \Tag.trips) var tags: [Tag] = []
    /// Without a way back.
    var marks: [Mark] = []
    var folder: Folder?
    var follower: Trip?
    @Relationship(inverse: \Trip.follower) var followed: Trip?

    init(code: Int, name: String) {
      self.code = code
      self.name = name
    }
  }

  /// Adds nothing, and has the initializer of its superclass.
  @Model class PersonalTrip: Trip {}

  /// Shares names with a sibling's properties, of other types.
  @Model class FamilyTrip: Trip {
    var purpose: Int?
    var children: Int = 2
    var photos: [Photo] = []

    override init(code: Int, name: String) { super.init(code: code, name: name) }
  }

  @Model class BusinessTrip: Trip {
    #Index<BusinessTrip>([\.name, \.purpose])
    var purpose: String = "work"
    var expense: Double
    var client: Client?
    @Relationship(deleteRule: .cascade, inverse: \Receipt.trip) var receipts: [Receipt] = []

    init(code: Int, name: String, expense: Double) {
      self.expense = expense
      super.init(code: code, name: name)
    }
  }

  @Model class Conference: BusinessTrip {
    var topic: String?
    let badge: UUID
    @Relationship(inverse: \Speaker.conferences) var speakers: [Speaker] = []
    @Relationship(deleteRule: .deny, inverse: \Venue.conferences) var venue: Venue?

    init(code: Int, name: String, topic: String?) {
      self.topic = topic
      badge = UUID()
      super.init(code: code, name: name, expense: 100)
    }
  }

  @Model class Talk: Conference {}

  @Model final class Keynote: Talk {
    var minutes: Int = 45
    var isRecorded = false

    override init(code: Int, name: String, topic: String?) {
      super.init(code: code, name: name, topic: topic)
      minutes += 1
    }
  }
}

extension Tours {
  @Model final class Item {
    var name: String
    var trip: Trip?

    init(name: String, trip: Trip? = nil) {
      self.name = name
      self.trip = trip
    }
  }

  @Model final class Plan {
    var text: String
    var trip: Trip?

    init(text: String) { self.text = text }
  }

  @Model final class Tag {
    var name: String
    var trips: [Trip] = []

    init(name: String) { self.name = name }
  }

  @Model final class Folder {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Trip.folder) var trips: [Trip] = []
    /// Without a way back.
    var favorite: Trip?
    var shelf: [Conference] = []

    init(name: String) { self.name = name }
  }

  @Model final class Mark {
    var name: String

    init(name: String) { self.name = name }
  }

  @Model final class Photo {
    var name: String

    init(name: String) { self.name = name }
  }

  @Model final class Client {
    var name: String
    @Relationship(inverse: \BusinessTrip.client) var trips: [BusinessTrip] = []

    init(name: String) { self.name = name }
  }

  @Model final class Receipt {
    var amount: Int
    var trip: BusinessTrip?

    init(amount: Int) { self.amount = amount }
  }

  @Model final class Speaker {
    var name: String
    var conferences: [Conference] = []

    init(name: String) { self.name = name }
  }

  @Model final class Venue {
    var name: String
    var conferences: [Conference] = []

    init(name: String) { self.name = name }
  }
}

extension Tours {
  /// All subclasses; their superclass and what they lead to come with them.
  static let subclasses: [any PersistentModel.Type] = [
    PersonalTrip.self, FamilyTrip.self, Keynote.self,
  ]

  /// One trip of each class, and all else that they lead to.
  static func insertOneOfEach(in context: ModelContext) -> [Trip] {
    let trips = [
      Trip(code: 1, name: "Alps"), PersonalTrip(code: 2, name: "Beach"),
      FamilyTrip(code: 3, name: "Camp"), BusinessTrip(code: 4, name: "Deal", expense: 12.5),
      Conference(code: 5, name: "Expo", topic: "Swift"), Talk(code: 6, name: "Forum", topic: nil),
      Keynote(code: 7, name: "Gala", topic: "Rust"),
    ]
    for trip in trips { context.insert(trip) }
    return trips
  }
}

extension TemporaryStore {
  func tours() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(Tours.subclasses), configurations: [ModelConfiguration(url: url)])
  }
}
