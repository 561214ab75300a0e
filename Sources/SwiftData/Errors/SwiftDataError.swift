public import Foundation

/// An error that SwiftData throws.
///
/// Match it with a `catch` pattern:
///
/// ```swift
/// do {
///   try context.save()
/// } catch SwiftDataError.modelValidationFailure {
///   …
/// }
/// ```
///
/// Two errors are equal if they are of the same kind; the explanation and the underlying error take
/// no part. `description` says what went wrong, where, and what to do; it holds no values of models.
public struct SwiftDataError: Error {
  /// The kinds of errors, named as the public constants are.
  enum Code: String, Hashable, Sendable {
    case unsupportedPredicate, unsupportedSortDescriptor, unsupportedKeyPath
    case includePendingChangesWithBatchSize, sortingPendingChangesWithIdentifiers
    case duplicateConfiguration, configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema
    case loadIssueModelContainer, modelValidationFailure, missingModelContext
    case backwardMigration, unknownSchema, unknownDataStoreSchema
    case historyTokenExpired, invalidTransactionFetchRequest
    case invalidFetchDescriptor, saveConflict, containerSuspended
  }

  let code: Code
  /// What went wrong in this case, where, and what to do about it; never a model's values.
  let explanation: String?
  /// The error of a lower layer that led to this one.
  let underlying: (any Error)?

  init(_ code: Code, explanation: String? = nil, underlying: (any Error)? = nil) {
    self.code = code
    self.explanation = explanation
    self.underlying = underlying
  }
}

extension SwiftDataError {
  /// A predicate can't be translated or evaluated.
  public static let unsupportedPredicate: SwiftDataError = SwiftDataError(.unsupportedPredicate)

  /// A sort descriptor names something that can't be sorted by.
  public static let unsupportedSortDescriptor: SwiftDataError =
    SwiftDataError(.unsupportedSortDescriptor)

  /// A key path doesn't lead to a persisted property.
  public static let unsupportedKeyPath: SwiftDataError = SwiftDataError(.unsupportedKeyPath)

  /// A batched fetch asks for pending changes, which only a plain fetch can include.
  public static let includePendingChangesWithBatchSize: SwiftDataError =
    SwiftDataError(.includePendingChangesWithBatchSize)

  /// A fetch of identifiers asks for both an order and pending changes.
  public static let sortingPendingChangesWithIdentifiers: SwiftDataError =
    SwiftDataError(.sortingPendingChangesWithIdentifiers)

  /// Two configurations of a container share a name, a file or a model.
  public static let duplicateConfiguration: SwiftDataError = SwiftDataError(.duplicateConfiguration)

  /// The name of a configuration makes too long a file name.
  public static let configurationFileNameTooLong: SwiftDataError =
    SwiftDataError(.configurationFileNameTooLong)

  /// The name of a configuration holds characters that a file name can't.
  public static let configurationFileNameContainsInvalidCharacters: SwiftDataError =
    SwiftDataError(.configurationFileNameContainsInvalidCharacters)

  /// The schema of a configuration isn't a part of the container's schema.
  public static let configurationSchemaNotFoundInContainerSchema: SwiftDataError =
    SwiftDataError(.configurationSchemaNotFoundInContainerSchema)

  /// A container can't open or create a store.
  public static let loadIssueModelContainer: SwiftDataError =
    SwiftDataError(.loadIssueModelContainer)

  /// A model breaks a rule of its schema, so that it can't be saved.
  public static let modelValidationFailure: SwiftDataError = SwiftDataError(.modelValidationFailure)

  /// An operation needs a model that belongs to a context, and this one belongs to none.
  public static let missingModelContext: SwiftDataError = SwiftDataError(.missingModelContext)

  /// The store was written by a later version of the schema than the one asked for.
  public static let backwardMigration: SwiftDataError = SwiftDataError(.backwardMigration)

  /// A schema is none of those that the migration plan knows.
  public static let unknownSchema: SwiftDataError = SwiftDataError(.unknownSchema)

  /// The store's schema matches no known schema, so that it can't be migrated.
  public static let unknownDataStoreSchema: SwiftDataError = SwiftDataError(.unknownDataStoreSchema)

  /// The history that a token refers to has been deleted.
  public static let historyTokenExpired: SwiftDataError = SwiftDataError(.historyTokenExpired)

  /// A history request can't be carried out as it is put.
  public static let invalidTransactionFetchRequest: SwiftDataError =
    SwiftDataError(.invalidTransactionFetchRequest)

  /// A fetch descriptor has a number that makes no sense, such as a negative limit.
  ///
  /// Not in Apple's framework.
  public static let invalidFetchDescriptor: SwiftDataError =
    SwiftDataError(.invalidFetchDescriptor)

  /// Another context has saved another value of a property that is to be saved; see `ConflictPolicy`.
  ///
  /// Not in Apple's framework.
  public static let saveConflict: SwiftDataError = SwiftDataError(.saveConflict)

  /// Nothing can be written until the container's `resume()`.
  ///
  /// Not in Apple's framework.
  public static let containerSuspended: SwiftDataError = SwiftDataError(.containerSuspended)
}

extension SwiftDataError: Hashable {
  /// Returns whether two errors are of the same kind.
  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
    lhs.code == rhs.code
  }

  /// Hashes the kind of the error.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }

  /// Returns whether an error is a SwiftData error of the given kind, for use in patterns.
  public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
    (rhs as? SwiftDataError)?.code == lhs.code
  }
}

extension SwiftDataError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of the error and, where there is one, its explanation.
  public var description: String {
    guard let explanation else { return "SwiftDataError.\(code.rawValue)" }
    return "SwiftDataError.\(code.rawValue): \(explanation)"
  }

  /// The description, followed by that of the underlying error.
  public var debugDescription: String {
    guard let underlying else { return description }
    return "\(description) (underlying error: \(underlying))"
  }
}

extension SwiftDataError: LocalizedError {
  /// The same text as `description`, so that `localizedDescription` says what went wrong.
  public var errorDescription: String? { description }
}
