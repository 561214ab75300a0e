extension ModelConfiguration {
  /// Which app group's folder a store lies in.
  public struct GroupContainer: Sendable {
    enum Kind: Hashable, Sendable {
      case automatic, none, named(String)
    }

    let kind: Kind

    /// The program's own folder: there is no app group to find off Apple's platforms.
    public static var automatic: GroupContainer { GroupContainer(kind: .automatic) }

    /// The program's own folder.
    public static var none: GroupContainer { GroupContainer(kind: .none) }

    /// The folder of a named group.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(kind: .named(groupName))
    }

    var identifier: String? {
      if case .named(let name) = kind { name } else { nil }
    }
  }

  /// Which CloudKit database a store is kept in step with.
  ///
  /// Recorded, without effect here.
  public struct CloudKitDatabase: Sendable {
    enum Kind: Hashable, Sendable {
      case automatic, none, named(String)
    }

    let kind: Kind

    /// The database that the program's entitlements name.
    public static var automatic: CloudKitDatabase { CloudKitDatabase(kind: .automatic) }

    /// No database.
    public static var none: CloudKitDatabase { CloudKitDatabase(kind: .none) }

    /// A private database of a name.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(kind: .named(privateDBName))
    }

    var identifier: String? {
      if case .named(let name) = kind { name } else { nil }
    }
  }
}
