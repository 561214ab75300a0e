import StoreModel

// A new model whose unique values a saved row has becomes that row's model. Where the context has a
// model of the row already, in somebody's hands, both have to go on: the new one then has no values of
// its own and hands everything on to the other.

extension _$ModelStorage {
  /// The storage of the model that has the values, if this one's model was merged into it.
  var successor: _$ModelStorage? {
    state == .merged ? changes?.successor?._$storage : nil
  }

  /// Whether a relationship that leads to the model leads to a row after the next save.
  var isToBeFound: Bool {
    switch state {
    case .inserted, .persistent: true
    case .merged: successor?.isToBeFound ?? false
    case .unmanaged, .deleted, .detached: false
    }
  }

  /// Hands everything on to another model of the same row from now on.
  ///
  /// Whoever observes this model is told, and observes the other one when it looks again.
  func merge(into other: any PersistentModel, primaryKey key: Int64) {
    notify(of: modelClass.properties) {
      let record = changes ?? ModelChanges()
      record.successor = other
      changes = record
      primaryKey = key
      state = .merged
      page = nil
      slots.removeAll()
      unsafe context = nil
    }
    registrarBox = nil
    guard let model = unsafe model else { return }
    for property in modelClass.properties where property.isConstant {
      property.setConstant(of: model, to: other._$storage.attributeSlot(property.ordinal))
    }
  }

  /// Tells whoever observes some properties of a change.
  func notify(of properties: [ModelProperty], _ change: () -> Void) {
    guard let registrar, let model = unsafe model, !properties.isEmpty else {
      change()
      return
    }
    for property in properties { property.willSet(model, in: registrar) }
    change()
    for property in properties { property.didSet(model, in: registrar) }
  }

  // What `loadInteger`, `loadReal` and `loadText` of a merged model hand on.

  func integerValue(_ ordinal: Int) -> Int64 {
    if case .integer(let value) = rawSlot(ordinal) { return value }
    return loadInteger(ordinal)
  }

  func realValue(_ ordinal: Int) -> Double? {
    if case .real(let value) = rawSlot(ordinal) { return value }
    return loadReal(ordinal)
  }

  func textValue(_ ordinal: Int) -> String {
    if case .text(let value) = rawSlot(ordinal) { return value }
    return loadText(ordinal)
  }
}

extension PersistentModel {
  /// The model that has the values: this one, unless it was merged into another.
  var current: any PersistentModel {
    let storage = _$storage
    return storage.state == .merged ? storage.changes?.successor ?? self : self
  }
}
