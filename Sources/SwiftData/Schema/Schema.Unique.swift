extension Schema {
  /// The uniqueness constraints that `#Unique` asks for on a model.
  public final class Unique<T>: SchemaProperty, CustomDebugStringConvertible, Hashable, Codable
  where T: PersistentModel {
    /// One constraint: the properties that are unique taken together, and what a save does with a
    /// new model that has the values of one that exists.
    ///
    /// An extension: Apple's SwiftData has lists of properties alone, which are `upsert`.
    public enum Constraint {
      /// The existing row is updated.
      case upsert([PartialKeyPath<T>])
      /// The save throws.
      case fail([PartialKeyPath<T>])
      /// The new model's values are dropped.
      case ignore([PartialKeyPath<T>])

      /// What a save does with a new model that has the values of one that exists.
      public var policy: UniquenessPolicy {
        switch self {
        case .upsert: .upsert
        case .fail: .fail
        case .ignore: .ignore
        }
      }

      /// The properties in declared order.
      public var keyPaths: [PartialKeyPath<T>] {
        switch self {
        case .upsert(let keyPaths), .fail(let keyPaths), .ignore(let keyPaths): keyPaths
        }
      }
    }

    /// The keys of an encoded list of constraints.
    public enum CodingKeys: CodingKey {
      /// The constraints.
      case constraints
      /// What a save does about each; left out where it is `upsert` for all.
      case policies
    }

    /// The name of the list; empty, since `#Unique` gives none.
    public var name: String = ""
    /// The former name of the list; empty.
    public var originalName: String = ""
    /// The type that the constraints are on.
    public var valueType: any Any.Type = T.self
    /// The constraints in declared order: of each, the properties that are unique taken together.
    public let constraints: [[PartialKeyPath<T>]]
    /// For each constraint, what a save does with a new model that has the values of another.
    public let policies: [UniquenessPolicy]

    /// Creates a list of constraints.
    public init(_ constraints: [PartialKeyPath<T>]...) {
      self.constraints = constraints
      policies = constraints.map { _ in .upsert }
    }

    /// Creates a list of constraints that say what a save does about each.
    public init(_ first: Constraint, _ others: Constraint...) {
      constraints = [first.keyPaths] + others.map(\.keyPaths)
      policies = [first.policy] + others.map(\.policy)
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
      let given = try container.decodeIfPresent([UniquenessPolicy].self, forKey: .policies) ?? []
      policies = constraints.indices.map { given.indices.contains($0) ? given[$0] : .upsert }
    }

    /// Writes the constraints by property name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(try constraints.map(KeyPathNames.names), forKey: .constraints)
      if policies.contains(where: { $0 != .upsert }) {
        try container.encode(policies, forKey: .policies)
      }
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
    lhs.name == rhs.name && lhs.constraints == rhs.constraints && lhs.policies == rhs.policies
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
