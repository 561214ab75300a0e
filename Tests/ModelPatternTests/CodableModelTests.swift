import Foundation
import SwiftData
import Testing

/// E17: models with hand-written coding.
@Suite struct CodableModelTests {
  @Test func decodingAssignsColumnsAndRelationships() throws {
    let json = Data(#"{"name": "root", "parts": [{"name": "leaf"}]}"#.utf8)
    let part = try JSONDecoder().decode(Part.self, from: json)
    #expect(part.name == "root")
    #expect(part.parts?.map(\.name) == ["leaf"])
    let context = ModelContext(try Store(Part.self).container)
    context.insert(part)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Part>()) == 2)
    let encoded = try JSONEncoder().encode(part)
    #expect(try JSONDecoder().decode(Part.self, from: encoded).parts?.count == 1)
  }
}

@Model private final class Part: Codable {
  enum CodingKeys: CodingKey { case name, parts }

  var name: String
  var whole: Part?
  @Relationship(inverse: \Part.whole) var parts: [Part]?

  init(name: String) { self.name = name }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    parts = try container.decodeIfPresent([Part].self, forKey: .parts)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(parts, forKey: .parts)
  }
}
