import Foundation
import SwiftData

/// What an application does with trips, one short function for each thing.
struct TripPlanner {
  let context: ModelContext

  /// A container for the models of this example.
  static func container(_ configuration: ModelConfiguration) throws -> ModelContainer {
    try ModelContainer(for: Trip.self, Person.self, configurations: configuration)
  }

  /// Plans a trip with its accommodation, what to pack and tags that may exist already.
  func plan(
    _ name: String, to destination: String, start: Date, days: Int, packing: [String] = [],
    tags: [String] = []
  ) throws -> Trip {
    let trip = Trip(
      name: name, destination: destination, startDate: start,
      endDate: start.addingTimeInterval(Double(days - 1) * 86_400))
    context.insert(trip)
    trip.packingList = packing.map { PackingItem(title: $0) }
    trip.tags = try tags.map(tag(named:))
    try context.save()
    return trip
  }

  /// The tag of a name, made where there is none.
  func tag(named name: String) throws -> Tag {
    var descriptor = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
    descriptor.fetchLimit = 1
    if let tag = try context.fetch(descriptor).first { return tag }
    let tag = Tag(name)
    context.insert(tag)
    return tag
  }

  /// Trips that have not ended, the next one first.
  func upcomingTrips(after date: Date) throws -> [Trip] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Trip> { $0.endDate >= date },
        sortBy: [SortDescriptor(\.startDate), SortDescriptor(\.name)]))
  }

  /// Trips whose name or destination has the text, whatever its case and accents.
  func trips(matching text: String) throws -> [Trip] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Trip> { trip in
          trip.name.localizedStandardContains(text)
            || trip.destination.localizedStandardContains(text)
        }, sortBy: [SortDescriptor(\.name)]))
  }

  /// Trips with something heavy still to pack.
  func tripsWithHeavyLuggage(over weight: Double) throws -> [Trip] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Trip> { trip in
          trip.packingList.contains { !$0.isPacked && $0.weight > weight }
        }, sortBy: [SortDescriptor(\.name)]))
  }

  /// Trips with one of the tags.
  func trips(taggedWithAnyOf names: Set<String>) throws -> [Trip] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Trip> { trip in
          trip.tags.contains { names.contains($0.name) }
        }, sortBy: [SortDescriptor(\.name)]))
  }

  /// Trips without a confirmed place to stay.
  func tripsWithoutBed() throws -> [Trip] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Trip> { $0.livingAccommodation?.isConfirmed != true },
        sortBy: [SortDescriptor(\.name)]))
  }

  /// How much all unpacked things of a trip weigh.
  func weightToPack(for trip: Trip) -> Double {
    trip.packingList.filter { !$0.isPacked }.reduce(0) { $0 + $1.weight * Double($1.count) }
  }

  /// Cancels a trip; what belongs to it goes along, tags and people stay.
  func cancel(_ trip: Trip) throws {
    context.delete(trip)
    try context.save()
  }
}
