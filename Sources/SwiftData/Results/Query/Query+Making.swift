public import Foundation

extension Query where Result == [Element] {
  /// Queries all models, in the order of their creation.
  public init() { self.init(models: FetchDescriptor()) }

  /// Queries the models of a descriptor.
  public init(
    _ descriptor: FetchDescriptor<Element>
  ) {
    self.init(models: descriptor)
  }

  /// Queries the models that satisfy a predicate, in the order of sort descriptors.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = []
  ) {
    self.init(models: FetchDescriptor(predicate: filter, sortBy: descriptors))
  }

  /// Queries the models that satisfy a predicate, in the order of a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward
  ) {
    self.init(models: .sorted(filter, by: keyPath, order))
  }

  /// Queries the models that satisfy a predicate, in the order of an optional property, nil
  /// first.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward
  ) {
    self.init(models: .sorted(filter, by: keyPath, order))
  }
}

extension FetchDescriptor {
  /// The models that satisfy a predicate, in the order of a property.
  static func sorted<Value: Comparable>(
    _ predicate: Predicate<T>?, by keyPath: KeyPath<T, Value>, _ order: SortOrder
  ) -> FetchDescriptor {
    let sort = SortDescriptor(keyPath.assumedSendableKeyPath, order: order)
    return FetchDescriptor(predicate: predicate, sortBy: [sort])
  }

  /// The models that satisfy a predicate, in the order of an optional property, nil first.
  static func sorted<Value: Comparable>(
    _ predicate: Predicate<T>?, by keyPath: KeyPath<T, Value?>, _ order: SortOrder
  ) -> FetchDescriptor {
    let sort = SortDescriptor(keyPath.assumedSendableKeyPath, order: order)
    return FetchDescriptor(predicate: predicate, sortBy: [sort])
  }
}
