import Foundation
import SwiftData
import Testing

/// What becomes of relationships when a new model turns out to be a row that exists.
@Suite struct UpsertRelationshipTests {
  /// A saved passport with one model at the end of each relationship, which the context has let go of.
  private func saved() throws -> UniqueSetting {
    let setting = try UniqueSetting(Passport.self)
    let passport = Passport("A", name: "Anna")
    passport.visas = [Visa("IT")]
    passport.stays = [Stay("Rome")]
    passport.chip = Chip(1)
    passport.issuer = Embassy("Bern")
    passport.copies = [Copy(1)]
    try setting.save([passport])
    return setting
  }

  private struct Ends: Equatable {
    var visas: [String]
    var stays: [String]
    var chip: Int?
    var issuer: String?
    var copies: [Int]

    init(_ passport: Passport?) {
      visas = passport?.visas.map(\.country).sorted() ?? []
      stays = passport?.stays.map(\.city).sorted() ?? []
      chip = passport?.chip?.code
      issuer = passport?.issuer?.city
      copies = passport?.copies.map(\.page).sorted() ?? []
    }

    init(visas: [String], stays: [String], chip: Int?, issuer: String?, copies: [Int]) {
      (self.visas, self.stays) = (visas, stays)
      (self.chip, self.issuer, self.copies) = (chip, issuer, copies)
    }
  }

  private static let before = Ends(
    visas: ["IT"], stays: ["Rome"], chip: 1, issuer: "Bern", copies: [1])

  @Test(arguments: [false, true])
  func whatTheNewModelDoesNotSetIsKept(isInMemory: Bool) throws {
    let setting = try saved()
    let known = isInMemory ? try setting.all(Passport.self) : []
    let seen = known.map { Ends($0) }
    let new = Passport("A", name: "Bea")
    setting.context.insert(new)
    try setting.context.save()
    #expect(seen.allSatisfy { $0 == Self.before })
    #expect(known.allSatisfy { Ends($0) == Self.before && $0.name == "Bea" })
    #expect(Ends(new) == Self.before)
    #expect(Ends(try setting.stored(Passport.self).first) == Self.before)
    try setting.store.check()
  }

  @Test(arguments: [false, true])
  func whatTheNewModelSetsIsJoined(isInMemory: Bool) throws {
    let setting = try saved()
    let known = isInMemory ? try setting.all(Passport.self) : []
    let seen = known.map { Ends($0) }
    let formerChip = isInMemory ? known.first?.chip : nil
    let formerIssuer = isInMemory ? known.first?.issuer : nil
    let new = Passport("A", name: "Bea")
    new.visas = [Visa("FR"), Visa("DE")]
    new.stays = [Stay("Paris")]
    new.chip = Chip(2)
    new.issuer = Embassy("Oslo")
    new.copies = [Copy(2)]
    setting.context.insert(new)
    try setting.context.save()
    let expected = Ends(
      visas: ["DE", "FR", "IT"], stays: ["Paris", "Rome"], chip: 2, issuer: "Oslo", copies: [1, 2])
    #expect(seen.allSatisfy { $0 == Self.before })
    #expect(known.allSatisfy { Ends($0) == expected })
    #expect(Ends(new) == expected)
    #expect(formerChip?.passport == nil)
    #expect(formerIssuer?.passports.isEmpty ?? true)
    #expect(Ends(try setting.stored(Passport.self).first) == expected)
    let model = known.first ?? new
    #expect(model.visas.allSatisfy { $0.passport === model })
    #expect(
      model.stays.allSatisfy { $0.passports.map(\.persistentModelID) == [model.persistentModelID] })
    #expect(model.issuer?.passports.first === model)
    #expect(model.chip?.passport === model)
    let chips = try setting.fresh().fetch(FetchDescriptor<Chip>(sortBy: [SortDescriptor(\.code)]))
    #expect(chips.map { $0.passport?.number } == [nil, "A"])
    try setting.store.check()
  }

  @Test func membersThatNameTheirOwnerJoinTheRow() throws {
    let setting = try saved()
    for country in ["FR", "DE", "ES"] {
      setting.context.insert(Visa(country, passport: Passport("A", name: country)))
    }
    try setting.context.save()
    let passports = try setting.stored(Passport.self)
    #expect(passports.map(\.name) == ["ES"])
    #expect(passports.first?.visas.map(\.country).sorted() == ["DE", "ES", "FR", "IT"])
    #expect(try setting.all(Visa.self).allSatisfy { $0.passport != nil })
    try setting.store.check()
  }

  @Test func membersOfPendingModelsAreJoined() throws {
    let setting = try UniqueSetting(Passport.self)
    let first = Passport("A", name: "1")
    first.visas = [Visa("IT")]
    first.stays = [Stay("Rome")]
    first.issuer = Embassy("Bern")
    first.chip = Chip(1)
    let second = Passport("A", name: "2")
    second.visas = [Visa("FR")]
    second.stays = [Stay("Paris")]
    second.copies = [Copy(2)]
    setting.context.insert(first)
    setting.context.insert(second)
    try setting.context.save()
    let expected = Ends(
      visas: ["FR", "IT"], stays: ["Paris", "Rome"], chip: 1, issuer: "Bern", copies: [2])
    #expect(Ends(first) == expected && Ends(second) == expected)
    #expect(second.visas.allSatisfy { $0.passport === first })
    #expect(Ends(try setting.stored(Passport.self).first) == expected)
    try setting.store.check()
  }

  @Test func destinationsOfOneKeyAreOneRow() throws {
    let setting = try UniqueSetting(Passport.self)
    for number in 0..<4 {
      let passport = Passport("\(number)", name: "")
      passport.issuer = Embassy(number < 3 ? "Bern" : "Oslo")
      setting.context.insert(passport)
    }
    try setting.context.save()
    #expect(try setting.stored(Embassy.self).map(\.passports.count).sorted() == [1, 3])
    #expect(try setting.all(Embassy.self).count == 2)
    try setting.store.check()
  }

  @Test func aMergedModelCanBeRelated() throws {
    let setting = try saved()
    let known = try #require(try setting.all(Passport.self).first)
    let new = Passport("A", name: "Bea")
    setting.context.insert(new)
    try setting.context.save()
    let later = Visa("FR")
    setting.context.insert(later)
    later.passport = new
    #expect(later.passport === known)
    #expect(known.visas.contains { $0 === later } && new.visas.count == 2)
    new.visas.append(Visa("DE"))
    #expect(known.visas.count == 3)
    let viaInit = Visa("ES", passport: new)
    setting.context.insert(viaInit)
    #expect(viaInit.passport === known)
    try setting.context.save()
    let id = new.persistentModelID
    let found = try setting.context.fetch(
      FetchDescriptor<Visa>(predicate: #Predicate { $0.passport?.persistentModelID == id }))
    #expect(found.count == 4)
    #expect(try setting.stored(Passport.self).first?.visas.count == 4)
    try setting.store.check()
  }

  @Test func aModelInsertedBeforeItsOwnerWasMergedFindsTheRow() throws {
    let setting = try saved()
    let known = try #require(try setting.all(Passport.self).first)
    let new = Passport("A", name: "Bea")
    // Made before the save, and inserted after it.
    let visa = Visa("FR")
    setting.context.insert(new)
    try setting.context.save()
    visa.passport = new
    #expect(known.visas.contains { $0 === visa })
    #expect(visa.modelContext === setting.context)
    try setting.context.save()
    #expect(visa.passport === known)
  }
}
