import SwiftData

/// A word that trips are found by.
@Model
final class Tag {
  @Attribute(.unique) var name: String
  var trips: [Trip] = []

  init(_ name: String) {
    self.name = name
  }
}
