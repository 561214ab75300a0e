import Foundation
import Synchronization

/// The identity of a model that isn't inserted yet.
///
/// A context that inserts the model reserves a primary key and calls `resolve`; from then on
/// identifiers with this token equal those made from the row, and before as after they hash alike.
final class TemporaryToken: Sendable {
  let entityName: String
  let uuid: UUID
  /// A number that no other token of the process has: the hash of all identifiers of the model.
  let seed: UInt64
  private let row = Mutex<Row?>(nil)
  private let destination = Mutex<Row?>(nil)

  /// The row that a model was given.
  struct Row: Sendable {
    let entity: EntityIdentity
    let primaryKey: Int64
  }

  private static let lastSeed = Atomic<UInt64>(0)

  init(entityName: String, uuid: UUID = UUID()) {
    self.entityName = entityName
    self.uuid = uuid
    seed = Self.lastSeed.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// The row of the model, once a key is reserved for it.
  var resolvedRow: Row? { row.withLock { $0 } }

  /// Ties the token to a row.
  ///
  /// Call it before anybody else can see the row.
  ///
  /// - Returns: Whether the token now stands for that row; `false` if it already stood for another,
  ///   as that of a model has that was inserted elsewhere and rolled back.
  @discardableResult
  func resolve(_ entity: EntityIdentity, primaryKey: Int64) -> Bool {
    let resolved = row.withLock { row in
      if row == nil { row = Row(entity: entity, primaryKey: primaryKey) }
      return row
    }
    guard let resolved, resolved.entity === entity, resolved.primaryKey == primaryKey else {
      return false
    }
    entity.setSeed(seed, ofRow: primaryKey)
    return true
  }

  /// Parts the token from a row that was not written after all, so that its key can go to another.
  func unresolve() {
    let former = row.withLock { row in
      defer { row = nil }
      return row
    }
    if let former { former.entity.removeSeed(seed, ofRow: former.primaryKey) }
  }

  /// The row that a model turned out to be, which had an identity before.
  ///
  /// Identifiers with the token lead there, but are not equal to the row's: its hash is known already.
  var destinationRow: Row? { resolvedRow ?? destination.withLock { $0 } }

  /// Makes identifiers with the token lead to a row that had an identity before.
  func lead(to entity: EntityIdentity, primaryKey: Int64) {
    destination.withLock { $0 = Row(entity: entity, primaryKey: primaryKey) }
  }

  // MARK: Tokens that were written out

  /// Tokens by UUID, so that an identifier written out and read back in one process is the same.
  private static let encoded = Mutex<[UUID: WeakToken]>([:])

  private struct WeakToken {
    weak var token: TemporaryToken?
  }

  /// Makes `decoding` find this token as long as it exists.
  func noteEncoding() {
    Self.encoded.withLock { encoded in
      if encoded.count.isMultiple(of: 256) { encoded = encoded.filter { $0.value.token != nil } }
      encoded[uuid] = WeakToken(token: self)
    }
  }

  /// The token of a UUID that was read: one of this process, or a new one.
  static func decoding(entityName: String, uuid: UUID) -> TemporaryToken {
    if let known = encoded.withLock({ $0[uuid]?.token }) { return known }
    let new = TemporaryToken(entityName: entityName, uuid: uuid)
    new.noteEncoding()
    return new
  }
}
