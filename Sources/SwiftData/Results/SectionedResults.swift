/// The results of a fetch in sections, in the order in which their first results come.
///
/// Belongs to the context that fetched the results, and can't be sent elsewhere.
public struct SectionedResults<Element, SectionTitle>: RandomAccessCollection
where Element: PersistentModel, SectionTitle: Hashable {
  /// A position in the collection.
  public typealias Index = Int
  /// The positions of the collection.
  public typealias Indices = Range<Int>

  private let sections: [ResultsSection<Element, SectionTitle>]
  private let positions: [SectionTitle: Int]

  /// Groups results by a title.
  ///
  /// O(n) in the results.
  init(_ results: [Element], by title: (Element) -> SectionTitle) {
    var titles: [SectionTitle] = []
    var groups: [[Element]] = []
    var positions: [SectionTitle: Int] = [:]
    for result in results {
      let title = title(result)
      if let position = positions[title] {
        groups[position].append(result)
      } else {
        positions[title] = groups.count
        titles.append(title)
        groups.append([result])
      }
    }
    self.positions = positions
    sections = zip(titles, groups).map { ResultsSection(title: $0, results: $1) }
  }

  /// The position of the first section: 0.
  public var startIndex: Int { 0 }
  /// The position after the last section.
  public var endIndex: Int { sections.count }

  /// The section at a position.
  ///
  /// O(1).
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  /// The titles of the sections, in order.
  public var sectionTitles: [SectionTitle] { sections.map(\.title) }

  /// Whether there is a section of a title.
  ///
  /// O(1).
  public func contains(sectionTitle title: SectionTitle) -> Bool { positions[title] != nil }

  /// The position of the section of a title, or nil if there is none.
  ///
  /// O(1).
  public func index(ofSectionTitled title: SectionTitle) -> Int? { positions[title] }

  /// The section of a title, or nil if there is none.
  ///
  /// O(1).
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    positions[title].map { sections[$0] }
  }
}

@available(*, unavailable)
extension SectionedResults: Sendable {}
