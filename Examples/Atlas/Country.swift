import SwiftData

/// A country or territory of ISO 3166.
@Model
final class Country {
  /// The two-letter code, such as `NZ`.
  @Attribute(.unique) var code: String
  var name: String

  /// The time zones in use there; a zone may serve several countries.
  @Relationship(inverse: \Zone.countries)
  var zones: [Zone] = []

  /// What was noted about it; a note goes with its country.
  @Relationship(deleteRule: .cascade, inverse: \Note.country)
  var notes: [Note] = []

  init(code: String, name: String) {
    self.code = code
    self.name = name
  }
}
