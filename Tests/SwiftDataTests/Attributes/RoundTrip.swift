import Foundation
import SwiftData
import Testing

/// A model that can be made from nothing.
protocol Blank: PersistentModel {
  init()
}

/// Saves one model for each value and reads all back through another container; also looks at the
/// storage class that the values have in the file: `null` is right for nil only.
func expectRoundTrip<Model: Blank, Value>(
  _ keyPath: ReferenceWritableKeyPath<Model, Value>, _ values: [Value], column: String,
  class storageClass: String = "integer", sourceLocation: SourceLocation = #_sourceLocation,
  isEqual: (Value, Value) -> Bool
) throws {
  let store = try TemporaryStore()
  do {
    let context = ModelContext(try store.container(Model.self))
    for value in values {
      let model = Model()
      context.insert(model)
      model[keyPath: keyPath] = value
      #expect(isEqual(value, model[keyPath: keyPath]), sourceLocation: sourceLocation)
    }
    try context.save()
  }
  let context = ModelContext(try store.container(Model.self))
  let found = try context.fetch(FetchDescriptor<Model>()).map { $0[keyPath: keyPath] }
  #expect(found.count == values.count, sourceLocation: sourceLocation)
  for (written, read) in zip(values, found) {
    #expect(
      isEqual(written, read), "\(column): \(written) came back as \(read)",
      sourceLocation: sourceLocation)
  }
  let table = "Z" + Schema.entityName(for: Model.self).uppercased()
  let classes = try store.raw.texts("SELECT DISTINCT typeof(\(column)) FROM \(table)")
  let accepted = storageClass == "number" ? ["integer", "real"] : [storageClass]
  for name in classes where name != "null" || storageClass == "null" {
    #expect(accepted.contains(name), "\(column) holds \(name)", sourceLocation: sourceLocation)
  }
}

/// As above, for values that know themselves what is equal.
func expectRoundTrip<Model: Blank, Value: Equatable>(
  _ keyPath: ReferenceWritableKeyPath<Model, Value>, _ values: [Value], column: String,
  class storageClass: String = "integer", sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expectRoundTrip(
    keyPath, values, column: column, class: storageClass, sourceLocation: sourceLocation,
    isEqual: ==)
}
