import CoreDataFormat
import Foundation
import StoreModel

extension AttributeCoder {
  /// The coder of a property's declared type, or nil if values of the type can't be stored.
  ///
  /// `name` becomes the leaf's name where the type is a raw-value enumeration. `isOpaque` asks for
  /// the Codable form whatever the type is (`@Attribute(.codable)`).
  static func make(for type: any Any.Type, name: String, isOpaque: Bool) -> AttributeCoder? {
    func open<Value>(_ type: Value.Type) -> AttributeCoder? {
      if let optional = Value.self as? any OptionalType.Type {
        return makeWrapped(optional.wrappedType, name: name, isOptional: true, isOpaque: isOpaque)
      }
      return makeWrapped(Value.self, name: name, isOptional: false, isOpaque: isOpaque)
    }
    return _openExistential(type, do: open)
  }

  private static func makeWrapped(
    _ type: any Any.Type, name: String, isOptional: Bool, isOpaque: Bool
  ) -> AttributeCoder? {
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
    return codableCoder(codable, isOptional: isOptional)
  }

  private static func scalarCoder<Scalar: ScalarValue>(
    _ type: Scalar.Type, isOptional: Bool
  ) -> AttributeCoder {
    ScalarCoder<Scalar>(isOptional: isOptional)
  }

  private static func urlCoder(isOptional: Bool) -> AttributeCoder {
    BoxedCoder<URL>(
      shape: .leaf(.uri), isOptional: isOptional,
      encode: { .text($0.absoluteString) },
      decode: { stored in
        guard case .text(let text) = stored else { return nil }
        return URL(string: text)
      },
      equal: ==)
  }

  private static func decimalCoder(isOptional: Bool) -> AttributeCoder {
    BoxedCoder<Decimal>(
      shape: .leaf(.decimal), isOptional: isOptional,
      encode: { $0.storedValue },
      decode: { Decimal(storedValue: $0) },
      inspect: { if case .real(let value) = $0 { value.isFinite } else { true } },
      equal: ==)
  }

  private static func rawCoder<Raw: RawRepresentable & Codable & SendableMetatype>(
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
        if case .null = stored { return nil }
        return rawScalar.slot(stored: stored)
          .flatMap { rawScalar.value(of: $0, as: Raw.RawValue.self) }
          .flatMap { Raw(rawValue: $0) }
      },
      equal: { left, right in
        rawScalar.slot(of: left.rawValue).isSamePlainValue(as: rawScalar.slot(of: right.rawValue))
      })
  }

  private static func codableCoder<Value: Codable & SendableMetatype>(
    _ type: Value.Type, isOptional: Bool
  ) -> AttributeCoder {
    BoxedCoder<Value>(
      shape: .leaf(.transformable), isOptional: isOptional,
      encode: { .blob(ArchivedData.wrap(try JSONEncoder.stable.encode($0))) },
      decode: { stored in
        guard case .blob(let archive) = stored, let json = try? ArchivedData.unwrap(archive)
        else { return nil }
        return try? JSONDecoder.lenient.decode(Value.self, from: json)
      },
      // Decoding all that may never be read would cost far more than the rest of a fetch.
      inspect: { $0.isWholeArchive },
      equal: { left, right in
        if let left = left as? any Equatable { return left.isEqual(to: right) }
        let encoder = JSONEncoder.stable
        guard let left = try? encoder.encode(left), let right = try? encoder.encode(right)
        else { return false }
        return left == right
      })
  }
}

extension StoredValue {
  /// Whether an archive is there to its end, and the JSON in it as well, as far as a glance tells.
  fileprivate var isWholeArchive: Bool {
    guard case .blob(let archive) = self, let json = try? ArchivedData.unwrap(archive),
      let first = json.first, let last = json.last
    else { return false }
    switch first {
    case UInt8(ascii: "["): return json.count > 1 && last == UInt8(ascii: "]")
    case UInt8(ascii: "{"): return json.count > 1 && last == UInt8(ascii: "}")
    case UInt8(ascii: "\""): return json.count > 1 && last == UInt8(ascii: "\"")
    default: return true
    }
  }
}

extension Equatable {
  func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

extension JSONEncoder {
  /// Sorted keys, so that equal values have equal bytes, and a spelling for what JSON lacks.
  fileprivate static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}

extension JSONDecoder {
  fileprivate static var lenient: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
