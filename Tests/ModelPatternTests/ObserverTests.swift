import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// E12: observation, by the macro and by hand.
@Suite struct ObserverTests {
  @Test func computedPropertiesObserveThroughTheRegistrar() {
    let badge = Badge()
    let changed = Mutex(false)
    withObservationTracking {
      #expect(badge.icon == 0)
    } onChange: {
      changed.withLock { $0 = true }
    }
    badge.icon = 5
    #expect(changed.withLock { $0 })
    #expect(badge.icon == 5)
  }

  @Test func accessAndMutationAreReportedThroughTheModelsMethods() {
    let badge = Badge()
    let changed = Mutex(false)
    withObservationTracking {
      badge.access(keyPath: \.raw)
    } onChange: {
      changed.withLock { $0 = true }
    }
    badge.withMutation(keyPath: \.raw) {}
    #expect(changed.withLock { $0 })
  }
}

@Model private final class Badge {
  var raw: Int = 0
  @Transient var hidden: Int = 0
  var icon: Int {
    get {
      _$observationRegistrar.access(self, keyPath: \.icon)
      return hidden
    }
    set { _$observationRegistrar.withMutation(of: self, keyPath: \.icon) { hidden = newValue } }
  }

  init() {}
}
