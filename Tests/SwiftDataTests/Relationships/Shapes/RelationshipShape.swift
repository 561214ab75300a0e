import SwiftData
import Testing

/// A shape of relationship, with the classes and properties that have it.
enum RelationshipShape: String, CaseIterable, CustomTestStringConvertible {
  case oneToOne = "to-one, inverse to-one"
  case manyToOne = "to-one, inverse to-many"
  case oneToMany = "to-many, inverse to-one"
  case manyToMany = "to-many, inverse to-many"
  case optionalToMany = "optional to-many, inverse to-one"
  case oneWayToOne = "to-one, no inverse"
  case oneWayToMany = "to-many, no inverse"
  case orderedToMany = "ordered to-many, inverse to-one"
  case orderedManyToMany = "ordered to-many, inverse ordered to-many"
  case orderedOneWay = "ordered to-many, no inverse"
  case toManyOfRequired = "to-many, inverse required to-one"
  case requiredToOne = "required to-one, inverse to-many"
  case requiredOneToOne = "required to-one, inverse to-one"
  case requiredOneWay = "required to-one, no inverse"
  case selfOneToOne = "to itself: to-one, inverse to-one"
  case selfManyToOne = "to itself: to-one, inverse to-many"
  case selfOneToMany = "to itself: to-many, inverse to-one"
  case selfManyToMany = "to itself: to-many, inverse to-many"
  case selfOneWayToOne = "to itself: to-one, no inverse"
  case selfOneWayToMany = "to itself: to-many, no inverse"

  var testDescription: String { rawValue }

  /// The end that the relationship is declared at, and that has the delete rule.
  var forth: RelationshipEnd {
    switch self {
    case .oneToOne: RelationshipEnd("one", \Shapes.Owner.one)
    case .manyToOne: RelationshipEnd("group", \Shapes.Owner.group)
    case .oneToMany: RelationshipEnd("parts", \Shapes.Owner.parts)
    case .manyToMany: RelationshipEnd("tags", \Shapes.Owner.tags)
    case .optionalToMany: RelationshipEnd(optional: "extras", \Shapes.Owner.extras)
    case .oneWayToOne: RelationshipEnd("favourite", \Shapes.Owner.favourite)
    case .oneWayToMany: RelationshipEnd("wishes", \Shapes.Owner.wishes)
    case .orderedToMany: RelationshipEnd("ranks", isOrdered: true, \Shapes.Owner.ranks)
    case .orderedManyToMany: RelationshipEnd("queue", isOrdered: true, \Shapes.Owner.queue)
    case .orderedOneWay: RelationshipEnd("line", isOrdered: true, \Shapes.Owner.line)
    case .toManyOfRequired: RelationshipEnd("parts", \Shapes.Whole.parts)
    case .requiredToOne: RelationshipEnd(required: "branch", \Shapes.Leaf.branch)
    case .requiredOneToOne: RelationshipEnd(required: "holder", \Shapes.Passport.holder)
    case .requiredOneWay: RelationshipEnd(required: "show", \Shapes.Ticket.show)
    case .selfOneToOne: RelationshipEnd("next", \Shapes.Knot.next)
    case .selfManyToOne: RelationshipEnd("parent", \Shapes.Knot.parent)
    case .selfOneToMany: RelationshipEnd("staff", \Shapes.Knot.staff)
    case .selfManyToMany: RelationshipEnd("follows", \Shapes.Knot.follows)
    case .selfOneWayToOne: RelationshipEnd("other", \Shapes.Lone.other)
    case .selfOneWayToMany: RelationshipEnd("others", \Shapes.Crowd.others)
    }
  }

  /// The other end, if there is one.
  var back: RelationshipEnd? {
    switch self {
    case .oneToOne: RelationshipEnd("oneOwner", \Shapes.Member.oneOwner)
    case .manyToOne: RelationshipEnd("owners", \Shapes.Member.owners)
    case .oneToMany: RelationshipEnd("whole", \Shapes.Member.whole)
    case .manyToMany: RelationshipEnd("tagged", \Shapes.Member.tagged)
    case .optionalToMany: RelationshipEnd("extraOf", \Shapes.Member.extraOf)
    case .orderedToMany: RelationshipEnd("rankOf", \Shapes.Member.rankOf)
    case .orderedManyToMany: RelationshipEnd("queues", isOrdered: true, \Shapes.Member.queues)
    case .toManyOfRequired: RelationshipEnd(required: "whole", \Shapes.Part.whole)
    case .requiredToOne: RelationshipEnd("leaves", \Shapes.Branch.leaves)
    case .requiredOneToOne: RelationshipEnd("passport", \Shapes.Holder.passport)
    case .selfOneToOne: RelationshipEnd("previous", \Shapes.Knot.previous)
    case .selfManyToOne: RelationshipEnd("children", \Shapes.Knot.children)
    case .selfOneToMany: RelationshipEnd("boss", \Shapes.Knot.boss)
    case .selfManyToMany: RelationshipEnd("followers", \Shapes.Knot.followers)
    case .oneWayToOne, .oneWayToMany, .orderedOneWay, .requiredOneWay, .selfOneWayToOne,
      .selfOneWayToMany:
      nil
    }
  }

  /// The class of the far end.
  var destination: String {
    switch self {
    case .oneToOne, .manyToOne, .oneToMany, .manyToMany, .optionalToMany, .oneWayToOne,
      .oneWayToMany, .orderedToMany, .orderedManyToMany, .orderedOneWay:
      "Member"
    case .toManyOfRequired: "Part"
    case .requiredToOne: "Branch"
    case .requiredOneToOne: "Holder"
    case .requiredOneWay: "Show"
    case .selfOneToOne, .selfManyToOne, .selfOneToMany, .selfManyToMany: "Knot"
    case .selfOneWayToOne: "Lone"
    case .selfOneWayToMany: "Crowd"
    }
  }

  /// The same shape without order, where it has one.
  var unordered: RelationshipShape? {
    switch self {
    case .orderedToMany: .oneToMany
    case .orderedManyToMany: .manyToMany
    case .orderedOneWay: .oneWayToMany
    default: nil
    }
  }

  var isToItself: Bool { forth.entity == destination }

  /// Whether a model of either end can't be without the other end.
  var isRequired: Bool { forth.isRequired || back?.isRequired ?? false }

  /// A new model of the near end.
  func makeSource(_ number: Int) -> any PersistentModel { Self.make(forth.entity, number) }

  /// A new model of the far end.
  func makeTarget(_ number: Int) -> any PersistentModel { Self.make(destination, number) }

  private static func make(_ entity: String, _ number: Int) -> any PersistentModel {
    switch entity {
    case "Member": Shapes.Member(number: number)
    case "Whole": Shapes.Whole(number: number)
    case "Branch": Shapes.Branch(number: number)
    case "Holder": Shapes.Holder(number: number)
    case "Show": Shapes.Show(number: number)
    case "Knot": Shapes.Knot(number: number)
    case "Lone": Shapes.Lone(number: number)
    case "Crowd": Shapes.Crowd(number: number)
    default: Shapes.Owner(number: number)
    }
  }

  /// Two new models that the relationship joins.
  func makePair(_ number: Int) -> (source: any PersistentModel, target: any PersistentModel) {
    switch self {
    case .toManyOfRequired:
      let whole = Shapes.Whole(number: number)
      return (whole, Shapes.Part(number: number + 1, whole: whole))
    case .requiredToOne:
      let branch = Shapes.Branch(number: number + 1)
      return (Shapes.Leaf(number: number, branch: branch), branch)
    case .requiredOneToOne:
      let holder = Shapes.Holder(number: number + 1)
      return (Shapes.Passport(number: number, holder: holder), holder)
    case .requiredOneWay:
      let show = Shapes.Show(number: number + 1)
      return (Shapes.Ticket(number: number, show: show), show)
    default:
      let (source, target) = (makeSource(number), makeTarget(number + 1))
      forth.write(source, [target])
      return (source, target)
    }
  }
}

extension ModelContext {
  /// The model of a class, told by its name, and of a number.
  func find(_ entity: String, _ number: Int) throws -> (any PersistentModel)? {
    guard let type = Shapes.all.first(where: { "\($0)" == entity }) else { return nil }
    func open<M: PersistentModel>(_ type: M.Type) throws -> (any PersistentModel)? {
      try fetch(FetchDescriptor<M>()).first { ($0 as? any Numbered)?.number == number }
    }
    return try open(type)
  }
}
