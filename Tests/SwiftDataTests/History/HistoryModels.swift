import SwiftData

// The schema of random histories: a one-to-many that cascades, a many-to-many, a one-to-one, a self
// reference, and references without inverse.

@Model final class Region {
  var number: Int
  var value: Int
  @Relationship(deleteRule: .cascade, inverse: \Town.region) var towns: [Town] = []
  var parent: Region?
  @Relationship(inverse: \Region.parent) var parts: [Region] = []

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

@Model final class Town {
  var number: Int
  var value: Int
  var region: Region?
  @Relationship(inverse: \Route.towns) var routes: [Route] = []
  var mayor: Mayor?

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

@Model final class Route {
  var number: Int
  var value: Int
  var towns: [Town] = []
  /// No inverse leads here, nor from `stops`.
  var start: Mayor?
  var stops: [Region] = []

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

@Model final class Mayor {
  var number: Int
  var value: Int
  @Relationship(inverse: \Town.mayor) var town: Town?

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}
