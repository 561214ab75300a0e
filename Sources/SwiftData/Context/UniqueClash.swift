import StoreModel

/// Two rows that a save would leave with one unique value.
struct UniqueClash {
  private let row: FutureRow
  private let holder: FutureRow
  private let constraint: UniqueConstraint

  init(_ row: FutureRow, _ holder: FutureRow, _ constraint: UniqueConstraint) {
    self.row = row
    self.holder = holder
    self.constraint = constraint
  }

  /// The error that the save throws.
  var error: SwiftDataError {
    let entity = row.binding.layout.name
    let values = constraint.names.count == 1 ? "unique value" : "unique values"
    return SwiftDataError(
      .modelValidationFailure,
      explanation:
        "\(entity).\(constraint.description): \(Self.name(row)) would have the \(values) "
        + "of \(Self.name(holder)). \(advice) Nothing was saved.")
  }

  private var advice: String {
    if !row.isNew, !holder.isNew {
      return "Both are saved, so that neither can give way: change or delete one."
    }
    if row.binding !== holder.binding {
      return "They are of different classes, so that the one can't update the other."
    }
    if constraint.policy == .fail { return "The constraint's policy is to fail." }
    return
      "Another unique value tells the two apart, so that updating would overwrite a model that "
      + "isn't the same one. Change one of them, or give the constraint another policy."
  }

  /// A row as the message names it; never by its values.
  private static func name(_ row: FutureRow) -> String {
    let entity = row.binding.layout.name
    return row.stored.map { "\(entity) p\($0.primaryKey)" } ?? "a new \(entity)"
  }
}
