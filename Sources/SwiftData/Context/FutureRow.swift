import StoreModel

/// A row as a save will leave it: what is stored of it, what the context has changed in it, and the
/// new models that turn out to be it.
final class FutureRow {
  /// A row as the transaction finds it.
  struct Stored {
    let page: RowPage
    let row: Int

    var primaryKey: Int64 { page.integer(row: row, column: 0) }
    var version: Int32 { page.version(row: row) }
  }

  /// A new model that turns out to be the row.
  struct Incoming {
    let storage: _$ModelStorage
    /// Whether its values replace those of the row.
    var isTaken: Bool
  }

  let binding: EntityBinding
  /// Nil of a row that is new.
  let stored: Stored?
  /// The context's model of the row: of a stored one, if it is in memory.
  let own: _$ModelStorage?
  /// Holds the model, which may have nobody else once other models are settled.
  private let ownModel: (any PersistentModel)?
  private(set) var incoming: [Incoming] = []
  /// Whether the row's only model turned out to be another row.
  private(set) var isMerged = false
  /// Whether the save writes any column of the stored row.
  var isUpdated = false

  /// The row of a new model.
  init(new storage: _$ModelStorage, as binding: EntityBinding) {
    self.binding = binding
    stored = nil
    own = storage
    ownModel = unsafe storage.model
  }

  /// A row that is stored already.
  init(_ stored: Stored, own: _$ModelStorage?, as binding: EntityBinding) {
    self.binding = binding
    self.stored = stored
    self.own = own
    ownModel = unsafe own?.model
  }

  var isNew: Bool { stored == nil }

  /// The row's key; 0 of a new one that has none yet.
  var primaryKey: Int64 { stored?.primaryKey ?? own?.primaryKey ?? 0 }

  /// All models that the row takes values or members from, its own first.
  var storages: [_$ModelStorage] { (own.map { [$0] } ?? []) + incoming.map(\.storage) }

  /// Makes the models of a new row stand for another row.
  func merge(into other: FutureRow, isTaken: Bool) {
    isMerged = true
    let models = (own.map { [Incoming(storage: $0, isTaken: true)] } ?? []) + incoming
    other.incoming += models.map {
      Incoming(storage: $0.storage, isTaken: $0.isTaken && isTaken)
    }
    incoming = []
  }

  /// Drops the values of the models that turned out to be the row; returns whether there were any.
  func ignoreIncoming() -> Bool {
    guard incoming.contains(where: \.isTaken) else { return false }
    for index in incoming.indices { incoming[index].isTaken = false }
    return true
  }

  /// The model that gives the row its value of a property; nil where the stored value stays.
  func source(of ordinal: Int) -> _$ModelStorage? {
    let taken = incoming.last { $0.isTaken && $0.storage.brings(ordinal) }
    if let taken { return taken.storage }
    guard let own, isNew || own.changes?.ordinals.contains(ordinal) ?? false else { return nil }
    return own
  }

  /// The stored value of a column.
  func storedValue(_ slot: ColumnSlot) -> StoredValue {
    storedCells(slot.ordinal)?.dropFirst(slot.leaf).value ?? .null
  }

  /// The stored columns of a property, or nil if it has none.
  func storedCells(_ ordinal: Int) -> RowCells? {
    let column = binding.firstColumns[ordinal]
    guard let stored, column >= 0 else { return nil }
    return RowCells(page: stored.page, row: stored.row, column: column)
  }
}

extension _$ModelStorage {
  /// Whether a new model has something to replace a row's value with: every attribute, since its
  /// initialiser has set it; of relationships only those that it has set.
  fileprivate func brings(_ ordinal: Int) -> Bool {
    guard modelClass.properties[ordinal].relationship != nil else { return true }
    switch rawSlot(ordinal) {
    case .object(let object):
      return (object as? any PersistentModel)?._$storage.isToBeFound ?? false
    case .integer: return true
    default: return false
    }
  }
}
