import StoreModel

extension _$ModelStorage {
  /// The row's value of an attribute that may lie in a file, which is read now.
  ///
  /// Nil where there is no row. Where there is no such file any more, another context may have given
  /// the row another value meanwhile, which is then the one to show; else throws `UnreadableValue`.
  func externalValue(_ property: ModelProperty) throws -> StoredValue? {
    guard let stored = rowValue(property.ordinal), let binding else { return nil }
    do {
      return try binding.store.externalValue(stored)
    } catch {
      guard readRowAnew(), let newer = rowValue(property.ordinal), newer != stored else {
        throw UnreadableValue(external: error)
      }
      do {
        return try binding.store.externalValue(newer)
      } catch {
        throw UnreadableValue(external: error)
      }
    }
  }

  /// Fetches the row once more; returns whether it is there.
  private func readRowAnew() -> Bool {
    guard let binding, state == .persistent || state == .deleted,
      let page = try? binding.store.row(entity: binding.number, primaryKey: primaryKey),
      page.rowCount > 0
    else { return false }
    refresh(from: page, row: 0)
    return true
  }
}

extension UnreadableValue {
  fileprivate init(external error: any Error) {
    let isUnmarked = if case ExternalValueError.isNotMarked = error { true } else { false }
    self.init(
      problem: isUnmarked
        ? "holds neither a value nor the name of a file"
        : "lies in a file beside the store that can't be read", underlying: error)
  }
}
