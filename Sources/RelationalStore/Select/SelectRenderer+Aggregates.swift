import StoreModel

extension SelectRenderer {
  /// The list of what a query asks for beside rows and their keys.
  mutating func values(of result: QueryResult) throws(QueryPlanError) -> String {
    switch result {
    case .rows, .partialRows, .identifiers, .count: return ""
    case .values(let expressions):
      return try captured { renderer throws(QueryPlanError) in
        for expression in expressions {
          renderer.write(", ")
          try renderer.value(expression)
        }
      }
    case .aggregates(let aggregates, let group):
      return try captured { renderer throws(QueryPlanError) in
        for (index, aggregate) in aggregates.enumerated() {
          if index > 0 { renderer.write(", ") }
          try renderer.aggregate(aggregate)
        }
        guard let group else { return }
        renderer.write(", ")
        try renderer.value(group.expression)
      }
    }
  }

  private mutating func aggregate(_ aggregate: QueryAggregate) throws(QueryPlanError) {
    write("\(aggregate.function.rawValue)(")
    if let operand = aggregate.operand {
      try value(operand)
      let isOrder = aggregate.function == .minimum || aggregate.function == .maximum
      if isOrder { write(aggregate.collation.clause) }
    } else {
      write("*")
    }
    write(")")
  }

  /// The GROUP BY clause.
  mutating func grouping(by key: QueryOrder) throws(QueryPlanError) -> String {
    try captured { renderer throws(QueryPlanError) in
      renderer.write(" GROUP BY ")
      try renderer.value(key.expression)
      renderer.write(key.collation.clause)
    }
  }
}

extension QueryCollation {
  /// How SQL names the collation after a value; nothing for its own.
  var clause: String {
    switch self {
    case .binary: ""
    case .canonical: " COLLATE \(QueryFunctions.canonicalCollation)"
    case .localizedStandard: " COLLATE \(QueryFunctions.localizedStandardCollation)"
    case .localized: " COLLATE \(QueryFunctions.localizedCollation)"
    }
  }
}
