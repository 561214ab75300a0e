import Foundation
import StoreModel
import Synchronization

/// Translations of predicates over one entity, kept by the predicates' shapes.
///
/// A predicate that stands in one line of a program has one type and one shape, and other constants
/// each time. Its translation is made once; then its constants are put in the template's parameters.
/// A constant that decides the translation's form, as nil does, belongs to the shape.
///
/// Safe to use from any thread.
final class TranslationCache: Sendable {
  private let shapes = Mutex<[ObjectIdentifier: KnownType]>([:])

  /// What is known of predicates of one type.
  private struct KnownType: @unchecked Sendable {
    // The scanner captures nothing but other scanners.
    var scan: (any PredicateExpression) -> PredicateScan?
    var translations: [CachedTranslation] = []
  }

  /// How many translations are kept for one type.
  private static let translationsPerType = 8
  private static let typeCount = 512

  func translate<Model>(
    _ predicate: Predicate<Model>, entity: Int, resolver: any PropertyResolver
  ) -> TranslatedPredicate {
    let known = known(predicate.expression)
    guard let scan = known.scan(predicate.expression) else {
      return PredicateTranslator.translate(predicate, entity: entity, resolver: resolver)
    }
    for cached in known.translations {
      if let translation = cached.translation(of: scan) { return translation }
    }
    let (template, values) = PredicateTranslator.template(
      of: predicate, entity: entity, resolver: resolver)
    let translation = template.translation(with: values)
    guard let cached = CachedTranslation(template, of: scan) else {
      return translation.withoutParameters
    }
    keep(cached, for: predicate.expression)
    return translation
  }

  private func known(_ expression: some PredicateExpression) -> KnownType {
    let type = ObjectIdentifier(Swift.type(of: expression))
    if let known = shapes.withLock({ $0[type] }) { return known }
    let known = KnownType(scan: Self.scan(of: expression))
    shapes.withLock { shapes in
      // Types are written in a program's text; only generated predicates have so many.
      if shapes.count >= Self.typeCount { shapes.removeAll() }
      shapes[type] = known
    }
    return known
  }

  private static func scan<Expression: PredicateExpression>(
    of expression: Expression
  ) -> (any PredicateExpression) -> PredicateScan? {
    guard let scanner = ExpressionScanner<Expression>.make() else { return { _ in nil } }
    return { expression in
      guard let expression = expression as? Expression else { return nil }
      var scan = PredicateScan()
      scanner.scan(expression, &scan)
      return scan
    }
  }

  private func keep(_ translation: CachedTranslation, for expression: some PredicateExpression) {
    let type = ObjectIdentifier(Swift.type(of: expression))
    shapes.withLock { shapes in
      guard var known = shapes.removeValue(forKey: type) else { return }
      if known.translations.count >= Self.translationsPerType { known.translations.removeFirst() }
      known.translations.append(translation)
      shapes[type] = known
    }
  }
}

/// The translation of predicates of one shape.
private final class CachedTranslation: @unchecked Sendable {
  // Constant from its making on; key paths and constants that it holds are only compared.

  private let parts: [Part]
  private let template: PredicateTemplate

  private enum Part {
    case keyPath(AnyKeyPath)
    case operation(PredicateScan.Operation)
    case variable(Int)
    /// A constant that decides the form.
    case constant(PlainConstant)
    /// A constant that is put in these parameters.
    case parameters([Int])
  }

  /// Nil if a constant decides the form and can't be compared with those of other predicates.
  init?(_ template: PredicateTemplate, of scan: PredicateScan) {
    let indices = Dictionary(grouping: template.parameters.indices) {
      template.parameters[$0].place
    }
    var parts: [Part] = []
    for part in scan.parts {
      switch part {
      case .keyPath(let keyPath): parts.append(.keyPath(keyPath))
      case .operation(let operation): parts.append(.operation(operation))
      case .variable(let number): parts.append(.variable(number))
      case .constant(let value, let place):
        if let place, let indices = indices[place] {
          parts.append(.parameters(indices))
        } else if let constant = PlainConstant(value) {
          parts.append(.constant(constant))
        } else {
          return nil
        }
      }
    }
    self.template = template
    self.parts = parts
  }

  /// The translation of a predicate; nil if it is of another shape.
  func translation(of scan: PredicateScan) -> TranslatedPredicate? {
    guard scan.parts.count == parts.count else { return nil }
    var values = [StoredValue](repeating: .null, count: template.parameters.count)
    for (part, own) in zip(scan.parts, parts) {
      switch (part, own) {
      case (.keyPath(let keyPath), .keyPath(let own)):
        guard keyPath === own || keyPath == own else { return nil }
      case (.operation(let operation), .operation(let own)):
        guard operation == own else { return nil }
      case (.variable(let number), .variable(let own)):
        guard number == own else { return nil }
      case (.constant(let value, _), .constant(let own)):
        guard PlainConstant(value) == own else { return nil }
      case (.constant(let value, _), .parameters(let indices)):
        for index in indices {
          guard let stored = template.parameters[index].encode(value), stored != .null else {
            return nil
          }
          values[index] = stored
        }
      default: return nil
      }
    }
    return template.translation(with: values)
  }
}

/// A constant of a type whose values can be compared at once.
private enum PlainConstant: Equatable {
  case bool(Bool)
  case integer(Int)
  case text(String)

  init?(_ value: Any) {
    let type = type(of: value)
    if type == Bool.self, let value = value as? Bool {
      self = .bool(value)
    } else if type == Int.self, let value = value as? Int {
      self = .integer(value)
    } else if type == String.self, let value = value as? String {
      self = .text(value)
    } else {
      return nil
    }
  }
}
