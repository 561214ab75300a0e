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
    #expect(PlaceholderDecoder.value(of: Address.self)?.street == "")
    #expect(PlaceholderDecoder.value(of: Address.self)?.kind == .home)
    #expect(PlaceholderDecoder.value(of: Kind.self) == .home)
    #expect(PlaceholderDecoder.value(of: Payload.self) == .text(""))
    #expect(PlaceholderDecoder.value(of: Flags.self) == [])
    #expect(PlaceholderDecoder.value(of: [String: Address].self) == [:])
    #expect(PlaceholderDecoder.value(of: [Address].self) == [])
    #expect(PlaceholderDecoder.value(of: Set<Int>.self) == [])
    #expect(PlaceholderDecoder.value(of: Address?.self) == .some(nil))
    #expect(PlaceholderDecoder.value(of: UUID.self) != nil)
    #expect(PlaceholderDecoder.value(of: URL.self) != nil)
  }

  @Test func aTypeThatNeverEndsHasNone() {
    #expect(PlaceholderDecoder.value(of: Expression.self) == nil)
  }
}
