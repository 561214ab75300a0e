import Foundation

/// What the results are sectioned by.
struct Sectioning<Element: PersistentModel, SectionTitle: Hashable> {
  let keyPath: PartialKeyPath<Element>
  /// One descriptor, in an array: Linux' Foundation doesn't export what a release build needs to copy
  /// a stored `SortDescriptor` itself, so that a program could not be linked.
  let order: [SortDescriptor<Element>]
  let title: (Element) -> SectionTitle

  private init(
    _ keyPath: PartialKeyPath<Element>, _ order: SortDescriptor<Element>,
    title: @escaping (Element) -> SectionTitle
  ) {
    self.keyPath = keyPath
    self.order = [order]
    self.title = title
  }

  /// A descriptor that finds the results of a section together.
  func applied(to descriptor: FetchDescriptor<Element>) -> FetchDescriptor<Element> {
    var descriptor = descriptor
    descriptor.sortBy.insert(contentsOf: order, at: 0)
    return descriptor
  }
}

extension Sectioning where SectionTitle == String {
  /// Sections by a property.
  init(_ keyPath: KeyPath<Element, String>) {
    self.init(keyPath, SortDescriptor(keyPath.assumedSendableKeyPath)) { $0[keyPath: keyPath] }
  }

  /// Sections by an optional property; the section of nil has the empty title.
  init(_ keyPath: KeyPath<Element, String?>) {
    self.init(keyPath, SortDescriptor(keyPath.assumedSendableKeyPath)) {
      $0[keyPath: keyPath] ?? ""
    }
  }
}
