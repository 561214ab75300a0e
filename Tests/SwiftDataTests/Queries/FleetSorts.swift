import Foundation

@testable import SwiftData

/// Sort descriptors of every kind.
enum FleetSorts {
  typealias Descriptor = SortDescriptor<Fleet.Voyage>

  nonisolated(unsafe) private static let all: [(SortOrder) -> Descriptor] = [
    { Descriptor(\.title, order: $0) },
    { Descriptor(\.title, comparator: .lexical, order: $0) },
    { Descriptor(\.title, comparator: .localized, order: $0) },
    { Descriptor(\.note, order: $0) },
    { Descriptor(\.note, order: $0, nils: .last) },
    { Descriptor(\.rating, order: $0) },
    { Descriptor(\.score, order: $0) },
    { Descriptor(\.score, order: $0, nils: .last) },
    { Descriptor(\.score, order: $0, nils: .first) },
    { Descriptor(\.small, order: $0) },
    { Descriptor(\.big, order: $0) },
    { Descriptor(\.cost, order: $0) },
    { Descriptor(\.budget, order: $0, nils: .last) },
    { Descriptor(\.start, order: $0) },
    { Descriptor(\.end, order: $0) },
    { Descriptor(\.isDone, order: $0) },
    { Descriptor(\.isPaid, order: $0) },
    { Descriptor(\.code, order: $0) },
    { Descriptor(\.purpose, order: $0) },
    { Descriptor(\.mood, order: $0) },
    { Descriptor(\.price, order: $0) },
    { Descriptor(\.home.city, order: $0) },
    { Descriptor(\.home.zip, order: $0) },
    { Descriptor(\.away?.rent, order: $0) },
    { Descriptor(\.away?.floor, order: $0) },
    { Descriptor(\.port?.name, order: $0) },
    { Descriptor(\.port?.depth, order: $0) },
    { Descriptor(\.port?.country?.level, order: $0) },
    { Descriptor(\.port?.country?.name, comparator: .localized, order: $0) },
    { Descriptor(\.parent?.parent?.rating, order: $0) },
    { Descriptor(\.parent?.home.city, order: $0) },
    { Descriptor(\.headline, order: $0) },
    { Descriptor(\.title.count, order: $0) },
    { Descriptor(\.persistentModelID, order: $0) },
  ]

  static func random(_ values: inout FleetValues) -> [Descriptor] {
    (0..<values.choose(4)).map { _ in values.pick(all)(values.flip() ? .forward : .reverse) }
  }
}
