package import Foundation

extension PropertyListValue {
  /// The value as a binary property list; equal values give equal bytes.
  package func binaryPropertyList() -> Data {
    var writer = BinaryPropertyListWriter()
    writer.flatten(self)
    return writer.finished()
  }
}

/// Writes the `bplist00` format: a table of objects, their offsets, and a trailer.
private struct BinaryPropertyListWriter {
  /// An object whose members are numbers of other objects.
  private enum Object {
    case scalar(PropertyListValue)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var objects: [Object] = []
  /// Numbers of scalars, each of which is written once.
  private var numbers: [PropertyListValue: Int] = [:]
  private var bytes = Array("bplist00".utf8)

  @discardableResult
  mutating func flatten(_ value: PropertyListValue) -> Int {
    switch value {
    case .array(let values):
      let number = reserve()
      objects[number] = .array(values.map { flatten($0) })
      return number
    case .dictionary(let members):
      let number = reserve()
      let names = members.keys.sorted(by: VersionHash.literally)
      let keys = names.map { flatten(.string($0)) }
      objects[number] = .dictionary(
        keys: keys, values: names.compactMap { members[$0] }.map { flatten($0) })
      return number
    default:
      if let number = numbers[value] { return number }
      let number = reserve()
      objects[number] = .scalar(value)
      numbers[value] = number
      return number
    }
  }

  private mutating func reserve() -> Int {
    objects.append(.array([]))
    return objects.count - 1
  }

  mutating func finished() -> Data {
    let referenceSize = BinaryPropertyList.byteCount(objects.count)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let value):
        write(value)
      case .array(let members):
        BinaryPropertyList.appendMarker(0xA0, count: members.count, to: &bytes)
        write(members, size: referenceSize)
      case .dictionary(let keys, let values):
        BinaryPropertyList.appendMarker(0xD0, count: keys.count, to: &bytes)
        write(keys + values, size: referenceSize)
      }
    }
    BinaryPropertyList.appendTrailer(offsets: offsets, referenceSize: referenceSize, to: &bytes)
    return Data(bytes)
  }

  private mutating func write(_ numbers: [Int], size: Int) {
    for number in numbers {
      BinaryPropertyList.append(UInt64(number), size: size, to: &bytes)
    }
  }

  private mutating func write(_ value: PropertyListValue) {
    switch value {
    case .bool(let value):
      bytes.append(value ? 0x09 : 0x08)
    case .integer(let value):
      BinaryPropertyList.appendInteger(value, to: &bytes)
    case .unsigned(let value):
      bytes.append(0x14)
      BinaryPropertyList.append(0, size: 8, to: &bytes)
      BinaryPropertyList.append(value, size: 8, to: &bytes)
    case .real(let value):
      bytes.append(0x23)
      BinaryPropertyList.append(value.bitPattern, size: 8, to: &bytes)
    case .date(let value):
      bytes.append(0x33)
      BinaryPropertyList.append(value.bitPattern, size: 8, to: &bytes)
    case .data(let value):
      BinaryPropertyList.appendMarker(0x40, count: value.count, to: &bytes)
      bytes += value
    case .string(let value):
      write(value)
    case .reference(let number):
      let size = BinaryPropertyList.byteCount(number)
      bytes.append(0x80 | UInt8(size - 1))
      BinaryPropertyList.append(UInt64(number), size: size, to: &bytes)
    case .array, .dictionary:
      break  // `flatten` has taken these apart.
    }
  }

  private mutating func write(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      BinaryPropertyList.appendMarker(0x50, count: text.utf8.count, to: &bytes)
      bytes += text.utf8
    } else {
      BinaryPropertyList.appendMarker(0x60, count: text.utf16.count, to: &bytes)
      for unit in text.utf16 {
        BinaryPropertyList.append(UInt64(unit), size: 2, to: &bytes)
      }
    }
  }
}

/// The pieces of the binary property list format.
enum BinaryPropertyList {
  /// How few bytes hold a number.
  static func byteCount(_ number: Int) -> Int {
    let bits = Int.bitWidth - max(number, 1).leadingZeroBitCount
    return (bits + 7) / 8
  }

  /// Appends the low `size` bytes of a number, most significant first.
  static func append(_ number: UInt64, size: Int, to bytes: inout [UInt8]) {
    for position in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(position))))
    }
  }

  /// Appends an integer in 1, 2, 4 or 8 bytes; negative ones always take 8.
  static func appendInteger(_ value: Int64, to bytes: inout [UInt8]) {
    let (marker, size): (UInt8, Int) =
      switch value {
      case 0...0xFF: (0x10, 1)
      case 0x100...0xFFFF: (0x11, 2)
      case 0x1_0000...0xFFFF_FFFF: (0x12, 4)
      default: (0x13, 8)
      }
    bytes.append(marker)
    append(UInt64(bitPattern: value), size: size, to: &bytes)
  }

  /// Appends the marker of a kind of object with its count, which may not fit in the marker.
  static func appendMarker(_ kind: UInt8, count: Int, to bytes: inout [UInt8]) {
    if count < 0xF {
      bytes.append(kind | UInt8(count))
    } else {
      bytes.append(kind | 0xF)
      appendInteger(Int64(count), to: &bytes)
    }
  }

  /// Appends the offset table and the trailer; the first object is the top one.
  static func appendTrailer(offsets: [Int], referenceSize: Int, to bytes: inout [UInt8]) {
    let table = bytes.count
    let offsetSize = byteCount(table)
    for offset in offsets {
      append(UInt64(offset), size: offsetSize, to: &bytes)
    }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    append(UInt64(offsets.count), size: 8, to: &bytes)
    append(0, size: 8, to: &bytes)
    append(UInt64(table), size: 8, to: &bytes)
  }
}
