public import Foundation

/// Where and how a container keeps its models.
///
/// ```swift
/// let memory = ModelConfiguration(isStoredInMemoryOnly: true)
/// let file = ModelConfiguration("Trips", url: URL(filePath: "/srv/trips.store"))
/// ```
///
/// Without a `url`, the store lies in the program's own folder of the user's data folder: on Linux
/// `$XDG_DATA_HOME/<program>/default.store`, or below `~/.local/share` where that isn't set; on
/// Apple's platforms in Application Support. A configuration with a name uses `<name>.store`.
public struct ModelConfiguration: Identifiable, DataStoreConfiguration, Sendable {
  /// The kind of store that the configuration opens.
  public typealias Store = DefaultStore

  /// The file of the store; `/dev/null` if it is in memory.
  public let url: URL
  /// The name of the configuration; `default` unless another is given.
  public let name: String
  /// The identifier of the app group, if one was given.
  public let groupAppContainerIdentifier: String?
  /// The name of the CloudKit database, if one was given.
  ///
  /// Recorded, without effect here.
  public let cloudKitContainerIdentifier: String?
  /// The app group whose folder the store lies in.
  public let groupContainer: GroupContainer
  /// The CloudKit database to keep in step with.
  ///
  /// Recorded, without effect here.
  public let cloudKitDatabase: CloudKitDatabase
  /// The models that the store holds; nil for all of the container's.
  public var schema: Schema?
  /// Whether models can be saved.
  public let allowsSave: Bool
  /// Whether the store is in memory and gone with the container.
  public let isStoredInMemoryOnly: Bool

  /// How much of the history is kept without anybody deleting it.
  ///
  /// Not in Apple's framework.
  public var historyRetention: HistoryRetention = .unlimited
  /// Whether the history keeps what attributes and to-one relationships had before each change, which
  /// `previousValues` of its updates and deletions then has.
  ///
  /// Values of `.externalStorage` are not kept. Not in Apple's framework.
  public var keepsPreviousValues: Bool = false
  /// What a save that has returned survives.
  ///
  /// Not in Apple's framework.
  public var durability: SaveDurability = .process

  /// Whether the file name comes from the configuration's name.
  private let isFileNamedAfterName: Bool

  /// Creates a configuration for all models of the container.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates a configuration for some models, and those that they lead to.
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates a configuration whose store lies in the usual folder.
  ///
  /// - Parameters:
  ///   - name: The name of the configuration, which also names the file.
  ///   - schema: The models that the store holds; nil for all of the container's.
  ///   - isStoredInMemoryOnly: Whether the store is in memory.
  ///   - allowsSave: Whether models can be saved.
  ///   - groupContainer: The app group whose folder to use; off Apple's platforms, a folder of the
  ///     group's name in the user's data folder, shared by all programs that name it.
  ///   - cloudKitDatabase: The CloudKit database. Recorded, without effect here.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? Self.defaultName
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    groupAppContainerIdentifier = groupContainer.identifier
    cloudKitContainerIdentifier = cloudKitDatabase.identifier
    isFileNamedAfterName = !isStoredInMemoryOnly
    url =
      isStoredInMemoryOnly
      ? Self.memoryURL
      : StoreFolder.url(forGroup: groupContainer.identifier)
        .appendingPathComponent(self.name + ".store", isDirectory: false)
  }

  /// Creates a configuration whose store is a certain file.
  ///
  /// Missing folders are created with it.
  ///
  /// - Parameters:
  ///   - name: The name of the configuration.
  ///   - schema: The models that the store holds; nil for all of the container's.
  ///   - url: The file.
  ///   - allowsSave: Whether models can be saved.
  ///   - cloudKitDatabase: The CloudKit database. Recorded, without effect here.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? Self.defaultName
    self.schema = schema
    self.url = url
    self.allowsSave = allowsSave
    self.cloudKitDatabase = cloudKitDatabase
    groupContainer = .none
    groupAppContainerIdentifier = nil
    cloudKitContainerIdentifier = cloudKitDatabase.identifier
    isStoredInMemoryOnly = url.path == Self.memoryURL.path
    isFileNamedAfterName = false
  }

  static let defaultName = "default"
  static let memoryURL = URL(fileURLWithPath: "/dev/null")

  /// The configuration's identity: the file of its store.
  public var id: URL { url }
}

extension ModelConfiguration {
  /// The longest name that common file systems take, in bytes.
  private static let longestFileName = 255
  /// What SQLite appends to a store's name for the longest-named file beside it.
  private static let longestSuffix = "-journal"

  /// Checks whether the configuration's name can name a file.
  ///
  /// - Throws: `SwiftDataError.configurationFileNameContainsInvalidCharacters` or
  ///   `.configurationFileNameTooLong`.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    if isFileNamedAfterName, name.unicodeScalars.contains(where: Self.isInvalid) {
      throw SwiftDataError(
        .configurationFileNameContainsInvalidCharacters,
        explanation: "The name of a configuration names a file, so it can't contain “/”, “:” or "
          + "control characters. Choose another name, or give a url.")
    }
    let fileName = isFileNamedAfterName ? name + ".store" : url.lastPathComponent
    let length = fileName.utf8.count + Self.longestSuffix.utf8.count
    if length > Self.longestFileName {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        explanation: "The file name of a store can have "
          + "\(Self.longestFileName - Self.longestSuffix.utf8.count) bytes, "
          + "and this one has \(fileName.utf8.count).")
    }
  }

  private static func isInvalid(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == ":" || scalar.properties.generalCategory == .control
  }
}

extension ModelConfiguration: Hashable {
  /// Returns whether two configurations are alike in everything.
  public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
    lhs.url == rhs.url && lhs.name == rhs.name && lhs.allowsSave == rhs.allowsSave
      && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly
      && lhs.groupContainer.kind == rhs.groupContainer.kind
      && lhs.historyRetention == rhs.historyRetention && lhs.durability == rhs.durability
      && lhs.keepsPreviousValues == rhs.keepsPreviousValues
      && lhs.cloudKitDatabase.kind == rhs.cloudKitDatabase.kind && lhs.schema == rhs.schema
  }

  /// Hashes the file and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(name)
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  /// The configuration's name, its file and what it allows.
  public var debugDescription: String {
    let place = isStoredInMemoryOnly ? "in memory" : url.path
    return "ModelConfiguration(\(name): \(place), allowsSave: \(allowsSave))"
  }
}
