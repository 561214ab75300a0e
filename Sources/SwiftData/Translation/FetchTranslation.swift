import Foundation
import StoreModel

/// A fetch descriptor in the store's terms, with what has to be done in memory.
struct FetchTranslation<T: PersistentModel> {
  private let descriptor: FetchDescriptor<T>
  /// What the store is asked; limit and offset only where it can apply them.
  let query: Query
  let hasRemainder: Bool
  let sortsInStore: Bool
  let mayCrossRelationships: Bool

  init(_ descriptor: FetchDescriptor<T>, _ binding: EntityBinding) throws {
    self.descriptor = descriptor
    hasRemainder = descriptor.predicate != nil
    sortsInStore = descriptor.sortBy.isEmpty
    mayCrossRelationships = true
    query = Query(entity: binding.number)
  }

  /// Whether the store's answer is the whole answer.
  var isExact: Bool { !hasRemainder && sortsInStore }

  /// Whether a model satisfies the predicate; one that can't be evaluated for it does not.
  func matches(_ model: T) -> Bool {
    guard let predicate = descriptor.predicate else { return true }
    return (try? predicate.evaluate(model)) ?? false
  }

  /// The models in the descriptor's order; those equal in it stay as they are.
  func sorted(_ models: [T]) -> [T] {
    descriptor.sortBy.isEmpty ? models : models.sorted(using: descriptor.sortBy)
  }

  /// The part of the models that offset and limit leave.
  func slice(_ models: [T]) -> [T] {
    let rest = models.dropFirst(max(0, descriptor.fetchOffset ?? 0))
    return Array(descriptor.fetchLimit.map { rest.prefix(max(0, $0)) } ?? rest)
  }
}
