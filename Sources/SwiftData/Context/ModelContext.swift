import Foundation
import StoreModel
import Synchronization

/// A scratch pad of models: fetches them, knows their changes, and saves them.
///
/// A context is not Sendable: use it, and its models, where it was made. Other actors make a
/// context of their own on the same container.
public class ModelContext: Equatable, SendableMetatype {
  /// The container whose stores the context reads and writes.
  ///
  /// A container's main context does not keep it: where the container has gone, a new one of the same
  /// stores takes its place.
  public var container: ModelContainer { ownContainer ?? stack.container }

  private let ownContainer: ModelContainer?
  let stack: StoreStack

  /// Whether changes are saved without a call of `save()`.
  ///
  /// A container's main context and the context of a model actor are saved in a turn of their actor
  /// some time after the first unsaved change, as `autosavePolicy` says, and when the program ends.
  /// Any other context is saved when it goes. True for a container's main context, else false.
  public var autosaveEnabled: Bool {
    get { autosaver != nil }
    set {
      guard newValue != autosaveEnabled else { return }
      autosaver = newValue ? Autosaver() : nil
      if newValue, hasChanges { autosaver?.schedule(self) }
    }
  }

  /// When the context saves by itself, and who is told where that fails.
  ///
  /// Not in Apple's framework.
  public var autosavePolicy = AutosavePolicy()

  /// What tells the context, and who works in it, to the stores.
  public var editingState: EditingState = EditingState()

  /// Who is noted as the author of what is saved.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }

  /// Whether fetches may do in memory what a store can't do exactly, unless their descriptor says.
  ///
  /// Not in Apple's framework.
  public var inMemoryEvaluation: InMemoryEvaluation = .allowed

  /// What a save does where another context has saved another value of a property that this one
  /// changes.
  ///
  /// Not in Apple's framework.
  public var conflictPolicy: ConflictPolicy = .lastSaverWins

  private(set) var autosaver: Autosaver?
  /// Whether a block of `transaction(block:)` is running.
  var isInTransaction = false
  /// Where the context is used, if it is known.
  var home: ContextHome?
  var queryMonitor: QueryMonitor?
  let tracking = TrackingProbe()
  /// What wants to know when models may have become others.
  var listeners = ResultsListeners()
  /// What other contexts have saved.
  let inbox = SaveInbox()
  /// By `EntityBinding.identityIndex`.
  @exclusivity(unchecked) var identityMaps: [IdentityMap]
  /// Models inserted, changed and deleted since the last save, in order; each list may hold models
  /// whose state has moved on, which are passed over.
  var insertedModels: [any PersistentModel] = [] {
    didSet { noteChange(of: insertedModels) }
  }
  var changedModels: [any PersistentModel] = [] {
    didSet { noteChange(of: changedModels) }
  }
  var deletedModels: [any PersistentModel] = [] {
    didSet { noteChange(of: deletedModels) }
  }
  /// Models inserted though their class isn't in the schema: the next save says so.
  var strangers: [any PersistentModel] = [] {
    didSet { noteChange(of: strangers) }
  }
  /// Deleted models that have a relationship with the rule `deny`, for the next save to check.
  var deletionsToCheck: [any PersistentModel] = []
  /// To-many relationships that were loaded without members which unsaved changes have taken away.
  var reducedContents: [(owner: any PersistentModel, ordinal: Int)] = []
  /// Rows that others have deleted, and whose models have stayed for their changes.
  var orphans: Set<SaveNotice.Row> = []
  /// Records changes, if there is an undo manager.
  var undoRecorder: UndoRecorder?
  /// The first error of a fault that could not be fulfilled, thrown by the next fetch or save.
  var faultError: (any Error)?

  /// Makes a context on a container, which it keeps.
  public convenience init(_ container: ModelContainer) {
    self.init(container.stack, keeping: container)
  }

  /// Makes the context for the main actor.
  @MainActor
  convenience init(main stack: StoreStack) {
    self.init(stack, keeping: nil)
    settle(at: .main)
    autosaveEnabled = true
  }

  private init(_ stack: StoreStack, keeping container: ModelContainer?) {
    ownContainer = container
    self.stack = stack
    identityMaps = Array(repeating: IdentityMap(), count: stack.identityMapCount)
    if stack.contexts.add(inbox) { stack.watchForeignSaves() }
    queryMonitor = stack.queryLog.withLock { $0 }.map(QueryMonitor.init)
  }

  deinit {
    saveBeforeGoing()
    loadFaultsBeforeGoing()
    // First all, which lets go of none; then those that may hold others.
    var holders: [_$ModelStorage] = []
    for map in identityMaps {
      map.forEach { storage in
        unsafe storage.context = nil
        // The deletion will not be saved.
        if storage.state == .deleted { storage.state = .persistent }
        if !storage.slots.isEmpty { holders.append(storage) }
      }
    }
    for storage in holders { storage.detachFromContext() }
    for model in insertedModels where isInserted(model) { model._$storage.detachFromContext() }
    undoRecorder?.forget(ObjectIdentifier(self))
  }

  /// Whether anything is inserted, changed or deleted and not saved.
  public var hasChanges: Bool {
    deletedModels.contains { $0._$storage.state == .deleted }
      || insertedModels.contains(where: isInserted)
      || changedModels.contains { $0._$storage.isChanged } || !strangers.isEmpty
  }

  /// Models inserted and not saved, in order of insertion.
  public var insertedModelsArray: [any PersistentModel] {
    insertedModels.filter(isInserted) + strangers
  }

  /// Saved models that have changes not saved, in order of their first change.
  public var changedModelsArray: [any PersistentModel] {
    changedModels.filter { $0._$storage.isChanged }
  }

  /// Saved models that the next save deletes, in order of deletion.
  public var deletedModelsArray: [any PersistentModel] {
    deletedModels.filter { $0._$storage.state == .deleted }
  }

  /// Lets what a list of changes holds be saved by itself, if that is wanted.
  @inline(__always)
  private func noteChange(of models: [any PersistentModel]) {
    guard let autosaver, !models.isEmpty else { return }
    autosaver.schedule(self)
  }

  /// Whether a model of the list of inserted ones still is one: it may have left, and even have been
  /// inserted elsewhere.
  func isInserted(_ model: any PersistentModel) -> Bool {
    let storage = model._$storage
    return storage.state == .inserted && (unsafe storage.context === self)
  }

  /// Whether two contexts are the same one.
  public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
}

extension ModelContext: CustomDebugStringConvertible {
  /// The numbers of models with unsaved changes.
  public var debugDescription: String {
    "ModelContext(inserted: \(insertedModelsArray.count), changed: \(changedModelsArray.count), "
      + "deleted: \(deletedModelsArray.count))"
  }
}

extension _$ModelStorage {
  /// Leaves a context that is going away; what is in memory stays readable.
  func detachFromContext() {
    unsafe context = nil
    guard state != .inserted else {
      isParted = true
      if isReturning {
        state = .detached
      } else {
        binding = nil
        state = .unmanaged
      }
      return
    }
    // Two models that hold each other would never go.
    for index in slots.indices {
      guard case .object(let object) = slots[index] else { continue }
      if object is ToManyContents {
        slots[index] = .unset
      } else if let model = object as? any PersistentModel {
        let key = model._$storage.primaryKey
        slots[index] = key == 0 ? .null : .integer(key)
      }
    }
    changes?.originals = OriginalSlots()
  }
}

// MARK: - Registering

extension ModelContext {
  /// The storage registered for a row of an entity or of one below it.
  func registered(_ key: Int64, of binding: EntityBinding) -> _$ModelStorage? {
    guard let storage = identityMaps[binding.identityIndex][key], let own = storage.binding,
      binding.includes(own)
    else { return nil }
    return storage
  }

  /// Makes a saved model findable by its primary key.
  func register(_ storage: _$ModelStorage) {
    guard let binding = storage.binding, storage.primaryKey != 0 else { return }
    let former = identityMaps[binding.identityIndex][storage.primaryKey]
    if let former, former !== storage { displace(former) }
    identityMaps[binding.identityIndex].insert(storage, for: storage.primaryKey)
  }

  /// Parts with a registered storage in whose place another row's comes.
  ///
  /// Its identifier was made up before there was such a row, or for another entity.
  func displace(_ former: _$ModelStorage) {
    former.state = .detached
    unsafe former.context = nil
  }

  /// Parts with a storage whose row is gone.
  func letGo(of storage: _$ModelStorage) {
    forget(storage)
    displace(storage)
  }

  /// Takes out a storage that goes away.
  func forget(_ storage: _$ModelStorage) {
    guard let binding = storage.binding, storage.primaryKey != 0 else { return }
    identityMaps[binding.identityIndex].remove(storage, for: storage.primaryKey)
  }

  /// Notes a saved model's first change.
  func registerChange(_ storage: _$ModelStorage) {
    guard let model = unsafe storage.model else { return }
    changedModels.append(model)
  }

  /// The model of a row of the binding's own entity: the registered one, brought up to date if it has
  /// no changes of its own, or a new one.
  func materialize(_ page: RowPage, row: Int, as binding: EntityBinding) -> any PersistentModel {
    let key = page.integer(row: row, column: 0)
    if let storage = identityMaps[binding.identityIndex][key], let model = unsafe storage.model {
      if storage.binding === binding {
        takeIn(page, row: row, of: storage)
        return model
      }
      displace(storage)
    }
    let storage = _$ModelStorage(loading: page, row: row, key: key, as: binding, in: self)
    let model = binding.makeModel(storage)
    unsafe storage.model = model
    identityMaps[binding.identityIndex].insert(storage, for: key)
    return model
  }
}

extension _$ModelStorage {
  /// Takes in a newer row, unless the model has changes of its own.
  func refresh(from newPage: RowPage, row newRow: Int) {
    let newVersion = newPage.version(row: newRow)
    guard state == .persistent, page == nil || newVersion != version else { return }
    if page == nil, newVersion == version, isPartial { return hold(newPage, row: newRow) }
    if page == nil, newVersion == version, !slots.isEmpty { return }
    let differing = registrar == nil ? [] : propertiesDiffering(from: newPage, row: newRow)
    notify(of: differing) { take(newPage, row: newRow) }
  }

  private func take(_ newPage: RowPage, row newRow: Int) {
    if let changes, !changes.ordinals.isEmpty {
      // Changed properties keep their new values; all others, and a rollback, show the newer row.
      for index in slots.indices where !changes.ordinals.contains(index) { slots[index] = .unset }
      changes.noteConflicts(of: self, with: newPage, row: newRow)
      for ordinal in changes.ordinals { changes.originals[ordinal] = .unset }
    } else {
      slots.removeAll()
    }
    hold(newPage, row: newRow)
  }

  /// Makes a row the one that the values come from.
  func hold(_ newPage: RowPage, row newRow: Int) {
    isPartial = false
    page = newPage
    row = Int32(truncatingIfNeeded: newRow)
    version = newPage.version(row: newRow)
  }

  /// The properties that a newer row shows another value of; to-many relationships that are loaded
  /// count as such, since the row doesn't tell.
  private func propertiesDiffering(from newPage: RowPage, row newRow: Int) -> [ModelProperty] {
    guard let binding, page != nil || !slots.isEmpty else { return [] }
    return modelClass.properties.filter { property in
      let ordinal = property.ordinal
      if let changes, changes.ordinals.contains(ordinal) { return false }
      // Nobody has read what has not been fetched.
      if isPartial, rawSlot(ordinal).isUnset { return false }
      let column = binding.firstColumns[ordinal]
      guard column >= 0 else {
        return property.relationship != nil && !rawSlot(ordinal).isUnset
      }
      let cells = RowCells(page: newPage, row: newRow, column: column)
      let stored = cells.value
      if property.isExternal {
        // A value never changes in its file, so that the files need not be read.
        return page == nil || rowValue(ordinal) != stored
      }
      if let coder = property.attribute {
        let old = attributeSlot(ordinal)
        guard !old.isUnset, let new = try? coder.slot(in: cells) else { return true }
        return !coder.areEqual(old, new)
      }
      let slot = rawSlot(ordinal)
      guard slot.isUnset else { return isOther(slot, than: stored) }
      return page != nil && rowValue(ordinal) != stored
    }
  }
}

extension RowPage {
  /// The version of a row that a query for rows has found.
  func version(row: Int) -> Int32 { Int32(truncatingIfNeeded: integer(row: row, column: 2)) }
}
