#if !canImport(Darwin)
  import Foundation
  import Testing

  @testable import SwiftData

  @Suite struct ValueTransformerTests {
    private final class DoublingTransformer: ValueTransformer {
      override class func allowsReverseTransformation() -> Bool { true }
      override func transformedValue(_ value: Any?) -> Any? { (value as? Int).map { $0 * 2 } }
      override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Int).map { $0 / 2 }
      }
    }

    @Test func anUnknownNameFindsNothing() {
      #expect(ValueTransformer(forName: NSValueTransformerName(UUID().uuidString)) == nil)
    }

    @Test func aRegisteredTransformerIsFoundUntilItIsRemoved() {
      let name = NSValueTransformerName(UUID().uuidString)
      let transformer = DoublingTransformer()
      ValueTransformer.setValueTransformer(transformer, forName: name)
      #expect(ValueTransformer(forName: name) === transformer)
      #expect(ValueTransformer.valueTransformerNames().contains(name))
      #expect(transformer.transformedValue(4) as? Int == 8)
      #expect(transformer.reverseTransformedValue(8) as? Int == 4)
      ValueTransformer.setValueTransformer(nil, forName: name)
      #expect(ValueTransformer(forName: name) == nil)
    }

    @Test func aPlainTransformerChangesNothing() {
      #expect(ValueTransformer().transformedValue(3) as? Int == 3)
      #expect(!ValueTransformer.allowsReverseTransformation())
    }
  }
#endif
