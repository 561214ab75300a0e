import Foundation
import SwiftData

/// Models of every shape that a schema tells apart.
enum SchemaFixtures {
  enum Purpose: String, Codable { case work, leisure }

  @Model final class Trip {
    #Index<Trip>([\.name], [\.name, \.startDate])
    #Unique<Trip>([\.name, \.startDate])

    @Attribute(.unique, originalName: "identifier") var code: String
    var name: String
    var startDate: Date
    var notes: String?
    var distance: Double = 1.5
    var purpose: Purpose
    @Attribute(.externalStorage, .preserveValueOnDeletion) var photo: Data?
    @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip) var items: [PackingItem] = []
    @Relationship(minimumModelCount: 1, maximumModelCount: 3) var tags: [Tag]? = []
    var lodging: Lodging?

    init(code: String, name: String, startDate: Date, purpose: Purpose) {
      self.code = code
      self.name = name
      self.startDate = startDate
      self.purpose = purpose
    }
  }

  @Model final class PackingItem {
    var title: String
    var trip: Trip?

    init(title: String) { self.title = title }
  }

  @Model final class Tag {
    var label: String
    var trips: [Trip] = []

    init(label: String) { self.label = label }
  }

  /// Leads nowhere, and is led to from nowhere back.
  @Model final class Lodging {
    var stars: Int

    init(stars: Int) { self.stars = stars }
  }

  /// Two ways back to `Team`, so that neither is the inverse.
  @Model final class Match {
    var home: Team?
    var guest: Team?

    init() {}
  }

  @Model final class Team {
    var matches: [Match] = []

    init() {}
  }

  /// Written by hand, as a class hierarchy could be before the macro knew of any.
  class Journey: PersistentModel {
    var name: String = ""
    var legs: [Leg] = []
    var persistentBackingData: any BackingData<Journey>

    class var schemaMetadata: [Schema.PropertyMetadata] {
      [
        Schema.PropertyMetadata(
          name: "name", keypath: \Journey.name, metadata: Schema.Attribute(.unique)),
        Schema.PropertyMetadata(name: "legs", keypath: \Journey.legs),
      ]
    }

    required init(backingData: any BackingData<Journey>) { persistentBackingData = backingData }
  }

  final class RailJourney: Journey {
    var seat: Int?

    override class var schemaMetadata: [Schema.PropertyMetadata] {
      [Schema.PropertyMetadata(name: "seat", keypath: \RailJourney.seat)]
    }
  }

  @Model final class Leg {
    var journey: Journey?

    init() {}
  }

  /// The same entity name as the other trip.
  enum Later {
    @Model final class Trip {
      var title: String

      init(title: String) { self.title = title }
    }
  }
}
