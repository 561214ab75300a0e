public import Foundation

// For queries whose own type is an array, and whose sections are read by `sections`.
extension Query where Result == [Element] {
  /// Queries the models of a descriptor, in sections by a property.
  @_disfavoredOverload
  public init(
    _ descriptor: FetchDescriptor<Element>,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(models: descriptor, Sectioning(sectionKeyPath))
  }

  /// Queries the models of a descriptor, in sections by an optional property: nil has the empty
  /// title.
  @_disfavoredOverload
  public init(
    _ descriptor: FetchDescriptor<Element>,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(models: descriptor, Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of sort descriptors, in sections by
  /// a property.
  @_disfavoredOverload
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      models: FetchDescriptor(predicate: filter, sortBy: descriptors), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of sort descriptors, in sections by
  /// an optional property: nil has the empty title.
  @_disfavoredOverload
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(
      models: FetchDescriptor(predicate: filter, sortBy: descriptors), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of a property, in sections by a
  /// property.
  @_disfavoredOverload
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(models: .sorted(filter, by: keyPath, order), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of a property, in sections by an
  /// optional property: nil has the empty title.
  @_disfavoredOverload
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(models: .sorted(filter, by: keyPath, order), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of an optional property, nil first,
  /// in sections by a property.
  @_disfavoredOverload
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(models: .sorted(filter, by: keyPath, order), Sectioning(sectionKeyPath))
  }

  /// Queries the models that satisfy a predicate, in the order of an optional property, nil first,
  /// in sections by an optional property: nil has the empty title.
  @_disfavoredOverload
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(models: .sorted(filter, by: keyPath, order), Sectioning(sectionKeyPath))
  }
}
