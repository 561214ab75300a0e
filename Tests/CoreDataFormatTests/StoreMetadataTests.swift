import CoreDataFormat
import Foundation
import StoreModel
import StoreModelTestSupport
import Testing

@Suite struct StoreMetadataTests {
  @Test func newMetadataHasWhatAppleWrites() throws {
    let metadata = StoreMetadata(layout: SampleLayouts.recipes)
    let found = try #require(
      try PropertyListSerialization.propertyList(from: metadata.plistData(), format: nil)
        as? [String: Any])
    #expect(found["NSStoreType"] as? String == "SQLite")
    #expect(found["_NSAutoVacuumLevel"] as? String == "2")
    #expect(found["NSStoreModelVersionHashesVersion"] as? Int == 3)
    #expect(found["NSStoreModelVersionIdentifiers"] as? [String] == ["1.0.0"])
    #expect(found["NSPersistenceFrameworkVersion"] as? Int == 1414)
    #expect(
      found["NSStoreModelVersionChecksumKey"] as? String
        == "6T24D3nNvz6qsg0dO7y7IA3tlbZ0QpK/AwmP5KiXXgw=")
    #expect((found["NSStoreModelVersionHashes"] as? [String: Data])?.count == 3)
    #expect(found.count == 8)
  }

  @Test func identifierIsInUpperCase() {
    let metadata = StoreMetadata(layout: SampleLayouts.recipes)
    #expect(metadata.uuid == metadata.uuid.uppercased())
    #expect(UUID(uuidString: metadata.uuid) != nil)
  }

  @Test func valuesOfAnApplicationSurviveReadingMigratingAndWriting() throws {
    var original = StoreMetadata(layout: SampleLayouts.recipes)
    original.values["com.example.lastSync"] = .date(12.5)
    original.values["com.example.nested"] = .dictionary(["a": .array([.integer(1), .real(2)])])
    var read = try StoreMetadata(plistData: original.plistData(), uuid: original.uuid)
    #expect(read == original)
    read.adopt(SampleLayouts.trips)
    #expect(read.matches(SampleLayouts.trips))
    #expect(!read.matches(SampleLayouts.recipes))
    #expect(read.uuid == original.uuid)
    #expect(read.values["com.example.lastSync"] == .date(12.5))
    #expect(read.values["com.example.nested"] == original.values["com.example.nested"])
  }

  @Test func listThatIsNoDictionaryIsAnError() {
    let data = PropertyListValue.array([]).binaryPropertyList()
    #expect(throws: FormatError.self) { try StoreMetadata(plistData: data) }
  }
}
