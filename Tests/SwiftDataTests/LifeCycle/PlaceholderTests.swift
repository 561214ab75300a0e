import Foundation
import Testing

@testable import SwiftData

@Suite struct PlaceholderTests {
  struct Address: Codable, Equatable {
    var street: String
    var number: Int
    var kind: Kind
    var former: [Address]
    var since: Date
  }
  enum Kind: String, Codable { case home, work }
  enum Payload: Codable, Equatable {
    case text(String)
    case address(Address)
  }
  indirect enum Expression: Codable {
    case sum(Expression, Expression)
    case number(Int)
  }
  struct Flags: OptionSet, Codable { let rawValue: UInt8 }

  @Test func aValueIsMadeUpForWhateverDecodesItself() {
    #expect(PlaceholderMaker.value(of: Address.self)?.street == "")
    #expect(PlaceholderMaker.value(of: Address.self)?.kind == .home)
    #expect(PlaceholderMaker.value(of: Kind.self) == .home)
    #expect(PlaceholderMaker.value(of: Payload.self) == .text(""))
    #expect(PlaceholderMaker.value(of: Flags.self) == [])
    #expect(PlaceholderMaker.value(of: [String: Address].self) == [:])
    #expect(PlaceholderMaker.value(of: [Address].self) == [])
    #expect(PlaceholderMaker.value(of: Set<Int>.self) == [])
    #expect(PlaceholderMaker.value(of: Address?.self) == .some(nil))
    #expect(PlaceholderMaker.value(of: UUID.self) != nil)
    #expect(PlaceholderMaker.value(of: URL.self) != nil)
  }

  /// The least value of a type that holds itself is the one that doesn't.
  @Test func aTypeThatHoldsItselfHasALeastValue() {
    guard case .number(0)? = PlaceholderMaker.value(of: Expression.self) else {
      Issue.record("There should be a number.")
      return
    }
    #expect(PlaceholderMaker.value(of: Chain.self) == .link(0, nil))
    #expect(PlaceholderMaker.value(of: Never.self) == nil)
  }

  indirect enum Chain: Codable, Equatable { case link(Int, Chain?) }

  /// A type's own decoding would not stand input that is made up.
  @Test func aStructureIsPutTogetherPastItsInitializers() {
    #expect(PlaceholderMaker.value(of: Picky.self)?.names == [])
    #expect(PlaceholderMaker.value(of: Wrapper.self)?.picky.names == [])
    #expect(PlaceholderMaker.value(of: Held.self)?.next == nil)
  }

  struct Picky: Codable {
    var names: [String]
    var first: String

    init(from decoder: any Decoder) throws {
      names = try decoder.singleValueContainer().decode([String].self)
      first = names[0]
    }
  }

  struct Wrapper: Codable { var picky: Picky }

  struct Held {
    weak var owner: Owner?
    var next: (() -> Void)?
    final class Owner {}
  }
}
