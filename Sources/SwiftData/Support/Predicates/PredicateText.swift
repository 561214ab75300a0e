import Foundation

/// What a predicate says, as text: equal texts mean equal predicates, captured values included.
///
/// Foundation's own description ends the program where an expression is none of its own, such as
/// `localizedStandardContains`.
struct PredicateText: Hashable, CustomStringConvertible {
  let description: String

  init<each Input>(_ predicate: Predicate<repeat each Input>) {
    var writer = Writer()
    for variable in repeat each predicate.variable { _ = writer.name(of: variable.key) }
    writer.write(predicate.expression)
    description = writer.text
  }

  private struct Writer {
    var text = ""
    private var names: [PredicateExpressions.VariableID: String] = [:]

    /// Variables are told apart by the order in which they turn up.
    mutating func name(of variable: PredicateExpressions.VariableID) -> String {
      if let name = names[variable] { return name }
      let name = "$\(names.count)"
      names[variable] = name
      return name
    }

    mutating func write(_ value: Any) {
      switch value {
      case let variable as PredicateExpressions.VariableID: text += name(of: variable)
      case let keyPath as AnyKeyPath: text += keyPath.debugDescription
      case let combination as any CombiningExpression: write(combination)
      case let expression as any PredicateExpression: write(expression)
      default: text += String(reflecting: value)
      }
    }

    private mutating func write(_ combination: any CombiningExpression) {
      text += combination.isConjunction ? "All(" : "Any("
      for (index, part) in combination.parts.enumerated() {
        if index > 0 { text += ", " }
        for (inner, outer) in part.variables { names[inner] = name(of: outer) }
        write(part.expression)
      }
      text += ")"
    }

    private mutating func write(_ expression: any PredicateExpression) {
      text += String(describing: type(of: expression)).prefix { $0 != "<" } + "("
      for (index, child) in Mirror(reflecting: expression).children.enumerated() {
        if index > 0 { text += ", " }
        write(child.value)
      }
      text += ")"
    }
  }
}
