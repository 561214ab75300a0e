/// What wants to know when the models of a context may have become others.
final class ResultsListener {
  /// What matters to it.
  var interest = ResultsInterest.everything
  private let onChange: () -> Void

  init(onChange: @escaping () -> Void) {
    self.onChange = onChange
  }

  func hear(_ identityIndex: Int?, _ ordinal: Int?) {
    if interest.includes(identityIndex, ordinal) { onChange() }
  }
}

/// Which changes may make the results of a fetch others.
enum ResultsInterest {
  case everything
  /// Models of one inheritance tree, by their identity map, that come or go or change in properties
  /// which the fetch reads.
  case models(identityIndex: Int, ordinals: Set<Int>)

  /// Whether a change of a property matters; nil for a tree or a property: of any.
  func includes(_ identityIndex: Int?, _ ordinal: Int?) -> Bool {
    guard case .models(let own, let ordinals) = self, let identityIndex else { return true }
    return own == identityIndex && ordinal.map(ordinals.contains) ?? true
  }
}

extension ModelContext {
  /// Tells listeners that a model has changed in a property, or has come or is going.
  func tellListeners(of storage: _$ModelStorage, changing ordinal: Int? = nil) {
    guard !listeners.isEmpty else { return }
    listeners.tell(storage.binding?.identityIndex, ordinal)
  }
}

/// The listeners of a context; they go when nobody holds them.
struct ResultsListeners {
  private var listeners = WeakList<ResultsListener>()

  var isEmpty: Bool { listeners.isEmpty }

  mutating func add(_ listener: ResultsListener) { listeners.append(listener) }

  /// Tells the listeners of a change to a model of an inheritance tree, in one property; nil: in any,
  /// or to any model.
  func tell(_ identityIndex: Int?, _ ordinal: Int? = nil) {
    for listener in listeners.objects { listener.hear(identityIndex, ordinal) }
  }
}
