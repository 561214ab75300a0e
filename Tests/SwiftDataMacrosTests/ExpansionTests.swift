import Foundation
import Testing

@testable import SwiftDataMacros

@Suite struct ExpansionTests {
  @Test func aModel() {
    let expansion = Expansion(
      of: #"""
        @Model
        public final class Trip {
          #Unique<Trip>([\.name, \.start])
          #Index<Trip>([\.start], [\.name])
          @Attribute(.unique, originalName: "code") public var name: String
          var start = Date()
          let id: UUID
          let created = Date()
          var `default`: Style = .plain
          @Relationship(deleteRule: .cascade, inverse: \Leg.trip)
          private(set) var legs: [Leg] = []
          @Transient var isOpen = false
          var title: String { name }
          static let limit = 3
          init(name: String) { self.name = name }
        }
        """#)
    #expect(
      expansion.text == #"""

        public final class Trip {
          @SwiftData._PersistedProperty(0) public var name: String
          @SwiftData._PersistedProperty(1)
          var start = Date()
          let id: UUID
          let created = Date()
          @SwiftData._PersistedProperty(4)
          var `default`: Style = .plain
          @SwiftData._PersistedProperty(5)
          private(set) var legs: [Leg] = []
          @SwiftData._TransientProperty var isOpen = false
          var title: String { name }
          static let limit = 3
          init(name: String) { self.name = name }

          @safe @exclusivity(unchecked)
          private nonisolated(unsafe) var _$backingData: SwiftData._$ModelBacking<Trip> = SwiftData._$ModelBacking()

          public nonisolated var persistentBackingData: any SwiftData.BackingData<Trip> {
            get { SwiftData._$DefaultBackingData(of: self) }
            set { _$backingData.take(newValue) }
          }

          public nonisolated class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            [
              SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Trip.name, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.unique, originalName: "code")),
              SwiftData.Schema.PropertyMetadata(name: "start", keypath: \Trip.start, defaultValue: Date(), metadata: nil),
              SwiftData.Schema.PropertyMetadata(name: "id", keypath: \Trip.id, defaultValue: nil, metadata: nil),
              SwiftData.Schema.PropertyMetadata(name: "created", keypath: \Trip.created, defaultValue: Date(), metadata: nil),
              SwiftData.Schema.PropertyMetadata(name: "default", keypath: \Trip.`default`, defaultValue: (.plain) as Style, metadata: nil),
              SwiftData.Schema.PropertyMetadata(name: "legs", keypath: \Trip.legs, defaultValue: ([]) as [Leg], metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Leg.trip)),
              SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Index", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Index<Trip>([\.start], [\.name])),
              SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Unique", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Unique<Trip>([\.name, \.start])),
            ]
          }

          public nonisolated class var _$modelClass: SwiftData._$ModelClass { _$modelClassStorage }

          private nonisolated static let _$modelClassStorage = SwiftData._$ModelClass(Trip.self, constants: ["id", "created"])

          public nonisolated var _$storage: SwiftData._$ModelStorage { _$backingData.storage }

          public nonisolated init(backingData: any SwiftData.BackingData<Trip>) {
            _name = _SwiftDataNoType()
            self.id = backingData.getValue(forKey: \.id)
            _$backingData = SwiftData._$ModelBacking(backingData)
            SwiftData._$restore("created", of: self, as: Trip.self, to: backingData.getValue(forKey: \.created))
          }

          private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
            _$backingData.observationRegistrar
          }

          internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Trip, _M>) {
            _$observationRegistrar.access(self, keyPath: keyPath)
          }

          internal nonisolated func withMutation<_M, _MR>(
            keyPath: Swift.KeyPath<Trip, _M>, _ mutation: () throws -> _MR
          ) rethrows -> _MR {
            try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
          }

          nonisolated struct _SwiftDataNoType {}
        }

        extension Trip: nonisolated Observation.Observable {}

        extension Trip: nonisolated SwiftData.PersistentModel {}

        @available(*, unavailable, message: "models cannot be shared between contexts; pass their 'persistentModelID', or use a 'ModelActor'")
        @available(swift, deprecated: 5.9)
        extension Trip: Swift.Sendable {}
        """#)
  }

  @Test func propertiesUnderConditions() {
    let expansion = Expansion(
      of: #"""
        @Model
        final class Trip {
          var name: String
          #if DEBUG
          let probe: Int
          var log: [String] = []
          #if os(Linux)
          var kernel: String
          #endif
          #elseif RELEASE
          let seal = 1
          #else
          func nothing() {}
          #endif
          init() {}
        }
        """#)
    #expect(
      expansion.text == #"""

        final class Trip {
          @SwiftData._PersistedProperty(0)
          var name: String
          #if DEBUG
          let probe: Int
          var log: [String] = []
          #if os(Linux)
          var kernel: String
          #endif
          #elseif RELEASE
          let seal = 1
          #else
          func nothing() {}
          #endif
          init() {}

          @safe @exclusivity(unchecked)
          private nonisolated(unsafe) var _$backingData: SwiftData._$ModelBacking<Trip> = SwiftData._$ModelBacking()

          public nonisolated var persistentBackingData: any SwiftData.BackingData<Trip> {
            get { SwiftData._$DefaultBackingData(of: self) }
            set { _$backingData.take(newValue) }
          }

          nonisolated class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            var _$metadata: [SwiftData.Schema.PropertyMetadata] = [
              SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Trip.name, defaultValue: nil, metadata: nil),
            ]
          #if DEBUG
            _$metadata.append(SwiftData.Schema.PropertyMetadata(name: "probe", keypath: \Trip.probe, defaultValue: nil, metadata: nil))
            _$metadata.append(SwiftData.Schema.PropertyMetadata(name: "log", keypath: \Trip.log, defaultValue: ([]) as [String], metadata: nil))
          #if os(Linux)
            _$metadata.append(SwiftData.Schema.PropertyMetadata(name: "kernel", keypath: \Trip.kernel, defaultValue: nil, metadata: nil))
          #endif
          #elseif RELEASE
            _$metadata.append(SwiftData.Schema.PropertyMetadata(name: "seal", keypath: \Trip.seal, defaultValue: 1, metadata: nil))
          #else
          #endif
            return _$metadata
          }

          nonisolated class var _$modelClass: SwiftData._$ModelClass { _$modelClassStorage }

          private nonisolated static let _$modelClassStorage = SwiftData._$ModelClass(Trip.self, constants: ["probe", "seal"])

          nonisolated var _$storage: SwiftData._$ModelStorage { _$backingData.storage }

          nonisolated init(backingData: any SwiftData.BackingData<Trip>) {
            _name = _SwiftDataNoType()
            #if DEBUG
            self.probe = backingData.getValue(forKey: \.probe)
            #if os(Linux)
            _kernel = _SwiftDataNoType()
            #endif
            #elseif RELEASE
            #else
            #endif
            _$backingData = SwiftData._$ModelBacking(backingData)
            #if DEBUG
            #elseif RELEASE
            SwiftData._$restore("seal", of: self, as: Trip.self, to: backingData.getValue(forKey: \.seal))
            #else
            #endif
          }

          private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
            _$backingData.observationRegistrar
          }

          internal nonisolated func access<_M>(keyPath: Swift.KeyPath<Trip, _M>) {
            _$observationRegistrar.access(self, keyPath: keyPath)
          }

          internal nonisolated func withMutation<_M, _MR>(
            keyPath: Swift.KeyPath<Trip, _M>, _ mutation: () throws -> _MR
          ) rethrows -> _MR {
            try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
          }

          nonisolated struct _SwiftDataNoType {}
        }

        extension Trip: nonisolated Observation.Observable {}

        extension Trip: nonisolated SwiftData.PersistentModel {}

        @available(*, unavailable, message: "models cannot be shared between contexts; pass their 'persistentModelID', or use a 'ModelActor'")
        @available(swift, deprecated: 5.9)
        extension Trip: Swift.Sendable {}
        """#)
  }

  @Test func persistedProperties() {
    let expansion = Expansion(
      of: #"""
        class Trip {
          @_PersistedProperty(0) var name: String
          @_PersistedProperty(1) private(set) var _rank: Int? = 3
          @_PersistedProperty(2) var `in`: Leg!
          @_PersistedProperty(3) var `raw name`: Int
          @_PersistedProperty(named: "log") var log: [String]
        }
        """#)
    #expect(
      expansion.text == #"""
        class Trip {
          var name: String {
          @storageRestrictions(accesses: _$backingData, initializes: _name)
          init(initialValue) {
            _$backingData.initialize(0, to: initialValue)
            _name = _SwiftDataNoType()
          }
          get { _$backingData.read(0, of: self, keyPath: \.name) }
          set {
            _$backingData.prepare()
            _$backingData.write(newValue, to: 0, of: self, keyPath: \.name)
          }
          }

          private var _name: _SwiftDataNoType
          private(set) var _rank: Int? {
          @storageRestrictions(accesses: _$backingData, initializes: __rank)
          init(initialValue) {
            _$backingData.initialize(1, to: initialValue)
            __rank = _SwiftDataNoType()
          }
          get { _$backingData.read(1, of: self, keyPath: \._rank) }
          set {
            _$backingData.prepare()
            _$backingData.write(newValue, to: 1, of: self, keyPath: \._rank)
          }
          }

          private var __rank: _SwiftDataNoType? = _SwiftDataNoType()
          var `in`: Leg! {
          @storageRestrictions(accesses: _$backingData, initializes: _in)
          init(initialValue) {
            _$backingData.initialize(2, to: initialValue)
            _in = _SwiftDataNoType()
          }
          get { _$backingData.read(2, of: self, keyPath: \.`in`) }
          set {
            _$backingData.prepare()
            _$backingData.write(newValue, to: 2, of: self, keyPath: \.`in`)
          }
          }

          private var _in: _SwiftDataNoType!
          var `raw name`: Int {
          @storageRestrictions(accesses: _$backingData, initializes: `_raw name`)
          init(initialValue) {
            _$backingData.initialize(3, to: initialValue)
            `_raw name` = _SwiftDataNoType()
          }
          get { _$backingData.read(3, of: self, keyPath: \.`raw name`) }
          set {
            _$backingData.prepare()
            _$backingData.write(newValue, to: 3, of: self, keyPath: \.`raw name`)
          }
          }

          private var `_raw name`: _SwiftDataNoType
          var log: [String] {
          @storageRestrictions(accesses: _$backingData, initializes: _log)
          init(initialValue) {
            _$backingData.initialize(Trip._$modelClass.ownOrdinal(named: "log")!, to: initialValue)
            _log = _SwiftDataNoType()
          }
          get { _$backingData.read(Trip._$modelClass.ownOrdinal(named: "log")!, of: self, keyPath: \.log) }
          set {
            _$backingData.prepare()
            _$backingData.write(newValue, to: Trip._$modelClass.ownOrdinal(named: "log")!, of: self, keyPath: \.log)
          }
          _modify {
            _$backingData.prepare()
            var _value = _$backingData.lend(Trip._$modelClass.ownOrdinal(named: "log")!, of: self, keyPath: \.log)
            defer { _$backingData.takeBack(_value, to: Trip._$modelClass.ownOrdinal(named: "log")!, of: self) }
            yield &_value
          }
          }

          private var _log: _SwiftDataNoType
        }
        """#)
  }

  @Test(
    arguments: [
      ("[Leg]", true), ("[Leg]?", true), ("[Leg]!", true), ("Array<Leg>", true),
      ("[String: Leg]", false), ("Set<Leg>", false), ("Leg", false),
    ])
  func arraysAreLentForEditsInPlace(type: String, isLent: Bool) {
    let expansion = Expansion(of: "class Trip { @_PersistedProperty(0) var legs: \(type) }")
    #expect(expansion.text.contains("_modify") == isLent)
  }

  @Test(arguments: [("[Leg]()", true), ("[Leg()]", true), ("[:]", false), ("Leg()", false)])
  func arraysAreSeenByTheirInitialValue(value: String, isLent: Bool) {
    let expansion = Expansion(of: "class Trip { @_PersistedProperty(0) var legs = \(value) }")
    #expect(expansion.text.contains("_modify") == isLent)
  }

  @Test func propertiesOfAModelWrittenByHand() {
    let expansion = Expansion(
      of: #"""
        class Trip {
          @_PersistedProperty var name: String
          @_TransformablePersistedProperty var color: Color?
        }
        """#)
    #expect(
      expansion.text == #"""
        class Trip {
          var name: String {
          @storageRestrictions(accesses: _$backingData, initializes: _name)
          init(initialValue) {
            _$backingData.setValue(forKey: \.name, to: initialValue)
            _name = _SwiftDataNoType()
          }
          get {
            _$observationRegistrar.access(self, keyPath: \.name)
            return self.getValue(forKey: \.name)
          }
          set {
            _$observationRegistrar.withMutation(of: self, keyPath: \.name) {
              self.setValue(forKey: \.name, to: newValue)
            }
          }
          }

          private var _name: _SwiftDataNoType
          var color: Color? {
          @storageRestrictions(accesses: _$backingData, initializes: _color)
          init(initialValue) {
            _$backingData.setTransformableValue(forKey: \.color, to: initialValue)
            _color = _SwiftDataNoType()
          }
          get {
            _$observationRegistrar.access(self, keyPath: \.color)
            return self.getTransformableValue(forKey: \.color)
          }
          set {
            _$observationRegistrar.withMutation(of: self, keyPath: \.color) {
              self.setTransformableValue(forKey: \.color, to: newValue)
            }
          }
          }

          private var _color: _SwiftDataNoType?
        }
        """#)
  }

  @Test func aQuery() {
    let expansion = Expansion(
      of: #"""
        struct TripList {
          @Query(filter: #Predicate<Trip> { $0.rating > 3 }, sort: \.name) private var trips: [Trip]
          @Query public var `default`: [Trip]
          @Query(sectionBy: \.name)
          var sections: SectionedResults<Trip, String>
        }
        """#)
    #expect(
      expansion.text == #"""
        struct TripList {
          private var trips: [Trip] {
          get { _trips.wrappedValue }
          }

          private(set) var _trips: SwiftData.Query<[Trip]._$QueryElement, [Trip]> = .init(filter: #Predicate<Trip> { $0.rating > 3 }, sort: \.name)
          public var `default`: [Trip] {
          get { _default.wrappedValue }
          }

          private(set) var _default: SwiftData.Query<[Trip]._$QueryElement, [Trip]> = .init()
          var sections: SectionedResults<Trip, String> {
          get { _sections.wrappedValue }
          }

          private(set) var _sections: SwiftData.Query<SectionedResults<Trip, String>._$QueryElement, SectionedResults<Trip, String>> = .init(sectionBy: \.name)
        }
        """#)
    #expect(expansion.messages.isEmpty)
  }

  @Test func aModelActor() {
    let expansion = Expansion(
      of: #"""
        @ModelActor
        public actor Importer {
          var count = 0
        }
        """#)
    #expect(
      expansion.text == #"""

        public actor Importer {
          var count = 0

          public nonisolated let modelExecutor: any SwiftData.ModelExecutor

          public nonisolated let modelContainer: SwiftData.ModelContainer

          public init(modelContainer: SwiftData.ModelContainer) {
            let modelContext = SwiftData.ModelContext(modelContainer)
            self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
            self.modelContainer = modelContainer
          }
        }

        extension Importer: SwiftData.ModelActor {}
        """#)
  }

  @Test func anOpenModelLetsSubclassesOverride() {
    let text = Expansion(of: "@Model open class Trip { public init() {} }").text
    #expect(text.contains("open nonisolated class var schemaMetadata"))
    #expect(text.contains("open nonisolated class var _$modelClass"))
    #expect(text.contains("open nonisolated var _$storage"))
    #expect(text.contains("required public nonisolated init(backingData:"))
  }

  @Test func aModelOnTheMainActorIsDescribedFromAnywhere() {
    let text = Expansion(of: "@MainActor @Model class Trip { var name = \"\"; init() {} }").text
    #expect(text.contains("SwiftData._$unisolated { Trip._$schemaMetadata() }"))
    #expect(text.contains("private static func _$schemaMetadata()"))
  }

  @Test func conformancesOfTheSourceAreNotRepeated() {
    let text = Expansion(of: "@Model class Trip: @unchecked Sendable, Observable { init() {} }")
      .text
    #expect(!text.contains("extension Trip: Swift.Sendable"))
    #expect(!text.contains("Observation.Observable {}"))
    #expect(text.contains("extension Trip: nonisolated SwiftData.PersistentModel {}"))
  }

  @Test func anInitializerOfTheSourceIsNotRepeated() {
    let text = Expansion(
      of: """
        @Model final class Trip {
          init() {}
          init(backingData: any BackingData<Trip>) { persistentBackingData = backingData }
        }
        """
    ).text
    #expect(text.components(separatedBy: "init(backingData:").count == 2)
  }

  @Test func anObservedPropertyIsAColumn() {
    let text = Expansion(of: "@Model class Trip { var clip: Clip? { didSet {} }; init() {} }").text
    #expect(text.contains("keypath: \\Trip.clip"))
    #expect(text.contains("@SwiftData._PersistedProperty(0)"))
  }

  @Test func aTransientPropertyIsObserved() {
    let expansion = Expansion(
      of: """
        class Trip {
          @_TransientProperty @Transient public private(set) var clip: Clip? = .none
        }
        """)
    #expect(
      expansion.text == #"""
        class Trip {
          public private(set) var clip: Clip? {
          @storageRestrictions(initializes: _$transient_clip)
          init(initialValue) { _$transient_clip = initialValue }
          get {
            _$backingData.noteAccess(of: self, keyPath: \.clip)
            return _$transient_clip
          }
          set {
            _$backingData.willChange(self, keyPath: \.clip)
            defer { _$backingData.didChange(self, keyPath: \.clip) }
            _$transient_clip = newValue
          }
          _modify {
            _$backingData.noteAccess(of: self, keyPath: \.clip)
            _$backingData.willChange(self, keyPath: \.clip)
            defer { _$backingData.didChange(self, keyPath: \.clip) }
            yield &_$transient_clip
          }
          }

          private var _$transient_clip: Clip? = .none
        }
        """#)
    for variable in [
      "@Transient lazy var a = 1", "@Transient weak var a: Trip?", "@Transient let a = 1",
      "@Transient var a: Int { 1 }", "@Transient var a = 1 { didSet {} }",
      "@Transient @Wrapped var a = 1", "@Transient @ObservationIgnored var a = 1",
      "@Transient static var a = 1",
    ] {
      let text = Expansion(of: "@Model class Trip { \(variable); init() {} }").text
      #expect(!text.contains("_TransientProperty"), "\(variable)")
    }
  }

  @Test func nothingIsAddedToWhatIsRefused() {
    #expect(Expansion(of: "@Model struct Trip {}").text == "struct Trip {}")
    #expect(!Expansion(of: "@Model class Trip<Place> { var a = 0 }").text.contains("_$"))
    #expect(!Expansion(of: "func f() { @Model class Trip { var a = 0 } }").text.contains("_$"))
  }
}
