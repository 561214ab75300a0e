import Foundation
import SwiftData
import Testing

/// E18, E20, E24: the types of columns and their default values.
@Suite struct ValueTests {
  @Test func nestedTypesAndAliasesAreColumnTypes() throws {
    let piece = Piece()
    piece.kind = .large
    piece.text = "text"
    piece.late.size = 4
    let store = try Store(Piece.self)
    let reread = try store.reread(piece)
    #expect(reread.kind == .large)
    #expect(reread.text == "text")
    #expect(reread.late.size == 4)
  }

  @Test func defaultsAreEvaluatedForEachModel() {
    #expect(Defaults().id != Defaults().id)
    #expect(Defaults().sum == 3)
    #expect(Defaults().style == .plain)
  }

  @Test func metadataHasDefaultsOfThePropertysType() {
    let metadata = Schema([Defaults.self]).entitiesByName["Defaults"]?.attributesByName ?? [:]
    #expect(metadata["style"]?.defaultValue as? Style == .plain)
    #expect(metadata["styles"]?.defaultValue as? [Style] == [.plain])
    #expect(metadata["weight"]?.defaultValue is Double)
    #expect(metadata["words"]?.defaultValue as? [String: Int] == [:])
    #expect(metadata["choice"]?.defaultValue as? Int == 2)
  }

  @Test func aTypeAloneMakesAModelARelationshipAndAValueAnAttribute() throws {
    let entity = try #require(Schema([Post.self]).entity(for: Post.self))
    #expect(entity.relationshipsByName.keys.sorted() == ["comments"])
    #expect(entity.attributesByName.keys.sorted() == ["remarks"])
  }
}

private enum Style: String, Codable { case plain, fancy }

@Model private final class Piece {
  typealias Text = String
  enum Kind: Int, Codable { case small, large }

  var kind: Kind = Kind.small
  var text: Text = ""
  var note: Text?
  var late: Late = Late()

  init() {}
}

extension Piece {
  struct Late: Codable { var size = 1 }
}

@Model private final class Defaults {
  var id: String = UUID().uuidString
  var date = Date(timeIntervalSinceReferenceDate: .zero)
  var style: Style = .plain
  var styles: [Style] = [.plain]
  var words: [String: Int] = [:]
  var weight: Double = 1
  var sum: Int = { 1 + 2 }()
  var choice: Int = 1 > 2 ? 1 : 2
  var maybe: Style? = .fancy
  var nothing: Int? = nil
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var unwrapped: Int! = 3

  init() {}
}

private struct Remark: Codable { var text = "" }

@Model private final class Comment {
  var text: String = ""

  init() {}
}

@Model private final class Post {
  var comments: [Comment]?
  var remarks: [Remark]?

  init() {}
}
