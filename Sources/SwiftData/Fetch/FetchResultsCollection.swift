/// The result of a fetch in batches, each loaded when an element of it is first asked for.
///
/// A batch stays loaded as long as the collection, or a copy of it, exists. The collection belongs to
/// the context that fetched it and can't be sent elsewhere.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  /// A position in the collection.
  public typealias Index = Int
  /// The positions of the collection.
  public typealias Indices = Range<Int>
  /// What iterates over the collection.
  public typealias Iterator = IndexingIterator<FetchResultsCollection<Element>>
  /// A part of the collection.
  public typealias SubSequence = Slice<FetchResultsCollection<Element>>

  /// The batches loaded so far, shared by all copies of the collection.
  private final class Batches {
    let size: Int
    let load: (Range<Int>) -> [Element]
    var loaded: [Int: [Element]] = [:]

    init(size: Int, load: @escaping (Range<Int>) -> [Element]) {
      self.size = size
      self.load = load
    }
  }

  private let batches: Batches
  /// The position after the last element.
  public let endIndex: Int

  /// Creates a collection whose batches a closure loads.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - batchSize: The number of elements in a batch; all in one if it isn't positive.
  ///   - load: Returns the elements at the given positions, exactly as many.
  init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
    endIndex = count
    batches = Batches(size: batchSize > 0 ? batchSize : Swift.max(count, 1), load: load)
  }

  /// Creates a collection of elements that are there.
  init(_ elements: [Element]) {
    self.init(count: elements.count, batchSize: 0) { Array(elements[$0]) }
  }

  /// The position of the first element: 0.
  public var startIndex: Int { 0 }

  /// The element at a position.
  ///
  /// O(1), or the fetch of a batch where it isn't loaded yet.
  public subscript(position: Int) -> Element {
    precondition(
      position >= 0 && position < endIndex,
      "Position \(position) is outside of the \(endIndex) results of the fetch.")
    let (batch, offset) = position.quotientAndRemainder(dividingBy: batches.size)
    if let elements = batches.loaded[batch] { return elements[offset] }
    let start = batch * batches.size
    let range = start..<Swift.min(start + batches.size, endIndex)
    let elements = batches.load(range)
    precondition(
      elements.count == range.count, "A batch of \(range.count) results has \(elements.count).")
    batches.loaded[batch] = elements
    return elements[offset]
  }
}

@available(*, unavailable)
extension FetchResultsCollection: Sendable {}
