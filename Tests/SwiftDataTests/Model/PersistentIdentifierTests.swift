import Foundation
import Testing

@testable import SwiftData

@Suite struct PersistentIdentifierTests {
  private let store = UUID().uuidString

  private func row(_ key: Int64, _ entity: String = "Trip") -> PersistentIdentifier {
    PersistentIdentifier(storeIdentifier: store, entityName: entity, primaryKey: key)
  }

  private func roundTrip(_ identifier: PersistentIdentifier) throws -> PersistentIdentifier {
    try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
  }

  private func decode(_ json: String) throws -> PersistentIdentifier {
    try JSONDecoder().decode(PersistentIdentifier.self, from: Data(json.utf8))
  }

  @Test func anIdentifierTakenBeforeInsertionIsFoundByItsRow() {
    let token = TemporaryToken(entityName: "Trip")
    let early = PersistentIdentifier(token)
    let set: Set<PersistentIdentifier> = [early]
    let hash = early.hashValue
    #expect(early != row(7))
    let entity = EntityIdentity.of(storeIdentifier: store, entityName: "Trip")
    #expect(token.resolve(entity, primaryKey: 7))
    #expect(early.hashValue == hash)
    #expect(set.contains(early))
    #expect(set.contains(row(7)))
    #expect(row(7).hashValue == hash)
    #expect(early == row(7))
    #expect(row(7) == early)
    #expect(early != row(8))
    #expect(early.primaryKey == 7)
  }

  @Test func aTokenStandsForOneRowOnly() {
    let token = TemporaryToken(entityName: "Trip")
    let entity = EntityIdentity.of(storeIdentifier: store, entityName: "Trip")
    #expect(token.resolve(entity, primaryKey: 1))
    #expect(token.resolve(entity, primaryKey: 1))
    #expect(!token.resolve(entity, primaryKey: 2))
    #expect(PersistentIdentifier(token).primaryKey == 1)
  }

  @Test func aKeyThatWasNotUsedGoesToAnotherModel() {
    let entity = EntityIdentity.of(storeIdentifier: store, entityName: "Trip")
    let failed = TemporaryToken(entityName: "Trip")
    let identifier = PersistentIdentifier(failed)
    let hash = identifier.hashValue
    failed.resolve(entity, primaryKey: 4)
    failed.unresolve()
    #expect(identifier.primaryKey == nil)
    #expect(identifier != row(4))
    let other = TemporaryToken(entityName: "Trip")
    other.resolve(entity, primaryKey: 4)
    #expect(PersistentIdentifier(other).hashValue == row(4).hashValue)
    failed.resolve(entity, primaryKey: 5)
    #expect(identifier == row(5))
    #expect(identifier.hashValue == hash)
    #expect(row(5).hashValue == hash)
  }

  @Test func twoTokensOfOneRowAreEqual() {
    let entity = EntityIdentity.of(storeIdentifier: store, entityName: "Trip")
    let token = TemporaryToken(entityName: "Trip")
    token.resolve(entity, primaryKey: 3)
    let reserved = PersistentIdentifier(entity, primaryKey: 3, isTemporary: true)
    #expect(PersistentIdentifier(token) == reserved)
    #expect(reserved == row(3))
    #expect(reserved.hashValue == row(3).hashValue)
    #expect(reserved.isTemporary)
    #expect(reserved.storeIdentifier == nil)
    #expect(!row(3).isTemporary)
    #expect(row(3).storeIdentifier == store)
  }

  @Test func tokensOfDifferentModelsDiffer() {
    let one = PersistentIdentifier(TemporaryToken(entityName: "Trip"))
    let other = PersistentIdentifier(TemporaryToken(entityName: "Trip"))
    #expect(one != other)
    #expect(one == one)
    #expect(one.id == one.id)
    #expect(one.id != other.id)
    #expect(one.isTemporary)
    #expect(one.storeIdentifier == nil)
    #expect(one.entityName == "Trip")
  }

  @Test func rowsOfOtherEntitiesAndStoresDiffer() {
    #expect(row(1) != row(1, "Tag"))
    #expect(
      row(1)
        != PersistentIdentifier(storeIdentifier: "other", entityName: "Trip", primaryKey: 1))
    #expect(Set((0..<1000).map { row($0) }).count == 1000)
  }

  @Test func aRowIsWrittenInApplesForm() throws {
    let data = try JSONEncoder().encode(row(12))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let implementation = try #require(object["implementation"] as? [String: Any])
    #expect(implementation["primaryKey"] as? String == "p12")
    #expect(
      implementation["uriRepresentation"] as? String == "x-coredata://\(store)/Trip/p12")
    #expect(implementation["isTemporary"] as? Bool == false)
    #expect(implementation["storeIdentifier"] as? String == store)
    #expect(implementation["entityName"] as? String == "Trip")
    #expect(implementation["typedPrimaryKey"] == nil)
  }

  @Test func identifiersAreReadBackEqual() throws {
    #expect(try roundTrip(row(12)) == row(12))
    let early = PersistentIdentifier(TemporaryToken(entityName: "Trip"))
    #expect(try roundTrip(early) == early)
    #expect(try roundTrip(early).hashValue == early.hashValue)
    let custom = try PersistentIdentifier.identifier(
      for: "json", entityName: "Trip", primaryKey: UUID())
    #expect(try roundTrip(custom) == custom)
  }

  @Test func anIdentifierWrittenBeforeTheSaveFindsTheRow() throws {
    let token = TemporaryToken(entityName: "Trip")
    token.resolve(
      EntityIdentity.of(storeIdentifier: store, entityName: "Trip"), primaryKey: 5)
    let read = try roundTrip(PersistentIdentifier(token))
    #expect(read == row(5))
    #expect(read.isTemporary)
  }

  @Test func storeAndEntityAreReadFromTheURI() throws {
    let identifier = try decode(
      """
      {"implementation": {"primaryKey": "p3", "isTemporary": false,
       "uriRepresentation": "x-coredata://\(store)/Trip/p3"}}
      """)
    #expect(identifier == row(3))
    #expect(
      try decode(#"{"implementation": {"uriRepresentation": "x-coredata://\#(store)/Trip/p3"}}"#)
        == row(3))
  }

  @Test(arguments: [
    "{}", #"{"implementation": {}}"#, #"{"implementation": {"primaryKey": "p1"}}"#,
    #"{"implementation": {"primaryKey": "p1", "entityName": "Trip"}}"#,
    #"{"implementation": {"uriRepresentation": "x-coredata://a/b"}}"#, "[1]",
  ])
  func anIncompleteIdentifierThrows(_ json: String) {
    #expect(throws: DecodingError.self) { try decode(json) }
  }

  @Test func customKeysOfEveryTypeAreKept() throws {
    let text = try PersistentIdentifier.identifier(
      for: "json", entityName: "Trip", primaryKey: "a/b ü")
    #expect(text.entityName == "Trip")
    #expect(text.storeIdentifier == "json")
    #expect(!text.isTemporary)
    #expect(try roundTrip(text) == text)
    let seven = try PersistentIdentifier.identifier(
      for: "json", entityName: "Trip", primaryKey: 7)
    #expect(seven != (try .identifier(for: "json", entityName: "Trip", primaryKey: "7")))
    #expect(seven == (try .identifier(for: "json", entityName: "Trip", primaryKey: Int16(7))))
    #expect(try roundTrip(seven) == seven)
    #expect(try roundTrip(seven).hashValue == seven.hashValue)
  }

  @Test func aKeySpelledAsARowsIsTheRow() throws {
    let identifier = try PersistentIdentifier.identifier(
      for: store, entityName: "Trip", primaryKey: "p12")
    #expect(identifier == row(12))
    #expect(identifier.primaryKey == 12)
    let odd = try PersistentIdentifier.identifier(
      for: store, entityName: "Trip", primaryKey: "p012")
    #expect(odd.primaryKey == nil)
  }

  @Test func identifiersAreOrderedByEntityAndKey() throws {
    let early = PersistentIdentifier(TemporaryToken(entityName: "Tag"))
    let later = PersistentIdentifier(TemporaryToken(entityName: "Tag"))
    let shuffled = [later, row(10), row(2, "Tag"), early, row(9)]
    #expect(shuffled.sorted() == [row(2, "Tag"), row(9), row(10), early, later])
    #expect(!(row(1) < row(1)))
  }
}
