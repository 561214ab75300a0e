public import Foundation

extension Query where Result == SectionedResults<Element, String> {
  /// Queries the models of a descriptor, in sections by a property.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(sections: descriptor, Sectioning(sectionKeyPath))
  }

  /// Queries the models of a descriptor, in sections by an optional property: nil has the empty
  /// title.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(sections: descriptor, Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of sort descriptors, in sections by
  /// a property.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      sections: FetchDescriptor(predicate: filter, sortBy: descriptors), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of sort descriptors, in sections by
  /// an optional property: nil has the empty title.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(
      sections: FetchDescriptor(predicate: filter, sortBy: descriptors), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of a property, in sections by a
  /// property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(sections: .sorted(filter, by: keyPath, order), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of a property, in sections by an
  /// optional property: nil has the empty title.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(sections: .sorted(filter, by: keyPath, order), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of an optional property, nil first,
  /// in sections by a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(sections: .sorted(filter, by: keyPath, order), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of an optional property, nil first,
  /// in sections by an optional property: nil has the empty title.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(sections: .sorted(filter, by: keyPath, order), Sectioning(sectionKeyPath))
  }
}
