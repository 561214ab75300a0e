extension Schema {
  /// The uniqueness constraints that `#Unique` asks for on a model.
  public final class Unique<T>: SchemaProperty, CustomDebugStringConvertible, Hashable, Codable
  where T: PersistentModel {
    /// The keys of an encoded list of constraints.
    public enum CodingKeys: CodingKey {
      /// The constraints.
      case constraints
    }

    /// The name of the list; empty, since `#Unique` gives none.
    public var name: String = ""
    /// The former name of the list; empty.
    public var originalName: String = ""
    /// The type that the constraints are on.
    public var valueType: any Any.Type = T.self
    /// The constraints in declared order: of each, the properties that are unique taken together.
    public let constraints: [[PartialKeyPath<T>]]

    /// Creates a list of constraints.
    public init(_ constraints: [PartialKeyPath<T>]...) {
      self.constraints = constraints
    }

    /// Reads constraints by property name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      constraints = try container.decode([[String]].self, forKey: .constraints).map { names in
        guard let keyPaths = KeyPathNames<T>.keyPaths(named: names) else {
          throw DecodingError.dataCorruptedError(
            forKey: .constraints, in: container,
            debugDescription: "\(T.self) lacks one of the properties \(names).")
        }
        return keyPaths
      }
    }

    /// Writes the constraints by property name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(try constraints.map(KeyPathNames.names), forKey: .constraints)
    }
  }
}

extension Schema.Unique: KeyPathGroups {
  /// Whether equal values are refused: always.
  public var isUnique: Bool { true }

  var keyPathGroups: [[AnyKeyPath]] { constraints }

  var propertyNameGroups: [[String]] {
    constraints.compactMap { try? KeyPathNames.names(of: $0) }
  }

  /// Returns whether two lists hold the same constraints.
  public static func == (lhs: Schema.Unique<T>, rhs: Schema.Unique<T>) -> Bool {
    lhs.name == rhs.name && lhs.constraints == rhs.constraints
  }

  /// Hashes the key paths of all constraints.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(constraints)
  }

  /// The model and the property names of each constraint.
  public var debugDescription: String {
    let groups = constraints.map { (try? KeyPathNames.names(of: $0)) ?? ["?"] }
    return "Unique<\(T.self)>(\(groups))"
  }
}
