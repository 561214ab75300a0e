// SwiftData sources use `Date`, `URL`, `Predicate` and `Observable` with `import SwiftData` alone,
// as they can on Apple's platforms.
@_exported public import Foundation
@_exported public import Observation
