/// Notices that results may have become others, for streams that last as long as it does.
final class ResultsNotices {
  private var waiting: [AsyncStream<Void>.Continuation] = []

  deinit {
    for continuation in waiting { continuation.finish() }
  }

  /// The notices from now on, and one at once where something is new already.
  func stream(startingWithOne: Bool) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    if startingWithOne { continuation.yield() }
    waiting.append(continuation)
    return stream
  }

  func tell() {
    waiting = waiting.filter { continuation in
      if case .terminated = continuation.yield() { false } else { true }
    }
  }
}
