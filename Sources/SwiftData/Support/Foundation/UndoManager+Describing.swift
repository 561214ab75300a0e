#if !canImport(Darwin)
  public import Foundation

  extension UndoManager {
    /// Names the actions of the open group, or of the last one, for use in a menu.
    public func setActionName(_ actionName: String) { describedGroup?.name = actionName }

    /// The name of what `undo()` would undo; empty if it has none.
    public var undoActionName: String { describedGroup?.name ?? "" }

    /// The name of what `redo()` would redo; empty if it has none.
    public var redoActionName: String { redoStack.last?.name ?? "" }

    /// The title of a menu item that undoes, such as “Undo Rename”.
    public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// The title of a menu item that redoes, such as “Redo Rename”.
    public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// Returns the title of a menu item that undoes an action of the given name, in English.
    public func undoMenuTitle(forUndoActionName actionName: String) -> String {
      actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// Returns the title of a menu item that redoes an action of the given name, in English.
    public func redoMenuTitle(forUndoActionName actionName: String) -> String {
      actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    /// Says whether the actions of the open group, or of the last one, may be lost without harm.
    public func setActionIsDiscardable(_ discardable: Bool) {
      describedGroup?.isDiscardable = discardable
    }

    /// Whether what `undo()` would undo may be lost without harm.
    public var undoActionIsDiscardable: Bool { describedGroup?.isDiscardable ?? false }

    /// Whether what `redo()` would redo may be lost without harm.
    public var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

    /// Keeps a value with the open group, or with the last one.
    public func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
      describedGroup?.userInfo[key] = info
    }

    /// Returns a value that was kept with what `undo()` would undo.
    public func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
      describedGroup?.userInfo[key]
    }

    /// Returns a value that was kept with what `redo()` would redo.
    public func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
      redoStack.last?.userInfo[key]
    }
  }

  /// In the user info of `NSUndoManagerWillCloseUndoGroup`: whether the group may be lost without
  /// harm.
  public let NSUndoManagerGroupIsDiscardableKey: String = "NSUndoManagerGroupIsDiscardableKey"

  extension NSNotification.Name {
    /// Posted when a group opens within another, when one closes, and when `canRedo` is asked.
    public static let NSUndoManagerCheckpoint: Notification.Name = Notification.Name(
      "NSUndoManagerCheckpointNotification")

    /// Posted before something is undone.
    public static let NSUndoManagerWillUndoChange: Notification.Name = Notification.Name(
      "NSUndoManagerWillUndoChangeNotification")

    /// Posted after something was undone.
    public static let NSUndoManagerDidUndoChange: Notification.Name = Notification.Name(
      "NSUndoManagerDidUndoChangeNotification")

    /// Posted before something is redone.
    public static let NSUndoManagerWillRedoChange: Notification.Name = Notification.Name(
      "NSUndoManagerWillRedoChangeNotification")

    /// Posted after something was redone.
    public static let NSUndoManagerDidRedoChange: Notification.Name = Notification.Name(
      "NSUndoManagerDidRedoChangeNotification")

    /// Posted when a group has opened.
    public static let NSUndoManagerDidOpenUndoGroup: Notification.Name = Notification.Name(
      "NSUndoManagerDidOpenUndoGroupNotification")

    /// Posted before a group closes.
    public static let NSUndoManagerWillCloseUndoGroup: Notification.Name = Notification.Name(
      "NSUndoManagerWillCloseUndoGroupNotification")

    /// Posted when a group has closed.
    public static let NSUndoManagerDidCloseUndoGroup: Notification.Name = Notification.Name(
      "NSUndoManagerDidCloseUndoGroupNotification")
  }

  /// Actions that an undo manager undoes together.
  final class UndoGroup {
    var entries: [Entry] = []
    var name = ""
    var isDiscardable = false
    var userInfo: [UndoManager.UserInfoKey: Any] = [:]

    enum Entry {
      case action(UndoAction)
      case group(UndoGroup)

      var isGroup: Bool { if case .group = self { true } else { false } }
    }

    func takeDescription(of other: UndoGroup) {
      name = other.name
      isDiscardable = other.isDiscardable
      userInfo = other.userInfo
    }

    /// Calls the actions, the last one first.
    func run() {
      for entry in entries.reversed() {
        switch entry {
        case .action(let action): action.run()
        case .group(let group): group.run()
        }
      }
    }

    func removeActions(of target: ObjectIdentifier) {
      entries.removeAll { entry in
        switch entry {
        case .action(let action): return action.targetIdentifier == target
        case .group(let group):
          group.removeActions(of: target)
          return group.entries.isEmpty
        }
      }
    }
  }

  /// One action, with the object that it concerns.
  struct UndoAction {
    let targetIdentifier: ObjectIdentifier
    let run: () -> Void

    init<Target: AnyObject>(_ target: Target, _ handler: @escaping (Target) -> Void) {
      targetIdentifier = ObjectIdentifier(target)
      run = { [weak target] in
        if let target { handler(target) }
      }
    }
  }
#endif
