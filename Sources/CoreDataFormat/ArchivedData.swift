package import Foundation

/// Data in the form that the transformer NSSecureUnarchiveFromData gives to a data object.
///
/// SwiftData keeps arrays and other values that have no columns of their own as JSON text inside a
/// keyed archive whose root is that data. The archive has one shape only, so it is put together from
/// ready-made bytes.
package enum ArchivedData {
  /// Everything before the data: the archive's frame and the strings it needs.
  private static let prefix: [UInt8] = {
    var bytes = Array("bplist00".utf8)
    bytes += [0xD4, 1, 2, 3, 4, 5, 6, 7, 10]
    for key in ["$version", "$archiver", "$top", "$objects"] {
      bytes += [0x50 | UInt8(key.utf8.count)] + key.utf8
    }
    bytes += [0x12, 0, 1, 0x86, 0xA0]  // $version is 100000.
    bytes += [0x5F, 0x10, 15] + "NSKeyedArchiver".utf8
    bytes += [0xD1, 8, 9, 0x54] + "root".utf8
    bytes += [0x80, 1]  // The root is the archive's object 1.
    bytes += [0xA2, 11, 12, 0x55] + "$null".utf8
    return bytes
  }()

  /// Where the objects of `prefix` begin, and the data after them.
  private static let offsets = [
    8, 17, 26, 36, 41, 50, 55, 73, 76, 81, 83, 86, 92,
  ]

  /// An archive around data.
  package static func wrap(_ content: Data) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(prefix.count + content.count + 96)
    bytes += prefix
    BinaryPropertyList.appendMarker(0x40, count: content.count, to: &bytes)
    content.withUnsafeBytes { bytes.append(contentsOf: $0) }
    BinaryPropertyList.appendTrailer(offsets: offsets, referenceSize: 1, to: &bytes)
    return Data(bytes)
  }

  /// The data in an archive, however Apple's archiver has laid it out.
  package static func unwrap(_ archive: Data) throws -> Data {
    if let content = archive.withUnsafeBytes(plainContent) { return content }
    let archive = try KeyedArchive(archive)
    return try archive.data(archive.root)
  }

  /// The data of an archive that has the same shape as ours, without reading it as a property list.
  private static func plainContent(of archive: UnsafeRawBufferPointer) -> Data? {
    let marker = prefix.count
    guard archive.count > marker + 10, archive.prefix(marker).elementsEqual(prefix),
      archive[marker] & 0xF0 == 0x40
    else { return nil }
    var count = Int(archive[marker] & 0xF)
    var start = marker + 1
    if count == 0xF {
      let kind = archive[start]
      guard kind & 0xF0 == 0x10, kind & 0xF <= 3 else { return nil }
      let digits = archive[(start + 1)..<(start + 1 + (1 << Int(kind & 0xF)))]
      count = Int(clamping: digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
      start = digits.endIndex
    }
    guard count <= archive.count - start else { return nil }
    return Data(UnsafeRawBufferPointer(rebasing: archive[start..<(start + count)]))
  }
}
