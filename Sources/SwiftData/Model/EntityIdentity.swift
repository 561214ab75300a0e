import Synchronization

/// One entity of one store, as identifiers refer to it: a single object per pair, so that comparing
/// two entities is comparing two addresses.
final class EntityIdentity: Sendable {
  let storeIdentifier: String
  let entityName: String
  /// Hash of the names, mixed with that of the key in each identifier's hash.
  let nameHash: Int

  /// The hash seeds of rows that identifiers already stood for before their key was known.
  ///
  /// Such an identifier may lie in a set, so its hash can't change when the row gets its key. Instead
  /// whoever hashes the row by its key takes the seed from here. Entries stay for good: some 30 bytes
  /// for each model whose identifier was asked for before its row had a key.
  private let seeds = Mutex<[Int64: UInt64]>([:])
  private let hasSeeds = Atomic<Bool>(false)

  private init(storeIdentifier: String, entityName: String) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    var hasher = Hasher()
    hasher.combine(storeIdentifier)
    hasher.combine(entityName)
    nameHash = hasher.finalize()
  }

  private struct Names: Hashable {
    let storeIdentifier: String
    let entityName: String
  }

  private static let all = Mutex<[Names: EntityIdentity]>([:])

  /// The one object for an entity of a store.
  ///
  /// Ask once and keep it where identifiers are made in number.
  static func of(storeIdentifier: String, entityName: String) -> EntityIdentity {
    let names = Names(storeIdentifier: storeIdentifier, entityName: entityName)
    return all.withLock { all in
      if let known = all[names] { return known }
      let new = EntityIdentity(storeIdentifier: storeIdentifier, entityName: entityName)
      all[names] = new
      return new
    }
  }

  /// Remembers the seed of a row, unless it has one.
  func setSeed(_ seed: UInt64, ofRow primaryKey: Int64) {
    seeds.withLock { seeds in
      if seeds[primaryKey] == nil { seeds[primaryKey] = seed }
    }
    hasSeeds.store(true, ordering: .releasing)
  }

  /// Forgets the seed of a row that was never written.
  func removeSeed(_ seed: UInt64, ofRow primaryKey: Int64) {
    seeds.withLock { seeds in
      if seeds[primaryKey] == seed { seeds[primaryKey] = nil }
    }
  }

  /// Feeds a hasher with what all identifiers of a row have in common.
  func hash(row primaryKey: Int64, into hasher: inout Hasher) {
    if hasSeeds.load(ordering: .acquiring),
      let seed = seeds.withLock({ $0[primaryKey] })
    {
      hasher.combine(seed)
    } else {
      hasher.combine(nameHash)
      hasher.combine(primaryKey)
    }
  }
}
