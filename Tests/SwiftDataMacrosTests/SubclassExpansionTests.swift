import Foundation
import Testing

/// What `@Model` makes of classes that inherit from models.
@Suite struct SubclassExpansionTests {
  @Test func aSubclassOfAModel() {
    let expansion = Expansion(
      of: #"""
        @Model
        public final class BusinessTrip: Trip {
          var expense: Double
          let code: Int
          let made = Date()
          override init() { super.init(name: "") }
        }
        """#, inheritsModel: true)
    #expect(
      expansion.text == #"""

        public final class BusinessTrip: Trip {
          @SwiftData._PersistedProperty(0)
          var expense: Double
          let code: Int
          let made = Date()
          override init() { super.init(name: "") }

          @safe @exclusivity(unchecked)
          private nonisolated(unsafe) var _$backingData: SwiftData._$SubmodelBacking<BusinessTrip> = SwiftData._$SubmodelBacking()

          override public nonisolated class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] { SwiftData._$unisolated { BusinessTrip._$schemaMetadata() } }

          private static func _$schemaMetadata() -> [SwiftData.Schema.PropertyMetadata] {
            [
              SwiftData.Schema.PropertyMetadata(name: "expense", keypath: \BusinessTrip.expense, defaultValue: nil, metadata: nil),
              SwiftData.Schema.PropertyMetadata(name: "code", keypath: \BusinessTrip.code, defaultValue: nil, metadata: nil),
              SwiftData.Schema.PropertyMetadata(name: "made", keypath: \BusinessTrip.made, defaultValue: Date(), metadata: nil),
            ]
          }

          override public nonisolated class var _$modelClass: SwiftData._$ModelClass { _$modelClassStorage }

          private nonisolated static let _$modelClassStorage = SwiftData._$ModelClass(BusinessTrip.self, constants: ["code", "made"], inherited: SwiftData._$unisolated { Trip._$keyPaths(of: BusinessTrip.self) })

          override public nonisolated var _$storage: SwiftData._$ModelStorage { _$backingData.join(super._$storage) }

          required public nonisolated init(backingData: any SwiftData.BackingData<BusinessTrip.Root>) {
            _expense = _SwiftDataNoType()
            self.code = SwiftData._$SubmodelBacking<BusinessTrip>.value(forKey: \.code, in: backingData)
            super.init(backingData: backingData)
            SwiftData._$restore("made", of: self, as: BusinessTrip.self, to: SwiftData._$SubmodelBacking<BusinessTrip>.value(forKey: \.made, in: backingData))
          }

          private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
            _$storage.observationRegistrar
          }

          internal nonisolated func access<_M>(keyPath: Swift.KeyPath<BusinessTrip, _M>) {
            _$observationRegistrar.access(self, keyPath: keyPath)
          }

          internal nonisolated func withMutation<_M, _MR>(
            keyPath: Swift.KeyPath<BusinessTrip, _M>, _ mutation: () throws -> _MR
          ) rethrows -> _MR {
            try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
          }

          nonisolated struct _SwiftDataNoType {}
        }
        """#)
  }

  @Test func aSubclassWithNothingToInitialize() {
    let expansion = Expansion(
      of: #"""
        @Model
        class PersonalTrip: Trip {
          var note: String?
        }
        """#, inheritsModel: true)
    #expect(
      expansion.text == #"""

        class PersonalTrip: Trip {
          @SwiftData._PersistedProperty(0)
          var note: String?

          @safe @exclusivity(unchecked)
          private nonisolated(unsafe) var _$backingData: SwiftData._$SubmodelBacking<PersonalTrip> = SwiftData._$SubmodelBacking()

          override nonisolated class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] { SwiftData._$unisolated { PersonalTrip._$schemaMetadata() } }

          private static func _$schemaMetadata() -> [SwiftData.Schema.PropertyMetadata] {
            [
              SwiftData.Schema.PropertyMetadata(name: "note", keypath: \PersonalTrip.note, defaultValue: nil, metadata: nil),
            ]
          }

          static func _$keyPaths<_S: PersonalTrip>(of type: _S.Type) -> [Swift.AnyKeyPath] {
            var _$keyPaths: [Swift.AnyKeyPath] = Trip._$keyPaths(of: type)
            _$keyPaths.append(\_S.note)
            return _$keyPaths
          }

          override nonisolated class var _$modelClass: SwiftData._$ModelClass { _$modelClassStorage }

          private nonisolated static let _$modelClassStorage = SwiftData._$ModelClass(PersonalTrip.self, inherited: SwiftData._$unisolated { Trip._$keyPaths(of: PersonalTrip.self) })

          override nonisolated var _$storage: SwiftData._$ModelStorage { _$backingData.join(super._$storage) }

          private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
            _$storage.observationRegistrar
          }

          internal nonisolated func access<_M>(keyPath: Swift.KeyPath<PersonalTrip, _M>) {
            _$observationRegistrar.access(self, keyPath: keyPath)
          }

          internal nonisolated func withMutation<_M, _MR>(
            keyPath: Swift.KeyPath<PersonalTrip, _M>, _ mutation: () throws -> _MR
          ) rethrows -> _MR {
            try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
          }

          nonisolated struct _SwiftDataNoType {}
        }
        """#)
  }

  @Test func aSubclassOverridesProperties() {
    let text = Expansion(
      of: #"""
        @Model class BusinessTrip: Trip {
          override var name: String { get { "business" } set {} }
          override var code: Int { didSet {} }
          init() { super.init(name: "") }
        }
        """#, inheritsModel: true
    ).text
    #expect(!text.contains("_PersistedProperty"))
    #expect(!text.contains("PropertyMetadata(name:"))
    #expect(
      text.contains(
        #"overridden: ["name"], overrides: SwiftData._$unisolated { ["name": \BusinessTrip.name, "#
          + #""code": \BusinessTrip.code] }, inherited:"#))
    #expect(text.contains("  Trip._$keyPaths(of: type)\n"))
  }

  @Test func keyPathsOfSubclassesFollowConditions() {
    let text = Expansion(
      of: """
        @Model public class Trip {
          var name = ""
          #if DEBUG
          var log = ""
          #endif
          init() {}
        }
        """
    ).text
    #expect(text.contains("public static func _$keyPaths<_S: Trip>(of type: _S.Type)"))
    #expect(
      text.contains(
        #"""
            var _$keyPaths: [Swift.AnyKeyPath] = []
            _$keyPaths.append(\_S.name)
          #if DEBUG
            _$keyPaths.append(\_S.log)
          #endif
            return _$keyPaths
        """#))
  }
}
