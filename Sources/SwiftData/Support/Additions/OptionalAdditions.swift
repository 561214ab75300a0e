/// Lets run-time code see that a type is an optional, and of what.
protocol OptionalType {
  static var wrappedType: any Any.Type { get }
  static var none: Self { get }
}

extension Optional: OptionalType {
  static var wrappedType: any Any.Type { Wrapped.self }
}
