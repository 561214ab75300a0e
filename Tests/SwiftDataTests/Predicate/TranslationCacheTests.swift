import Foundation
import StoreModel
import Synchronization
import Testing

@testable import SwiftData

/// Translations that are kept must be those that would be made anew.
@Suite struct TranslationCacheTests {
  private let cache = TranslationCache()

  /// Counts the key paths that are looked up: none where a translation is kept.
  private final class CountingResolver: PropertyResolver {
    private let base = PredicateTestResolver()
    private(set) var lookups = 0

    func resolve(_ keyPath: AnyKeyPath, entity: Int) -> ResolvedKeyPath? {
      lookups += 1
      return base.resolve(keyPath, entity: entity)
    }
    func primaryKey(of value: Any, entity: Int) -> ResolvedIdentity {
      base.primaryKey(of: value, entity: entity)
    }
    func entities(of type: any Any.Type) -> [Int]? { base.entities(of: type) }
    func family(of entity: Int) -> ClosedRange<Int> { base.family(of: entity) }
    func rootEntity(of entity: Int) -> Int { base.rootEntity(of: entity) }
  }

  private func lookups(_ predicate: Predicate<Journey>) -> Int {
    let resolver = CountingResolver()
    let kept = cache.translate(predicate, entity: PredicateTestStore.journey, resolver: resolver)
    let fresh = PredicateTranslator.translate(
      predicate, entity: PredicateTestStore.journey, resolver: PredicateTestResolver())
    #expect(kept.withoutParameters == fresh, "\(predicate)")
    return resolver.lookups
  }

  /// Translates predicates of one shape: all but the first are kept.
  private func expectKept<Values: Sequence>(
    _ values: Values, _ predicate: (Values.Element) -> Predicate<Journey>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lookups = values.map { self.lookups(predicate($0)) }
    #expect(lookups.first != 0, sourceLocation: sourceLocation)
    #expect(
      lookups.dropFirst().allSatisfy { $0 == 0 }, "\(lookups)", sourceLocation: sourceLocation)
    #expect(lookups.count > 1, sourceLocation: sourceLocation)
  }

  @Test func comparisonsAreKeptWhateverTheyCompareWith() {
    expectKept(PredicateTestWorld.integers) { number in #Predicate { $0.rating < number } }
    expectKept(PredicateTestWorld.integers) { number in #Predicate { $0.rating == number } }
    expectKept(PredicateTestWorld.integers) { number in #Predicate { number != $0.rating } }
    expectKept(PredicateTestWorld.integers) { number in #Predicate { $0.score == number } }
    expectKept(PredicateTestWorld.reals) { number in #Predicate { $0.cost >= number } }
    expectKept(PredicateTestWorld.texts) { text in #Predicate { $0.title == text } }
    expectKept(PredicateTestWorld.texts) { text in #Predicate { $0.hotel?.name == text } }
    expectKept([true, false]) { isDone in #Predicate { $0.isDone == isDone } }
    expectKept([Date.distantPast, .now, .distantFuture]) { date in
      #Predicate { $0.start > date }
    }
  }

  @Test func textIsKeptWhateverIsSearchedFor() {
    expectKept(PredicateTestWorld.texts) { text in #Predicate { $0.title.contains(text) } }
    expectKept(PredicateTestWorld.texts) { text in #Predicate { $0.title.starts(with: text) } }
    expectKept(PredicateTestWorld.texts) { text in
      #Predicate { $0.title.localizedStandardContains(text) }
    }
  }

  @Test func logicAndClosuresAreKept() {
    expectKept(PredicateTestWorld.integers) { number in
      #Predicate { $0.rating >= number && $0.rating < 5 || !($0.score == number) }
    }
    expectKept(PredicateTestWorld.texts) { text in
      #Predicate { $0.labels.contains { $0.text == text } && ($0.note ?? text) == "a" || $0.isDone }
    }
    expectKept(PredicateTestWorld.texts) { text in
      #Predicate { $0.hotel.flatMap { $0.address == text } ?? false }
    }
  }

  @Test func nilAndWhatIsNoNumberHaveShapesOfTheirOwn() {
    for number: Int? in [1, nil, 2, nil, .max] {
      _ = lookups(#Predicate { $0.score == number })
      _ = lookups(#Predicate { $0.score != number })
    }
    for number: Double in [1, .nan, 2, .infinity, .nan] {
      _ = lookups(#Predicate { $0.cost == number })
      _ = lookups(#Predicate { $0.cost < number || number <= $0.cost })
    }
    for number: UInt64 in [1, .max, 1 << 63, 0] { _ = lookups(#Predicate { $0.big < number }) }
    for numbers in [[1, 2], [], [3], [.min]] {
      _ = lookups(#Predicate { numbers.contains($0.rating) })
    }
    for number in PredicateTestWorld.integers {
      _ = lookups(#Predicate { $0.rating + number > 0 })
      _ = lookups(#Predicate { $0.rating / number > 0 })
      _ = lookups(#Predicate { number > 0 && $0.rating > 0 })
    }
    for flag in [true, false, true] { _ = lookups(#Predicate { flag ? $0.isDone : $0.rating > 1 }) }
  }

  @Test func theSameTypeMayHaveOtherKeyPathsOperationsAndVariables() {
    for number in [1, 2, 3] {
      _ = lookups(#Predicate { $0.title < $0.title && $0.rating < number })
      let paths: [any KeyPath<Journey, String> & Sendable] = [\.title, \.computed]
      for path in paths {
        _ = lookups(
          Predicate<Journey> {
            PredicateExpressions.build_Equal(
              lhs: PredicateExpressions.build_KeyPath(root: $0, keyPath: path),
              rhs: PredicateExpressions.build_Arg("a"))
          })
      }
      for operation: PredicateExpressions.ComparisonOperator in [
        .lessThan, .greaterThanOrEqual, .lessThan,
      ] {
        _ = lookups(
          Predicate<Journey> {
            PredicateExpressions.build_Comparison(
              lhs: PredicateExpressions.build_KeyPath(root: $0, keyPath: \.rating),
              rhs: PredicateExpressions.build_Arg(number), op: operation)
          })
      }
    }
  }

  @Test func randomPredicatesAreWhatTheyAreWithoutACache() {
    for _ in 0..<2 {
      for seed in 0..<500 as Range<UInt64> {
        _ = lookups(PredicateGenerator.predicate(seed: seed))
        _ = lookups(PredicateGenerator.negation(seed: seed))
      }
    }
  }
}
