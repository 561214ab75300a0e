// Apple's Foundation has these; Foundation elsewhere doesn't.
#if !canImport(Darwin)
  public import Foundation
  import Synchronization

  /// The name under which a value transformer is registered.
  public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// Creates a name from text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a name from text.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// A conversion of values to another type, and perhaps back.
  ///
  /// Subclasses override `transformedValue(_:)` and, if the conversion can be undone,
  /// `allowsReverseTransformation()` and `reverseTransformedValue(_:)`:
  ///
  /// ```swift
  /// final class ColorTransformer: ValueTransformer {
  ///   override class func allowsReverseTransformation() -> Bool { true }
  ///   override func transformedValue(_ value: Any?) -> Any? { (value as? Color)?.data }
  ///   override func reverseTransformedValue(_ value: Any?) -> Any? {
  ///     (value as? Data).flatMap(Color.init(data:))
  ///   }
  /// }
  /// ```
  open class ValueTransformer: NSObject {
    /// Creates a transformer.
    public required override init() {
      super.init()
    }

    /// Returns the class of the values that `transformedValue(_:)` yields.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Returns whether the conversion can be undone; `false` unless overridden.
    open class func allowsReverseTransformation() -> Bool { false }

    /// Returns the converted value; unless overridden, the value itself.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// Returns the value that was converted.
    ///
    /// Unless overridden, converts once more, which undoes conversions such as negation. A
    /// transformer that doesn't allow the reverse mustn't be asked for it.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
      precondition(
        type(of: self).allowsReverseTransformation(),
        "\(type(of: self)) doesn't allow the reverse transformation.")
      return transformedValue(value)
    }
  }

  extension ValueTransformer {
    /// Registers a transformer under a name, or removes the one of that name.
    public class func setValueTransformer(
      _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
      let entry = transformer.map(Registered.init)
      registry.withLock { $0[name] = entry }
    }

    /// Returns the names of all registered transformers, sorted.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
      registry.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
    }

    fileprivate class func registered(_ name: NSValueTransformerName) -> ValueTransformer? {
      registry.withLock { $0[name] }?.transformer
    }

    private static let registry = Mutex<[NSValueTransformerName: Registered]>([:])

    /// A transformer in the registry.
    private struct Registered: @unchecked Sendable {
      // As on Apple's platforms, a registered transformer is called from any thread and is expected
      // to hold no mutable state.
      let transformer: ValueTransformer
    }
  }

  /// What lets an initialiser of a class return an object that exists.
  ///
  /// Only an initialiser in an extension of a protocol can assign `self`.
  public protocol _ValueTransformerLookup {}

  extension ValueTransformer: _ValueTransformerLookup {}

  extension _ValueTransformerLookup where Self: ValueTransformer {
    /// Finds the transformer registered under a name.
    public init?(forName name: NSValueTransformerName) {
      guard let known = ValueTransformer.registered(name) as? Self else { return nil }
      self = known
    }
  }
#endif
