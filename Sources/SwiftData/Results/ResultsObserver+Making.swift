public import Foundation

extension ResultsObserver where SectionTitle == Never {
  /// Fetches, and observes the results in a context.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    modelContext.settle(in: isolation)
    try self.init(fetching: fetchDescriptor, nil, modelContext)
  }

  /// Fetches, and observes the results in a new context.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: fetchDescriptor, modelContext: ModelContext(modelContainer),
      isolation: isolation)
  }

  /// Fetches the models that satisfy a predicate, and observes the results in a context.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
      modelContext: modelContext, isolation: isolation)
  }

  /// Fetches the models that satisfy a predicate, and observes the results in a new context.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      filterBy: filterBy, sortBy: sortBy, modelContext: ModelContext(modelContainer),
      isolation: isolation)
  }
}

extension ResultsObserver where SectionTitle == String {
  /// Fetches, and observes the results in a context, in sections by a property.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    modelContext.settle(in: isolation)
    try self.init(fetching: fetchDescriptor, Sectioning(sectionBy), modelContext)
  }

  /// Fetches, and observes the results in a context, in sections by an optional property; the section
  /// of nil has the empty title.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    modelContext.settle(in: isolation)
    try self.init(fetching: fetchDescriptor, Sectioning(sectionBy), modelContext)
  }

  /// Fetches, and observes the results in a new context, in sections by a property.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: fetchDescriptor, sectionBy: sectionBy,
      modelContext: ModelContext(modelContainer), isolation: isolation)
  }

  /// Fetches, and observes the results in a new context, in sections by an optional property; the
  /// section of nil has the empty title.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: fetchDescriptor, sectionBy: sectionBy,
      modelContext: ModelContext(modelContainer), isolation: isolation)
  }

  /// Fetches the models that satisfy a predicate, and observes the results in a context, in sections
  /// by a property.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
      sectionBy: sectionBy, modelContext: modelContext, isolation: isolation)
  }

  /// Fetches the models that satisfy a predicate, and observes the results in a context, in sections
  /// by an optional property; the section of nil has the empty title.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
      sectionBy: sectionBy, modelContext: modelContext, isolation: isolation)
  }

  /// Fetches the models that satisfy a predicate, and observes the results in a new context, in
  /// sections by a property.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      filterBy: filterBy, sortBy: sortBy, sectionBy: sectionBy,
      modelContext: ModelContext(modelContainer), isolation: isolation)
  }

  /// Fetches the models that satisfy a predicate, and observes the results in a new context, in
  /// sections by an optional property; the section of nil has the empty title.
  ///
  /// Throws what the first fetch throws. `isolation` is where the context is used.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      filterBy: filterBy, sortBy: sortBy, sectionBy: sectionBy,
      modelContext: ModelContext(modelContainer), isolation: isolation)
  }
}
