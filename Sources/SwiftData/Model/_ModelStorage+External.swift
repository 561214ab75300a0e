import StoreModel

extension _$ModelStorage {
  /// The row's value of an attribute that may lie in a file, which is read now.
  ///
  /// Nil where there is no row, or no such file any more: another context may have given the row
  /// another value meanwhile, which is then the one to show. A file that is missing though its row
  /// names it is reported by the next fetch or save.
  func externalValue(_ property: ModelProperty) -> StoredValue? {
    guard let stored = rowValue(property.ordinal), let binding else { return nil }
    if let value = try? binding.store.externalValue(stored) { return value }
    if readRowAnew(), let newer = rowValue(property.ordinal), newer != stored,
      let value = try? binding.store.externalValue(newer)
    {
      return value
    }
    noteUnreadable(property, "lies in a file beside the store that can't be read")
    return nil
  }

  /// The slot of a value that is about to be replaced, so that nobody need hear if it can't be read.
  func replacedExternalSlot(_ ordinal: Int) -> Slot {
    let error = unsafe context?.faultError
    defer { unsafe context?.faultError = error }
    return attributeSlot(ordinal)
  }

  /// Fetches the row once more; returns whether it is there.
  private func readRowAnew() -> Bool {
    guard let binding, state == .persistent || state == .deleted,
      let page = try? binding.store.row(entity: binding.number, primaryKey: primaryKey),
      page.rowCount > 0, (try? binding.check(page)) != nil
    else { return false }
    refresh(from: page, row: 0)
    return true
  }
}
