/// One way to do a workload.
struct Side {
  let name: String
  /// The side to whose time this one's is compared; nil for a side that others are compared to.
  let baseline: String?
  /// Prepares what isn't measured and returns what is; that returns a number, the same on all
  /// sides, that shows that the work was done.
  let prepare: () throws -> () throws -> Int

  init(
    _ name: String, against baseline: String? = nil,
    _ prepare: @escaping () throws -> () throws -> Int
  ) {
    self.name = name
    self.baseline = baseline
    self.prepare = prepare
  }
}

/// A task that several sides do in turn.
struct Workload {
  let name: String
  let title: String
  /// The highest ratio of the milestone.
  let bar: Double?
  let sides: [Side]
}

/// What one side needed.
struct Measurement {
  let side: Side
  let milliseconds: Double
  let ratio: Double?
}

extension Workload {
  /// Runs each side once to warm up, then all sides in turn, and takes the medians.
  ///
  /// Each second round goes backwards, so that no side always follows the same other one.
  func measure(rounds: Int) throws -> [Measurement] {
    var times = [[Double]](repeating: [], count: sides.count)
    var result: Int?
    for round in 0...rounds {
      let order = round.isMultiple(of: 2) ? Array(sides.indices) : sides.indices.reversed()
      for index in order {
        let (time, found) = try Self.time(sides[index])
        if let result, result != found {
          throw RawError(message: "\(name) \(sides[index].name): \(found), not \(result)")
        }
        result = found
        if round > 0 {
          times[index].append(time)
        }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    return sides.indices.map { index in
      let baseline = sides.firstIndex { $0.name == sides[index].baseline }
      return Measurement(
        side: sides[index], milliseconds: medians[index],
        ratio: baseline.map { medians[index] / medians[$0] })
    }
  }

  private static func time(_ side: Side) throws -> (milliseconds: Double, result: Int) {
    let work = try side.prepare()
    let clock = ContinuousClock()
    let start = clock.now
    let result = try work()
    let duration = clock.now - start
    return (duration / .milliseconds(1), result)
  }
}
