import StoreModel

extension ModelContext {
  /// Tells how `fetch(_:)` would answer a descriptor: its SQL, which indexes help, and what is left to
  /// do in memory.
  ///
  /// Nothing is fetched. Throws what `fetch(_:)` throws for a descriptor that it can't answer.
  /// Not in Apple's framework.
  public func explain<T>(_ descriptor: FetchDescriptor<T>) throws -> QueryExplanation
  where T: PersistentModel {
    let plan = try FetchPlan(descriptor, in: self)
    let answer = try plan.binding.store.explain(plan.query)
    return QueryExplanation(
      entityName: plan.binding.layout.name, sql: answer.sql,
      bindings: answer.bindings.map(QueryValue.init), plan: answer.plan,
      inMemorySteps: plan.inMemorySteps)
  }
}
