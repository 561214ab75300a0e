import Foundation
import StoreModel
import SwiftData
import Testing

/// Structures and enumerations column by column.
@Suite struct CompositeStorageTests {
  /// Saves a guest, and looks at it here and in another container.
  private func guest(
    _ change: (Guest) -> Void, check: (Guest) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Guest.self))
      let guest = Guest(name: "a")
      context.insert(guest)
      change(guest)
      try context.save()
      try check(guest)
    }
    let context = ModelContext(try store.container(Guest.self))
    try check(#require(try context.fetch(FetchDescriptor<Guest>()).first))
    try store.check(sourceLocation: sourceLocation)
  }

  @Test func everyFieldComesBack() throws {
    try guest {
      $0.home = .sample
      $0.work = Home(street: "", city: "e\u{301}", number: .min, spot: nil)
    } check: {
      #expect($0.home == .sample)
      #expect($0.work == Home(street: "", city: "e\u{301}", number: .min, spot: nil))
      #expect($0.work?.city?.utf8.count == 3)
    }
  }

  @Test func everyFieldHasAColumn() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Lodging.self))
    let lodging = Lodging()
    context.insert(lodging)
    try context.save()
    let fields = "SELECT ZSTREET, ZCITY, ZNUMBER, ZLATITUDE, ZLONGITUDE FROM ZLODGING"
    #expect(
      try store.raw.rows(fields)
        == [[.text("Rue \u{e9}"), .null, .integer(7), .real(1.5), .real(-2)]])
    #expect(try store.raw.texts("SELECT CAST(ZNAMES AS TEXT) FROM ZLODGING") == [#"["a",""]"#])
    lodging.home.spot = nil
    lodging.home.city = ""
    try context.save()
    #expect(
      try store.raw.rows(fields) == [[.text("Rue \u{e9}"), .text(""), .integer(7), .null, .null]])
    // Keys of other names, in another order, leave the columns theirs; of two that clash, the second
    // has a number.
    #expect(
      try store.raw.rows("SELECT ZFIRST, ZSECOND1, ZSECOND FROM ZLODGING")
        == [[.text("1"), .text("2"), .null]])
    try store.check()
  }

  @Test func everyKindOfFieldComesBack() throws {
    try guest {
      $0.booking = .sample
    } check: {
      #expect($0.booking == .sample)
    }
    try guest {
      $0.booking = nil
    } check: {
      #expect($0.booking == nil)
    }
  }

  @Test func keysOfOtherNamesComeBack() throws {
    try guest {
      $0.renamed = Renamed(first: "x", second: "y")
    } check: {
      #expect($0.renamed == Renamed(first: "x", second: "y"))
    }
  }

  @Test(arguments: [
    Meal.skipped, .bread(""), .bread("rye"), .surprise(3), .surprise(nil), .late,
    .menu(first: .init(latitude: 0, longitude: 1), second: nil),
    .menu(first: .init(latitude: .infinity, longitude: 1), second: .max, note: "n"),
  ]) func everyCaseOfAnEnumerationComesBack(meal: Meal) throws {
    try guest {
      $0.meal = meal
    } check: {
      #expect($0.meal == meal)
    }
  }

  @Test func casesAreColumnsThatHoldTheirNames() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Lodging.self))
    let lodging = Lodging()
    context.insert(lodging)
    lodging.weather = .rainy
    lodging.meal = .bread("rye")
    try context.save()
    let cases = "SELECT ZSUNNY, ZRAINY, ZNONE, Z_01, ZSKIPPED, ZLATITUDE1 FROM ZLODGING"
    #expect(
      try store.raw.rows(cases) == [[.null, .text("rainy"), .null, .text("rye"), .null, .null]])
    lodging.weather = Weather.none
    lodging.meal = .menu(first: .init(latitude: 3, longitude: 4), second: nil)
    try context.save()
    #expect(
      try store.raw.rows(cases) == [[.null, .null, .text("none"), .null, .null, .real(3)]])
    lodging.weather = nil
    lodging.meal = .skipped
    try context.save()
    #expect(
      try store.raw.rows(cases) == [[.null, .null, .null, .null, .text("skipped"), .null]])
    try store.check()
  }

  @Test func aTypeThatIsNotEquatableComesBack() throws {
    try guest {
      $0.plate = Plate(left: "", right: 3)
    } check: {
      #expect($0.plate.left == "" && $0.plate.right == 3)
    }
  }

  // MARK: Nil and nothing but nil

  /// Where nil is possible, a value of which nothing is there is nil, from its assignment on.
  @Test func allNilIsNilWhereNilIsPossible() throws {
    try guest {
      $0.hope = Wish()
      #expect($0.hope == nil)
      $0.wish = Wish()
      $0.supper = .surprise(nil)
      #expect($0.supper == nil)
    } check: {
      #expect($0.hope == nil && $0.supper == nil)
      #expect($0.wish == Wish())
    }
    try guest {
      $0.hope = Wish(title: "", count: nil)
    } check: {
      #expect($0.hope == Wish(title: "", count: nil))
    }
  }

  @Test func notANumberIsNullAsElsewhere() throws {
    try guest {
      $0.home.spot = Home.Spot(latitude: .nan, longitude: 2)
      $0.work = Home(
        street: "", city: nil, number: 1, spot: Home.Spot(latitude: .nan, longitude: .nan))
      // Nothing of the spot is left, so that it is nil, and at once.
      #expect($0.work?.spot == nil)
    } check: {
      #expect($0.home.spot?.latitude.isNaN == true && $0.home.spot?.longitude == 2)
      #expect($0.work != nil && $0.work?.spot == nil)
    }
  }

  @Test func optionalCompositesComeAndGo() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Guest.self))
    let guest = Guest(name: "a")
    context.insert(guest)
    try context.save()
    for value in [Home.sample, nil, Home.sample] {
      guest.work = value
      try context.save()
      let other = store.fresh(context.container)
      #expect(try other.fetch(FetchDescriptor<Guest>()).first?.work == value)
    }
  }
}
