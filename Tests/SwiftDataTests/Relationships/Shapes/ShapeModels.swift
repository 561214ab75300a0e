import SwiftData

/// What the models of all shapes have in common: a number to tell them by.
protocol Numbered: AnyObject {
  var number: Int { get }
}

/// The classes that the shapes of relationships are between.
enum Shapes {
  /// The near end of the relationships between two classes, several of them to the same class.
  @Model final class Owner: Numbered {
    var number: Int
    @Relationship(inverse: \Shapes.Member.oneOwner) var one: Member?
    @Relationship(inverse: \Shapes.Member.owners) var group: Member?
    @Relationship(inverse: \Shapes.Member.whole) var parts: [Member] = []
    @Relationship(inverse: \Shapes.Member.tagged) var tags: [Member] = []
    @Relationship(inverse: \Shapes.Member.extraOf) var extras: [Member]?
    var favourite: Member?
    @Relationship(inverse: nil) var wishes: [Member] = []
    @Relationship(.ordered, inverse: \Shapes.Member.rankOf) var ranks: [Member] = []
    @Relationship(.ordered, inverse: \Shapes.Member.queues) var queue: [Member] = []
    @Relationship(.ordered, inverse: nil) var line: [Member] = []

    init(number: Int) { self.number = number }
  }

  @Model final class Member: Numbered {
    var number: Int
    var oneOwner: Owner?
    var owners: [Owner] = []
    var whole: Owner?
    var tagged: [Owner] = []
    var extraOf: Owner?
    var rankOf: Owner?
    @Relationship(.ordered) var queues: [Owner] = []

    init(number: Int) { self.number = number }
  }

  /// Many models that cannot be without one.
  @Model final class Whole: Numbered {
    var number: Int
    @Relationship(inverse: \Shapes.Part.whole) var parts: [Part] = []

    init(number: Int) { self.number = number }
  }

  @Model final class Part: Numbered {
    var number: Int
    var whole: Whole

    init(number: Int, whole: Whole) {
      self.number = number
      self.whole = whole
    }
  }

  /// The same, declared from the other end.
  @Model final class Leaf: Numbered {
    var number: Int
    @Relationship(inverse: \Shapes.Branch.leaves) var branch: Branch

    init(number: Int, branch: Branch) {
      self.number = number
      self.branch = branch
    }
  }

  @Model final class Branch: Numbered {
    var number: Int
    var leaves: [Leaf] = []

    init(number: Int) { self.number = number }
  }

  @Model final class Passport: Numbered {
    var number: Int
    @Relationship(inverse: \Shapes.Holder.passport) var holder: Holder

    init(number: Int, holder: Holder) {
      self.number = number
      self.holder = holder
    }
  }

  @Model final class Holder: Numbered {
    var number: Int
    var passport: Passport?

    init(number: Int) { self.number = number }
  }

  @Model final class Ticket: Numbered {
    var number: Int
    var show: Show

    init(number: Int, show: Show) {
      self.number = number
      self.show = show
    }
  }

  @Model final class Show: Numbered {
    var number: Int

    init(number: Int) { self.number = number }
  }

  /// Relationships of a class with itself.
  @Model final class Knot: Numbered {
    var number: Int
    @Relationship(inverse: \Shapes.Knot.previous) var next: Knot?
    var previous: Knot?
    @Relationship(inverse: \Shapes.Knot.children) var parent: Knot?
    var children: [Knot] = []
    @Relationship(inverse: \Shapes.Knot.boss) var staff: [Knot] = []
    var boss: Knot?
    @Relationship(inverse: \Shapes.Knot.followers) var follows: [Knot] = []
    var followers: [Knot] = []

    init(number: Int) { self.number = number }
  }

  @Model final class Lone: Numbered {
    var number: Int
    var other: Lone?

    init(number: Int) { self.number = number }
  }

  @Model final class Crowd: Numbered {
    var number: Int
    var others: [Crowd] = []

    init(number: Int) { self.number = number }
  }

  static let all: [any PersistentModel.Type] = [
    Owner.self, Member.self, Whole.self, Part.self, Leaf.self, Branch.self, Passport.self,
    Holder.self, Ticket.self, Show.self, Knot.self, Lone.self, Crowd.self,
  ]
}
