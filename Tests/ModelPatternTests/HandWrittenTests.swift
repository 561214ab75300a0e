import Foundation
import Observation
import SwiftData
import Testing

/// Models and properties whose accessors are written by hand, in the macro's own terms.
@Suite struct HandWrittenTests {
  @Test func aPropertyWithItsOwnAccessorsIsAColumnIfItSaysSo() throws {
    let letter = Letter()
    letter.payload = Data([1, 2])
    let store = try Store(Letter.self)
    let reread = try store.reread(letter)
    #expect(reread.payload == Data([1, 2]))
    #expect(reread.name == "letter")
  }

  @Test func aModelWithoutTheMacroWorks() {
    let plain = Plain(name: "plain")
    #expect(plain.name == "plain")
    plain.name = "changed"
    #expect(plain.name == "changed")
    #expect(plain.note == nil)
  }
}

@Model private final class Letter {
  var name: String
  @Transient private var _payload: _SwiftDataNoType?
  @Attribute(hashModifier: "1") var payload: Data {
    @storageRestrictions(accesses: _$backingData, initializes: _payload)
    init(initialValue) {
      _payload = .init()
      _$backingData.setValue(forKey: \.payload, to: initialValue)
    }
    get { getValue(forKey: \.payload) }
    set { setValue(forKey: \.payload, to: newValue) }
  }

  init() {
    name = "letter"
    payload = Data()
  }
}

private final class Plain: PersistentModel {
  @_PersistedProperty var name: String
  @_PersistedProperty var note: String?

  @Transient private var _$backingData: any SwiftData.BackingData<Plain> =
    Plain.createBackingData()
  var persistentBackingData: any SwiftData.BackingData<Plain> {
    get { _$backingData }
    set { _$backingData = newValue }
  }

  static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
    [
      SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Plain.name),
      SwiftData.Schema.PropertyMetadata(name: "note", keypath: \Plain.note),
    ]
  }

  init(backingData: any SwiftData.BackingData<Plain>) {
    _name = _SwiftDataNoType()
    _note = _SwiftDataNoType()
    persistentBackingData = backingData
  }

  init(name: String) {
    self.name = name
    note = nil
  }

  @Transient private let _$observationRegistrar = Observation.ObservationRegistrar()
  struct _SwiftDataNoType {}
}
