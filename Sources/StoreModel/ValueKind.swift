/// How a leaf value is stored: Core Data's attribute types, each with its code in the model.
package enum ValueKind: Int32, Sendable, Hashable, CaseIterable, Codable {
  case int16 = 100
  case int32 = 200
  case int64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case bool = 800
  case date = 900
  case binary = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
}
