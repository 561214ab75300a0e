import CoreDataFormat
import Foundation
import StoreModel

/// The files that one save makes and those that it makes superfluous.
///
/// New ones are on disk before the transaction commits, old ones go after it, so that whatever the
/// store says is there at any time. A process that is killed in between leaves files behind that
/// nobody reads.
struct ExternalFileChanges {
  private let files: ExternalFiles?
  private let layout: StoreLayout
  private var made: [String] = []

  init(_ store: DefaultStore) {
    files = store.externalFiles
    layout = store.layout
  }

  /// Puts large values into files, and what columns hold in their place.
  mutating func prepare(_ mutations: [Mutation]) throws -> [Mutation] {
    let prepared = try mutations.map { mutation -> Mutation in
      switch mutation {
      case .insert(let batch): .insert(try prepare(batch, firstValue: 1, width: 1))
      case .update(let batch): .update(try prepare(batch, firstValue: 0, width: 2))
      case .touch, .delete, .release, .link, .unlink, .arrange: mutation
      }
    }
    if !made.isEmpty { files?.synchronize() }
    return prepared
  }

  /// `width` is how many values a row has beside those of its slots.
  private mutating func prepare(
    _ batch: RowBatch, firstValue: Int, width: Int
  ) throws -> RowBatch {
    let entity = layout[number: batch.entity]
    let properties = entity.properties
    let positions = batch.slots.indices.filter {
      properties[batch.slots[$0].ordinal].attribute?.allowsExternalStorage ?? false
    }
    guard !positions.isEmpty else { return batch }
    var batch = batch
    for row in batch.primaryKeys.indices {
      for position in positions {
        let index = row * (batch.slots.count + width) + firstValue + position
        guard case .blob(let value) = batch.values[index] else { continue }
        do {
          batch.values[index] = .blob(try column(value))
        } catch {
          let name = properties[batch.slots[position].ordinal].name
          throw unwritable("\(entity.name).\(name) of row p\(batch.primaryKeys[row])", error)
        }
      }
    }
    return batch
  }

  private mutating func column(_ value: Data) throws -> Data {
    guard let files, value.count > ExternalValue.inlineLimit else {
      return ExternalValue.inline(value).column
    }
    let name = try files.write(value)
    made.append(name)
    return ExternalValue.file(name).column
  }

  private func unwritable(_ place: String, _ error: any Error) -> SwiftDataError {
    SwiftDataError(
      .modelValidationFailure,
      explanation: "\(place): the value can't be written to a file in "
        + "\(files?.folder.path ?? ""). Nothing was saved; see to it that there is room and that this "
        + "user may write there.",
      underlying: error)
  }

  /// Removes the files of columns that are no more, once the transaction is committed.
  func commit(released columns: [Data]) {
    for column in columns {
      if case .file(let name) = ExternalValue(column: column) { files?.remove(name) }
    }
  }

  /// Removes the new files.
  func rollBack() {
    for name in made { files?.remove(name) }
  }
}
