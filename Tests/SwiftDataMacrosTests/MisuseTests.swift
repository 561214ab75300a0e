import SwiftDiagnostics
import Testing

@testable import SwiftDataMacros

@Suite struct MisuseTests {
  @Test(arguments: declarations + properties + markers + inverses + schemaMacros + queries)
  func isReportedOnceWithItsRepairs(_ misuse: Misuse) {
    #expect(Diagnosis(of: misuse.source).findings == [misuse.finding])
  }

  @Test(arguments: declarations + properties + markers + inverses + schemaMacros + queries)
  func isRepairedAlikeWithAndWithoutTrivia(_ misuse: Misuse) {
    for fixIt in Diagnosis(of: misuse.source).diagnostics.flatMap(\.fixIts) {
      let replacing = SourceEdits(fixIt, keepsTrivia: false).applied(to: misuse.source)
      let keeping = SourceEdits(fixIt, keepsTrivia: true).applied(to: misuse.source)
      #expect(replacing == keeping)
    }
  }

  @Test(arguments: declarations + properties + markers + inverses + schemaMacros + queries)
  func isGoneOnceRepaired(_ misuse: Misuse) {
    for repair in misuse.finding.fixIts {
      #expect(Diagnosis(of: repair.source).findings == [])
    }
  }

  @Test("A08 Observers of a persisted property are never called, and the compiler says so")
  func observersAreWarnedOf() {
    let source = """
      @Model final class Trip {
        var budget: Double = 0 { willSet { check(newValue) } didSet { stamp() } }
        @Transient var draft: Double = 0 { didSet { stamp() } }
        init() {}
      }
      """
    let findings = Diagnosis(of: source).findings
    #expect(
      findings.map(\.message) == [
        "'willSet' is never called, because 'budget' is persisted",
        "'didSet' is never called, because 'budget' is persisted",
      ])
    #expect(findings.allSatisfy { $0.severity == .warning })
  }

  static let declarations: [Misuse] = [
    .source(
      "@Model struct Trip { var name: String }",
      "'@Model' cannot be applied to a structure", at: "struct"),
    .source(
      "@Model enum Trip { case short }",
      "'@Model' cannot be applied to an enumeration", at: "enum"),
    .source("@Model actor Trip {}", "'@Model' cannot be applied to an actor", at: "actor"),
    .source("@Model protocol Trip {}", "'@Model' cannot be applied to a protocol", at: "protocol"),
    .source(
      "@Model extension Trip {}", "'@Model' cannot be applied to an extension", at: "extension"),
    .source(
      "@Model final class Trip<Place> { init() {} }",
      "'@Model' cannot be applied to a generic class", at: "<Place>"),
    .source(
      "@Model final class Trip {}",
      "'@Model' requires an initializer be provided for 'Trip'", at: "Trip",
      fixIts: [("add an initializer", "@Model final class Trip {\n\n  init() {}\n}")]),
    .source(
      "@Model public final class Trip {\n    var name: String\n    var end: Date?\n"
        + "    var legs = [Leg]()\n    let `in`: Int\n    var guide: Guide!\n}\n",
      "'@Model' requires an initializer be provided for 'Trip'", at: "Trip",
      fixIts: [
        (
          "add an initializer",
          """
          @Model public final class Trip {
              var name: String
              var end: Date?
              var legs = [Leg]()
              let `in`: Int
              var guide: Guide!

              public init(name: String, end: Date? = nil, `in`: Int, guide: Guide? = nil) {
                self.name = name
                self.end = end
                self.`in` = `in`
                self.guide = guide
              }
          }

          """
        )
      ]),
    .source(
      "@Model final class Trip {\n  var name: String\n  convenience init() { self.init(name: \"\") }\n}",
      "'@Model' requires an initializer be provided for 'Trip'", at: "Trip",
      fixIts: [
        (
          "add an initializer",
          """
          @Model final class Trip {
            var name: String
            convenience init() { self.init(name: "") }

            init(name: String) {
              self.name = name
            }
          }
          """
        )
      ]),
    .source(
      "@Model class Trip: Journey { var name: String }",
      "'@Model' requires an initializer be provided for 'Trip'", at: "Trip"),
    .source(
      "@Observable @Model final class Trip { init() {} }",
      "'@Observable' is implied by '@Model'", at: "@Observable",
      fixIts: [("remove '@Observable'", "@Model final class Trip { init() {} }")]),
    .source(
      "@ModelActor final class Importer {}",
      "'@ModelActor' can only be applied to an actor", at: "class"),
  ]

  static let properties: [Misuse] = [
    .member(
      "@Transient var cost: Double",
      "transient property 'cost' must be optional or have a default value", at: "cost"),
    .member(
      "@Transient let note: String?",
      "transient property 'note' must be optional or have a default value", at: "note"),
    .member(
      "var clip: Clip? { didSet { stamp() } }",
      "'didSet' is never called, because 'clip' is persisted", at: "didSet", severity: .warning),
    .member(
      "var clip: Clip? { willSet { stamp() } }",
      "'willSet' is never called, because 'clip' is persisted", at: "willSet", severity: .warning),
    .member(
      "// Slow.\nlazy var legs: [Leg] = load()",
      "'lazy' cannot be applied to persisted property 'legs'", at: "lazy",
      fixIts: [("add '@Transient'", "// Slow.\n@Transient lazy var legs: [Leg] = load()")]),
    .member(
      "private weak var guide: Guide?",
      "'weak' cannot be applied to persisted property 'guide'", at: "weak",
      fixIts: [
        ("remove 'weak'", "private var guide: Guide?"),
        ("add '@Transient'", "@Transient private weak var guide: Guide?"),
      ]),
    .member(
      "@Relationship unowned(unsafe) var guide: Guide? = nil",
      "'unowned' cannot be applied to persisted property 'guide'", at: "unowned(unsafe)"),
    .member(
      "var (from, to) = (\"\", \"\")",
      "a persisted property cannot be declared in a tuple", at: "(from, to)"),
    .member(
      "/// Both.\npublic var from = \"\", to, via: String? // TODO",
      "persisted properties must be declared one by one", at: "to",
      fixIts: [
        (
          "declare each property by itself",
          "/// Both.\npublic var from = \"\"\n/// Both.\npublic var to: String?\n"
            + "/// Both.\npublic var via: String? // TODO"
        )
      ]),
  ]

  static let markers: [Misuse] = [
    .member(
      "@Attribute(.unique) var name: String { \"\" }",
      "'@Attribute' cannot be applied to a computed property", at: "@Attribute(.unique)",
      fixIts: [("remove '@Attribute'", "var name: String { \"\" }")]),
    .member(
      "@SwiftData.Relationship\nvar legs: [Leg] { get { [] } set {} }",
      "'@Relationship' cannot be applied to a computed property", at: "@SwiftData.Relationship",
      fixIts: [("remove '@Relationship'", "var legs: [Leg] { get { [] } set {} }")]),
    .member(
      "@Attribute static let limit = 3",
      "'@Attribute' cannot be applied to a static property", at: "@Attribute",
      fixIts: [("remove '@Attribute'", "static let limit = 3")]),
    .member(
      "@Transient @MainActor class var limit: Int { 3 }",
      "'@Transient' cannot be applied to a static property", at: "@Transient",
      fixIts: [("remove '@Transient'", "@MainActor class var limit: Int { 3 }")]),
    .member(
      "@Attribute(.unique)\n@Transient\nvar name = \"\"",
      "'@Attribute' has no effect on a transient property", at: "@Attribute(.unique)",
      severity: .warning, fixIts: [("remove '@Attribute'", "@Transient\nvar name = \"\"")]),
    .member(
      "@Attribute @Relationship(deleteRule: .cascade) var legs: [Leg] = []",
      "'@Attribute' and '@Relationship' cannot be applied to the same property",
      at: "@Relationship(deleteRule: .cascade)",
      fixIts: [
        ("remove '@Attribute'", "@Relationship(deleteRule: .cascade) var legs: [Leg] = []"),
        ("remove '@Relationship'", "@Attribute var legs: [Leg] = []"),
      ]),
    .member(
      "@Attribute(.unique)\n@Attribute(.spotlight)\nvar name = \"\"",
      "duplicate '@Attribute'", at: "@Attribute(.spotlight)",
      fixIts: [("remove '@Attribute'", "@Attribute(.unique)\nvar name = \"\"")]),
    .member(
      "@Attribute(.unique, .spotlight, .unique, hashModifier: \"2\") var name = \"\"",
      "duplicate option '.unique'", at: ".unique", severity: .warning,
      fixIts: [
        (
          "remove duplicate '.unique'",
          "@Attribute(.unique, .spotlight, hashModifier: \"2\") var name = \"\""
        )
      ]),
    .member(
      "@Attribute(.unique) func load() {}",
      "'@Attribute' can only be applied to a property", at: "@Attribute(.unique)"),
    .source(
      "class Trip { @Transient func load() {} }",
      "'@Transient' can only be applied to a property", at: "@Transient"),
  ]

  static let inverses: [Misuse] = [
    .member(
      "@Relationship(inverse: \\Trip.parts) var whole: Trip?\n"
        + "@Relationship(deleteRule: .cascade, inverse: \\Trip.whole) var parts: [Trip] = []",
      "'whole' and 'parts' both name the other as their inverse; only one side may",
      at: "inverse: \\Trip.whole",
      fixIts: [
        (
          "remove 'inverse' here",
          "@Relationship(inverse: \\Trip.parts) var whole: Trip?\n"
            + "@Relationship(deleteRule: .cascade) var parts: [Trip] = []"
        )
      ])
  ]

  static let queries: [Misuse] = [
    .source(
      "struct List { @Query let trips: [Trip] }", "'@Query' cannot be applied to a constant",
      at: "let",
      fixIts: [("declare it with 'var'", "struct List { @Query var trips: [Trip] }")]),
    .source(
      "struct List { @Query var trips: [Trip] = [] }",
      "a property with '@Query' cannot have an initial value", at: "= []",
      fixIts: [("remove the value", "struct List { @Query var trips: [Trip] }")]),
    .source(
      "struct List { @Query(sort: \\Trip.name) var trips }",
      "a property with '@Query' needs a type: '[Model]', or with 'sectionBy' "
        + "'SectionedResults<Model, String>'", at: "trips"),
    .source(
      "struct List { @Query var trips: [Trip] { [] } }",
      "'@Query' cannot be applied to a computed property", at: "@Query",
      fixIts: [("remove '@Query'", "struct List { var trips: [Trip] { [] } }")]),
    .source(
      "struct List { @Query func trips() {} }",
      "'@Query' can only be applied to a property", at: "@Query"),
  ]

  static let schemaMacros: [Misuse] = [
    .member(
      "#Index<Trip>([\\.name])\nvar name = \"\"\n#Index<Trip>([\\.name, \\.cost], [\\.cost])\nvar cost = 0.0",
      "a model can have only one '#Index'", at: "Index",
      fixIts: [
        (
          "move the arguments to the first '#Index'",
          "#Index<Trip>([\\.name], [\\.name, \\.cost], [\\.cost])\nvar name = \"\"\nvar cost = 0.0"
        )
      ]),
    .member(
      "#Unique<Trip>([\\.name])\n#Unique<Journey>([\\.name])\nvar name = \"\"",
      "a model can have only one '#Unique'", at: "Unique"),
    .member(
      "#Index<Trip>([\\.name])\n#Index<Trip>(.binary([\\.name]))\nvar name = \"\"",
      "a model can have only one '#Index'", at: "Index"),
    .member(
      "#Index<Trip>([\\.name, \\.title])\nvar name = \"\"\nvar title: String { name }",
      "'#Index' cannot use 'title', which is not persisted", at: "title"),
    .member(
      "#Index<Trip>(.rtree([\\.east, \\.north]))\nvar east = 0.0\n@Transient var north = 0.0",
      "'#Index' cannot use 'north', which is not persisted", at: "north"),
    .source(
      "struct Trip { #Unique<Trip>([\\.name]) }",
      "'#Unique' has no effect outside of a '@Model' class", at: "Unique", severity: .warning),
  ]
}
