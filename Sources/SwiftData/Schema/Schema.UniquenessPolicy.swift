extension Schema {
  /// What a save does with a new model that has the unique values of a model that exists.
  ///
  /// An extension: Apple's SwiftData always updates the existing model. Name a policy in the option,
  /// `@Attribute(.unique(.fail))`, or for each constraint of a model, `#Unique<Trip>(.fail([\.code]))`.
  ///
  /// A policy is about new models only. Where two models that are both saved come to have the same
  /// unique values, the save throws whatever the policy is: neither row may be lost.
  public enum UniquenessPolicy: String, Codable, Hashable, CaseIterable, Sendable {
    /// The new model's values update the existing row, and the new model stands for that row from
    /// then on.
    ///
    /// Attributes are replaced, to-one relationships are replaced where the new model has one, and
    /// members of to-many relationships are added. If another constraint of this policy tells the
    /// two apart, the save throws instead of overwriting the row.
    case upsert
    /// The save throws `SwiftDataError.modelValidationFailure`, and nothing is written.
    case fail
    /// The new model's values are dropped; it stands for the existing row from then on, and what
    /// was related to it is related to that.
    case ignore
  }
}
