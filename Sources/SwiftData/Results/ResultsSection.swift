/// The results that share a section's title, in the order of the results.
///
/// Belongs to the context that fetched the results, and can't be sent elsewhere.
public struct ResultsSection<Element, SectionTitle>: Identifiable, RandomAccessCollection
where Element: PersistentModel, SectionTitle: Hashable {
  /// A position in the section.
  public typealias Index = Int
  /// The positions of the section.
  public typealias Indices = Range<Int>

  /// What the results have in common.
  public let title: SectionTitle
  private let results: [Element]

  init(title: SectionTitle, results: [Element]) {
    self.title = title
    self.results = results
  }

  /// The title: no two sections have the same.
  public var id: SectionTitle { title }
  /// The position of the first result: 0.
  public var startIndex: Int { 0 }
  /// The position after the last result.
  public var endIndex: Int { results.count }

  /// The result at a position.
  ///
  /// O(1).
  public subscript(position: Int) -> Element { results[position] }
}

@available(*, unavailable)
extension ResultsSection: Sendable {}
