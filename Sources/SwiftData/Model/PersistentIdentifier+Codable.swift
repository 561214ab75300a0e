import Foundation

extension PersistentIdentifier: Codable {
  private enum CodingKeys: String, CodingKey {
    case implementation
  }

  private enum ImplementationKeys: String, CodingKey {
    case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName, typedPrimaryKey
  }

  /// The key as a URI spells it: `p12` for a row, `t` and a UUID before there is one.
  private var spelledKey: PrimaryKeyValue {
    if let row { return .text("p\(row.primaryKey)") }
    switch reference {
    case .custom(_, let key): return key
    case .token(let token): return .text("t" + token.uuid.uuidString)
    case .row(_, let primaryKey, _): return .text("p\(primaryKey)")
    }
  }

  /// The store, also where `storeIdentifier` is nil because the row isn't saved.
  private var knownStore: String? { row?.entity.storeIdentifier ?? storeIdentifier }

  /// The identifier as Core Data writes it: `x-coredata://<store>/<entity>/<key>`.
  var uriRepresentation: String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))
    let parts = [knownStore ?? "", entityName, spelledKey.text].map {
      $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? $0
    }
    return "x-coredata://" + parts.joined(separator: "/")
  }

  /// Writes the identifier in the form that Apple's SwiftData uses.
  ///
  /// One taken before its model was inserted means nothing to another process.
  public func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: CodingKeys.self)
    var container = outer.nestedContainer(keyedBy: ImplementationKeys.self, forKey: .implementation)
    try container.encode(spelledKey, forKey: .primaryKey)
    try container.encode(uriRepresentation, forKey: .uriRepresentation)
    try container.encode(isTemporary, forKey: .isTemporary)
    try container.encodeIfPresent(knownStore, forKey: .storeIdentifier)
    try container.encode(entityName, forKey: .entityName)
    try container.encodeIfPresent(customKey, forKey: .typedPrimaryKey)
    if case .token(let token) = reference { token.noteEncoding() }
  }

  /// Reads an identifier in the form that Apple's SwiftData uses.
  ///
  /// Store and entity may be left out if the URI tells them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
      .nestedContainer(keyedBy: ImplementationKeys.self, forKey: .implementation)
    let uri = try container.decodeIfPresent(String.self, forKey: .uriRepresentation)
    let parts = Self.parts(ofURI: uri)
    let isTemporary = try container.decodeIfPresent(Bool.self, forKey: .isTemporary) ?? false
    let key =
      try container.decodeIfPresent(PrimaryKeyValue.self, forKey: .typedPrimaryKey)
      ?? container.decodeIfPresent(PrimaryKeyValue.self, forKey: .primaryKey)
      ?? parts.map { .text($0.key) }
    guard let key,
      let entityName = try container.decodeIfPresent(String.self, forKey: .entityName)
        ?? parts?.entity
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .primaryKey, in: container,
        debugDescription: "An identifier needs a primary key and an entity name, or a URI.")
    }
    if isTemporary, case .text(let text) = key, text.hasPrefix("t"),
      let uuid = UUID(uuidString: String(text.dropFirst()))
    {
      self.init(TemporaryToken.decoding(entityName: entityName, uuid: uuid))
      return
    }
    let store =
      try container.decodeIfPresent(String.self, forKey: .storeIdentifier) ?? parts?.store
    guard let store else {
      throw DecodingError.dataCorruptedError(
        forKey: .storeIdentifier, in: container,
        debugDescription: "An identifier needs a store identifier, or a URI.")
    }
    self.init(
      EntityIdentity.of(storeIdentifier: store, entityName: entityName), key: key,
      isTemporary: isTemporary)
  }

  private static func parts(ofURI uri: String?) -> (store: String, entity: String, key: String)? {
    guard let uri, uri.hasPrefix("x-coredata://") else { return nil }
    let parts = uri.dropFirst("x-coredata://".count)
      .split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).removingPercentEncoding ?? String($0) }
    guard parts.count == 3 else { return nil }
    return (parts[0], parts[1], parts[2])
  }
}
