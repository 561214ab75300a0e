/// A place in degrees, north and east positive.
struct Coordinates: Equatable {
  var latitude: Double
  var longitude: Double

  init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Reads `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS`; nil for anything else.
  init?(iso6709 text: String) {
    let isSign = { (character: Character) in character == "+" || character == "-" }
    guard let first = text.first, isSign(first),
      let middle = text.dropFirst().firstIndex(where: isSign),
      let latitude = Self.degrees(text[..<middle], degreeDigits: 2, limit: 90),
      let longitude = Self.degrees(text[middle...], degreeDigits: 3, limit: 180)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// A sign, two or three digits of degrees, two of minutes and perhaps two of seconds.
  private static func degrees(
    _ text: Substring, degreeDigits: Int, limit: Double
  ) -> Double? {
    let digits = text.dropFirst().compactMap(\.wholeNumberValue)
    guard digits.count == text.count - 1,
      digits.count == degreeDigits + 2 || digits.count == degreeDigits + 4
    else { return nil }
    let number = { (range: ArraySlice<Int>) in range.reduce(0) { $0 * 10 + $1 } }
    let seconds =
      number(digits[..<degreeDigits]) * 3600
      + number(digits[degreeDigits..<degreeDigits + 2]) * 60
      + number(digits[(degreeDigits + 2)...])
    let degrees = Double(seconds) / 3600
    guard degrees <= limit else { return nil }
    return text.first == "-" ? -degrees : degrees
  }
}
