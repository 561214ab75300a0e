import Foundation

/// Makes up a value of a type from its own `init(from:)`, for a property that has none to show.
enum PlaceholderDecoder {
  static func value<V>(of type: V.Type) -> V? {
    if let optional = V.self as? any OptionalType.Type { return optional.none as? V }
    if let scalar = V.self as? any ScalarValue.Type { return scalar.placeholder as? V }
    if V.self == URL.self { return URL(fileURLWithPath: "/") as? V }
    if V.self == Decimal.self { return Decimal.nan as? V }
    if let cases = V.self as? any CaseIterable.Type { return firstCase(cases) as? V }
    guard let decodable = V.self as? any Decodable.Type else { return nil }
    for json in ["{}", "[]", "\"\"", "0", "1", "false", "null"] {
      if let value = try? JSONDecoder().decode(decodable, from: Data(json.utf8)) as? V {
        return value
      }
    }
    return nil
  }

  private static func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    Cases.allCases.first
  }
}
