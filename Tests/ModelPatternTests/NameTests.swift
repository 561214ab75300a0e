import Foundation
import SwiftData
import Testing

/// E2, E6, E7: names that meet those of the macro, the framework or the standard library.
@Suite struct NameTests {
  @Test func anUnderscoredColumnAndItsComputedTwinAreTwoProperties() throws {
    let ranked = Ranked()
    ranked.rank = .high
    let store = try Store(Ranked.self)
    let reread = try store.reread(ranked)
    #expect(reread._rank == 2)
    #expect(reread.rank == .high)
    #expect(
      Schema([Ranked.self]).entitiesByName["Ranked"]?.attributesByName.keys.sorted() == ["_rank"])
  }

  @Test func columnsShadowMembersOfTheFramework() throws {
    let shadow = Shadow()
    shadow.isDeleted = true
    shadow.context = 4
    let store = try Store(Shadow.self)
    let reread = try store.reread(shadow)
    #expect(reread.isDeleted)
    #expect(reread.id == "shadow")
    #expect(reread.context == 4)
    #expect(!frameworksIsDeleted(reread))
  }

  @Test func keywordsAreNames() throws {
    let keywords = Keywords()
    keywords.default = 1
    keywords.class = "first"
    let store = try Store(Keywords.self)
    let reread = try store.reread(keywords)
    #expect(reread.default == 1)
    #expect(reread.class == "first")
    #expect(reread.in == 3)
  }

  @Test func namesOfMetatypesAreNames() throws {
    let metatypes = Metatypes()
    metatypes.`Type` = 1
    metatypes.`self` = "own"
    metatypes.`Protocol` = 2.5
    let store = try Store(Metatypes.self, Metatype.self)
    let reread = try store.reread(metatypes)
    #expect(reread.`Type` == 1)
    #expect(reread.`self` == "own")
    #expect(reread.`Protocol` == 2.5)
    #expect(try store.reread(Metatype()).`Type` == 5)
  }

  @Test func modelsAreCalledLikeTheLibrarysTypes() throws {
    let store = try Store(Task.self, Collection.self, DateSchema.Date.self)
    let date = DateSchema.Date()
    date.day = Foundation.Date(timeIntervalSinceReferenceDate: 1)
    #expect(try store.reread(date).day == Foundation.Date(timeIntervalSinceReferenceDate: 1))
    let collection = Collection()
    collection.items = [Task(), Task()]
    #expect(try store.reread(collection).items.count == 2)
  }

  private func frameworksIsDeleted(_ model: some PersistentModel) -> Bool { model.isDeleted }
}

@Model private final class Ranked {
  var _rank: Int? = Rank.low.rawValue
  var rank: Rank {
    get { Rank(rawValue: _rank ?? 0) ?? .low }
    set { _rank = newValue.rawValue }
  }

  init() {}

  enum Rank: Int { case low = 1, high }
}

@Model private final class Shadow {
  var isDeleted: Bool = false
  var id: String = "shadow"
  var model: String = ""
  var context: Int = 0
  var version: Int = 1

  init() {}
}

@Model private final class Keywords {
  var `default`: Int = 0
  var `class`: String?
  var `in`: Int

  init() { `in` = 3 }
}

@Model private class Metatypes {
  var `Type`: Int = 0
  var `self`: String = ""
  var `Protocol`: Double?

  init() {}
}

@Model private final class Metatype: Metatypes {
  override var `Type`: Int {
    get { 5 }
    set { super.`Type` = newValue }
  }

  override init() { super.init() }
}

private enum DateSchema {
  @Model final class Date {
    var at: Foundation.Date
    var day: Foundation.Date?

    init() { at = Foundation.Date() }
  }
}

@Model private class Task {
  var name: String = ""

  init() {}
}

@Model private class Collection {
  var items: [Task] = []

  init() {}
}
