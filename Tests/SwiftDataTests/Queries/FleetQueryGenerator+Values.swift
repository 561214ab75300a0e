import Foundation

@testable import SwiftData

extension FleetQueryGenerator {
  mutating func integer(_ voyage: Voyage, _ depth: Int) -> Expression<Int> {
    switch choose(depth > 0 ? 15 : 3) {
    case 0: return Build.path(voyage, \.rating)
    case 1: return Build.value(values.integer())
    case 2: return Build.path(Build.path(voyage, \.home), \.floor)
    case 3, 4:
      return Build.arithmetic(
        integer(voyage, depth - 1), pick([.add, .subtract, .multiply]),
        integer(voyage, depth - 1))
    case 5: return Build.fallback(optionalInteger(voyage, depth - 1), integer(voyage, depth - 1))
    case 6: return Build.unwrapped(optionalInteger(voyage, depth - 1))
    case 7:
      return Build.conditional(
        condition(voyage, depth - 1), integer(voyage, depth - 1), integer(voyage, depth - 1))
    case 8, 9:
      return Build.quotient(
        integer(voyage, depth - 1), integer(voyage, depth - 1), isRemainder: values.flip())
    case 10: return Build.path(Build.path(voyage, \.legs), \.count)
    case 11:
      let night = filter(Build.path(voyage, \.legs)) { _, leg in Build.path(leg, \.isNight) }
      return Build.path(night, \.count)
    case 12: return Build.path(text(voyage, depth - 1), \.count)
    case 13: return Build.negative(integer(voyage, depth - 1))
    default: return Build.path(Build.path(voyage, \.children), \.count)
    }
  }

  mutating func optionalInteger(_ voyage: Voyage, _ depth: Int) -> Expression<Int?> {
    switch choose(depth > 0 ? 10 : 2) {
    case 0: return Build.path(voyage, \.score)
    case 1: return Build.value(choose(3) == 0 ? nil : values.integer())
    case 2:
      let country: Expression<Fleet.Country?> = flatMap(Build.path(voyage, \.port)) { _, port in
        Build.path(port, \.country)
      }
      return flatMap(country) { _, country in Build.path(country, \.level) }
    case 3:
      return flatMap(Build.path(voyage, \.away)) { _, place in Build.path(place, \.zip) }
    case 4:
      return flatMap(Build.cast(voyage, to: Fleet.Cruise.self)) { _, cruise in
        Build.path(cruise, \.deck)
      }
    case 5:
      return flatMap(Build.cast(voyage, to: Fleet.Regatta.self)) { _, regatta in
        Build.path(regatta, \.crews)
      }
    case 6:
      return Build.conditional(
        condition(voyage, depth - 1), optionalInteger(voyage, depth - 1),
        optionalInteger(voyage, depth - 1))
    case 7:
      return flatMap(Build.path(voyage, \.parent)) { generator, parent in
        generator.integer(parent, depth - 1)
      }
    case 8:
      return flatMap(optionalInteger(voyage, depth - 1)) { _, number in
        Build.arithmetic(number, .add, Build.value(1))
      }
    default:
      return flatMap(Build.path(voyage, \.port)) { _, port in
        Build.path(Build.path(port, \.voyages), \.count)
      }
    }
  }

  mutating func text(_ voyage: Voyage, _ depth: Int) -> Expression<String> {
    switch choose(depth > 0 ? 8 : 3) {
    case 0: return Build.path(voyage, \.title)
    case 1: return Build.value(values.text())
    case 2: return Build.path(Build.path(voyage, \.home), \.city)
    case 3, 4: return Build.fallback(optionalText(voyage, depth - 1), text(voyage, depth - 1))
    case 5: return Build.unwrapped(optionalText(voyage, depth - 1))
    case 6:
      return Build.conditional(
        condition(voyage, depth - 1), text(voyage, depth - 1), text(voyage, depth - 1))
    default: return Build.path(Build.path(voyage, \.purpose), \.rawValue)
    }
  }

  mutating func optionalText(_ voyage: Voyage, _ depth: Int) -> Expression<String?> {
    switch choose(depth > 0 ? 9 : 2) {
    case 0: return Build.path(voyage, \.note)
    case 1: return Build.value(choose(3) == 0 ? nil : values.text())
    case 2: return flatMap(Build.path(voyage, \.port)) { _, port in Build.path(port, \.name) }
    case 3: return flatMap(Build.path(voyage, \.port)) { _, port in Build.path(port, \.motto) }
    case 4:
      let country: Expression<Fleet.Country?> = flatMap(Build.path(voyage, \.port)) { _, port in
        Build.path(port, \.country)
      }
      return flatMap(country) { _, country in Build.path(country, \.name) }
    case 5: return flatMap(Build.path(voyage, \.away)) { _, place in Build.path(place, \.city) }
    case 6:
      return flatMap(Build.cast(voyage, to: Fleet.Cruise.self)) { _, cruise in
        Build.path(cruise, \.ship)
      }
    case 7:
      return flatMap(Build.path(voyage, \.parent)) { generator, parent -> Expression<String?> in
        generator.optionalText(parent, depth - 1)
      }
    default:
      return Build.conditional(
        condition(voyage, depth - 1), optionalText(voyage, depth - 1),
        optionalText(voyage, depth - 1))
    }
  }

  mutating func real(_ voyage: Voyage, _ depth: Int) -> Expression<Double> {
    switch choose(depth > 0 ? 8 : 3) {
    case 0: return Build.path(voyage, \.cost)
    case 1: return Build.value(pick(PredicateTestWorld.reals + [.nan]))
    case 2: return Build.path(Build.path(voyage, \.home), \.rent)
    case 3, 4:
      return Build.arithmetic(
        real(voyage, depth - 1), pick([.add, .subtract, .multiply]), real(voyage, depth - 1))
    case 5: return Build.fallback(optionalReal(voyage, depth - 1), real(voyage, depth - 1))
    case 6: return Build.quotient(real(voyage, depth - 1), real(voyage, depth - 1))
    default: return Build.negative(real(voyage, depth - 1))
    }
  }

  mutating func optionalReal(_ voyage: Voyage, _ depth: Int) -> Expression<Double?> {
    switch choose(depth > 0 ? 5 : 2) {
    case 0: return Build.path(voyage, \.budget)
    case 1: return Build.value(choose(3) == 0 ? nil : values.real())
    case 2: return flatMap(Build.path(voyage, \.port)) { _, port in Build.path(port, \.depth) }
    case 3: return flatMap(Build.path(voyage, \.away)) { _, place in Build.path(place, \.rent) }
    default:
      return Build.conditional(
        condition(voyage, depth - 1), optionalReal(voyage, depth - 1),
        optionalReal(voyage, depth - 1))
    }
  }

  mutating func date(_ voyage: Voyage, _ depth: Int) -> Expression<Date> {
    switch choose(depth > 0 ? 4 : 2) {
    case 0: return Build.path(voyage, \.start)
    case 1: return Build.value(values.date())
    case 2: return Build.fallback(optionalDate(voyage, depth - 1), date(voyage, depth - 1))
    default: return Build.unwrapped(optionalDate(voyage, depth - 1))
    }
  }

  mutating func optionalDate(_ voyage: Voyage, _ depth: Int) -> Expression<Date?> {
    switch choose(depth > 0 ? 4 : 2) {
    case 0: return Build.path(voyage, \.end)
    case 1: return Build.value(choose(3) == 0 ? nil : values.date())
    case 2:
      return flatMap(Build.path(voyage, \.parent)) { _, parent in Build.path(parent, \.start) }
    default:
      return flatMap(Build.path(voyage, \.parent)) { _, parent -> Expression<Date?> in
        Build.path(parent, \.end)
      }
    }
  }
}
