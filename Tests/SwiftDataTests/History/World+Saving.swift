// What a save makes of a world.

extension World {
  /// Why a save has to be refused, or nil if it has not.
  func refusal(since saved: World) -> String? {
    for (number, mayor) in mayors {
      if let guild = mayor.guild, guilds[guild] == nil, saved.guilds[guild] != nil {
        return "guild \(guild) can't go, for mayor \(number) is a member"
      }
    }
    if let permit = permits.first(where: { $0.value.town == nil }) {
      return "permit \(permit.key) has no town"
    }
    for numbers in landmarksByCode.values where numbers.count > 1 {
      if numbers.filter({ saved.landmarks[$0] != nil }).count > 1 {
        return "landmarks \(numbers) are saved and have one code"
      }
      if Set(numbers.map { landmarks[$0]?.light == nil }).count > 1 {
        return "landmarks \(numbers) are of two classes and have one code"
      }
    }
    for numbers in plotsByPlace.values
    where numbers.filter({ saved.plots[$0] != nil }).count > 1 {
      return "plots \(numbers) are saved and have one place"
    }
    return nil
  }

  /// New models with one key become one row.
  ///
  /// - Parameters:
  ///   - saved: The world that is saved.
  ///   - order: The new models in order of insertion.
  /// - Returns: For each model that has become another's row, the number of that row's new values.
  mutating func mergeEqualKeys(since saved: World, order: [Int]) -> [Int: Int] {
    var merged: [Int: Int] = [:]
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    func sorted(_ numbers: [Int]) -> [Int] {
      numbers.sorted { (places[$0] ?? -1) < (places[$1] ?? -1) }
    }
    for numbers in landmarksByCode.values.map(sorted) where numbers.count > 1 {
      guard let last = numbers.last, var row = landmarks[last] else { continue }
      let towns = numbers.compactMap { landmarks[$0]?.town }
      row.town = towns.last
      for number in numbers.dropLast() {
        landmarks[number] = nil
        merged[number] = last
      }
      landmarks[last] = row
    }
    for numbers in plotsByPlace.values.map(sorted) where numbers.count > 1 {
      guard let last = numbers.last else { continue }
      for number in numbers.dropLast() {
        plots[number] = nil
        merged[number] = last
      }
    }
    return merged
  }

  private var landmarksByCode: [String: [Int]] {
    var numbers: [String: [Int]] = [:]
    for (number, landmark) in landmarks {
      if let code = landmark.code { numbers[code, default: []].append(number) }
    }
    return numbers
  }

  private var plotsByPlace: [[Int]: [Int]] {
    var numbers: [[Int]: [Int]] = [:]
    for (number, plot) in plots {
      if let town = plot.town { numbers[[town, plot.house], default: []].append(number) }
    }
    return numbers
  }
}
