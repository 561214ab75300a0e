import SwiftData
import Testing

/// E19, E25: one class name in several versions of a schema, also within a test.
@Suite struct SchemaVersionTests {
  enum First: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Item.self]

    @Model final class Item {
      var name: String = ""

      init() {}
    }
  }

  enum Second: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
      var name: String = ""
      var size: Int = 0

      init() {}
    }
  }

  @Test func equalNamesInTwoVersionsAreTwoClasses() {
    let first = Schema(versionedSchema: First.self)
    let second = Schema(versionedSchema: Second.self)
    #expect(first.entities.map(\.name) == second.entities.map(\.name))
    #expect(first.entitiesByName["Item"]?.attributes.count == 1)
    #expect(second.entitiesByName["Item"]?.attributes.count == 2)
  }

  @Test func bothVersionsAreUsedInOneProcess() throws {
    let first = First.Item()
    first.name = "first"
    let second = Second.Item()
    second.size = 2
    #expect(try Store(First.Item.self).reread(first).name == "first")
    #expect(try Store(Second.Item.self).reread(second).size == 2)
  }
}
