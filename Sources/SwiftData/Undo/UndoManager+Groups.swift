// Apple's undo manager keeps its groups to itself, and its run loop closes them.
#if canImport(Darwin)
  import Foundation

  extension UndoManager {
    /// Another number each time, so that each change is an action of its own.
    var groupNumber: Int { Int.random(in: .min ... .max) }

    /// Does nothing: the run loop closes the group.
    func endEventGroup() {}

    /// Does nothing: actions of a target that is gone are passed over.
    func removeAllActions(of target: ObjectIdentifier) {}
  }
#endif
