import Foundation
import RelationalStore
import StoreModel

@testable import SwiftData

// Plain classes stand in for models: what a predicate means must not depend on how a model keeps
// its values.

enum JourneyKind: Int, CaseIterable, Codable {
  case city = 3
  case beach = 7
}

class PredicateTestModel: Equatable {
  var key: Int64 = 0

  static func == (left: PredicateTestModel, right: PredicateTestModel) -> Bool { left === right }
}

/// Stands in for a persistent identifier.
struct PredicateTestIdentifier: Codable, Sendable, Hashable {
  var entity: Int
  var key: Int64
}

final class Hotel: PredicateTestModel {
  var identifier: PredicateTestIdentifier {
    PredicateTestIdentifier(entity: PredicateTestStore.hotel, key: key)
  }
  var name = ""
  var address: String?
  var stars: Double = 0
  var trips: [Journey] = []
}

final class Label: PredicateTestModel {
  var identifier: PredicateTestIdentifier {
    PredicateTestIdentifier(entity: PredicateTestStore.label, key: key)
  }
  var text = ""
  var journeys: [Journey] = []
}

final class Journey: PredicateTestModel {
  var identifier: PredicateTestIdentifier {
    PredicateTestIdentifier(entity: PredicateTestStore.journey, key: key)
  }
  var title = ""
  var note: String?
  var rating = 0
  var score: Int?
  var small: Int8 = 0
  var big: UInt64 = 0
  var cost = 0.0
  var budget: Double?
  var start = Date(timeIntervalSinceReferenceDate: 0)
  var end: Date?
  var isDone = false
  var isPaid: Bool?
  var code = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var kind: JourneyKind?
  var price = Decimal(0)
  var hotel: Hotel?
  var labels: [Label] = []
  var computed: String { title + "!" }
}

/// The models' layout and where a store of them has its columns.
enum PredicateTestStore {
  static let hotel = 1
  static let label = 3
  static let journey = 2

  private static func attribute(
    _ name: String, _ kind: ValueKind, isOptional: Bool = false
  ) -> PropertyLayout {
    .attribute(AttributeLayout(name: name, isOptional: isOptional, shape: .leaf(kind)))
  }

  static let layout = StoreLayout(
    entities: [
      EntityLayout(
        name: "Hotel", number: hotel, rootNumber: hotel,
        properties: [
          attribute("name", .string), attribute("address", .string, isOptional: true),
          attribute("stars", .double),
          .relationship(
            RelationshipLayout(
              name: "trips", isOptional: false, isToMany: true, destination: "Journey",
              destinationNumber: journey, inverseName: "hotel", inverseOrdinal: 15)),
        ]),
      EntityLayout(
        name: "Journey", number: journey, rootNumber: journey,
        properties: [
          attribute("title", .string), attribute("note", .string, isOptional: true),
          attribute("rating", .int64), attribute("score", .int64, isOptional: true),
          attribute("small", .int16), attribute("big", .int64), attribute("cost", .double),
          attribute("budget", .double, isOptional: true), attribute("start", .date),
          attribute("end", .date, isOptional: true), attribute("isDone", .bool),
          attribute("isPaid", .bool, isOptional: true), attribute("code", .uuid),
          attribute("kind", .int64, isOptional: true), attribute("price", .decimal),
          .relationship(
            RelationshipLayout(
              name: "hotel", isOptional: true, isToMany: false, destination: "Hotel",
              destinationNumber: hotel, inverseName: "trips", inverseOrdinal: 3)),
          .relationship(
            RelationshipLayout(
              name: "labels", isOptional: false, isToMany: true, destination: "Label",
              destinationNumber: label, inverseName: "journeys", inverseOrdinal: 1)),
        ]),
      EntityLayout(
        name: "Label", number: label, rootNumber: label,
        properties: [
          attribute("text", .string),
          .relationship(
            RelationshipLayout(
              name: "journeys", isOptional: false, isToMany: true, destination: "Journey",
              destinationNumber: journey, inverseName: "labels", inverseOrdinal: 16)),
        ]),
    ], versionIdentifiers: [])

  static let mapping: StoreMapping = {
    func columns(_ entity: EntityLayout) -> [PropertyMapping] {
      entity.properties.compactMap { property in
        property.attribute.map { .attribute(columns: ["Z" + $0.name.uppercased()]) }
      }
    }
    let entities = layout.entities
    return StoreMapping(
      layout: layout,
      entities: [
        EntityMapping(
          number: hotel, table: "ZHOTEL",
          properties: columns(entities[0]) + [
            .toManyByKey(destinationTable: "ZJOURNEY", column: "ZHOTEL", orderColumn: nil)
          ]),
        EntityMapping(
          number: journey, table: "ZJOURNEY",
          properties: columns(entities[1]) + [
            .toOne(column: "ZHOTEL", entityColumn: nil),
            .toManyByJoin(
              table: 0, sourceColumn: "Z_2JOURNEYS", destinationColumn: "Z_3LABELS"),
          ]),
        EntityMapping(
          number: label, table: "ZLABEL",
          properties: columns(entities[2]) + [
            .toManyByJoin(
              table: 0, sourceColumn: "Z_3LABELS", destinationColumn: "Z_2JOURNEYS")
          ]),
      ],
      joinTables: [JoinTableMapping(name: "Z_2LABELS", columns: ["Z_2JOURNEYS", "Z_3LABELS"])])
  }()
}

/// Knows the models above by their key paths.
struct PredicateTestResolver: PropertyResolver {
  func resolve(_ keyPath: AnyKeyPath, entity: Int) -> ResolvedKeyPath? {
    if keyPath == \Journey.hotel?.name as AnyKeyPath {
      return ResolvedKeyPath(
        steps: [QueryStep(entity: PredicateTestStore.journey, ordinal: 15)],
        entity: PredicateTestStore.hotel,
        property: Self.attribute(0, .string, String.self, isOptional: false))
    }
    guard let property = Self.properties[keyPath] else { return nil }
    return ResolvedKeyPath(entity: entity, property: property)
  }

  func primaryKey(of value: Any, entity: Int) -> ResolvedIdentity {
    guard let identifier = value as? PredicateTestIdentifier else { return .unknown }
    guard identifier.entity == entity, identifier.key != 0 else { return .noRow }
    return .primaryKey(identifier.key)
  }

  func entities(of type: any Any.Type) -> [Int]? { nil }

  func rootEntity(of entity: Int) -> Int { entity }

  func family(of entity: Int) -> ClosedRange<Int> { entity...entity }

  private static func attribute(
    _ ordinal: Int, _ kind: ValueKind, _ type: any Any.Type, isOptional: Bool
  ) -> ResolvedProperty {
    .attribute(
      ResolvedAttribute(
        ordinal: ordinal, kind: kind, type: type, isOptional: isOptional,
        encode: { value in
          if let kind = value as? JourneyKind { return .integer(Int64(kind.rawValue)) }
          guard case .stored(let stored) = PredicateConstantCoding.standard.constant(value)
          else { return nil }
          return stored
        }))
  }

  nonisolated(unsafe) private static let properties: [AnyKeyPath: ResolvedProperty] = [
    \Hotel.name: attribute(0, .string, String.self, isOptional: false),
    \Hotel.address: attribute(1, .string, String.self, isOptional: true),
    \Hotel.stars: attribute(2, .double, Double.self, isOptional: false),
    \Hotel.trips: .toMany(ordinal: 3, destination: PredicateTestStore.journey),
    \Journey.title: attribute(0, .string, String.self, isOptional: false),
    \Journey.note: attribute(1, .string, String.self, isOptional: true),
    \Journey.rating: attribute(2, .int64, Int.self, isOptional: false),
    \Journey.score: attribute(3, .int64, Int.self, isOptional: true),
    \Journey.small: attribute(4, .int16, Int8.self, isOptional: false),
    \Journey.big: attribute(5, .int64, UInt64.self, isOptional: false),
    \Journey.cost: attribute(6, .double, Double.self, isOptional: false),
    \Journey.budget: attribute(7, .double, Double.self, isOptional: true),
    \Journey.start: attribute(8, .date, Date.self, isOptional: false),
    \Journey.end: attribute(9, .date, Date.self, isOptional: true),
    \Journey.isDone: attribute(10, .bool, Bool.self, isOptional: false),
    \Journey.isPaid: attribute(11, .bool, Bool.self, isOptional: true),
    \Journey.code: attribute(12, .uuid, UUID.self, isOptional: false),
    \Journey.kind: attribute(13, .int64, JourneyKind.self, isOptional: true),
    \Journey.price: attribute(14, .decimal, Decimal.self, isOptional: false),
    \Journey.hotel: .toOne(ordinal: 15, destination: PredicateTestStore.hotel),
    \Journey.labels: .toMany(ordinal: 16, destination: PredicateTestStore.label),
    \Label.text: attribute(0, .string, String.self, isOptional: false),
    \Hotel.identifier: .persistentModelID, \Label.identifier: .persistentModelID,
    \Journey.identifier: .persistentModelID,
    \Label.journeys: .toMany(ordinal: 1, destination: PredicateTestStore.journey),
  ]
}
