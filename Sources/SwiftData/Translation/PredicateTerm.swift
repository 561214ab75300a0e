import Foundation
import StoreModel

/// What a part of a predicate is in a store's terms, and when Swift could not evaluate it.
struct PredicateTerm {
  var value: Value
  /// In which rows the evaluation would throw or trap; nil: in none.
  ///
  /// A nil is unwrapped, an integer overflows or is divided by zero. Such rows don't match, and
  /// don't match the negation either.
  var failure: QueryExpression?
  /// Where a constant stands in the predicate; nil where it doesn't stand there as it is.
  let place: PredicatePlace?

  init(_ value: Value, failure: QueryExpression? = nil, place: PredicatePlace? = nil) {
    self.value = value
    self.failure = failure?.truth == false ? nil : failure
    self.place = place
  }

  enum Value {
    /// A value that does not depend on the row.
    case constant(Any)
    case scalar(PredicateScalar)
    /// A value in several columns: a structure, or an enumeration without raw values.
    case composite(PredicateComposite)
    /// A model: the row asked for, or what to-one relationships lead to.
    case object(PredicateObject)
    case identifier(PredicateObject)
    case destinations(PredicateDestinations)
    indirect case range(PredicateRange)

    /// The value in a place that is reached only where it isn't nil.
    var unwrapped: Value {
      switch self {
      case .object(let object): .object(object.unwrapped)
      case .identifier(let object): .identifier(object.unwrapped)
      case .scalar(let scalar): .scalar(scalar.unwrapped)
      case .composite(let composite): .composite(composite.unwrapped)
      case .constant, .destinations, .range: self
      }
    }
  }

  /// A Boolean that depends on the row.
  static func condition(
    _ expression: QueryExpression, failure: QueryExpression? = nil
  ) -> PredicateTerm {
    PredicateTerm(.scalar(.boolean(expression)), failure: failure)
  }

  /// A term that no row can be evaluated to.
  static var failed: PredicateTerm { condition(.alwaysFalse, failure: .alwaysTrue) }

  var alwaysFails: Bool { failure?.truth == true }

  /// The value of a term that depends on no row in any way.
  var constant: Any? {
    if case .constant(let value) = value, failure == nil { value } else { nil }
  }
}

/// A value in one column or computed from columns; nil is NULL.
struct PredicateScalar {
  var expression: QueryExpression
  /// Puts a Swift value that is compared with this one in the store's terms.
  var coding: PredicateConstantCoding
  var nullMeaning = NullMeaning.isNil

  /// What NULL stands for: a `Double` that is not a number is stored as NULL.
  enum NullMeaning: Equatable {
    case isNil
    case isNotANumber
    /// Either of them; the condition tells in which rows it is nil, where that is known.
    case isEither(nilWhere: QueryExpression?)
  }

  /// The value in a place that is reached only where it isn't nil.
  var unwrapped: PredicateScalar {
    var scalar = self
    if case .isEither(_?) = nullMeaning { scalar.nullMeaning = .isNotANumber }
    return scalar
  }

  static func boolean(_ expression: QueryExpression) -> PredicateScalar {
    PredicateScalar(expression: expression, coding: .standard)
  }
}

/// A composite attribute or a part of one.
struct PredicateComposite {
  var path: QueryPath
  var resolved: ResolvedComposite
  /// When it is nil; nil: never.
  var absence: QueryExpression?

  init(path: QueryPath, resolved: ResolvedComposite) {
    self.path = path
    self.resolved = resolved
    guard resolved.coder.isOptional else { return }
    absence = (0..<resolved.parts.leafCount).reduce(.alwaysTrue) { test, leaf in
      .conjunction(test, .nullTest(column(leaf)))
    }
  }

  /// The value in a place that is reached only where it isn't nil.
  var unwrapped: PredicateComposite {
    var composite = self
    composite.absence = nil
    return composite
  }

  private func column(_ leaf: Int) -> QueryExpression {
    .attribute(path, ordinal: resolved.ordinal, leaf: resolved.start + leaf)
  }

  /// The test whether an enumeration without payloads is a certain case, or nil if it isn't one, or
  /// the value none of its.
  func isCase(_ value: Any) -> QueryExpression? {
    let parts = resolved.parts
    guard parts.isEnumeration, parts.parts.allSatisfy({ $0.parts == nil }),
      type(of: value) == resolved.coder.valueType,
      let cells = resolved.coder.cells(of: resolved.coder.slot(ofAny: value)),
      let position = parts.parts.firstIndex(where: { !cells.dropFirst($0.start).areNull(1) })
    else { return nil }
    return .not(.isNull(column(parts.parts[position].start)))
  }
}

/// The row of a variable, or what to-one relationships lead to from there.
struct PredicateObject {
  var path: QueryPath
  /// The entity of which the object is one.
  var entity: Int
  /// In which rows there is no object, where that is not just where the path leads to nothing: it may
  /// be of another class than the one it is cast to.
  private var absence: QueryExpression?

  init(path: QueryPath, entity: Int) {
    self.path = path
    self.entity = entity
  }

  /// The test whether there is no object.
  var isNil: QueryExpression { absence ?? .nullTest(pathKey) }

  /// The primary key, or NULL where there is no object.
  var key: QueryExpression {
    absence.map { .choice($0, then: .null, else: pathKey) } ?? pathKey
  }

  /// The number of the object's entity, where there is an object.
  var entityNumber: QueryExpression {
    .entityNumber(QueryPath(variable: path.variable, steps: path.steps))
  }

  private var pathKey: QueryExpression {
    .primaryKey(QueryPath(variable: path.variable, steps: path.steps))
  }

  /// The object in a place that is reached only where there is one.
  var unwrapped: PredicateObject { PredicateObject(path: path, entity: entity) }

  /// The object, with nil in its place also where a condition holds.
  func absent(where condition: QueryExpression) -> PredicateObject {
    var object = self
    object.absence = .disjunction(isNil, condition)
    return object
  }

  /// The object as one of a subentity, the first of some, with nil in its place where it is of none of
  /// them.
  func cast(ofAny numbers: [Int]) -> PredicateObject {
    var object = self
    object.entity = numbers.first ?? entity
    object.path.subentity = object.entity
    object.absence = .negation(isOfAny(numbers))
    return object
  }

  /// The test whether there is an object and it is of one of some entities.
  func isOfAny(_ numbers: [Int]) -> QueryExpression {
    let isMember = QueryExpression.membership(
      entityNumber, numbers.map { .integer(Int64($0)) })
    return absence.map { .conjunction(.negation($0), isMember) } ?? isMember
  }
}

/// The models at the end of a to-many relationship, or those of them that satisfy a filter.
struct PredicateDestinations {
  var path: QueryPath
  var relationship: Int
  var entity: Int
  /// A variable, and what holds of those destinations that count.
  var filter: (variable: Int, condition: QueryExpression)?
}

/// Two bounds of which at least one depends on the row.
struct PredicateRange {
  var lower: PredicateTerm
  var upper: PredicateTerm
  var includesUpper: Bool
}

/// Why a part of a predicate can't be put in a store's terms.
struct UntranslatablePredicate: Error {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
