import Foundation
import StoreModel

extension AttributeCoder {
  /// The coder of a property whose values a registered transformer turns into data and back.
  static func transformable(_ type: any Any.Type, by transformer: String) -> AttributeCoder {
    func open<Value>(_ type: Value.Type) -> AttributeCoder {
      guard let optional = Value.self as? any OptionalType.Type else {
        return TransformerName(transformer).coder(of: Value.self, isOptional: false)
      }
      func openWrapped<Wrapped>(_ type: Wrapped.Type) -> AttributeCoder {
        TransformerName(transformer).coder(of: Wrapped.self, isOptional: true)
      }
      return _openExistential(optional.wrappedType, do: openWrapped)
    }
    return _openExistential(type, do: open)
  }
}

/// The name of a value transformer, which is looked up each time that it is used: the registry may
/// be given another one.
struct TransformerName: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  private var transformer: ValueTransformer? {
    ValueTransformer(forName: NSValueTransformerName(rawValue: name))
  }

  /// Why the transformer can't serve a property, or nil if it can.
  var problem: String? {
    guard let transformer else {
      return "no value transformer is registered under “\(name)”. Register it with "
        + "ValueTransformer.setValueTransformer(_:forName:) before the container opens."
    }
    guard type(of: transformer).allowsReverseTransformation() else {
      return "the value transformer “\(name)” doesn't allow the reverse transformation, so that "
        + "what is stored could not be read."
    }
    return nil
  }

  fileprivate func coder<Wrapped>(of type: Wrapped.Type, isOptional: Bool) -> AttributeCoder {
    BoxedCoder<Wrapped>(
      shape: .leaf(.transformable), isOptional: isOptional,
      encode: { (value: Wrapped) throws -> StoredValue in .blob(try data(of: value)) },
      decode: { (stored: StoredValue) -> Wrapped? in
        guard case .blob(let data) = stored else { return nil }
        return value(of: data, as: Wrapped.self)
      },
      equal: { (left: Wrapped, right: Wrapped) -> Bool in areEqual(left, right) })
  }

  private func areEqual(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Equatable { return left.isEqual(to: right) }
    guard let left = try? data(of: left), let right = try? data(of: right) else { return false }
    return left == right
  }

  private func data(of value: Any) throws -> Data {
    guard let transformer else { throw TransformerError.isNotRegistered(name) }
    guard let data = transformer.transformedValue(value) as? Data else {
      throw TransformerError.givesNoData(name)
    }
    return data
  }

  private func value<Wrapped>(of data: Data, as type: Wrapped.Type) -> Wrapped? {
    guard let transformer, Swift.type(of: transformer).allowsReverseTransformation() else {
      return nil
    }
    return transformer.reverseTransformedValue(data) as? Wrapped
  }
}

/// Why a transformer can't turn a value into data.
enum TransformerError: Error, CustomStringConvertible {
  case isNotRegistered(String)
  case givesNoData(String)

  var description: String {
    switch self {
    case .isNotRegistered(let name): "no value transformer is registered under “\(name)”"
    case .givesNoData(let name): "the value transformer “\(name)” makes no Data of the value"
    }
  }
}
