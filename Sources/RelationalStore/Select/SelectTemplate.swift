import StoreModel
import Synchronization

/// The statement of all queries of one form: those that differ in parameters, limit and offset alone.
struct SelectTemplate: Sendable {
  /// Where a binding comes from that is not the same for all of them.
  enum Source: Sendable {
    case parameter(Int)
    case limit
    case offset
  }

  struct Variation: Sendable {
    let binding: Int
    let source: Source
  }

  private let text: String
  private let bindings: [StoredValue]
  private let variations: [Variation]
  private let shape: RowShape?

  init(_ text: String, _ renderer: SelectRenderer, shape: RowShape? = nil) {
    self.text = text
    self.shape = shape
    bindings = renderer.bindings
    variations = renderer.variations
  }

  /// The plan of a query of the form.
  func plan(of query: StoreQuery) throws(QueryPlanError) -> SelectPlan {
    var bindings = bindings
    for variation in variations {
      bindings[variation.binding] = try value(of: variation.source, in: query)
    }
    return SelectPlan(statement: SQLStatement(text, bindings: bindings), shape: shape)
  }

  private func value(
    of source: Source, in query: StoreQuery
  ) throws(QueryPlanError) -> StoredValue {
    switch source {
    case .parameter(let index):
      guard query.parameters.indices.contains(index) else {
        throw QueryPlanError(description: "Parameter \(index) has no value.")
      }
      return query.parameters[index]
    // SQLite takes a negative limit for none.
    case .limit: return .integer(Int64(query.limit ?? -1))
    case .offset: return .integer(Int64(query.offset ?? 0))
    }
  }
}

extension StoreQuery {
  /// What queries have in common that have the same statement.
  var form: StoreQuery {
    var form = self
    form.parameters = []
    form.limit = limit.map { _ in 0 }
    form.offset = offset.map { _ in 0 }
    return form
  }
}

/// The templates of a planner, by the form of the queries.
///
/// Safe to use from any thread.
final class SelectTemplates: Sendable {
  private let templates = Mutex<[StoreQuery: SelectTemplate]>([:])

  /// Forms stand in a program's text; only generated queries have so many.
  private static let limit = 512

  subscript(form: StoreQuery) -> SelectTemplate? {
    get { templates.withLock { $0[form] } }
    set {
      templates.withLock { templates in
        if templates.count >= Self.limit { templates.removeAll() }
        templates[form] = newValue
      }
    }
  }
}
