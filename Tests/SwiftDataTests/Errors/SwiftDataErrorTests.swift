import Foundation
import Testing

@testable import SwiftData

@Suite struct SwiftDataErrorTests {
  private struct Cause: Error, CustomStringConvertible {
    var description: String { "the cause" }
  }

  private func explained() -> SwiftDataError {
    SwiftDataError(.unknownSchema, explanation: "Trip isn't known.", underlying: Cause())
  }

  @Test func anotherErrorMatchesNoPattern() {
    #expect(!(SwiftDataError.unknownSchema ~= (Cause() as any Error)))
    #expect(!(SwiftDataError.unknownSchema ~= (SwiftDataError.backwardMigration as any Error)))
  }

  @Test func anErrorMatchesItsPatternWhateverItExplains() {
    do {
      throw explained() as any Error
    } catch SwiftDataError.backwardMigration {
      Issue.record("matched another kind")
    } catch SwiftDataError.unknownSchema {
      // As it should be.
    } catch {
      Issue.record("matched nothing")
    }
    switch explained() as any Error {
    case SwiftDataError.unknownSchema: break
    default: Issue.record("matched nothing")
    }
  }

  @Test func errorsAreEqualByKind() {
    #expect(explained() == .unknownSchema)
    #expect(explained().hashValue == SwiftDataError.unknownSchema.hashValue)
    #expect(SwiftDataError.unknownSchema != .backwardMigration)
  }

  @Test func theDescriptionExplains() {
    #expect(explained().description == "SwiftDataError.unknownSchema: Trip isn't known.")
    #expect(explained().debugDescription.contains("the cause"))
    #expect(explained().localizedDescription == explained().description)
    #expect(SwiftDataError.unknownSchema.description == "SwiftDataError.unknownSchema")
  }

  @Test func allConstantsDiffer() {
    let all: [SwiftDataError] = [
      .unsupportedPredicate, .unsupportedSortDescriptor, .unsupportedKeyPath,
      .includePendingChangesWithBatchSize, .sortingPendingChangesWithIdentifiers,
      .duplicateConfiguration, .configurationFileNameTooLong,
      .configurationFileNameContainsInvalidCharacters,
      .configurationSchemaNotFoundInContainerSchema, .loadIssueModelContainer,
      .modelValidationFailure, .missingModelContext, .backwardMigration, .unknownSchema,
      .historyTokenExpired, .invalidTransactionFetchRequest, .unknownDataStoreSchema,
    ]
    #expect(Set(all).count == 17)
  }
}
