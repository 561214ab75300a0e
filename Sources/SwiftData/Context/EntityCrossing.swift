import StoreModel

/// Finds what decides what an expression is: properties of the row asked for, and other entities' rows.
struct EntityCrossing {
  private let layout: StoreLayout
  /// By variable, the entity whose rows it stands for.
  private var variables: [Int: Int]
  /// Numbers of the entities at the top of their inheritance trees.
  var roots: Set<Int> = []
  /// Ordinals of the properties of the row asked for.
  private(set) var ordinals: Set<Int> = []

  init(layout: StoreLayout, entity: Int) {
    self.layout = layout
    variables = [0: entity]
  }

  private mutating func visit(_ entity: Int) { roots.insert(layout[number: entity].rootNumber) }

  private func destination(of step: QueryStep) -> Int? {
    let properties = layout[number: step.entity].properties
    guard properties.indices.contains(step.ordinal) else { return nil }
    return properties[step.ordinal].relationship?.destinationNumber
  }

  /// Visits what a path crosses; the key at its end is in the row before the last step.
  private mutating func visit(_ path: QueryPath, isKey: Bool = false) {
    if path.variable == 0, let step = path.steps.first { ordinals.insert(step.ordinal) }
    for step in isKey ? path.steps.dropLast() : path.steps[...] {
      if let entity = destination(of: step) { visit(entity) }
    }
  }

  /// Visits a property of what a path leads to.
  private mutating func visit(_ path: QueryPath, property: Int) {
    visit(path)
    if path.variable == 0, path.steps.isEmpty { ordinals.insert(property) }
  }

  private mutating func visit(
    _ path: QueryPath, relationship: Int, variable: Int, _ test: QueryExpression?
  ) {
    visit(path, property: relationship)
    let declared = path.steps.last.map(destination(of:)) ?? variables[path.variable]
    guard let source = path.subentity ?? declared,
      let entity = destination(of: QueryStep(entity: source, ordinal: relationship))
    else { return }
    visit(entity)
    variables[variable] = entity
    if let test { visit(test) }
  }

  mutating func visit(_ expression: QueryExpression) {
    switch expression {
    case .constant, .parameter: break
    case .primaryKey(let path): visit(path, isKey: true)
    case .attribute(let path, let ordinal, _): visit(path, property: ordinal)
    case .entityNumber(let path): visit(path)
    case .exists(let path, let relationship, let variable, let test),
      .countWhere(let path, let relationship, let variable, let test):
      visit(path, relationship: relationship, variable: variable, test)
    case .not(let operand), .isNull(let operand), .negate(let operand), .overflows(let operand),
      .textLength(let operand), .membership(let operand, _):
      visit(operand)
    case .and(let left, let right), .or(let left, let right), .coalesce(let left, let right),
      .comparison(_, let left, let right), .arithmetic(_, let left, let right),
      .text(_, let left, let right):
      visit(left)
      visit(right)
    case .conditional(let condition, let first, let second):
      visit(condition)
      visit(first)
      visit(second)
    }
  }
}
