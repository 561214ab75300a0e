/// Calls a function of an isolated class from anywhere.
///
/// For macro-made code only. The schema is read on whatever thread opens a store, also that of classes on the main actor. The
/// function forms key paths and evaluates initial values; it reads no object.
public func _$unisolated<Result>(_ body: @escaping @MainActor () -> Result) -> Result {
  // Isolation is part of a function's type and not of how it is called.
  unsafe unsafeBitCast(body, to: (() -> Result).self)()
}
