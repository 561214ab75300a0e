/// The identity of a model: its store, its entity, and its key there.
///
/// An identifier can be sent between threads and written out, where a model can't:
///
/// ```swift
/// let id = trip.persistentModelID
/// await worker.process(id)
/// ```
///
/// Unlike with Apple's SwiftData, an identifier taken before the first save equals the one taken after
/// it, and hashes alike, so that it may be kept in sets and dictionaries.
public struct PersistentIdentifier: Identifiable, Sendable {
  /// What an identifier refers to.
  enum Reference: Sendable {
    /// A row of a store; not saved yet when the identifier was made, if temporary.
    case row(EntityIdentity, primaryKey: Int64, isTemporary: Bool)
    /// A model that wasn't inserted when the identifier was made.
    case token(TemporaryToken)
    /// A record of a custom store.
    case custom(EntityIdentity, PrimaryKeyValue)
  }

  /// The identity of a model, for use where an identifier's own identity is asked for.
  public struct ID: Hashable, Sendable {
    let identifier: PersistentIdentifier
  }

  let reference: Reference

  init(_ reference: Reference) {
    self.reference = reference
  }

  /// Creates the identifier of a row.
  ///
  /// Where many are made, look up `EntityIdentity.of` once and use
  /// `init(_:primaryKey:isTemporary:)`.
  init(
    storeIdentifier: String, entityName: String, primaryKey: Int64, isTemporary: Bool = false
  ) {
    self.init(
      EntityIdentity.of(storeIdentifier: storeIdentifier, entityName: entityName),
      primaryKey: primaryKey, isTemporary: isTemporary)
  }

  /// Creates the identifier of a row of an entity; a temporary one if the row isn't saved yet.
  init(_ entity: EntityIdentity, primaryKey: Int64, isTemporary: Bool = false) {
    reference = .row(entity, primaryKey: primaryKey, isTemporary: isTemporary)
  }

  /// Creates the identifier of a model that isn't inserted yet.
  init(_ token: TemporaryToken) {
    reference = .token(token)
  }

  /// The identifier's own identity.
  public var id: ID { ID(identifier: self) }

  /// The name of the model's entity.
  public var entityName: String {
    switch reference {
    case .row(let entity, _, _), .custom(let entity, _): entity.entityName
    case .token(let token): token.entityName
    }
  }

  /// The identifier of the model's store; nil while the model isn't saved.
  public var storeIdentifier: String? {
    switch reference {
    case .row(let entity, _, let isTemporary): isTemporary ? nil : entity.storeIdentifier
    case .custom(let entity, _): entity.storeIdentifier
    case .token: nil
    }
  }

  /// Whether the identifier was taken before the first save of its model.
  ///
  /// It stays so: ask the model again after the save for an identifier that isn't.
  public var isTemporary: Bool {
    switch reference {
    case .row(_, _, let isTemporary): isTemporary
    case .custom: false
    case .token: true
    }
  }

  /// Returns the identifier of a record of a custom store.
  ///
  /// - Parameters:
  ///   - storeIdentifier: The identifier of the store.
  ///   - entityName: The name of the model's entity.
  ///   - primaryKey: The record's key in the store.
  /// - Returns: The identifier.
  /// - Throws: An `EncodingError` if the key can't be encoded.
  public static func identifier<T>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable & CustomStringConvertible & Decodable & Encodable & Hashable {
    PersistentIdentifier(
      EntityIdentity.of(storeIdentifier: storeIdentifier, entityName: entityName),
      key: try PrimaryKeyValue(primaryKey), isTemporary: false)
  }

  /// A text key such as `p12` is how a default store's key is spelled, so it becomes a row.
  init(_ entity: EntityIdentity, key: PrimaryKeyValue, isTemporary: Bool) {
    if case .text(let text) = key, let row = Self.rowKey(text) {
      self.init(entity, primaryKey: row, isTemporary: isTemporary)
    } else {
      self.init(.custom(entity, key))
    }
  }

  /// The number in a key such as `p12`, written just so.
  static func rowKey(_ text: String) -> Int64? {
    guard text.hasPrefix("p"), let number = Int64(text.dropFirst()), number >= 0,
      text == "p\(number)"
    else { return nil }
    return number
  }
}

extension PersistentIdentifier {
  /// The row that the identifier stands for: now, even where it was made before the row had a key.
  var row: TemporaryToken.Row? {
    switch reference {
    case .row(let entity, let primaryKey, _):
      TemporaryToken.Row(entity: entity, primaryKey: primaryKey)
    case .token(let token): token.resolvedRow
    case .custom: nil
    }
  }

  /// The row that a context finds by the identifier: `row`, or the one that its model turned out to
  /// be when it was saved.
  var destinationRow: TemporaryToken.Row? {
    if case .token(let token) = reference { token.destinationRow } else { row }
  }

  /// The key of the row, if the identifier is one of a row.
  var primaryKey: Int64? {
    if case .row(_, let primaryKey, _) = reference { primaryKey } else { row?.primaryKey }
  }

  /// The key in a custom store.
  var customKey: PrimaryKeyValue? {
    if case .custom(_, let key) = reference { key } else { nil }
  }
}

extension PersistentIdentifier: Hashable {
  /// Returns whether two identifiers are those of one model.
  public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    switch (lhs.reference, rhs.reference) {
    case (.row(let lhs, let lhsKey, _), .row(let rhs, let rhsKey, _)):
      lhsKey == rhsKey && lhs === rhs
    case (.custom(let lhs, let lhsKey), .custom(let rhs, let rhsKey)):
      lhs === rhs && lhsKey == rhsKey
    case (.token(let lhs), .token(let rhs)) where lhs === rhs: true
    case (.custom, _), (_, .custom): false
    default:
      if let lhs = lhs.row, let rhs = rhs.row {
        lhs.primaryKey == rhs.primaryKey && lhs.entity === rhs.entity
      } else {
        false
      }
    }
  }

  /// Hashes what stays the same across the first save.
  public func hash(into hasher: inout Hasher) {
    switch reference {
    case .row(let entity, let primaryKey, _): entity.hash(row: primaryKey, into: &hasher)
    case .token(let token): hasher.combine(token.seed)
    case .custom(let entity, let key):
      hasher.combine(entity.nameHash)
      hasher.combine(key)
    }
  }
}

extension PersistentIdentifier: Comparable {
  /// Orders by store, entity and key; identifiers of models that aren't inserted come last.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    let lhs = lhs.sortKey
    let rhs = rhs.sortKey
    return (lhs.rank, lhs.store, lhs.entity, lhs.number) < (
      rhs.rank, rhs.store, rhs.entity, rhs.number
    )
      || (lhs.rank, lhs.store, lhs.entity, lhs.number) == (
        rhs.rank, rhs.store, rhs.entity, rhs.number
      ) && lhs.key < rhs.key
  }

  private struct SortKey {
    var rank: Int
    var store: String
    var entity: String
    var number: Int64 = 0
    var key: PrimaryKeyValue = .null
  }

  private var sortKey: SortKey {
    if let row {
      return SortKey(
        rank: 0, store: row.entity.storeIdentifier, entity: row.entity.entityName,
        number: row.primaryKey)
    }
    switch reference {
    case .custom(let entity, let key):
      return SortKey(
        rank: 0, store: entity.storeIdentifier, entity: entity.entityName, number: .max, key: key)
    case .token(let token):
      return SortKey(
        rank: 1, store: "", entity: token.entityName, number: Int64(bitPattern: token.seed))
    case .row(let entity, let primaryKey, _):
      return SortKey(
        rank: 0, store: entity.storeIdentifier, entity: entity.entityName, number: primaryKey)
    }
  }
}

extension PersistentIdentifier: CustomDebugStringConvertible {
  /// The identifier as a URI.
  public var debugDescription: String { "PersistentIdentifier(\(uriRepresentation))" }
}
