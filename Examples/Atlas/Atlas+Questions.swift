import Foundation
import SwiftData

/// Something a person would ask the atlas.
struct Question {
  var text: String
  var answer: (ModelContext) throws -> String
}

extension Atlas {
  /// Asks every question and prints the answers.
  func ask(_ context: ModelContext) throws {
    heading("Questions")
    for (index, question) in (Question.ofPlaces + Question.ofCountries).enumerated() {
      let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
      print("  \(number). \(question.text)")
      print("      \(try question.answer(context))")
    }
  }
}

extension Question {
  /// Questions about zones and where they lie.
  static var ofPlaces: [Question] {
    [
      Question(text: "How many zones lie south of the equator?") { context in
        let south = #Predicate<Zone> { $0.latitude < 0 }
        let count = try context.fetchCount(FetchDescriptor(predicate: south))
        let all = try context.fetchCount(FetchDescriptor<Zone>())
        return "\(count) of \(all)"
      },
      Question(text: "Which are the five northernmost?") { context in
        let byLatitude = SortDescriptor(\Zone.latitude, order: .reverse)
        var descriptor = FetchDescriptor<Zone>(sortBy: [byLatitude])
        descriptor.fetchLimit = 5
        return list(try context.fetch(descriptor).map(\.city))
      },
      Question(text: "Which zones are within 500 km of Paris, roughly?") { context in
        let (latitude, longitude) = (48.87, 2.33)
        let near = #Predicate<Zone> { zone in
          (zone.latitude - latitude) * (zone.latitude - latitude)
            + (zone.longitude - longitude) * (zone.longitude - longitude) * 0.43 < 20.25
        }
        let zones = try context.fetch(FetchDescriptor(predicate: near, sortBy: byIdentifier))
        return list(zones.map(\.city))
      },
      Question(text: "Who is next to the date line, west of it or east?") { context in
        let beside = #Predicate<Zone> { $0.longitude > 175 || $0.longitude < -175 }
        let zones = try context.fetch(FetchDescriptor(predicate: beside, sortBy: byIdentifier))
        return list(zones.map(\.city))
      },
      Question(text: "How many zones has each part of the world?") { context in
        let counts = try Region.allCases.map { region in
          let inRegion = #Predicate<Zone> { $0.region == region }
          return (region, try context.fetchCount(FetchDescriptor(predicate: inRegion)))
        }
        return list(counts.filter { $0.1 > 0 }.map { "\($0.0.rawValue) \($0.1)" })
      },
      Question(text: "Which American zones are described by their mountains?") { context in
        let america = Region.america
        let mountains = #Predicate<Zone> { zone in
          zone.region == america
            && zone.comments?.localizedStandardContains("mountain") == true
        }
        let zones = try context.fetch(FetchDescriptor(predicate: mountains, sortBy: byIdentifier))
        return list(zones.map(\.city))
      },
      Question(text: "How many zones need no comment?") { context in
        let plain = #Predicate<Zone> { $0.comments == nil }
        return "\(try context.fetchCount(FetchDescriptor(predicate: plain)))"
      },
    ]
  }

  /// Questions about countries and their zones.
  static var ofCountries: [Question] {
    [
      Question(text: "Which countries have ten zones or more?") { context in
        let many = #Predicate<Country> { $0.zones.count >= 10 }
        let countries = try context.fetch(FetchDescriptor(predicate: many))
          .sorted { $0.zones.count > $1.zones.count }
        return list(countries.map { "\($0.name) \($0.zones.count)" })
      },
      Question(text: "Which names have an island in them?") { context in
        let islands = #Predicate<Country> { $0.name.localizedStandardContains("ISLAND") }
        let countries = try context.fetch(FetchDescriptor(predicate: islands, sortBy: byName))
        return list(countries.map(\.name))
      },
      Question(text: "Which countries reach beyond the arctic circle?") { context in
        let arctic = #Predicate<Country> { country in
          country.zones.contains { $0.latitude > 66.56 }
        }
        let countries = try context.fetch(FetchDescriptor(predicate: arctic, sortBy: byName))
        return list(countries.map(\.name))
      },
      Question(text: "Who shares the clock of Berlin?") { context in
        let berlin = #Predicate<Zone> { $0.identifier == "Europe/Berlin" }
        let zone = try context.fetch(FetchDescriptor(predicate: berlin)).first
        return list(zone?.countries.map(\.name).sorted() ?? [])
      },
      Question(text: "What are the Benelux countries called?") { context in
        let codes: Set<String> = ["BE", "NL", "LU"]
        let benelux = #Predicate<Country> { codes.contains($0.code) }
        let countries = try context.fetch(FetchDescriptor(predicate: benelux, sortBy: byName))
        return list(countries.map(\.name))
      },
      Question(text: "Which is the last page of countries, twenty to a page?") { context in
        var descriptor = FetchDescriptor<Country>(sortBy: byName)
        descriptor.fetchOffset = (try context.fetchCount(descriptor) - 1) / 20 * 20
        descriptor.fetchLimit = 20
        return list(try context.fetch(descriptor).map(\.name))
      },
    ]
  }

  private static var byIdentifier: [SortDescriptor<Zone>] { [SortDescriptor(\.identifier)] }

  private static var byName: [SortDescriptor<Country>] {
    [SortDescriptor(\.name), SortDescriptor(\.code)]
  }

  /// At most ten items in one line.
  private static func list(_ items: [String]) -> String {
    guard !items.isEmpty else { return "none" }
    let shown = items.prefix(10).joined(separator: ", ")
    return items.count > 10 ? "\(shown) and \(items.count - 10) more" : shown
  }
}
