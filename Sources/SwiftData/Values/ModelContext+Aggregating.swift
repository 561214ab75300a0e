import StoreModel

extension ModelContext {
  /// Works out one value of all models that a descriptor describes, unsaved changes included unless it
  /// says otherwise.
  ///
  /// The store does it where it can, without making models: over stored attributes, when nothing has to
  /// be evaluated in memory and the descriptor has neither limit nor offset. Else O(n) models are
  /// fetched. Not in Apple's framework.
  public func aggregate<T, Value>(
    _ aggregate: Aggregate<T, Value>, over descriptor: FetchDescriptor<T> = FetchDescriptor()
  ) throws -> Value where T: PersistentModel {
    try beginFetch()
    let plan = try FetchPlan(descriptor, in: self)
    if let answers = answers(aggregate, groupedBy: nil, plan, descriptor),
      let answer = answers.first, let value = try? aggregate.result(answer.value)
    {
      return value
    }
    try checkEvaluation(
      of: obstacle(to: aggregate, plan.binding) ?? obstacle(to: descriptor), descriptor)
    return try evaluate(aggregate, over: fetch(descriptor, by: plan))
  }

  /// Works out one value for each group of models that have the same value of a property.
  ///
  /// As `aggregate(_:over:)` otherwise. Not in Apple's framework.
  public func aggregate<T, Value, Key>(
    _ aggregate: Aggregate<T, Value>, over descriptor: FetchDescriptor<T> = FetchDescriptor(),
    groupedBy keyPath: KeyPath<T, Key>
  ) throws -> [Key: Value] where T: PersistentModel, Key: Hashable {
    try beginFetch()
    let plan = try FetchPlan(descriptor, in: self)
    if let column = ValueColumn(keyPath, of: plan.binding), column.isGroupable,
      let answers = answers(aggregate, groupedBy: column, plan, descriptor),
      let values = try? answers.map({ answer in
        (try column.value(in: answer.key, as: Key.self), try aggregate.result(answer.value))
      })
    {
      return Dictionary(values, uniquingKeysWith: { first, _ in first })
    }
    try checkEvaluation(
      of: obstacle(to: aggregate, plan.binding) ?? obstacle(toGroupsBy: keyPath, plan.binding)
        ?? obstacle(to: descriptor), descriptor)
    let groups = Dictionary(grouping: try fetch(descriptor, by: plan)) { $0[keyPath: keyPath] }
    return try groups.mapValues { try evaluate(aggregate, over: $0) }
  }

  /// Why a store can't work out an aggregate of all rows; nil if it can.
  private func obstacle<T, Value>(
    to aggregate: Aggregate<T, Value>, _ binding: EntityBinding
  ) -> String? {
    guard let keyPath = aggregate.keyPath else { return nil }
    guard let column = ValueColumn(keyPath, of: binding) else {
      return "\(KeyPathText.readable(keyPath)) is not kept in a column"
    }
    let isExact =
      column.coder.leafCount == 1 && column.coder.isComparableInStore
      && aggregate.isExact(column.coder.valueType)
    return isExact ? nil : "a store can't work that out of \(KeyPathText.readable(keyPath)) exactly"
  }

  private func obstacle(toGroupsBy keyPath: AnyKeyPath, _ binding: EntityBinding) -> String? {
    if let column = ValueColumn(keyPath, of: binding), column.isGroupable { return nil }
    return "a store can't group by \(KeyPathText.readable(keyPath)) exactly"
  }

  private func obstacle<T>(to descriptor: FetchDescriptor<T>) -> String? {
    guard descriptor.fetchLimit != nil || descriptor.fetchOffset != nil else { return nil }
    return "an aggregate of a part of the models is worked out in memory"
  }

  /// What the store says, group by group; nil where it can't say it exactly.
  private func answers<T, Value>(
    _ aggregate: Aggregate<T, Value>, groupedBy key: ValueColumn?, _ plan: FetchPlan<T>,
    _ descriptor: FetchDescriptor<T>
  ) -> [(key: RowCells, value: AggregateAnswer)]? {
    guard plan.overlay.isEmpty, !plan.filtersInMemory, obstacle(to: descriptor) == nil,
      obstacle(to: aggregate, plan.binding) == nil
    else { return nil }
    let column = aggregate.keyPath.flatMap { ValueColumn($0, of: plan.binding) }
    let operand = column?.expressions[0]
    var query = plan.query
    query.order = []
    query.result = .aggregates(
      [
        QueryAggregate(.count),
        operand.map { QueryAggregate(.count, $0) } ?? QueryAggregate(.count),
        operand.map {
          QueryAggregate(aggregate.function, $0, collation: column?.collation ?? .binary)
        }
          ?? QueryAggregate(.count),
      ], groupedBy: key.map { QueryOrder($0.expressions[0], collation: $0.collation) })
    let trace = trace(.values, plan.binding, inMemory: plan.inMemorySteps)
    // What goes wrong here, such as a sum that is out of range, goes wrong in memory too, with a reason.
    guard let pages = try? plan.binding.store.rows(query, trace: trace) else { return nil }
    return pages.flatMap { page in
      (0..<page.rowCount).map { row in
        let cells = RowCells(page: page, row: row, column: 0)
        return (
          cells.dropFirst(3),
          AggregateAnswer(
            cells: cells.dropFirst(2), count: Int(page.integer(row: row, column: 0)),
            valueCount: Int(page.integer(row: row, column: 1)), column: column)
        )
      }
    }
  }

  private func evaluate<T, Value>(
    _ aggregate: Aggregate<T, Value>, over models: [T]
  ) throws -> Value {
    do {
      return try aggregate.evaluate(models)
    } catch let overflow as AggregateOverflow {
      let name = aggregate.keyPath.map(KeyPathText.readable) ?? "\(T.self)"
      throw SwiftDataError(
        .unsupportedKeyPath,
        explanation: "The sum of \(name) is out of the range of \(Value.self).",
        underlying: overflow)
    }
  }
}

extension ValueColumn {
  /// Whether a model may have nil.
  var mayBeNil: Bool { isBehindOptional || coder.isOptional }

  /// The collation in which texts are the same that Swift finds equal.
  var collation: QueryCollation { coder.valueKind == .string ? .canonical : .binary }

  /// Whether equal values are in one column and are stored alike.
  var isGroupable: Bool {
    coder.leafCount == 1 && coder.isComparableInStore && (mayBeNil || !coder.readsNull)
  }
}
