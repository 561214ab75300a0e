import Foundation
import Observation
import SwiftData
import Testing

/// E5, E9, E10, E11, E23: which members are columns, and what may stand at them.
@Suite struct MemberTests {
  @Test func implicitlyUnwrappedPropertiesAreOptionalInTheSchema() throws {
    let movie = Movie()
    let entity = try #require(Schema([Movie.self]).entity(for: Movie.self))
    #expect(entity.attributesByName["title"]?.isOptional == true)
    movie.title = "M"
    movie.format = Format()
    let store = try Store(Movie.self, Format.self)
    let reread = try store.reread(movie)
    #expect(reread.title == "M")
    #expect(reread.format?.name == "")
  }

  @Test func foreignAttributesAreLeftAlone() throws {
    let row = Row()
    row.name = "x"
    let store = try Store(Row.self)
    let reread = try store.reread(row)
    #expect(reread.name == "x")
    #expect(Schema([Row.self]).entitiesByName["Row"]?.uniquenessConstraints == [["name"]])
  }

  @Test func transientPropertiesAreNoColumns() throws {
    let draft = Draft()
    draft.optional = 3
    draft.later.append(4)
    let store = try Store(Draft.self)
    let reread = try store.reread(draft)
    #expect(reread.optional == nil)
    #expect(reread.later == [1])
    #expect(reread.fixed == 5)
    #expect(Draft.schemaMetadata.count == 1)
  }

  @Test func transientPropertiesKeepTheirObservers() {
    let draft = Draft()
    draft.watched = 8
    #expect(draft.calls == 1)
  }

  @Test func membersUnderTrueConditionsAreColumns() throws {
    let probe = Probe()
    probe.first = 1
    probe.taken = "x"
    probe.nested = 2.5
    probe.last = 9
    let store = try Store(Probe.self)
    let reread = try store.reread(probe)
    #expect(reread.first == 1)
    #expect(reread.taken == "x")
    #expect(reread.nested == 2.5)
    #expect(reread.mark == "mark")
    #expect(reread.last == 9)
    let names = Schema([Probe.self]).entitiesByName["Probe"]?.attributesByName.keys.sorted()
    #expect(names == ["first", "last", "mark", "nested", "taken"])
  }

  @Test func computedPropertiesOfAnyTypeAreNoColumns() {
    #expect(Loose.schemaMetadata.count == 1)
    #expect(Loose().loose.isEmpty)
  }
}

@Model private final class Movie {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var title: String!
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var format: Format!

  init() { format = nil }
}

@Model private final class Format {
  var name: String = ""

  init() {}
}

@propertyWrapper private struct Plain<Value> {
  var wrappedValue: Value
}

@Model private final class Row {
  @available(macOS 10.15, *) @Attribute(.unique) var name: String
  @Plain @Transient private var other = 1
  @MainActor var mainActorText: String { "" }
  @ObservationIgnored @Transient var count = 0

  init() { name = "" }
}

private final class Cache {}

@Model private final class Draft {
  @Transient var computed: Int { 3 }
  @Transient var optional: Int?
  @Transient var object: (any AnyObject & Sendable)?
  @Transient var cache = Cache()
  @Transient lazy var later: [Int] = [1]
  @Transient weak var parent: Cache?
  @Transient let fixed = 5
  @Transient var calls = 0
  @Transient var watched = 3 { didSet { calls += 1 } }
  var title: String = ""

  init() {}
}

@Model private final class Probe {
  var first: Int
  #if swift(>=5.9)
    var taken: String
    let mark: String
    @Transient var skipped: Int?
    #if !os(Plan9)
      var nested: Double?
    #endif
  #elseif DEBUG
    var taken: Double
  #else
    var dropped: Date
  #endif
  var last: Int

  init() {
    first = 0
    taken = ""
    mark = "mark"
    last = 0
  }
}

@Model private final class Loose {
  var data: Data?
  var loose: [String: Any] { [:] }
  var thing: (any CustomStringConvertible)? { nil }

  init() {}
}
