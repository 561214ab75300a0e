import Foundation

/// Finds the other end of a relationship as Apple does: named on either side, else the only
/// candidate on both sides, else none.
///
/// Both ends lead to the very class that declares the other: one that a subclass inherits would lead
/// back from models of which the other end knows nothing.
enum InverseInference {
  static func inverse(
    of property: ModelProperty, in concrete: _$ModelClass
  ) -> _$ModelClass.Inverse? {
    // An inherited relationship has the inverse that it has where it is declared.
    let modelClass = concrete.declarer(ofOrdinal: property.ordinal)
    guard let relationship = property.relationship else { return nil }
    let destination = relationship.destination._$modelClass
    if let keyPath = property.declaredInverse {
      guard let ordinal = destination.ordinal(of: keyPath),
        ordinal >= destination.inheritedPropertyCount,
        destination.properties[ordinal].leads(to: modelClass)
      else { return nil }
      return _$ModelClass.Inverse(modelClass: destination, ordinal: ordinal)
    }
    if let claimant = claimant(of: property, in: modelClass, from: destination) {
      return _$ModelClass.Inverse(modelClass: destination, ordinal: claimant.ordinal)
    }
    let there = undeclared(in: destination, to: modelClass, except: property)
    guard there.count == 1, let other = there.first else { return nil }
    let here = undeclared(in: modelClass, to: destination, except: other)
    guard here.count == 1 else { return nil }
    return _$ModelClass.Inverse(modelClass: destination, ordinal: other.ordinal)
  }

  /// The relationship of `destination` that names the property as its inverse.
  private static func claimant(
    of property: ModelProperty, in modelClass: _$ModelClass, from destination: _$ModelClass
  ) -> ModelProperty? {
    destination.ownProperties.first { other in
      other.declaredInverse.flatMap(modelClass.ordinal(of:)) == property.ordinal
        && other.leads(to: modelClass)
    }
  }

  /// Relationships from one class to another that neither name an inverse nor are named by one.
  private static func undeclared(
    in source: _$ModelClass, to destination: _$ModelClass, except excluded: ModelProperty
  ) -> [ModelProperty] {
    source.ownProperties.filter { candidate in
      candidate !== excluded && candidate.declaredInverse == nil
        && candidate.leads(to: destination)
        && claimant(of: candidate, in: source, from: destination) == nil
    }
  }
}

extension ModelProperty {
  /// The key path that `@Relationship(inverse:)` names.
  var declaredInverse: AnyKeyPath? {
    (metadata as? Schema.Relationship)?.inverseKeyPath
  }

  fileprivate func leads(to modelClass: _$ModelClass) -> Bool {
    guard let destination = relationship?.destination else { return false }
    return ObjectIdentifier(destination) == ObjectIdentifier(modelClass.type)
  }
}
