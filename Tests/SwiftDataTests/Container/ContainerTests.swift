import Foundation
import SwiftData
import Testing

@Suite struct ContainerTests {
  private func configuration(
    _ name: String, _ types: [any PersistentModel.Type]?, in store: TemporaryStore
  ) -> ModelConfiguration {
    ModelConfiguration(
      name, schema: types.map { Schema($0) },
      url: store.folder.appendingPathComponent("\(name).store"))
  }

  @Test func oneContainerSavesToSeveralStores() throws {
    let store = try TemporaryStore()
    let schema = Schema([Boat.self, Plane.self])
    let configurations = [
      configuration("rest", nil, in: store), configuration("boats", [Boat.self], in: store),
    ]
    let container = try ModelContainer(for: schema, configurations: configurations)
    let context = ModelContext(container)
    context.insert(Boat(name: "Argo"))
    context.insert(Plane(name: "Spirit"))
    try context.save()
    #expect(!context.hasChanges)
    let boats = RawStore(url: store.folder.appendingPathComponent("boats.store"))
    let rest = RawStore(url: store.folder.appendingPathComponent("rest.store"))
    #expect(try boats.texts("SELECT ZNAME FROM ZBOAT") == ["Argo"])
    #expect(try rest.texts("SELECT ZNAME FROM ZPLANE") == ["Spirit"])
    #expect(try boats.integer("SELECT count(*) FROM sqlite_master WHERE name = 'ZPLANE'") == 0)
    #expect(try rest.integer("SELECT count(*) FROM sqlite_master WHERE name = 'ZBOAT'") == 0)
    let again = ModelContext(
      try ModelContainer(for: schema, configurations: configurations.reversed()))
    #expect(try again.fetch(FetchDescriptor<Boat>()).map(\.name) == ["Argo"])
    #expect(try again.fetch(FetchDescriptor<Plane>()).map(\.name) == ["Spirit"])
    try container.erase()
    #expect(try again.fetchCount(FetchDescriptor<Boat>()) == 0)
    #expect(try again.fetchCount(FetchDescriptor<Plane>()) == 0)
  }

  @Test func configurationsThatClashAreRefused() throws {
    let store = try TemporaryStore()
    let schema = Schema([Boat.self, Plane.self])
    func expectRefusal(
      _ code: SwiftDataError, _ configurations: [ModelConfiguration],
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(throws: code, sourceLocation: sourceLocation) {
        _ = try ModelContainer(for: schema, configurations: configurations)
      }
      #expect(try store.snapshot().names.isEmpty, sourceLocation: sourceLocation)
    }
    let boats = configuration("boats", [Boat.self], in: store)
    try expectRefusal(.duplicateConfiguration, [boats, configuration("boats", nil, in: store)])
    try expectRefusal(
      .duplicateConfiguration,
      [boats, ModelConfiguration("other", schema: Schema([Plane.self]), url: boats.url)])
    let detour = store.folder.appendingPathComponent("x/../boats.store")
    try expectRefusal(
      .duplicateConfiguration,
      [boats, ModelConfiguration("other", schema: Schema([Plane.self]), url: detour)])
    try expectRefusal(
      .duplicateConfiguration,
      [configuration("a", nil, in: store), configuration("b", nil, in: store)])
    try expectRefusal(
      .duplicateConfiguration, [boats, configuration("more", [Boat.self, Plane.self], in: store)])
    try expectRefusal(.configurationSchemaNotFoundInContainerSchema, [boats])
    try expectRefusal(
      .configurationSchemaNotFoundInContainerSchema,
      [configuration("all", nil, in: store), configuration("cars", [Car.self], in: store)])
  }

  @Test func storesInMemoryAreApart() throws {
    func context() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Boat.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }
    let first = try context()
    let second = try context()
    first.insert(Boat(name: "Argo"))
    try first.save()
    #expect(try ModelContext(first.container).fetchCount(FetchDescriptor<Boat>()) == 1)
    #expect(try second.fetchCount(FetchDescriptor<Boat>()) == 0)
    #expect(!FileManager.default.fileExists(atPath: "/dev/null-wal"))
  }

  @Test func aModelOfNoEntityIsRefusedBySaveAndFetch() throws {
    let container = try ModelContainer(
      for: Boat.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Boat(name: "Argo"))
    context.insert(Car())
    #expect(throws: SwiftDataError.unknownSchema) { try context.save() }
    #expect(throws: SwiftDataError.unknownSchema) { try context.fetch(FetchDescriptor<Car>()) }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Boat>()) == 0)
    context.rollback()
    #expect(!context.hasChanges)
    context.insert(Boat(name: "Argo"))
    try context.save()
  }

  @Test @MainActor func theMainContextIsOne() throws {
    let container = try ModelContainer(
      for: Boat.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(container.mainContext === container.mainContext)
    #expect(container.mainContext.container === container)
    #expect(container.mainContext !== ModelContext(container))
  }

  @Test func eraseKeepsTheFileUsable() throws {
    let store = try TemporaryStore()
    let container = try store.container(Boat.self)
    let context = ModelContext(container)
    context.insert(Boat(name: "Argo"))
    try context.save()
    try container.erase()
    let other = ModelContext(container)
    #expect(try other.fetchCount(FetchDescriptor<Boat>()) == 0)
    other.insert(Boat(name: "Fram"))
    try other.save()
    #expect(try other.fetch(FetchDescriptor<Boat>()).map(\.name) == ["Fram"])
    try store.check()
  }

  @Test func storesAreFoundByNameAndIdentifier() throws {
    let store = try TemporaryStore()
    let container = try ModelContainer(
      for: Boat.self, configurations: configuration("boats", nil, in: store))
    let identifier = try #require(container.storeIdentifier(forConfigurationNamed: "boats"))
    #expect(container.configurationName(forStoreIdentifier: identifier) == "boats")
    #expect(container.storeIdentifier(forConfigurationNamed: "planes") == nil)
    let boat = Boat(name: "Argo")
    let context = ModelContext(container)
    context.insert(boat)
    try context.save()
    #expect(boat.persistentModelID.storeIdentifier == identifier)
  }

  @Test func theDefaultStoreLiesInTheUsersDataFolder() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [folder = store.folder.path as String] in
      setenv("XDG_DATA_HOME", folder + "/not/there/yet", 1)
      for name in [nil, "named"] {
        let configuration = ModelConfiguration(name)
        let context = ModelContext(
          try ModelContainer(for: Boat.self, configurations: configuration))
        context.insert(Boat(name: "Argo"))
        try context.save()
        #expect(configuration.url.path.hasPrefix(folder + "/not/there/yet/"))
        #expect(configuration.url.lastPathComponent == (name ?? "default") + ".store")
        #expect(FileManager.default.fileExists(atPath: configuration.url.path))
      }
      let context = ModelContext(try ModelContainer(for: Boat.self))
      #expect(try context.fetchCount(FetchDescriptor<Boat>()) == 1)
    }
  }
}

// MARK: - Names

/// Names that occur more than once, or that the standard library has as well.
@Suite struct ContainerNamesTests {
  @Test func modelsOfTheSameNameLiveInContainersOfTheirOwn() throws {
    let old = try TemporaryStore()
    let new = try TemporaryStore()
    let first = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: FleetV1.self),
        configurations: [ModelConfiguration(url: old.url)]))
    let second = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: FleetV2.self),
        configurations: [ModelConfiguration(url: new.url)]))
    first.insert(FleetV1.Ship(name: "old"))
    second.insert(FleetV2.Ship(title: "new"))
    try first.save()
    try second.save()
    #expect(try first.fetch(FetchDescriptor<FleetV1.Ship>()).map(\.name) == ["old"])
    #expect(try second.fetch(FetchDescriptor<FleetV2.Ship>()).map(\.title) == ["new"])
    #expect(throws: SwiftDataError.unknownSchema) {
      try second.fetch(FetchDescriptor<FleetV1.Ship>())
    }
    // Another version of the schema is another schema.
    let before = try old.snapshot()
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      _ = try ModelContainer(
        for: Schema(versionedSchema: FleetV2.self),
        configurations: [ModelConfiguration(url: old.url)])
    }
    #expect(try old.snapshot() == before)
  }

  @Test func twoModelsOfOneNameInOneSchemaAreRefused() throws {
    let store = try TemporaryStore()
    let error = #expect(throws: SwiftDataError.self) {
      _ = try store.container(FleetV1.Ship.self, FleetV2.Ship.self)
    }
    #expect(error?.description.contains("FleetV1.Ship") == true)
    #expect(try store.snapshot().names.isEmpty)
  }

  @Test func modelsMayBeCalledAsTheStandardLibrarysTypes() throws {
    let store = try TemporaryStore()
    let context = ModelContext(
      try store.container(Everyday.Task.self, Everyday.Date.self, Everyday.Collection.self))
    let task = Everyday.Task(title: "a")
    task.date = Everyday.Date(day: 1)
    task.collections = [Everyday.Collection(name: "c")]
    context.insert(task)
    try context.save()
    let other = ModelContext(
      try store.container(Everyday.Task.self, Everyday.Date.self, Everyday.Collection.self))
    let found = try #require(try other.fetch(FetchDescriptor<Everyday.Task>()).first)
    #expect(found.title == "a" && found.date?.day == 1)
    #expect(found.collections.map(\.name) == ["c"])
    try store.check()
  }
}

@Model final class Boat {
  var name: String
  init(name: String) { self.name = name }
}

@Model final class Plane {
  var name: String
  init(name: String) { self.name = name }
}

@Model final class Car {
  var seats: Int = 4
  init() {}
}

enum FleetV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Ship.self] }

  @Model final class Ship {
    var name: String
    init(name: String) { self.name = name }
  }
}

enum FleetV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Ship.self] }

  @Model final class Ship {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum Everyday {
  @Model final class Task {
    var title: String
    var date: Everyday.Date?
    var collections: [Everyday.Collection] = []
    init(title: String) { self.title = title }
  }

  @Model final class Date {
    var day: Int
    init(day: Int) { self.day = day }
  }

  @Model final class Collection {
    var name: String
    init(name: String) { self.name = name }
  }
}
