extension ModelContext {
  /// Returns the transactions of the container's stores that a descriptor asks for.
  ///
  /// Throws `SwiftDataError.historyTokenExpired` where a part of the history that the predicate asks
  /// for has been deleted, and `SwiftDataError.invalidTransactionFetchRequest` for transactions of a
  /// type that no store keeps. With several stores, each store's transactions come in the order they
  /// were made, one store after the other, unless the descriptor has an order; a limit holds for all
  /// of them together.
  public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  where T: HistoryTransaction {
    let descriptor = try defaultDescriptor(descriptor)
    var found: [DefaultHistoryTransaction] = []
    for store in stack.stores { found += try store.fetchHistory(descriptor) }
    if stack.stores.count > 1 {
      found.sort(using: descriptor.sortBy)
      if descriptor.fetchLimit > 0 {
        found = Array(found.prefix(Int(clamping: descriptor.fetchLimit)))
      }
    }
    return found.compactMap { $0 as? T }
  }

  /// Deletes the transactions that a descriptor asks for; the models themselves are left alone.
  ///
  /// Throws `SwiftDataError.invalidTransactionFetchRequest` for transactions of a type that no store
  /// keeps, and for a limit or an order, which a deletion can't have.
  public func deleteHistory<T>(_ descriptor: HistoryDescriptor<T>) throws
  where T: HistoryTransaction {
    let descriptor = try defaultDescriptor(descriptor)
    guard descriptor.fetchLimit == 0, descriptor.sortBy.isEmpty else {
      throw SwiftDataError(
        .invalidTransactionFetchRequest,
        explanation: "A deletion of history can't have a limit or an order; "
          + "say in the predicate what is to go.")
    }
    for store in stack.stores { try store.deleteHistory(descriptor) }
  }

  private func defaultDescriptor<T>(
    _ descriptor: HistoryDescriptor<T>
  ) throws -> HistoryDescriptor<DefaultHistoryTransaction> {
    guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
      throw SwiftDataError(
        .invalidTransactionFetchRequest,
        explanation: "No store of the container keeps transactions of the type \(T.self); "
          + "use DefaultHistoryTransaction.")
    }
    return descriptor
  }
}
