import StoreModel

/// Writes the parts of one SELECT statement in SQLite's dialect.
///
/// SQL has a third truth value and Swift has not. Two ways to write a Boolean expression keep it
/// from showing: `condition` may be NULL in place of false, which is enough and fast wherever rows
/// are filtered, since it pushes negations down to the comparisons; `value` is never NULL.
struct SelectRenderer {
  let mapping: StoreMapping
  var sql = ""
  private(set) var bindings: [StoredValue] = []
  /// Where bindings differ from query to query of one form.
  private(set) var variations: [SelectTemplate.Variation] = []
  private var scopes: [Int: Scope] = [:]
  private var aliasCount = 0

  /// A table that a variable stands for, and the tables joined to it.
  private struct Scope {
    var entity: Int
    var source: String
    var alias: String
    var joins: [Join] = []
  }

  private struct Join {
    var steps: [QueryStep]
    var alias: String
    var text: String
  }

  init(mapping: StoreMapping, entity: Int) {
    self.mapping = mapping
    let table = Self.quoted(mapping[number: entity].table)
    let alias = nextAlias()
    scopes[0] = Scope(entity: entity, source: "\(table) \(alias)", alias: alias)
  }

  // MARK: Writing

  mutating func write(_ text: String) { sql += text }

  mutating func bind(_ value: StoredValue) {
    sql += "?"
    bindings.append(value)
  }

  mutating func bindParameter(_ index: Int) {
    vary(.parameter(index))
    sql += "?"
  }

  /// Appends a binding that the query at hand gives.
  private mutating func vary(_ source: SelectTemplate.Source) {
    variations.append(SelectTemplate.Variation(binding: bindings.count, source: source))
    bindings.append(.null)
  }

  /// What a closure writes, taken out of the text.
  mutating func captured(
    _ body: (inout SelectRenderer) throws(QueryPlanError) -> Void
  ) throws(QueryPlanError) -> String {
    let outer = sql
    sql = ""
    defer { sql = outer }
    try body(&self)
    return sql
  }

  mutating func nextAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  /// A name as it must be written: in quotes unless it is plain.
  static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }

  // MARK: Clauses

  /// The WHERE clause: the rows of the entity that satisfy the filter.
  mutating func rowCondition(of query: StoreQuery) throws(QueryPlanError) -> String {
    let numbers = entityNumbers(of: query)
    let text = try captured { renderer throws(QueryPlanError) in
      if !numbers.isEmpty {
        renderer.write("t0.Z_ENT")
        renderer.writeList(numbers.map { .integer(Int64($0)) })
      }
      guard let filter = query.filter, filter.truth != true else { return }
      if !numbers.isEmpty { renderer.write(" AND ") }
      try renderer.condition(filter, negated: false, in: numbers.isEmpty ? nil : .and)
    }
    return text.isEmpty ? "" : " WHERE \(text)"
  }

  /// The entity numbers to which rows must be held; empty where the table has no others.
  private func entityNumbers(of query: StoreQuery) -> [Int] {
    let layout = mapping.layout[number: query.entity]
    guard query.includesSubentities else {
      return layout.superentityNumber == nil && layout.subentityNumbers.isEmpty
        ? [] : [query.entity]
    }
    return layout.superentityNumber == nil ? [] : Array(mapping.layout.family(of: query.entity))
  }

  /// The ORDER BY clause, which ends in the primary key so that pages don't shift.
  mutating func order(_ keys: [QueryOrder]) throws(QueryPlanError) -> String {
    var isTotal = false
    let text = try captured { renderer throws(QueryPlanError) in
      for key in keys where !isTotal {
        try renderer.value(key.expression)
        renderer.write(key.collation.clause)
        renderer.write(key.isAscending ? ", " : " DESC, ")
        isTotal = key.expression == .primaryKey(QueryPath())
      }
    }
    return " ORDER BY " + (isTotal ? String(text.dropLast(2)) : text + "t0.Z_PK")
  }

  /// The LIMIT clause.
  mutating func window(of query: StoreQuery) -> String {
    guard query.limit != nil || query.offset != nil else { return "" }
    vary(.limit)
    guard query.offset != nil else { return " LIMIT ?" }
    vary(.offset)
    return " LIMIT ? OFFSET ?"
  }

  // MARK: Variables and paths

  /// The FROM clause of a variable: its table and all that was joined to it.
  func source(of variable: Int) -> String {
    guard let scope = scopes[variable] else { return "" }
    return scope.source + scope.joins.map(\.text).joined()
  }

  /// Makes a variable known while a closure writes.
  mutating func withVariable(
    _ variable: Int, entity: Int, source: String, alias: String,
    _ body: (inout SelectRenderer) throws(QueryPlanError) -> Void
  ) throws(QueryPlanError) {
    let outer = scopes[variable]
    scopes[variable] = Scope(entity: entity, source: source, alias: alias)
    defer { scopes[variable] = outer }
    try body(&self)
  }

  /// The entity that a path leads to.
  func entity(of path: QueryPath) throws(QueryPlanError) -> Int {
    if let subentity = path.subentity { return subentity }
    guard let step = path.steps.last else { return try scope(of: path).entity }
    let properties = mapping.layout[number: step.entity].properties
    guard properties.indices.contains(step.ordinal),
      let relationship = properties[step.ordinal].relationship
    else { throw QueryPlanError(description: "Property \(step.ordinal) is no relationship.") }
    return relationship.destinationNumber
  }

  func property(
    _ ordinal: Int, of path: QueryPath
  ) throws(QueryPlanError) -> PropertyMapping {
    let properties = mapping[number: try entity(of: path)].properties
    guard properties.indices.contains(ordinal) else {
      throw QueryPlanError(description: "The entity has no property \(ordinal).")
    }
    return properties[ordinal]
  }

  private func scope(of path: QueryPath) throws(QueryPlanError) -> Scope {
    guard let scope = scopes[path.variable] else {
      throw QueryPlanError(description: "Variable \(path.variable) is bound by nothing.")
    }
    return scope
  }

  /// The alias of the table that a path leads to, joined at need; NULL in all columns where the
  /// path ends in nil.
  mutating func alias(of path: QueryPath) throws(QueryPlanError) -> String {
    let scope = try scope(of: path)
    guard path.steps.isEmpty == false else { return scope.alias }
    if let join = scope.joins.first(where: { $0.steps == path.steps }) { return join.alias }
    let key = try key(of: path)
    let alias = nextAlias()
    let table = Self.quoted(mapping[number: try entity(of: path)].table)
    let text = " LEFT JOIN \(table) \(alias) ON \(alias).Z_PK = \(key)"
    scopes[path.variable]?.joins.append(Join(steps: path.steps, alias: alias, text: text))
    return alias
  }

  /// The column with the primary key of what a path leads to: no join for the last step.
  mutating func key(of path: QueryPath) throws(QueryPlanError) -> String {
    guard let step = path.steps.last else { return "\(try alias(of: path)).Z_PK" }
    let base = QueryPath(variable: path.variable, steps: Array(path.steps.dropLast()))
    let properties = mapping[number: step.entity].properties
    guard properties.indices.contains(step.ordinal),
      case .toOne(let column, _) = properties[step.ordinal]
    else { throw QueryPlanError(description: "Property \(step.ordinal) is no to-one.") }
    return "\(try alias(of: base)).\(Self.quoted(column))"
  }
}
