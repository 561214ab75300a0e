extension Schema {
  /// The indexes that `#Index` asks for on a model.
  public final class Index<T>: SchemaProperty, CustomDebugStringConvertible, Hashable, Codable
  where T: PersistentModel {
    /// One index: its kind and the properties it orders by.
    public enum Types<P> where P: PersistentModel {
      /// An ordinary index, which finds equal values and ranges.
      case binary([PartialKeyPath<P>])
      /// An index of ranges in several dimensions. Stored as an ordinary index here.
      case rtree([PartialKeyPath<P>])

      var keyPaths: [PartialKeyPath<P>] {
        switch self {
        case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
        }
      }
    }

    /// The keys of an encoded index list.
    public enum CodingKeys: CodingKey {
      /// The indexes.
      case indices
    }

    /// The name of the list; empty, since `#Index` gives none.
    public var name: String = ""
    /// The former name of the list; empty.
    public var originalName: String = ""
    /// The type that the indexes are on.
    public var valueType: any Any.Type = T.self
    /// The indexes in declared order.
    public let indices: [Types<T>]

    /// Creates a list of indexes of either kind.
    public init(_ indices: Types<T>...) {
      self.indices = indices
    }

    /// Creates a list of ordinary indexes.
    public init(_ binaryIndices: [PartialKeyPath<T>]...) {
      self.indices = binaryIndices.map { .binary($0) }
    }

    /// Reads indexes by property name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      indices = try container.decode([IndexRecord].self, forKey: .indices).map { record in
        guard let keyPaths = KeyPathNames<T>.keyPaths(named: record.properties) else {
          throw DecodingError.dataCorruptedError(
            forKey: .indices, in: container,
            debugDescription: "\(T.self) lacks one of the properties \(record.properties).")
        }
        return record.kind == .binary ? .binary(keyPaths) : .rtree(keyPaths)
      }
    }

    /// Writes the indexes by property name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let records = try indices.map { index in
        let kind: IndexRecord.Kind = if case .binary = index { .binary } else { .rtree }
        return IndexRecord(kind: kind, properties: try KeyPathNames.names(of: index.keyPaths))
      }
      try container.encode(records, forKey: .indices)
    }
  }
}

/// One index in its encoded form.
private struct IndexRecord: Codable {
  enum Kind: String, Codable {
    case binary, rtree
  }

  let kind: Kind
  let properties: [String]
}

extension Schema.Index.Types: Equatable {}

extension Schema.Index: KeyPathGroups {
  /// Whether equal values are refused: never by an index.
  public var isUnique: Bool { false }

  var keyPathGroups: [[AnyKeyPath]] { indices.map { $0.keyPaths } }

  var propertyNameGroups: [[String]] {
    indices.compactMap { try? KeyPathNames.names(of: $0.keyPaths) }
  }

  /// Returns whether two lists hold the same indexes.
  public static func == (lhs: Schema.Index<T>, rhs: Schema.Index<T>) -> Bool {
    lhs.name == rhs.name && lhs.indices == rhs.indices
  }

  /// Hashes the key paths of all indexes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keyPathGroups)
  }

  /// The model and the property names of each index.
  public var debugDescription: String {
    let groups = indices.map { (try? KeyPathNames.names(of: $0.keyPaths)) ?? ["?"] }
    return "Index<\(T.self)>(\(groups))"
  }
}
