import Foundation
import SwiftData

/// The demonstration: an atlas of the world's time zones in a store.
struct Atlas {
  let tables: ZoneTables
  let container: ModelContainer
  /// Where a line of the report goes.
  let print: (String) -> Void

  /// Opens the store, which is made where there is none.
  init(store: URL, tables: ZoneTables, print: @escaping (String) -> Void) throws {
    self.tables = tables
    self.print = print
    container = try ModelContainer(
      for: Country.self, Zone.self, Note.self, configurations: ModelConfiguration(url: store))
  }

  /// Fills an empty store or checks one that an earlier run left, then asks, changes and undoes.
  func run() throws {
    let context = ModelContext(container)
    if try context.fetchCount(FetchDescriptor<Country>()) == 0 {
      heading("The store is empty: importing the system's time-zone tables")
      try importTables(into: context)
    } else {
      heading("The store was filled by an earlier run: is all still there?")
    }
    try check(ModelContext(container))
    try ask(context)
    try change(context)
  }

  func heading(_ text: String) {
    print("")
    print(text)
  }

  /// One country by its code.
  func country(_ code: String, in context: ModelContext) throws -> Country {
    var descriptor = FetchDescriptor<Country>(predicate: #Predicate { $0.code == code })
    descriptor.fetchLimit = 1
    guard let country = try context.fetch(descriptor).first else {
      throw AtlasError.missingCountry(code)
    }
    return country
  }
}
