import Foundation
import SwiftData

/// Belongs to one writer, which alone changes it; labels are everybody's.
@Model class SoakBox {
  var writer: Int
  @Attribute(.unique) var number: Int
  var value: Int
  var note: String?
  @Relationship(deleteRule: .cascade, inverse: \SoakPart.box) var parts: [SoakPart] = []
  @Relationship(inverse: \SoakLabel.boxes) var labels: [SoakLabel] = []

  init(writer: Int, number: Int, value: Int) {
    self.writer = writer
    self.number = number
    self.value = value
  }
}

@available(macOS 26, *)
@Model final class SoakCrate: SoakBox {
  var weight: Int

  init(writer: Int, number: Int, value: Int, weight: Int) {
    self.weight = weight
    super.init(writer: writer, number: number, value: value)
  }
}

@Model final class SoakPart {
  var writer: Int
  var number: Int
  var value: Int
  var box: SoakBox?

  init(writer: Int, number: Int, value: Int) {
    self.writer = writer
    self.number = number
    self.value = value
  }
}

@Model final class SoakLabel {
  var number: Int
  var boxes: [SoakBox] = []

  init(number: Int) { self.number = number }
}

/// Counted up by all writers: a lost update shows.
@Model final class SoakCounter {
  var number: Int
  var value: Int = 0

  init(number: Int) { self.number = number }
}

/// How many steps a writer has taken when it stopped.
@Model final class SoakEnd {
  @Attribute(.unique) var writer: Int
  var steps: Int

  init(writer: Int, steps: Int) {
    self.writer = writer
    self.steps = steps
  }
}
