import CoreDataFormat
import Foundation
import StoreModel
import StoreModelTestSupport
import Testing

@Suite struct ModelCacheTests {
  /// The layout with the properties of each entity in the order in which a cache gives them back.
  private func sorted(_ layout: StoreLayout) -> StoreLayout {
    LayoutBuilder.layout(
      layout.entities.map { entity in
        LayoutBuilder.Entity(
          name: entity.name,
          parent: entity.superentityNumber.map { layout[number: $0].name },
          isAbstract: entity.isAbstract,
          properties: entity.properties[entity.inheritedPropertyCount...].sorted {
            $0.name.utf16.lexicographicallyPrecedes($1.name.utf16)
          }, unique: entity.uniquenessConstraints, indices: entity.indices,
          hashModifier: entity.hashModifier)
      }, identifiers: layout.versionIdentifiers)
  }

  @Test(arguments: NewStoreTests.Sample.allCases)
  func layoutComesBack(sample: NewStoreTests.Sample) throws {
    let layout = sorted(sample.layout)
    #expect(try ModelCache.decode(ModelCache.encode(layout)) == layout)
  }

  @Test func everythingThatALayoutSaysComesBack() throws {
    let layout = LayoutBuilder.layout(
      [
        .init(
          name: "Trip",
          properties: [
            .attribute(
              AttributeLayout(
                name: "name", shape: .leaf(.string), originalName: "title", hashModifier: "2",
                preservesValueOnDeletion: true)),
            attribute("photo", .binary, external: true),
            .relationship(
              RelationshipLayout(
                name: "stops", isOptional: true, isToMany: true, isOrdered: true,
                destination: "Stop", destinationNumber: 0, inverseName: "trip",
                deleteRule: .cascade, minimumCount: 2, maximumCount: 9, originalName: "halts",
                hashModifier: "3")),
          ], hashModifier: "$null"),
        .init(name: "Stop", properties: [toOne("trip", "Trip", inverse: "stops")]),
      ], identifiers: ["1.0.0", "two"])
    #expect(try ModelCache.decode(ModelCache.encode(layout)) == layout)
  }

  @Test func equalLayoutsGiveEqualBytes() throws {
    #expect(
      try ModelCache.encode(SampleLayouts.trips) == ModelCache.encode(SampleLayouts.trips))
  }

  @Test func damagedCachesAreErrorsAndNeverATrap() throws {
    let whole = try ModelCache.encode(SampleLayouts.recipes)
    for length in stride(from: 0, to: whole.count, by: 13) {
      #expect(throws: FormatError.self) { try ModelCache.decode(whole.prefix(length)) }
    }
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      var damaged = whole
      damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(
        in: 0...255, using: &random)
      _ = try? ModelCache.decode(damaged)
    }
  }
}
