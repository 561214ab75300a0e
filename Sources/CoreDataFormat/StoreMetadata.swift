package import Foundation
package import StoreModel

/// What a store's Z_METADATA says about it.
///
/// Values that are not known here, an application's own among them, are kept as they were read.
package struct StoreMetadata: Sendable, Hashable {
  /// The framework whose files ours are like: that of an iOS 18 release.
  package static let frameworkVersion: Int64 = 1414

  private enum Key {
    static let storeType = "NSStoreType"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let hashes = "NSStoreModelVersionHashes"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    static let identifiers = "NSStoreModelVersionIdentifiers"
    static let digest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let autoVacuum = "_NSAutoVacuumLevel"
  }

  /// The store's identifier in upper case, which its own column holds, not the property list.
  package var uuid: String
  /// Everything in the property list.
  package var values: [String: PropertyListValue]

  /// The metadata of a new store.
  package init(layout: StoreLayout, uuid: UUID = UUID()) {
    self.uuid = uuid.uuidString
    values = [
      Key.storeType: .string("SQLite"),
      Key.autoVacuum: .string("2"),
    ]
    adopt(layout)
  }

  /// Reads a property list that a store holds.
  package init(plistData: Data, uuid: String = "") throws {
    guard case .dictionary(let values) = try PropertyListValue(binaryPropertyList: plistData) else {
      throw FormatError("The store's metadata is not a dictionary.")
    }
    self.uuid = uuid
    self.values = values
  }

  /// The property list for the store.
  package func plistData() -> Data {
    PropertyListValue.dictionary(values).binaryPropertyList()
  }

  /// Makes the metadata state the hashes and identifiers of a layout, as a migration does.
  package mutating func adopt(_ layout: StoreLayout) {
    let hashes = VersionHash.entityHashes(of: layout)
    values[Key.hashes] = .dictionary(hashes.mapValues { .data($0) })
    values[Key.hashesVersion] = .integer(3)
    values[Key.digest] = .string(VersionHash.digest(of: hashes))
    values[Key.checksum] = .string(VersionHash.checksum(of: hashes))
    values[Key.identifiers] = .array(layout.versionIdentifiers.map { .string($0) })
    values[Key.frameworkVersion] = .integer(Self.frameworkVersion)
  }

  /// The hashes of the store's entities by name.
  package var modelVersionHashes: [String: Data] {
    (values[Key.hashes]?.dictionary ?? [:]).compactMapValues(\.data)
  }

  package var versionIdentifiers: [String] {
    (values[Key.identifiers]?.array ?? []).compactMap(\.string)
  }

  package var persistenceFrameworkVersion: Int64? { values[Key.frameworkVersion]?.integer }

  package var modelVersionHashesDigest: String? { values[Key.digest]?.string }

  package var modelVersionChecksum: String? { values[Key.checksum]?.string }

  /// Whether the store was made for this very layout.
  package func matches(_ layout: StoreLayout) -> Bool {
    modelVersionHashes == VersionHash.entityHashes(of: layout)
  }
}
