// Apple's Foundation has it; Foundation elsewhere doesn't.
#if !canImport(Darwin)
  public import Foundation

  /// A recorder of actions that take changes back.
  ///
  /// A context records what changes in it once it is given an undo manager:
  ///
  /// ```swift
  /// context.undoManager = UndoManager()
  /// trip.name = "Lisbon"
  /// try context.save()
  /// context.undoManager?.undo()  // the old name again, to be saved
  /// ```
  ///
  /// Actions are undone in groups. With `groupsByEvent`, a group opens by itself at the first action.
  /// On Apple's platforms it closes when the run loop has handled an event. Here there need not be a
  /// run loop: it closes when a context that uses the manager saves or processes its pending
  /// changes, and when a group is begun, ended, undone or redone. Groups that are begun explicitly
  /// are undone one by one.
  ///
  /// What is a mistake of the program and raises an exception on Apple's platforms, such as ending a
  /// group that isn't open, does nothing here. Like a context, a manager belongs to one thread.
  open class UndoManager: NSObject {
    /// A key of a value that is kept with an action.
    public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
      /// The key as text.
      public let rawValue: String

      /// Creates a key from text.
      public init(rawValue: String) {
        self.rawValue = rawValue
      }
    }

    var undoStack: [UndoGroup] = []
    var redoStack: [UndoGroup] = []
    /// Groups that are open, the outermost first.
    private var openGroups: [UndoGroup] = []
    /// Whether the outermost open group opened by itself.
    private var isEventGroupOpen = false
    private var disablings = 0
    /// Another number whenever actions go to another group.
    private(set) var groupNumber = 0

    /// Whether something is being undone.
    open private(set) var isUndoing: Bool = false

    /// Whether something is being redone.
    open private(set) var isRedoing: Bool = false

    /// Whether a group opens by itself where an action is recorded outside of any.
    ///
    /// Otherwise, such an action is a group of its own.
    open var groupsByEvent: Bool = true {
      didSet { endEventGroup() }
    }

    /// How many groups are kept at most; 0 means all.
    open var levelsOfUndo: Int = 0 {
      didSet { trim() }
    }

    /// Creates a manager without actions.
    public override init() {
      super.init()
    }

    // MARK: Recording

    /// Whether actions are recorded.
    open var isUndoRegistrationEnabled: Bool { disablings == 0 }

    /// Records no more actions, until `enableUndoRegistration()` has been called as often.
    open func disableUndoRegistration() { disablings += 1 }

    /// Records actions again.
    open func enableUndoRegistration() { disablings = max(0, disablings - 1) }

    /// Records an action, to be called with its target when the current group is undone.
    ///
    /// While something is undone, records for its redoing instead. Empties the redo stack otherwise.
    ///
    /// - Parameters:
    ///   - target: What the action concerns. It isn't kept alive; once it is gone, the action is
    ///     passed over.
    ///   - handler: The action.
    open func registerUndo<TargetType>(
      withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) where TargetType: AnyObject {
      guard isUndoRegistrationEnabled else { return }
      let isByItself = openGroups.isEmpty
      if isByItself {
        openGroup()
        isEventGroupOpen = groupsByEvent
      }
      if !isUndoing, !isRedoing { redoStack = [] }
      openGroups.last?.entries.append(.action(UndoAction(target, handler)))
      if isByItself, !groupsByEvent { closeGroup() }
    }

    // MARK: Groups

    /// How many groups are open.
    open var groupingLevel: Int { openGroups.count }

    /// Opens a group, within the one that is open, unless that opened by itself.
    open func beginUndoGrouping() {
      endEventGroup()
      if !openGroups.isEmpty { post(.NSUndoManagerCheckpoint) }
      openGroup()
    }

    /// Closes the group that was opened last; one without actions leaves nothing to undo.
    open func endUndoGrouping() {
      // The outermost group that is open while something is undone is not the program's.
      guard openGroups.count > (isUndoing || isRedoing ? 1 : 0) else { return }
      closeGroup()
    }

    /// Closes the group that opened by itself, if it is open and there is none within it.
    func endEventGroup() {
      if isEventGroupOpen, openGroups.count == 1 { closeGroup() }
    }

    private func openGroup() {
      groupNumber += 1
      openGroups.append(UndoGroup())
      post(.NSUndoManagerDidOpenUndoGroup)
    }

    private func closeGroup() {
      post(.NSUndoManagerCheckpoint)
      let isDiscardable = openGroups.last?.isDiscardable ?? false
      post(
        .NSUndoManagerWillCloseUndoGroup,
        isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil)
      guard let group = openGroups.popLast() else { return }
      groupNumber += 1
      if openGroups.isEmpty { isEventGroupOpen = false }
      if !group.entries.isEmpty {
        if let outer = openGroups.last {
          outer.entries.append(.group(group))
        } else {
          undoStack.append(group)
          trim()
        }
      }
      post(.NSUndoManagerDidCloseUndoGroup)
    }

    private func trim() {
      guard levelsOfUndo > 0 else { return }
      undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
      redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    // MARK: Undoing

    /// Whether there is anything to undo.
    open var canUndo: Bool {
      !undoStack.isEmpty || openGroups.contains { !$0.entries.isEmpty }
    }

    /// Whether there is anything to redo.
    open var canRedo: Bool {
      post(.NSUndoManagerCheckpoint)
      return !redoStack.isEmpty
    }

    /// How many groups can be undone; one that is open counts.
    open var undoCount: Int {
      undoStack.count + (openGroups.contains { !$0.entries.isEmpty } ? 1 : 0)
    }

    /// How many groups can be redone.
    open var redoCount: Int { redoStack.count }

    /// Closes all groups that are open and undoes the last one.
    open func undo() {
      guard !isUndoing, !isRedoing else { return }
      while !openGroups.isEmpty { closeGroup() }
      undoNestedGroup()
    }

    /// Undoes the last group within the innermost open one; the last of all where none is open.
    open func undoNestedGroup() {
      guard !isUndoing, !isRedoing, let group = takeLastGroup() else { return }
      post(.NSUndoManagerCheckpoint)
      post(.NSUndoManagerWillUndoChange)
      isUndoing = true
      if let counterpart = run(group) { redoStack.append(counterpart) }
      isUndoing = false
      post(.NSUndoManagerDidUndoChange)
    }

    /// Redoes what was undone last.
    open func redo() {
      guard !isUndoing, !isRedoing else { return }
      endEventGroup()
      guard let group = redoStack.popLast() else { return }
      post(.NSUndoManagerCheckpoint)
      post(.NSUndoManagerWillRedoChange)
      isRedoing = true
      if let counterpart = run(group) { undoStack.append(counterpart) }
      isRedoing = false
      post(.NSUndoManagerDidRedoChange)
    }

    private func takeLastGroup() -> UndoGroup? {
      guard let open = openGroups.last else { return undoStack.popLast() }
      guard let index = open.entries.lastIndex(where: \.isGroup),
        case .group(let group) = open.entries.remove(at: index)
      else { return nil }
      return group
    }

    /// Calls the actions of a group, the last one first; returns those that they have recorded.
    private func run(_ group: UndoGroup) -> UndoGroup? {
      let (outer, wasEventGroupOpen) = (openGroups, isEventGroupOpen)
      let counterpart = UndoGroup()
      counterpart.takeDescription(of: group)
      openGroups = [counterpart]
      isEventGroupOpen = false
      groupNumber += 1
      group.run()
      // What an action has begun and not ended belongs to its group.
      while openGroups.count > 1 { closeGroup() }
      (openGroups, isEventGroupOpen) = (outer, wasEventGroupOpen)
      groupNumber += 1
      return counterpart.entries.isEmpty ? nil : counterpart
    }

    /// Forgets all actions, and records actions again if that was disabled.
    open func removeAllActions() {
      groupNumber += 1
      undoStack = []
      redoStack = []
      if isEventGroupOpen { openGroups = [] }
      isEventGroupOpen = false
      for group in openGroups { group.entries = [] }
      disablings = 0
    }

    /// Forgets the actions of one target.
    open func removeAllActions(withTarget target: Any) {
      removeAllActions(of: ObjectIdentifier(target as AnyObject))
    }

    /// Forgets the actions of a target that may be going away.
    func removeAllActions(of target: ObjectIdentifier) {
      groupNumber += 1
      for group in undoStack + redoStack + openGroups { group.removeActions(of: target) }
      undoStack.removeAll { $0.entries.isEmpty }
      redoStack.removeAll { $0.entries.isEmpty }
    }

    /// The group that names and other descriptions belong to: the outermost open one, or the last.
    var describedGroup: UndoGroup? { openGroups.first ?? undoStack.last }

    private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
      NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    }
  }
#endif
