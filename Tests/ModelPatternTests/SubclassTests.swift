import Foundation
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
    #expect(Animal.schemaMetadata.count == 4)
    #expect(Puppy.schemaMetadata.count == 1)
    #expect(Puppy.Root.self == Animal.self)
  }

  @Test func storedValuesTakeThePlaceOfDefaults() throws {
    let store = try Store(Puppy.self, Stray.self, Odd.self)
    let puppy = Puppy(name: "Rex")
    puppy.age = 7
    puppy.breed = "Collie"
    let reread = try store.reread(puppy)
    #expect(reread.age == 7)
    #expect(reread.breed == "Collie")
    #expect(reread.born == puppy.born)
    let stray = Stray(name: "Mia")
    stray.place = "Oslo"
    stray.lives = 3
    #expect(try store.reread(stray).place == "Oslo")
    #expect(try store.onlyModel(Stray.self).lives == 3)
  }

  @Test func valuesOfAllKindsWaitForTheSuperclass() throws {
    let store = try Store(Odd.self)
    let friend = Stray(name: "Mia")
    let odd = Odd(friend: friend)
    #expect(odd.friend === friend)
    #expect(odd.note == nil)
    #expect(odd.code == 5)
    #expect(odd.payload == [1, 2])
    #expect(odd.list == ["a"])
    let reread = try store.reread(odd)
    #expect(reread.friend?.name == "Mia")
    #expect(reread.friend?.friends.first === reread)
    #expect(reread.note == nil)
    #expect(reread.code == 5)
    #expect(reread.payload == [1, 2])
    #expect(reread.list == ["a"])
    #expect(reread.name == "odd")
  }

  @Test func aModelCanBeReadBeforeAnythingIsSet() {
    let bare = Bare()
    #expect(bare.note == nil)
    #expect(bare.count == 1)
    bare.note = "x"
    #expect(bare.note == "x")
    #expect(bare.persistentModelID.entityName == "Bare")
    #expect(BareBase().count == 1)
  }

  @Test func anOverriddenPropertyShowsWhatItsGetterSays() throws {
    let store = try Store(Shy.self, Loud.self)
    let context = ModelContext(store.container)
    for animal in [Animal(name: "a"), Shy(name: "b"), Loud(name: "c")] { context.insert(animal) }
    try context.save()
    let fresh = ModelContext(store.container)
    func names(_ predicate: Predicate<Animal>) throws -> [String] {
      try fresh.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
        .map(\.name)
    }
    #expect(try names(#Predicate { $0.name == "b" }) == [])
    #expect(try names(#Predicate { $0.name == "shy b" }) == ["shy b"])
    #expect(try names(#Predicate { $0.name >= "b" }) == ["c", "shy b"])
    let shy = try fresh.fetch(FetchDescriptor<Shy>(predicate: #Predicate { $0.name == "shy b" }))
    #expect(shy.first?.getValue(forKey: \.name) == "b")
    shy.first?.name = "d"
    #expect(shy.first?.name == "shy d")
    let loud = try #require(
      try fresh.fetch(FetchDescriptor<Loud>(predicate: #Predicate { $0.name == "c" })).first)
    loud.name = "e"
    #expect(loud.changes == ["c", "e"])
    try fresh.save()
    #expect(try store.onlyModel(Shy.self).name == "shy d")
    #expect(try store.onlyModel(Loud.self).name == "e")
  }

  @Test func requirementsOfAProtocolAreMetBySubclasses() throws {
    let store = try Store(Puppy.self, Stray.self)
    let context = ModelContext(store.container)
    context.insert(Puppy(name: "Rex"))
    context.insert(Stray(name: "Mia"))
    try context.save()
    #expect(try called("Rex", Puppy.self, context).count == 1)
    #expect(try called("Rex", Animal.self, context).count == 1)
    #expect(try called("Mia", Puppy.self, context).isEmpty)
  }

  private func called<T: Named>(
    _ name: String, _ type: T.Type, _ context: ModelContext
  ) throws -> [T] {
    try context.fetch(
      FetchDescriptor<T>(
        predicate: #Predicate { $0.name == name }, sortBy: [SortDescriptor(\.name)]))
  }
}

private protocol Named: PersistentModel {
  var name: String { get }
}

@Model private class Animal: Named {
  var name: String
  private var chip = 7
  private(set) var vet: String?
  let born: Date = Date()

  init(name: String) { self.name = name }
}

@available(iOS 26, macOS 26, *)
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
  #if DEBUG || !DEBUG
    var lives = 9
  #endif
  var friends: [Odd] = []
}

/// Sets everything before its superclass has a place for it.
@Model private final class Odd: Animal {
  var note: String? = "default"
  var list: [String] = []
  @Relationship(inverse: \Stray.friends) var friend: Stray?
  #if DEBUG || !DEBUG
    let code: Int
  #endif

  @Transient private var _payload: _SwiftDataNoType?
  @Attribute(hashModifier: "1") var payload: [Int] {
    @storageRestrictions(accesses: _$backingData, initializes: _payload)
    init(initialValue) {
      _payload = .init()
      _$backingData.setValue(forKey: \.payload, to: initialValue)
    }
    get { getValue(forKey: \.payload) }
    set { setValue(forKey: \.payload, to: newValue) }
  }

  init(friend: Stray) {
    self.friend = friend
    note = nil
    code = 5
    payload = [1, 2]
    super.init(name: "odd")
    list = list + ["a"]
  }
}

@Model private class BareBase {
  var count = 1

  init() {}
}

@Model private final class Bare: BareBase {
  var note: String?
}

@Model private final class Shy: Animal {
  override var name: String {
    get { "shy " + super.name }
    set { super.name = newValue }
  }

  override init(name: String) { super.init(name: name) }
}

@Model private final class Loud: Animal {
  @Transient var changes: [String] = []

  override var name: String {
    didSet { changes = [oldValue, name] }
  }

  override init(name: String) { super.init(name: name) }
}
