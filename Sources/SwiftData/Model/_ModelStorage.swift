public import Foundation
public import Observation
import StoreModel

/// Where a model stands in its life, as its context keeps it; see `PersistenceState`.
enum ModelState: UInt8 {
  /// Made by the program and not inserted.
  case unmanaged
  /// Inserted, not saved.
  case inserted
  /// Stands for a saved row.
  case persistent
  /// To be deleted at the next save.
  case deleted
  /// Its row is gone; the last known values remain.
  case detached
  /// Turned out to be a row that another model of the context stands for, which has the values.
  case merged
}

/// One model's values, state and identity.
///
/// For macro-made code only.
///
/// Values come from two places: `slots`, which holds what was assigned or already converted, and
/// the row in `page`, from which a value is made when it is first read. A fetched model allocates
/// no slots before it is written to or a costly value is read.
public final class _$ModelStorage {
  // In this order the fields fill whole words: 100,000 models take 1.5 MiB less for it.

  /// The class of the model; a subclass takes the storage of its superclass over.
  @exclusivity(unchecked) var modelClass: _$ModelClass
  @usableFromInline @exclusivity(unchecked) var slots = SlotBuffer()
  /// Whether the slots have some properties of the row, and the others are yet to be fetched.
  @exclusivity(unchecked) var isPartial = false
  @exclusivity(unchecked) var row: Int32 = 0
  // Boxed, since the registrar's layout is known at run time only: an optional of it in here makes
  // every access to the storage's fields, and the test for nil, several times slower.
  @exclusivity(unchecked) var registrarBox: RegistrarBox?

  // The model takes this back when it goes.
  @exclusivity(unchecked) private unowned(unsafe) var modelObject: AnyObject?
  @exclusivity(unchecked) private var heldContext: Unmanaged<ModelContext>?
  @exclusivity(unchecked) var page: RowPage?
  /// The version of the row (`Z_OPT`) that the values belong to.
  @exclusivity(unchecked) var version: Int32 = 0
  @exclusivity(unchecked) var state: ModelState = .unmanaged
  /// Whether relationships were assigned before the model was known, by an initialiser.
  @usableFromInline @exclusivity(unchecked) var hasPendingInverses = false
  /// Whether an initialiser of a new model made the storage, so that what those of its subclasses
  /// assign counts.
  @exclusivity(unchecked) var takesInitialValues = false
  /// Whether the model has left its context: relationships lead on from here, though the other ends
  /// lead here no more.
  @exclusivity(unchecked) var isParted = false
  @exclusivity(unchecked) var binding: EntityBinding?
  /// The primary key, or 0 where none is given yet.
  @exclusivity(unchecked) var primaryKey: Int64 = 0
  @exclusivity(unchecked) var changes: ModelChanges?

  init(_ modelClass: _$ModelClass) {
    self.modelClass = modelClass
  }

  /// The model whose values these are; nil before it is known, and when it has gone.
  @unsafe var model: (any PersistentModel)? {
    @inline(__always) get { unsafe modelObject.map { modelClass.model(from: $0) } }
    @inline(__always) set { unsafe modelObject = newValue }
  }

  /// The same as the model, of a type that the caller knows.
  @unsafe @inline(__always)
  func model<Model: PersistentModel>(as type: Model.Type) -> Model? {
    unsafe modelObject.map { unsafe unsafeDowncast($0, to: type) }
  }

  // A context detaches its storages before it goes.
  @unsafe var context: ModelContext? {
    @inline(__always) get { unsafe heldContext?.takeUnretainedValue() }
    @inline(__always) set {
      unsafe heldContext = newValue.map { unsafe Unmanaged.passUnretained($0) }
    }
  }

  deinit {
    unsafe context?.forget(self)
    if modelClass.hasRelationships {
      DeferredRelease.end(&slots, changes)
    } else {
      slots.removeAll()
    }
  }

  /// Lets go of the model, which is about to go.
  @usableFromInline
  func partWithModel() { unsafe modelObject = nil }

  /// Makes the storage know the model that owns it, and links what the initialiser assigned.
  @inline(__always)
  func bind(_ model: any PersistentModel) {
    if unsafe modelObject == nil { bindFirst(model) }
    if hasPendingInverses { linkPendingInverses() }
  }
}

/// Holds the registrar of a model's observers.
final class RegistrarBox {
  let registrar = ObservationRegistrar()
}

extension _$ModelStorage {
  /// The model's identity: its row's, or a token that will be found equal to its row's.
  var identifier: PersistentIdentifier {
    if primaryKey != 0, let binding, state != .inserted || changes?.token == nil {
      return PersistentIdentifier(
        binding.identity, primaryKey: primaryKey, isTemporary: state == .inserted)
    }
    let record = changes ?? ModelChanges()
    changes = record
    let token = record.token ?? TemporaryToken(entityName: modelClass.entityName)
    record.token = token
    return PersistentIdentifier(token)
  }
}

// MARK: - Slots

extension _$ModelStorage {
  /// Makes room for every property's slot.
  @usableFromInline
  func allocateSlots() {
    slots.allocate(modelClass.propertyCount)
  }

  @inline(__always)
  func setSlot(_ ordinal: Int, _ slot: Slot) {
    if slots.isEmpty { allocateSlots() }
    slots[ordinal] = slot
  }

  /// What is assigned or already converted, `.unset` if neither.
  @inline(__always)
  func rawSlot(_ ordinal: Int) -> Slot {
    slots[ordinal]
  }

  /// The slot of an attribute, made from the row if need be; `.unset` where there is none, or none
  /// that the property could show.
  func attributeSlot(_ ordinal: Int) -> Slot {
    let slot = rawSlot(ordinal)
    if !slot.isUnset { return slot }
    let property = modelClass.properties[ordinal]
    guard let coder = property.attribute else { return .unset }
    if property.isConstant, state == .unmanaged || state == .inserted, let model = unsafe model {
      return property.constantSlot(of: model)
    }
    guard let converted = try? storedSlot(property, coder) else { return .unset }
    switch converted {
    case .object, .data: setSlot(ordinal, converted)
    default: break
    }
    return converted
  }

  /// The slot of what the row holds for an attribute, or nil where there is no row.
  ///
  /// Throws `UnreadableValue` if the attribute can't show it.
  func storedSlot(_ property: ModelProperty, _ coder: AttributeCoder) throws -> Slot? {
    guard property.isExternal else { return try rowCells(property.ordinal).map(coder.slot(in:)) }
    return try externalValue(property).map { try coder.slot(stored: $0) }
  }

  /// The row's columns of an ordinal, or nil where there is no row.
  func rowCells(_ ordinal: Int) -> RowCells? {
    guard let page = loadedPage(toRead: ordinal), let binding else { return nil }
    let column = binding.firstColumns[ordinal]
    return column < 0 ? nil : RowCells(page: page, row: Int(row), column: column)
  }

  /// The row's value in an ordinal's first column, or one after it; nil where there is no row.
  func rowValue(_ ordinal: Int, leaf: Int = 0) -> StoredValue? {
    rowCells(ordinal)?.dropFirst(leaf).value
  }

  /// The row's page; fetches the row of a fault.
  @inline(__always)
  func loadedPage(toRead ordinal: Int? = nil) -> RowPage? {
    if let page { return page }
    return faultedPage(toRead: ordinal)
  }

  private func faultedPage(toRead ordinal: Int?) -> RowPage? {
    guard state == .persistent || state == .deleted, primaryKey != 0 else { return nil }
    unsafe context?.fulfillFault(self)
    if state == .detached, let ordinal { noteStaleAccess(.read, ordinal) }
    return page
  }
}

// MARK: - Typed reading

extension _$ModelStorage {
  /// Whether somebody may be watching, so that reading a property has to be reported.
  @usableFromInline
  func isTracked(reading ordinal: Int) -> Bool {
    guard let context = unsafe heldContext else {
      noteStaleAccess(.read, ordinal)
      return registrarBox != nil || TrackingProbe.isActiveAnywhere
    }
    if registrarBox != nil { return true }
    return unsafe context._withUnsafeGuaranteedRef { $0.tracking.isActive }
  }

  /// The registrar, made on first need.
  public var observationRegistrar: ObservationRegistrar {
    if let registrarBox { return registrarBox.registrar }
    if let successor { return successor.observationRegistrar }
    let made = RegistrarBox()
    registrarBox = made
    return made.registrar
  }

  /// The registrar, if somebody ever may have watched.
  var registrar: ObservationRegistrar? { registrarBox?.registrar }

  @usableFromInline
  func loadInteger(_ ordinal: Int) -> Int64 {
    guard let page = loadedPage(toRead: ordinal), let binding else {
      return successor?.integerValue(ordinal) ?? 0
    }
    let column = binding.firstColumns[ordinal]
    guard column >= 0, page.storageClass(row: Int(row), column: column) == .integer else {
      if case .integer(let value) = defaultSlot(ordinal) { return value }
      return 0
    }
    return page.integer(row: Int(row), column: column)
  }

  /// The declared default: what an attribute without column begins with, and what one shows whose
  /// column holds nothing that it could show.
  private func defaultSlot(_ ordinal: Int) -> Slot {
    let property = modelClass.properties[ordinal]
    guard let value = property.defaultValue, let coder = property.attribute else { return .unset }
    return coder.slot(ofAny: value)
  }

  @usableFromInline
  func loadReal(_ ordinal: Int) -> Double? {
    guard let page = loadedPage(toRead: ordinal), let binding else {
      return successor?.realValue(ordinal)
    }
    let column = binding.firstColumns[ordinal]
    guard column >= 0 else { return defaultReal(ordinal) }
    switch page.storageClass(row: Int(row), column: column) {
    case .real: return Double(bitPattern: page.payload(row: Int(row), column: column))
    case .integer: return Double(page.integer(row: Int(row), column: column))
    // Not a number, where the property is no date.
    case .null: return nil
    case .text, .blob: return defaultReal(ordinal)
    }
  }

  @usableFromInline
  func defaultReal(_ ordinal: Int) -> Double? {
    if case .real(let value) = defaultSlot(ordinal) { value } else { nil }
  }

  @usableFromInline
  func loadText(_ ordinal: Int) -> String {
    guard let page = loadedPage(toRead: ordinal), let binding else {
      return successor?.textValue(ordinal) ?? ""
    }
    let column = binding.firstColumns[ordinal]
    guard column >= 0, page.storageClass(row: Int(row), column: column) == .text else {
      if case .text(let value) = defaultSlot(ordinal) { return value }
      return ""
    }
    // Made anew at each read: keeping it would take an array of slots per model.
    return page.text(row: Int(row), column: column)
  }

  /// The value of a property, of the type that the property was declared with.
  @inlinable
  func value<V>(_ ordinal: Int) -> V {
    if V.self == Int.self {
      if case .integer(let value) = slots[ordinal] {
        return unsafe unsafeBitCast(Int(truncatingIfNeeded: value), to: V.self)
      }
      return unsafe unsafeBitCast(Int(truncatingIfNeeded: loadInteger(ordinal)), to: V.self)
    }
    if V.self == String.self {
      if case .text(let value) = slots[ordinal] {
        return unsafe unsafeBitCast(value, to: V.self)
      }
      return unsafe unsafeBitCast(loadText(ordinal), to: V.self)
    }
    if V.self == Double.self {
      if case .real(let value) = slots[ordinal] {
        return unsafe unsafeBitCast(value, to: V.self)
      }
      return unsafe unsafeBitCast(loadReal(ordinal) ?? .nan, to: V.self)
    }
    if V.self == Date.self {
      var seconds = 0.0
      if case .real(let value) = slots[ordinal] {
        seconds = value
      } else {
        seconds = loadReal(ordinal) ?? defaultReal(ordinal) ?? 0
      }
      return unsafe unsafeBitCast(Date(timeIntervalSinceReferenceDate: seconds), to: V.self)
    }
    if V.self == Bool.self {
      if case .integer(let value) = slots[ordinal] {
        return unsafe unsafeBitCast(value != 0, to: V.self)
      }
      return unsafe unsafeBitCast(loadInteger(ordinal) != 0, to: V.self)
    }
    return anyValue(ordinal)
  }

  /// The value of a property of a type without a short cut.
  @usableFromInline
  func anyValue<V>(_ ordinal: Int) -> V {
    if let successor { return successor.value(ordinal) }
    let property = modelClass.properties[ordinal]
    switch property.kind {
    case .attribute(let coder):
      let slot = attributeSlot(ordinal)
      if slot.isUnset, let value: V = standIn(property, coder) { return value }
      if let value = coder.value(of: slot, as: V.self) { return value }
    case .relationship(let coder):
      if coder.isToMany {
        if let value = coder.value(of: loadedContents(ordinal), as: V.self) { return value }
      } else {
        let destination = toOneDestination(ordinal).map { [$0] }
        if let value = coder.value(of: destination, as: V.self) { return value }
        noteMissingDestination(property)
        if let value = coder.value(of: [coder.placeholder()], as: V.self) { return value }
      }
    case .unsupported:
      if case .object(let box as ValueBox<V>) = rawSlot(ordinal) { return box.value }
    }
    return Self.placeholder(V.self, of: property.keyPath)
  }
}
