import Foundation
import SwiftData
import Testing

/// The undo manager by itself.
@Suite struct UndoManagerTests {
  private final class Counter {
    var value = 0

    func set(_ newValue: Int, with manager: UndoManager) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.set(old, with: manager) }
      value = newValue
    }
  }

  @Test func nothingIsUndoneWhereNothingWasRecorded() {
    let manager = UndoManager()
    manager.undo()
    manager.redo()
    manager.undoNestedGroup()
    manager.endUndoGrouping()
    manager.enableUndoRegistration()
    #expect(!manager.canUndo && !manager.canRedo)
    #expect(manager.undoActionName.isEmpty && manager.redoActionName.isEmpty)
    #expect(manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo")
    #expect(manager.isUndoRegistrationEnabled)
    #expect(manager.groupingLevel == 0 && manager.undoCount == 0 && manager.redoCount == 0)
  }

  @Test func actionsOfOneEventAreUndoneTogether() {
    let manager = UndoManager()
    let counter = Counter()
    #expect(manager.groupsByEvent)
    for value in 1...3 { counter.set(value, with: manager) }
    #expect(manager.groupingLevel == 1 && manager.canUndo && manager.undoCount == 1)
    manager.undo()
    #expect(counter.value == 0)
    #expect(!manager.canUndo && manager.canRedo)
    manager.redo()
    #expect(counter.value == 3)
    #expect(manager.canUndo && !manager.canRedo)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func groupsThatAreBegunAreUndoneOneByOne() {
    let manager = UndoManager()
    let counter = Counter()
    for value in 1...3 {
      manager.beginUndoGrouping()
      counter.set(value * 10, with: manager)
      counter.set(value, with: manager)
      manager.endUndoGrouping()
    }
    #expect(manager.undoCount == 3)
    for value in [2, 1, 0] {
      manager.undo()
      #expect(counter.value == value)
    }
    for value in 1...3 {
      manager.redo()
      #expect(counter.value == value)
    }
  }

  @Test func aGroupWithinAGroupGoesWithIt() {
    let manager = UndoManager()
    let counter = Counter()
    manager.beginUndoGrouping()
    counter.set(1, with: manager)
    manager.beginUndoGrouping()
    counter.set(2, with: manager)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 1)
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    manager.beginUndoGrouping()
    manager.beginUndoGrouping()
    counter.set(3, with: manager)
    // What is still open is closed.
    manager.undo()
    #expect(manager.groupingLevel == 0)
    #expect(counter.value == 0)
    #expect(!manager.canUndo)
  }

  @Test func anEmptyGroupLeavesNothingToUndo() {
    let manager = UndoManager()
    let counter = Counter()
    counter.set(1, with: manager)
    manager.beginUndoGrouping()
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func anActionOutsideOfGroupsStandsForItself() {
    let manager = UndoManager()
    manager.groupsByEvent = false
    let counter = Counter()
    counter.set(1, with: manager)
    counter.set(2, with: manager)
    #expect(manager.groupingLevel == 0)
    manager.undo()
    #expect(counter.value == 1)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func aNewActionEmptiesTheRedoStack() {
    let manager = UndoManager()
    let counter = Counter()
    counter.set(1, with: manager)
    manager.undo()
    counter.set(2, with: manager)
    #expect(!manager.canRedo)
    manager.redo()
    #expect(counter.value == 2)
  }

  @Test func nothingIsRecordedWhileThatIsDisabled() {
    let manager = UndoManager()
    let counter = Counter()
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    counter.set(1, with: manager)
    manager.enableUndoRegistration()
    counter.set(2, with: manager)
    #expect(!manager.isUndoRegistrationEnabled && !manager.canUndo)
    manager.enableUndoRegistration()
    counter.set(3, with: manager)
    manager.undo()
    #expect(counter.value == 2)
    manager.disableUndoRegistration()
    manager.removeAllActions()
    #expect(manager.isUndoRegistrationEnabled)
  }

  @Test func onlySoManyLevelsAreKept() {
    let manager = UndoManager()
    manager.groupsByEvent = false
    manager.levelsOfUndo = 2
    let counter = Counter()
    for value in 1...5 { counter.set(value, with: manager) }
    #expect(manager.undoCount == 2)
    for _ in 0..<5 { manager.undo() }
    #expect(counter.value == 3)
    manager.levelsOfUndo = 1
    #expect(manager.redoCount == 1)
    manager.levelsOfUndo = 0
    for value in 1...5 { counter.set(value, with: manager) }
    #expect(manager.undoCount == 5)
  }

  @Test func actionsOfOneTargetAreForgotten() {
    let manager = UndoManager()
    manager.groupsByEvent = false
    let (first, second) = (Counter(), Counter())
    manager.beginUndoGrouping()
    first.set(1, with: manager)
    second.set(1, with: manager)
    manager.endUndoGrouping()
    first.set(2, with: manager)
    manager.removeAllActions(withTarget: first)
    manager.undo()
    #expect(first.value == 2 && second.value == 0)
    #expect(!manager.canUndo)
    manager.removeAllActions(withTarget: second)
    #expect(!manager.canRedo)
  }

  @Test func aTargetThatIsGoneIsPassedOver() {
    let manager = UndoManager()
    weak var watched: Counter?
    do {
      let counter = Counter()
      watched = counter
      counter.set(1, with: manager)
    }
    #expect(watched == nil)
    manager.undo()
    #expect(!manager.canUndo)
  }

  @Test func namesGoWithTheirGroup() {
    let manager = UndoManager()
    manager.setActionName("of nothing")
    let counter = Counter()
    manager.beginUndoGrouping()
    counter.set(1, with: manager)
    manager.setActionName("Counting")
    manager.endUndoGrouping()
    #expect(manager.undoActionName == "Counting")
    #expect(manager.undoMenuItemTitle == "Undo Counting")
    manager.undo()
    #expect(manager.undoActionName.isEmpty)
    #expect(manager.redoActionName == "Counting")
    #expect(manager.redoMenuItemTitle == "Redo Counting")
    manager.redo()
    #expect(manager.undoActionName == "Counting")
    #expect(manager.redoMenuTitle(forUndoActionName: "") == "Redo")
    let key = UndoManager.UserInfoKey(rawValue: "key")
    manager.setActionUserInfoValue(7, forKey: key)
    manager.setActionIsDiscardable(true)
    #expect(manager.undoActionUserInfoValue(forKey: key) as? Int == 7)
    #expect(manager.undoActionIsDiscardable && !manager.redoActionIsDiscardable)
    manager.undo()
    #expect(manager.redoActionUserInfoValue(forKey: key) as? Int == 7)
    #expect(manager.redoActionIsDiscardable)
  }

  @Test func actionsMayCallTheManager() {
    let manager = UndoManager()
    let counter = Counter()
    counter.set(1, with: manager)
    manager.registerUndo(withTarget: counter) { counter in
      #expect(manager.isUndoing && !manager.isRedoing)
      manager.undo()
      manager.redo()
      manager.endUndoGrouping()
      manager.beginUndoGrouping()
      counter.set(5, with: manager)
    }
    manager.undo()
    #expect(!manager.isUndoing && manager.groupingLevel == 0)
    #expect(counter.value == 0)
    manager.redo()
    #expect(counter.value == 1)
  }

  @Test func observersAreTold() {
    let manager = UndoManager()
    let names: [Notification.Name] = [
      .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
      .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange, .NSUndoManagerCheckpoint,
    ]
    let log = Log()
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note in
        log.append(note.name.rawValue)
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    let counter = Counter()
    counter.set(1, with: manager)
    manager.undo()
    manager.redo()
    #expect(
      log.texts == [
        "NSUndoManagerDidOpenUndoGroupNotification", "NSUndoManagerCheckpointNotification",
        "NSUndoManagerWillCloseUndoGroupNotification", "NSUndoManagerDidCloseUndoGroupNotification",
        "NSUndoManagerCheckpointNotification", "NSUndoManagerWillUndoChangeNotification",
        "NSUndoManagerDidUndoChangeNotification", "NSUndoManagerCheckpointNotification",
        "NSUndoManagerWillRedoChangeNotification", "NSUndoManagerDidRedoChangeNotification",
      ])
  }
}

/// Texts that closures on any thread append.
final class Log: Sendable {
  private let contents = Contents()

  var texts: [String] { contents.lock.withLock { contents.texts } }

  func append(_ text: String) { contents.lock.withLock { contents.texts.append(text) } }

  private final class Contents: @unchecked Sendable {
    // Safe to share: read and written under the lock.
    let lock = NSLock()
    var texts: [String] = []
  }
}
