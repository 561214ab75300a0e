import StoreModel

/// Finds what a schema asks for and the store cannot do yet, so that opening it says so instead of
/// storing something else.
enum UnbuiltFeatures {
  /// Throws an error that names every such property.
  static func check(_ schema: Schema) throws {
    let found = schema.entities.sorted { $0.name < $1.name }.flatMap(findings)
    guard !found.isEmpty else { return }
    throw SwiftDataError(
      .loadIssueModelContainer,
      explanation: "The schema uses what isn't built yet: \(found.joined(separator: "; ")).")
  }

  private static func findings(in entity: Schema.Entity) -> [String] {
    var found: [String] = []
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name }) {
      found += attribute.options.compactMap(description).map { option in
        "\(entity.name).\(attribute.name) has the option \(option)"
      }
    }
    return found
  }

  private static func description(of option: Schema.Attribute.Option) -> String? {
    option.transformerName.map { ".transformable(by: \"\($0)\")" }
  }
}
