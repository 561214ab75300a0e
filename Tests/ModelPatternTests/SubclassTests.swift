import SwiftData
import Testing

/// E13: models that inherit from models.
@Suite struct SubclassTests {
  @Test func everyLevelHasItsProperties() {
    let puppy = Puppy(name: "Rex")
    puppy.age = 1
    puppy.breed = "Collie"
    #expect(puppy.name == "Rex")
    #expect(puppy.breed == "Collie")
    #expect(puppy.age == 1)
    let plain = puppy as Animal
    plain.name = "Max"
    #expect(puppy.name == "Max")
  }

  @Test func aSubclassWithoutInitializersInheritsThem() {
    let stray = Stray(name: "Rex")
    #expect(stray.name == "Rex")
    #expect(stray.place == nil)
  }

  @Test func metadataIsThatOfEachLevel() {
    #expect(Animal.schemaMetadata.count == 1)
    #expect(Puppy.schemaMetadata.count == 1)
    #expect(Puppy.Root.self == Animal.self)
  }
}

@Model private class Animal {
  var name: String

  init(name: String) { self.name = name }
}

@Model private class Dog: Animal {
  var breed: String

  override init(name: String) {
    breed = ""
    super.init(name: name)
  }
}

@Model private final class Puppy: Dog {
  var age: Int = 0

  override init(name: String) { super.init(name: name) }
}

@Model private class Stray: Animal {
  var place: String?
}
