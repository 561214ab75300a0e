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
}
