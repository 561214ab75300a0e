import Foundation

extension UUID {
  /// The sixteen bytes in the order in which they are written as text.
  var bigEndianBytes: Data {
    let bytes = uuid
    return Data([
      bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7,
      bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
    ])
  }

  /// A UUID from sixteen bytes, or nil if there are not just so many.
  init?(bigEndianBytes data: Data) {
    guard data.count == 16 else { return nil }
    let bytes = [UInt8](data)
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }

  /// A random UUID (version 4) from 128 random bits, of which it keeps 122.
  ///
  /// `UUID()` opens a device of the system for each.
  init(randomBits high: UInt64, _ low: UInt64) {
    let version: UInt64 = 0x4000
    let variant: UInt64 = 0x8000_0000_0000_0000
    let words = [high & ~0xF000 | version, low & ~0xC000_0000_0000_0000 | variant]
    let bytes = words.flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
    }
    self = UUID(bigEndianBytes: Data(bytes)) ?? UUID()
  }
}
