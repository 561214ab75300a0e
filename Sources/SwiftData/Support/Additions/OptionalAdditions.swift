/// Lets run-time code see that a type is an optional, and of what.
protocol OptionalType {
  static var wrappedType: any Any.Type { get }
  static var none: Self { get }
  /// The value, or nil if there is none.
  var anyWrapped: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: any Any.Type { Wrapped.self }

  var anyWrapped: Any? { self }
}
