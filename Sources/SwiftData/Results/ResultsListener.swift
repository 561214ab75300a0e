/// What wants to know when the models of a context may have become others.
final class ResultsListener {
  /// The identity maps of the entities that matter; nil for all.
  var identityIndexes: Set<Int>?
  private let onChange: () -> Void

  init(onChange: @escaping () -> Void) {
    self.onChange = onChange
  }

  func hear(_ identityIndex: Int?) {
    if let identityIndex, let identityIndexes, !identityIndexes.contains(identityIndex) { return }
    onChange()
  }
}

extension ModelContext {
  /// Tells listeners that a model has become another, has come or is going.
  func tellListeners(of storage: _$ModelStorage) {
    guard !listeners.isEmpty else { return }
    listeners.tell(storage.binding?.identityIndex)
  }
}

/// The listeners of a context; they go when nobody holds them.
struct ResultsListeners {
  private var listeners = WeakList<ResultsListener>()

  var isEmpty: Bool { listeners.isEmpty }

  mutating func add(_ listener: ResultsListener) { listeners.append(listener) }

  /// Tells the listeners of a change to a model of an inheritance tree; nil: to any.
  func tell(_ identityIndex: Int?) {
    for listener in listeners.objects { listener.hear(identityIndex) }
  }
}
