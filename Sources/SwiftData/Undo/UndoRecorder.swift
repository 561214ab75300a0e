import Foundation
import StoreModel

/// Records what changes in a context, and gives it to the context's undo manager.
///
/// What changes while one group of the manager is open, and between two calls of `finish()`, is one
/// action: an `UndoRecord`. It is registered at the first change and completed by the others.
final class UndoRecorder {
  let manager: UndoManager
  private var current: UndoRecord?
  private var currentGroup = 0
  /// The records that have models arrive which are not saved yet.
  private var arrivals: [ObjectIdentifier: UndoRecord] = [:]

  init(_ manager: UndoManager) {
    self.manager = manager
  }

  /// Notes what a property holds before it changes.
  func noteValue(of storage: _$ModelStorage, _ ordinal: Int, in context: ModelContext) {
    guard let model = unsafe storage.model else { return }
    record(in: context)?.noteValue(of: model, ordinal)
  }

  /// Notes that a model is about to join the context.
  func noteArrival(of model: any PersistentModel, in context: ModelContext) {
    guard let record = record(in: context) else { return }
    record.noteArrival(of: model)
    arrivals[ObjectIdentifier(model)] = record
  }

  /// Notes a model as it is, since it is about to leave the context.
  func noteDeparture(of model: any PersistentModel, in context: ModelContext) {
    record(in: context)?.noteDeparture(of: model, in: context)
  }

  /// Notes what a row holds that new models turn out to be, before it takes their values: undoing
  /// their insertion gives the row its values back.
  func noteMerge(of row: FutureRow, into storage: _$ModelStorage, in context: ModelContext) {
    guard let model = unsafe storage.model, !arrivals.isEmpty else { return }
    let former =
      row.own
      ?? row.stored.map {
        _$ModelStorage(
          loading: $0.page, row: $0.row, key: $0.primaryKey, as: row.binding, in: context)
      }
    guard let former else { return }
    let ordinals = storage.modelClass.properties.map(\.ordinal).filter { ordinal in
      guard !storage.modelClass.isToMany(ordinal), let source = row.source(of: ordinal) else {
        return false
      }
      return source !== row.own
    }
    for incoming in row.incoming {
      guard let arrived = unsafe incoming.storage.model,
        let record = arrivals[ObjectIdentifier(arrived)]
      else { continue }
      record.noteMerge(of: arrived, into: model, ordinals, of: former)
    }
  }

  /// Notes where the many-to-many relationships of a row lead, before a save adds what new models
  /// bring that turned out to be the row.
  func noteLinks(
    of row: FutureRow, in context: ModelContext, _ transaction: StoreTransaction
  ) throws {
    let records = row.incoming.compactMap { incoming in
      (unsafe incoming.storage.model).flatMap { arrivals[ObjectIdentifier($0)] }
    }
    let survivor = row.own ?? row.incoming.first?.storage
    guard !records.isEmpty, row.stored != nil, let model = unsafe survivor?.model else { return }
    var links: [UndoRecord.CutLink] = []
    for case let relationship? in row.binding.relationships where relationship.layout.isToMany {
      let destination = unsafe relationship.destination
      guard let ordinal = relationship.layout.inverseOrdinal,
        let inverse = destination.relationships[ordinal], inverse.layout.isToMany
      else { continue }
      let page = try transaction.rows(
        StoreQuery(
          entity: destination.number,
          filter: inverse.condition(of: destination.number, leadingTo: row.primaryKey),
          result: .identifiers))
      for index in 0..<page.rowCount {
        // What isn't in memory has not changed.
        let key = page.integer(row: index, column: 0)
        guard let member = context.registered(key, of: destination),
          let memberModel = unsafe member.model
        else { continue }
        links.append(UndoRecord.CutLink(of: memberModel, ordinal, to: model))
        links.append(UndoRecord.CutLink(of: model, relationship.ordinal, to: memberModel))
      }
    }
    for record in records { record.noteLinks(links) }
  }

  /// Notes that all that has arrived is saved.
  func noteSave() { arrivals = [:] }

  private func record(in context: ModelContext) -> UndoRecord? {
    guard manager.isUndoRegistrationEnabled else { return nil }
    if let current, currentGroup == manager.groupNumber { return current }
    finish()
    let record = UndoRecord()
    manager.registerUndo(withTarget: context) { $0.undo(record) }
    current = record
    currentGroup = manager.groupNumber
    return record
  }

  /// Completes the current action: what changes from now on belongs to another.
  func finish() {
    current?.finish()
    current = nil
  }

  /// Completes the current action, and ends the event that it belongs to.
  func endEvent() {
    finish()
    manager.endEventGroup()
  }

  /// Forgets all that was recorded of a context, which may be going away.
  func forget(_ context: ObjectIdentifier) {
    current = nil
    arrivals = [:]
    manager.removeAllActions(of: context)
  }
}
