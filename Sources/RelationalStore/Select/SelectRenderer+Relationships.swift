import StoreModel

extension SelectRenderer {
  /// Writes the test whether any destination of a to-many satisfies a condition.
  mutating func exists(
    _ path: QueryPath, relationship: Int, variable: Int, _ test: QueryExpression?
  ) throws(QueryPlanError) {
    write("EXISTS ")
    try subquery("1", path, relationship: relationship, variable: variable, test)
  }

  /// Writes the number of destinations of a to-many that satisfy a condition.
  mutating func count(
    _ path: QueryPath, relationship: Int, variable: Int, _ test: QueryExpression?
  ) throws(QueryPlanError) {
    try subquery("COUNT(*)", path, relationship: relationship, variable: variable, test)
  }

  private mutating func subquery(
    _ result: String, _ path: QueryPath, relationship ordinal: Int, variable: Int,
    _ test: QueryExpression?
  ) throws(QueryPlanError) {
    let layout = mapping.layout[number: try entity(of: path)]
    let property = try property(ordinal, of: path)
    guard let destination = layout.properties[ordinal].relationship?.destinationNumber else {
      throw QueryPlanError(description: "Property \(ordinal) is no relationship.")
    }
    let test = test?.truth == true ? nil : test
    let key = try key(of: path)
    let link = try link(property, to: destination, key: key, needsRow: test != nil)
    var source = link.source
    let condition = try captured { renderer throws(QueryPlanError) in
      guard let test else { return }
      try renderer.withVariable(
        variable, entity: destination, source: link.source, alias: link.alias
      ) { renderer throws(QueryPlanError) in
        renderer.write(" AND ")
        try renderer.condition(test, in: .and)
        source = renderer.source(of: variable)
      }
    }
    write("(SELECT \(result) FROM \(source) WHERE \(link.condition)\(condition))")
  }

  /// Where destinations of a to-many are found.
  private struct Link {
    var source: String
    /// The alias of the destinations' table, where they are needed.
    var alias: String
    var condition: String
  }

  private mutating func link(
    _ property: PropertyMapping, to destination: Int, key: String, needsRow: Bool
  ) throws(QueryPlanError) -> Link {
    switch property {
    case .toManyByKey(let table, let column, _):
      let alias = nextAlias()
      return Link(
        source: "\(Self.quoted(table)) \(alias)", alias: alias,
        condition: "\(alias).\(Self.quoted(column)) = \(key)")
    case .toManyByJoin(let index, let sourceColumn, let destinationColumn):
      let join = nextAlias()
      let joinTable = "\(Self.quoted(mapping.joinTables[index].name)) \(join)"
      let condition = "\(join).\(Self.quoted(sourceColumn)) = \(key)"
      guard needsRow else { return Link(source: joinTable, alias: join, condition: condition) }
      let alias = nextAlias()
      let table = "\(Self.quoted(mapping[number: destination].table)) \(alias)"
      let match = "\(alias).Z_PK = \(join).\(Self.quoted(destinationColumn))"
      return Link(
        source: "\(joinTable) JOIN \(table) ON \(match)", alias: alias, condition: condition)
    case .attribute, .toOne:
      throw QueryPlanError(description: "The property is no to-many.")
    }
  }
}
