import StoreModel

extension ModelContext {
  /// The values of some properties of all models that a descriptor describes, in its order, unsaved
  /// changes included unless it says otherwise.
  ///
  /// ```swift
  /// for (name, city) in try context.select(\.name, \.home.city, from: descriptor) { … }
  /// ```
  ///
  /// Reads their columns alone and makes no models, where the key paths lead to stored attributes,
  /// through to-one relationships too, or to `persistentModelID`, and nothing has to be done in memory.
  /// Else O(n) models are fetched, and read. Throws where a row holds nothing that a property could
  /// show. Not in Apple's framework.
  public func select<T, each Value>(
    _ keyPaths: repeat KeyPath<T, each Value>,
    from descriptor: FetchDescriptor<T> = FetchDescriptor()
  ) throws -> [(repeat each Value)] where T: PersistentModel {
    try beginFetch()
    let plan = try FetchPlan(descriptor, in: self)
    var selection = ValueSelection(plan.binding)
    for keyPath in repeat each keyPaths { selection.add(keyPath) }
    guard plan.isExact, selection.missing == nil else {
      let missing = selection.missing.map(KeyPathText.readable)
      try checkEvaluation(of: missing.map { "\($0) is not kept in a column" }, descriptor)
      return try fetch(descriptor).map { model in (repeat model[keyPath: each keyPaths]) }
    }
    var query = plan.query
    query.result = .values(selection.expressions)
    var found: [(repeat each Value)] = []
    for page in try plan.binding.store.rows(query, trace: trace(.values, plan.binding)) {
      found.reserveCapacity(found.count + page.rowCount)
      for row in 0..<page.rowCount {
        var reader = ValueSelection.Reader(selection: selection, page: page, row: row)
        found.append((repeat try reader.next(along: each keyPaths)))
      }
    }
    return found
  }

  /// Throws if something keeps a store from giving values, and evaluation in memory is refused.
  func checkEvaluation<T>(of obstacle: String?, _ descriptor: FetchDescriptor<T>) throws {
    guard let obstacle, (descriptor.inMemoryEvaluation ?? inMemoryEvaluation) == .refused else {
      return
    }
    throw SwiftDataError(
      .unsupportedKeyPath,
      explanation: "\(T.self): \(obstacle), and evaluation in memory is refused.")
  }
}

/// The values that are read of each row.
private struct ValueSelection {
  private enum Place {
    case identifier
    /// The first column in the result.
    case column(ValueColumn, Int)
  }

  private let binding: EntityBinding
  private var places: [Place] = []
  private(set) var expressions: [QueryExpression] = []
  /// A key path that leads to no column.
  private(set) var missing: AnyKeyPath?

  init(_ binding: EntityBinding) { self.binding = binding }

  mutating func add(_ keyPath: AnyKeyPath) {
    if binding.modelClass.isIdentity(keyPath) {
      places.append(.identifier)
    } else if let column = ValueColumn(keyPath, of: binding) {
      // After the primary key and the entity's number.
      places.append(.column(column, 2 + expressions.count))
      expressions += column.expressions
    } else {
      missing = keyPath
    }
  }

  /// Reads the values of one row in order.
  struct Reader {
    let selection: ValueSelection
    let page: RowPage
    let row: Int
    private var position = 0

    init(selection: ValueSelection, page: RowPage, row: Int) {
      self.selection = selection
      self.page = page
      self.row = row
    }

    mutating func next<T, Value>(along keyPath: KeyPath<T, Value>) throws -> Value {
      defer { position += 1 }
      let key = page.integer(row: row, column: 0)
      switch selection.places[position] {
      case .identifier:
        let concrete = try selection.binding.concrete(of: page, row: row)
        let identifier = PersistentIdentifier(concrete.identity, primaryKey: key)
        guard let value = identityCast(identifier, to: Value.self) else {
          throw selection.binding.damaged("\(KeyPathText.readable(keyPath)) of row p\(key)")
        }
        return value
      case .column(let column, let first):
        do {
          return try column.value(
            in: RowCells(page: page, row: row, column: first), as: Value.self)
        } catch let error as UnreadableValue {
          throw selection.binding.damaged(
            "\(KeyPathText.readable(keyPath)) of row p\(key) \(error.problem)")
        }
      }
    }
  }
}
