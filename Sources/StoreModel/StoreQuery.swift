/// A question to a store in plain values: which rows of an entity, in what order, and what of them.
package struct StoreQuery: Sendable, Hashable {
  /// Number of the entity asked for.
  package var entity: Int
  package var includesSubentities: Bool
  /// Which rows; nil means all.
  ///
  /// Must be of Boolean meaning and is true or false, never NULL.
  package var filter: QueryExpression?
  /// The values of the filter's parameters, by their indices; none is NULL or a text.
  package var parameters: [StoredValue] = []
  package var order: [QueryOrder]
  package var limit: Int?
  package var offset: Int?
  package var result: QueryResult

  package init(
    entity: Int, includesSubentities: Bool = true, filter: QueryExpression? = nil,
    order: [QueryOrder] = [], limit: Int? = nil, offset: Int? = nil, result: QueryResult = .rows
  ) {
    self.entity = entity
    self.includesSubentities = includesSubentities
    self.filter = filter
    self.order = order
    self.limit = limit
    self.offset = offset
    self.result = result
  }
}

/// What a query returns of each row.
package enum QueryResult: Sendable, Hashable {
  /// Primary key, entity number, version, then every column of the entity and of those below it:
  /// see `SelectPlan`.
  case rows
  /// The same, but NULL in all columns but those of some properties, given by ordinal.
  case partialRows([Int])
  /// Primary key and entity number.
  case identifiers
  /// The number of rows.
  case count
  /// Primary key, entity number, then the values of expressions.
  case values([QueryExpression])
  /// For all rows, or for each group of rows that have the same value, the values of aggregates; after
  /// them, the group's value.
  case aggregates([QueryAggregate], groupedBy: QueryOrder?)
}

/// A value that is made of those of many rows, NULL left out.
package struct QueryAggregate: Sendable, Hashable {
  package enum Function: String, Sendable, Hashable {
    case count = "COUNT"
    case sum = "SUM"
    case average = "AVG"
    case minimum = "MIN"
    case maximum = "MAX"
  }

  package var function: Function
  /// Nil counts rows.
  package var operand: QueryExpression?
  package var collation: QueryCollation

  package init(
    _ function: Function, _ operand: QueryExpression? = nil, collation: QueryCollation = .binary
  ) {
    self.function = function
    self.operand = operand
    self.collation = collation
  }
}

/// One sort key.
///
/// Ties are broken by primary key, which the planner appends.
package struct QueryOrder: Sendable, Hashable {
  package var expression: QueryExpression
  package var isAscending: Bool
  package var collation: QueryCollation

  package init(
    _ expression: QueryExpression, isAscending: Bool = true, collation: QueryCollation = .binary
  ) {
    self.expression = expression
    self.isAscending = isAscending
    self.collation = collation
  }
}

/// How text is ordered.
package enum QueryCollation: Sendable, Hashable {
  /// Byte for byte, SQLite's own.
  case binary
  /// As `String.<` orders: by Unicode canonical form.
  case canonical
  /// As Apple's `.localizedStandard` orders: case- and diacritic-insensitive first, numbers by value.
  case localizedStandard
  /// The same, with digits one by one.
  case localized
}

/// An expression over one row, each node with the meaning that Swift gives it.
///
/// Variables are numbered: 0 is the row asked for, others are bound by `exists` and `countWhere`.
package indirect enum QueryExpression: Sendable, Hashable {
  case constant(StoredValue)
  /// A constant that is not NULL, by its index among the query's parameters.
  case parameter(Int)
  /// A leaf of an attribute: `leaf` counts within the attribute, 0 for a simple one.
  case attribute(QueryPath, ordinal: Int, leaf: Int)
  /// The primary key of what the path leads to; NULL where the path ends in nil.
  case primaryKey(QueryPath)
  /// The concrete entity number of what the path leads to.
  case entityNumber(QueryPath)

  case comparison(QueryComparison, QueryExpression, QueryExpression)
  case and(QueryExpression, QueryExpression)
  case or(QueryExpression, QueryExpression)
  case not(QueryExpression)
  case isNull(QueryExpression)
  case coalesce(QueryExpression, QueryExpression)
  case conditional(QueryExpression, then: QueryExpression, else: QueryExpression)
  /// NULL where an operand is NULL or a divisor is zero; not meaningful where it overflows.
  case arithmetic(QueryArithmetic, QueryExpression, QueryExpression)
  case negate(QueryExpression)
  /// Whether integer arithmetic has left the range of 64 bits anywhere in the expression.
  case overflows(QueryExpression)
  /// Whether a value is among constants; NULL is a member if a constant is NULL.
  case membership(QueryExpression, [StoredValue])
  case text(QueryTextOperation, QueryExpression, QueryExpression)
  /// Number of characters of a string, as Swift counts them.
  case textLength(QueryExpression)

  /// Whether any destination of a to-many satisfies the condition (nil: whether there is any).
  case exists(QueryPath, relationship: Int, variable: Int, QueryExpression?)
  /// How many destinations of a to-many satisfy the condition.
  case countWhere(QueryPath, relationship: Int, variable: Int, QueryExpression?)
}

/// A variable and the to-one relationships that lead from it, by ordinal.
package struct QueryPath: Sendable, Hashable {
  package var variable: Int
  package var steps: [QueryStep]
  /// The subentity for which what the path leads to is taken, by its number; nil: as declared.
  ///
  /// Its own columns are NULL in rows of other entities.
  package var subentity: Int?

  package init(variable: Int = 0, steps: [QueryStep] = [], subentity: Int? = nil) {
    self.variable = variable
    self.steps = steps
    self.subentity = subentity
  }

  package func appending(_ step: QueryStep) -> QueryPath {
    QueryPath(variable: variable, steps: steps + [step])
  }
}

/// One to-one relationship followed: of which entity, and its ordinal there.
package struct QueryStep: Sendable, Hashable {
  package var entity: Int
  package var ordinal: Int

  package init(entity: Int, ordinal: Int) {
    self.entity = entity
    self.ordinal = ordinal
  }
}

/// Comparisons.
///
/// Equality treats NULL as a value equal to itself; orderings are false on NULL.
package enum QueryComparison: String, Sendable, Hashable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// Arithmetic.
///
/// Division and remainder are of integers or of reals as the operands are.
package enum QueryArithmetic: String, Sendable, Hashable {
  case add, subtract, multiply, divideReal, divideInteger, remainder
}

/// Tests of one string against another; false where either is NULL.
package enum QueryTextOperation: String, Sendable, Hashable {
  case contains, hasPrefix, localizedStandardContains
}
