import Foundation
import StoreModel

/// Chooses the coders of types.
struct AttributeCoderMaker {
  /// What the coders are for.
  enum Place {
    /// A property, which has an attribute of its own.
    case property
    /// A part of a composite attribute.
    case part
  }

  let place: Place
  /// The types whose parts are being looked for.
  var outer: [ObjectIdentifier] = []

  /// The coder of a property's declared type, or nil if values of the type can't be stored.
  ///
  /// `name` becomes the leaf's name where the type is a raw-value enumeration. `isOpaque` asks for
  /// the Codable form whatever the type is (`@Attribute(.codable)`).
  static func coder(
    forProperty type: any Any.Type, name: String, isOpaque: Bool
  ) -> AttributeCoder? {
    try? AttributeCoderMaker(place: .property).coder(for: type, name: name, isOpaque: isOpaque)
  }

  /// The coder of a type; throws `RecursiveType` if the type holds one of the outer ones.
  func coder(
    for type: any Any.Type, name: String, isOpaque: Bool = false
  ) throws -> AttributeCoder? {
    guard let wrapped = (type as? any OptionalType.Type)?.wrappedType else {
      return try coder(forWrapped: type, name: name, isOptional: false, isOpaque: isOpaque)
    }
    return try coder(forWrapped: wrapped, name: name, isOptional: true, isOpaque: isOpaque)
  }

  /// The coder of a type or, if `isOptional`, of an optional of it.
  func coder(
    forWrapped type: any Any.Type, name: String, isOptional: Bool, isOpaque: Bool = false
  ) throws -> AttributeCoder? {
    if !isOpaque {
      if let scalar = type as? any ScalarValue.Type {
        return scalarCoder(scalar, isOptional: isOptional)
      }
      if type == URL.self { return urlCoder(isOptional: isOptional) }
      if type == Decimal.self { return decimalCoder(isOptional: isOptional) }
      if let raw = type as? any (RawRepresentable & Codable & SendableMetatype).Type,
        let coder = rawCoder(raw, name: name, isOptional: isOptional)
      {
        return coder
      }
    }
    guard let codable = type as? any (Codable & SendableMetatype).Type else { return nil }
    return try codableCoder(codable, isOptional: isOptional, isOpaque: isOpaque)
  }

  private func codableCoder<Value: Codable & SendableMetatype>(
    _ type: Value.Type, isOptional: Bool, isOpaque: Bool
  ) throws -> AttributeCoder {
    if !isOpaque, let parts = try CompositeParts.of(type, outer: outer) {
      return CompositeCoder<Value>(parts: parts, isOptional: isOptional)
    }
    return JSONCoder<Value>(form: place == .property ? .archived : .plain, isOptional: isOptional)
  }

  private func scalarCoder<Scalar: ScalarValue>(
    _ type: Scalar.Type, isOptional: Bool
  ) -> AttributeCoder {
    ScalarCoder<Scalar>(isOptional: isOptional)
  }

  private func urlCoder(isOptional: Bool) -> AttributeCoder {
    BoxedCoder<URL>(
      shape: .leaf(.uri), isOptional: isOptional,
      encode: { .text($0.absoluteString) },
      decode: { stored in
        guard case .text(let text) = stored else { return nil }
        return URL(string: text)
      },
      equal: ==)
  }

  private func decimalCoder(isOptional: Bool) -> AttributeCoder {
    BoxedCoder<Decimal>(
      shape: .leaf(.decimal), isOptional: isOptional,
      encode: { $0.storedValue },
      decode: { Decimal(storedValue: $0) },
      equal: ==)
  }

  private func rawCoder<Raw: RawRepresentable & Codable & SendableMetatype>(
    _ type: Raw.Type, name: String, isOptional: Bool
  ) -> AttributeCoder? {
    guard let scalar = Raw.RawValue.self as? any ScalarValue.Type else { return nil }
    let leaf = AttributeLayout(name: name, isOptional: true, shape: .leaf(scalar.valueKind))
    let rawScalar = scalarCoder(scalar, isOptional: false)
    return BoxedCoder<Raw>(
      shape: .composite(CompositeLayout(elements: [leaf], isEnumeration: true)),
      isOptional: isOptional,
      encode: { try rawScalar.stored(rawScalar.slot(of: $0.rawValue)) },
      decode: { stored in
        (try? rawScalar.slot(stored: stored))
          .flatMap { rawScalar.value(of: $0, as: Raw.RawValue.self) }
          .flatMap { Raw(rawValue: $0) }
      },
      equal: { left, right in
        rawScalar.slot(of: left.rawValue).isSamePlainValue(as: rawScalar.slot(of: right.rawValue))
      })
  }
}

/// A type whose parts are looked for holds itself, so that it has no end of them.
struct RecursiveType: Error {
  let type: ObjectIdentifier
}
