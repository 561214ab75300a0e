import Foundation
import StoreModel

/// A translated predicate with parameters in the place of constants that don't decide its form.
struct PredicateTemplate {
  /// A constant of the predicate, as the store is given it.
  struct Parameter {
    /// Where the constant stands in the predicate.
    var place: PredicatePlace
    /// What the store is given for a value; nil if the template is not for that value.
    var encode: (Any) -> StoredValue?
  }

  /// The translation; its filter has a parameter for each of `parameters`, by index.
  var translation: TranslatedPredicate
  var parameters: [Parameter]

  /// The translation of a predicate that has given values in the places of the parameters.
  ///
  /// The values of parameters stay beside the filter, unless one is a text: how texts are compared
  /// depends on them.
  func translation(with values: [StoredValue]) -> TranslatedPredicate {
    var translation = translation
    translation.parameters = values
    return values.contains(where: \.isText) ? translation.withoutParameters : translation
  }
}

extension TranslatedPredicate {
  /// The same with the values of the parameters in the filter.
  var withoutParameters: TranslatedPredicate {
    var filled = self
    filled.filter = filter?.replacingParameters(by: parameters)
    filled.parameters = []
    return filled
  }
}

extension StoredValue {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }
}

/// The parameters that a translation has made so far.
final class PredicateParameters {
  private(set) var parameters: [PredicateTemplate.Parameter] = []
  /// By parameter: what the store is given for it in the predicate at hand.
  private(set) var values: [StoredValue] = []

  /// A constant as an expression: a parameter, if it is known where the constant stands.
  func expression(
    for value: StoredValue, at place: PredicatePlace?, encode: @escaping (Any) -> StoredValue?
  ) -> QueryExpression {
    guard let place, value != .null else { return .constant(value) }
    parameters.append(PredicateTemplate.Parameter(place: place, encode: encode))
    values.append(value)
    return .parameter(values.count - 1)
  }
}
