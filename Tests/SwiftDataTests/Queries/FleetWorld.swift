import Foundation
import StoreModelTestSupport
import SwiftData

/// A store of random rows, a context that has them as they are stored, and one with unsaved changes.
struct FleetWorld {
  let container: ModelContainer
  /// Without changes; all of its models are in memory.
  let clean: ModelContext
  let stored: [Fleet.Voyage]
  /// With changes to every kind of model.
  let dirty: ModelContext
  /// What a save of the changes would leave: rows by primary key, then new ones.
  let living: [Fleet.Voyage]
  /// Identifiers to ask for: of rows, of unsaved models, of other entities.
  let identifiers: [PersistentIdentifier]
  let portIdentifiers: [PersistentIdentifier]
  let flagIdentifiers: [PersistentIdentifier]
  private let kept: [any PersistentModel]

  init(seed: UInt64, count: Int = 20) throws {
    container = try ModelContainer(
      for: Fleet.Voyage.self, Fleet.Cruise.self, Fleet.Regatta.self, Fleet.Leg.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    var values = FleetValues(seed: seed)
    let filling = ModelContext(container)
    Self.fill(filling, &values, count)
    try filling.save()
    clean = ModelContext(container)
    dirty = ModelContext(container)
    stored = try clean.fetch(FetchDescriptor<Fleet.Voyage>())
    let ports = try clean.fetch(FetchDescriptor<Fleet.Port>())
    let flags = try clean.fetch(FetchDescriptor<Fleet.Flag>())
    kept = ports + flags
    var changing = try Changing(dirty)
    for _ in 0..<(1 + values.choose(8)) { changing.change(&values) }
    living = changing.living
    let unsaved = Fleet.Port(name: "", motto: nil, depth: 0)
    identifiers =
      [stored[0], stored[1]].map(\.persistentModelID)
      + [living[living.count - 1].persistentModelID, ports[0].persistentModelID]
    portIdentifiers = ports.map(\.persistentModelID) + [unsaved.persistentModelID]
    flagIdentifiers = flags.map(\.persistentModelID) + [stored[0].persistentModelID]
  }

  fileprivate static func make(_ values: inout FleetValues) -> Fleet.Voyage {
    switch values.choose(4) {
    case 0: Fleet.Cruise(values.voyage())
    case 1: Fleet.Regatta(values.voyage())
    default: Fleet.Voyage(values.voyage())
    }
  }

  private static func fill(_ context: ModelContext, _ values: inout FleetValues, _ count: Int) {
    let countries = (0..<3).map { _ in
      Fleet.Country(name: values.text(), level: values.maybe(values.integer()))
    }
    let ports = (0..<4).map { _ in
      Fleet.Port(
        name: values.text(), motto: values.maybe(values.text()),
        depth: values.pick(PredicateTestWorld.reals + [.nan]))
    }
    let flags = (0..<4).map { _ in Fleet.Flag(text: values.text(), weight: values.integer()) }
    let voyages = (0..<count).map { _ in make(&values) }
    for model in countries as [any PersistentModel] + ports + flags + voyages {
      context.insert(model)
    }
    for port in ports { port.country = values.maybe(values.pick(countries)) }
    for voyage in voyages {
      voyage.port = values.maybe(values.pick(ports))
      voyage.parent = values.maybe(values.pick(voyages))
      for flag in flags where values.choose(3) == 0 { voyage.flags.append(flag) }
      for _ in 0..<values.choose(4) {
        let leg = Fleet.Leg(
          label: values.text(), length: values.maybe(values.integer()), isNight: values.flip())
        context.insert(leg)
        leg.voyage = voyage
        leg.harbor = values.maybe(values.pick(ports))
      }
    }
  }

  /// A context on a world's store, and what there is to change in it.
  struct Changing {
    let context: ModelContext
    private let ports: [Fleet.Port]
    private let flags: [Fleet.Flag]
    private let legs: [Fleet.Leg]
    private(set) var living: [Fleet.Voyage]

    init(_ context: ModelContext) throws {
      self.context = context
      ports = try context.fetch(FetchDescriptor<Fleet.Port>())
      flags = try context.fetch(FetchDescriptor<Fleet.Flag>())
      legs = try context.fetch(FetchDescriptor<Fleet.Leg>())
      living = try context.fetch(FetchDescriptor<Fleet.Voyage>())
    }

    /// Makes one change, of any kind, and leaves it unsaved.
    mutating func change(_ values: inout FleetValues) {
      let voyage = values.pick(living)
      switch values.choose(10) {
      case 0: voyage.title = values.text()
      case 1: (voyage.note, voyage.score) = (values.maybe(values.text()), nil)
      case 2: (voyage.cost, voyage.rating) = (values.real(), values.integer())
      case 3: voyage.port = values.maybe(values.pick(ports))
      case 4: voyage.flags = values.flip() ? [] : [values.pick(flags)]
      case 5: values.pick(ports).name = values.text()
      case 6: values.pick(legs).voyage = values.maybe(voyage)
      case 7: (voyage.away, voyage.parent) = (values.maybe(values.place()), values.pick(living))
      case 8 where living.count > 4:
        context.delete(voyage)
        living.removeAll { $0 === voyage }
      default:
        let new = FleetWorld.make(&values)
        context.insert(new)
        new.port = values.maybe(values.pick(ports))
        living.append(new)
      }
    }
  }
}
