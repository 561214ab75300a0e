package import StoreModel

/// A query that does not fit the layout of the store it is put to.
package struct QueryPlanError: Error, Sendable, CustomStringConvertible {
  package let description: String
}

/// Turns queries into SQL.
package struct SelectPlanner: Sendable {
  private let mapping: StoreMapping
  /// By entity number minus one.
  private let shapes: [RowShape]
  private let columnLists: [String]
  private let templates = SelectTemplates()

  package init(mapping: StoreMapping) {
    self.mapping = mapping
    let rows = mapping.entities.map { mapping.wideRows(of: $0.number) }
    shapes = rows.map(\.shape)
    columnLists = rows.map { row in
      row.columns.map { "t0.\(SelectRenderer.quoted($0))" }.joined(separator: ", ")
    }
  }

  /// The statement that answers a query; rows come in its order, ties by primary key.
  ///
  /// O(n) in the query; one whose constants are all parameters is written once for all of its form.
  package func plan(_ query: StoreQuery) throws(QueryPlanError) -> SelectPlan {
    guard query.filter == nil || !query.parameters.isEmpty else {
      return try template(of: query).plan(of: query)
    }
    let form = query.form
    if let known = templates[form] { return try known.plan(of: query) }
    let made = try template(of: query)
    templates[form] = made
    return try made.plan(of: query)
  }

  private func template(of query: StoreQuery) throws(QueryPlanError) -> SelectTemplate {
    guard mapping.entities.indices.contains(query.entity - 1) else {
      throw QueryPlanError(description: "The store has no entity number \(query.entity).")
    }
    var renderer = SelectRenderer(mapping: mapping, entity: query.entity)
    // What is written first binds its values first.
    let values = try renderer.values(of: query.result)
    let condition = try renderer.rowCondition(of: query)
    switch query.result {
    case .count: return count(query, condition, &renderer)
    case .identifiers: return try rows(query, "t0.Z_PK, t0.Z_ENT", nil, condition, &renderer)
    case .values: return try rows(query, "t0.Z_PK, t0.Z_ENT" + values, nil, condition, &renderer)
    case .aggregates(_, let group):
      let groups = try group.map { key throws(QueryPlanError) in try renderer.grouping(by: key) }
      let text = "SELECT \(values) FROM \(renderer.source(of: 0))\(condition)\(groups ?? "")"
      return SelectTemplate(text, renderer)
    case .rows:
      let index = query.entity - 1
      return try rows(query, columnLists[index], shapes[index], condition, &renderer)
    case .partialRows(let ordinals):
      return try rows(
        query, columns(of: query.entity, ordinals), shapes[query.entity - 1], condition, &renderer)
    }
  }

  /// The columns of rows that have some properties alone.
  private func columns(of entity: Int, _ ordinals: [Int]) -> String {
    let (shape, names) = mapping.wideRows(of: entity)
    let properties = mapping[number: entity].properties
    var wanted = Set(0...RowShape.versionColumn)
    for ordinal in ordinals where properties.indices.contains(ordinal) {
      let first = shape.firstColumn[ordinal]
      wanted.formUnion(first..<(first + properties[ordinal].columns.count))
    }
    return names.enumerated().map { index, name in
      wanted.contains(index) ? "t0.\(SelectRenderer.quoted(name))" : "NULL"
    }.joined(separator: ", ")
  }

  private func count(
    _ query: StoreQuery, _ condition: String, _ renderer: inout SelectRenderer
  ) -> SelectTemplate {
    let from = "FROM \(renderer.source(of: 0))\(condition)"
    var text = "SELECT COUNT(*) \(from)"
    if query.limit != nil || query.offset != nil {
      text = "SELECT COUNT(*) FROM (SELECT 1 \(from)\(renderer.window(of: query)))"
    }
    return SelectTemplate(text, renderer)
  }

  private func rows(
    _ query: StoreQuery, _ columns: String, _ shape: RowShape?, _ condition: String,
    _ renderer: inout SelectRenderer
  ) throws(QueryPlanError) -> SelectTemplate {
    let order = try renderer.order(query.order)
    let window = renderer.window(of: query)
    let text = "SELECT \(columns) FROM \(renderer.source(of: 0))\(condition)\(order)\(window)"
    return SelectTemplate(text, renderer, shape: shape)
  }
}
