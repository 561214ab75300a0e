import CoreDataFormat
import Foundation
import RelationalStore
import StoreModel
import StoreModelTestSupport
import Testing

@Suite(.enabled(if: !SampleStores.all.isEmpty)) struct SampleStoreTests {
  private func metadata(of store: StoreFile) throws -> StoreMetadata {
    try StoreMetadata(plistData: #require(try store.blob("SELECT Z_PLIST FROM Z_METADATA")))
  }

  /// The layout in a store's model cache, or nil if the store is too old to have one.
  private func layout(of store: StoreFile) throws -> StoreLayout? {
    let tables = try store.texts("SELECT name FROM sqlite_master WHERE name = 'Z_MODELCACHE'")
    guard !tables.isEmpty else { return nil }
    let content = try #require(try store.blob("SELECT Z_CONTENT FROM Z_MODELCACHE"))
    return try ModelCache.decode(content)
  }

  @Test(arguments: SampleStores.all) func digestAndChecksumFollowFromTheHashes(path: String) throws
  {
    let metadata = try metadata(of: try SampleStores.copy(path))
    let hashes = metadata.modelVersionHashes
    #expect(!hashes.isEmpty)
    if let digest = metadata.modelVersionHashesDigest {
      #expect(digest == VersionHash.digest(of: hashes))
    }
    if let checksum = metadata.modelVersionChecksum {
      #expect(checksum == VersionHash.checksum(of: hashes))
    }
  }

  @Test(arguments: SampleStores.all) func metadataIsWrittenAsItWasRead(path: String) throws {
    let store = try SampleStores.copy(path)
    let original = try #require(try store.blob("SELECT Z_PLIST FROM Z_METADATA"))
    let written = try StoreMetadata(plistData: original).plistData()
    let pair = try [original, written].map { data in
      try PropertyListSerialization.propertyList(from: data, format: nil) as? NSDictionary
    }
    #expect(pair[0] != nil)
    #expect(pair[0] == pair[1])
  }

  @Test(arguments: SampleStores.all) func hashesFollowFromTheModelCache(path: String) throws {
    let store = try SampleStores.copy(path)
    guard let layout = try layout(of: store) else { return }
    #expect(try metadata(of: store).modelVersionHashes == VersionHash.entityHashes(of: layout))
    #expect(try metadata(of: store).matches(layout))
  }

  @Test(arguments: SampleStores.all) func entitiesHaveTheNumbersOfTheStore(path: String) throws {
    let store = try SampleStores.copy(path)
    guard let layout = try layout(of: store) else { return }
    let names = try store.texts(
      "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
    #expect(layout.entities.map(\.name) == names)
  }

  @Test(arguments: SampleStores.all) func tablesHaveTheDefinitionsOfTheStore(path: String) throws {
    let store = try SampleStores.copy(path)
    guard let layout = try layout(of: store) else { return }
    let found = try store.texts("SELECT sql FROM sqlite_master WHERE type = 'table'")
    let expected = SchemaDefinition(layout).tables.map(\.statement.text)
    #expect(expected == Array(found.prefix(expected.count)))
  }

  @Test(arguments: SampleStores.all) func modelCacheSurvivesItsRoundTrip(path: String) throws {
    guard let layout = try layout(of: try SampleStores.copy(path)) else { return }
    #expect(try ModelCache.decode(ModelCache.encode(layout)) == layout)
  }

  @Test func storeMadeBySwiftDataHasTheVerySameSchema() throws {
    let path = "spezi/iOS26MigrationInput.sqlite"
    let found = try SampleStores.copy(path).texts("SELECT sql FROM sqlite_master")
    let made = try StoreFile(creating: SampleLayouts.schedule).texts(
      "SELECT sql FROM sqlite_master")
    #expect(made == found)
  }

  @Test func arraysOfStringsAreArchivedToTheByteAsSwiftDataDoes() throws {
    let store = try SampleStores.copy("spezi/iOS26MigrationInput.sqlite")
    let archive = try #require(try store.blob("SELECT ZTAGS FROM ZTASK WHERE ZTAGS IS NOT NULL"))
    let content = try ArchivedData.unwrap(archive)
    #expect(content == Data("[]".utf8))
    #expect(ArchivedData.wrap(content) == archive)
  }
}
