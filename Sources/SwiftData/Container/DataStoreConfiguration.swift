/// What a store is opened with: a name, the models it holds, and whatever else the store needs.
public protocol DataStoreConfiguration: Hashable {
  /// The name that distinguishes the configuration from others of its container.
  var name: String { get }
  /// The models that the store holds; nil for all of the container's.
  var schema: Schema? { get set }
  /// Checks whether a store can be opened with the configuration, and throws if it can't.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts the configuration.
  public func validate() throws {}
}
