package import Foundation

extension PropertyListValue {
  /// Reads a binary property list, whatever its bytes are.
  package init(binaryPropertyList data: Data) throws(FormatError) {
    var reader = try BinaryPropertyListReader(data)
    self = try reader.top()
  }
}

/// Reads the `bplist00` format, checking every offset and count before it is used.
private struct BinaryPropertyListReader {
  private static let trailerSize = 32
  /// Deeper nesting than any archive has: those keep their objects side by side.
  private static let depthLimit = 128

  private let bytes: [UInt8]
  /// Where the trailer begins and everything else ends.
  private let end: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let topObject: Int
  private let offsetTable: Int
  /// Objects read so far: an object that is referred to often is read once.
  private var objects: [Int: PropertyListValue] = [:]
  /// Objects being read, to find those that contain themselves.
  private var open: Set<Int> = []

  init(_ data: Data) throws(FormatError) {
    bytes = [UInt8](data)
    guard bytes.count >= 8 + Self.trailerSize, bytes.starts(with: Array("bplist0".utf8)) else {
      throw FormatError("The data is not a binary property list.")
    }
    end = bytes.count - Self.trailerSize
    let trailer = bytes.suffix(Self.trailerSize).map { UInt64($0) }
    let numbers = [8, 16, 24].map { start in trailer[start..<(start + 8)].reduce(0) { $0 << 8 | $1 }
    }
    let limit = UInt64(end)
    guard (1...8).contains(trailer[6]), (1...8).contains(trailer[7]),
      numbers.allSatisfy({ $0 < limit }), numbers[1] < numbers[0], numbers[2] > 8,
      numbers[0] <= (limit - numbers[2]) / trailer[6]
    else { throw FormatError("The property list's trailer is damaged.") }
    offsetSize = Int(trailer[6])
    referenceSize = Int(trailer[7])
    objectCount = Int(numbers[0])
    topObject = Int(numbers[1])
    offsetTable = Int(numbers[2])
  }

  mutating func top() throws(FormatError) -> PropertyListValue {
    try object(topObject)
  }

  private mutating func object(_ number: Int) throws(FormatError) -> PropertyListValue {
    if let known = objects[number] { return known }
    guard number < objectCount, open.count < Self.depthLimit, open.insert(number).inserted else {
      throw FormatError("The property list's objects do not hang together.")
    }
    let start = try integer(at: offsetTable + number * offsetSize, size: offsetSize)
    guard let offset = Int(exactly: start), (8..<offsetTable).contains(offset) else {
      throw FormatError("An object lies outside of the property list.")
    }
    let value = try read(at: offset)
    open.remove(number)
    objects[number] = value
    return value
  }

  private mutating func read(at offset: Int) throws(FormatError) -> PropertyListValue {
    let marker = bytes[offset]
    let low = Int(marker & 0xF)
    switch marker & 0xF0 {
    case 0x00 where low == 8 || low == 9:
      return .bool(low == 9)
    case 0x10 where low <= 4:
      return try integerValue(at: offset + 1, size: 1 << low)
    case 0x20 where low == 2:
      let bits = try integer(at: offset + 1, size: 4)
      return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case 0x20 where low == 3:
      return .real(Double(bitPattern: try integer(at: offset + 1, size: 8)))
    case 0x30 where low == 3:
      return .date(Double(bitPattern: try integer(at: offset + 1, size: 8)))
    case 0x80 where low < 8:
      return .reference(Int(clamping: try integer(at: offset + 1, size: low + 1)))
    case 0x40, 0x50, 0x60:
      return try text(at: offset, marker: marker & 0xF0)
    case 0xA0, 0xC0:
      return .array(try members(at: offset, groups: 1))
    case 0xD0:
      return try dictionary(at: offset)
    default:
      throw FormatError("The property list holds an object of unknown kind.")
    }
  }

  private func integerValue(at offset: Int, size: Int) throws(FormatError) -> PropertyListValue {
    guard size == 16 else {
      return .integer(Int64(bitPattern: try integer(at: offset, size: size)))
    }
    let high = try integer(at: offset, size: 8)
    let low = try integer(at: offset + 8, size: 8)
    let isSmall = high == 0 && low <= UInt64(Int64.max) || high == .max && low > UInt64(Int64.max)
    return isSmall ? .integer(Int64(bitPattern: low)) : .unsigned(low)
  }

  /// The string or the data at an offset.
  private func text(at offset: Int, marker: UInt8) throws(FormatError) -> PropertyListValue {
    let (count, start) = try count(at: offset)
    let unitSize = marker == 0x60 ? 2 : 1
    guard count <= (offsetTable - start) / unitSize else {
      throw FormatError("A value runs past the property list's end.")
    }
    let content = bytes[start..<(start + count * unitSize)]
    switch marker {
    case 0x40: return .data(Data(content))
    case 0x50: return .string(String(decoding: content, as: UTF8.self))
    default:
      let units = (0..<count).map { position in
        UInt16(bytes[start + 2 * position]) << 8 | UInt16(bytes[start + 2 * position + 1])
      }
      return .string(String(decoding: units, as: UTF16.self))
    }
  }

  private mutating func dictionary(at offset: Int) throws(FormatError) -> PropertyListValue {
    let members = try members(at: offset, groups: 2)
    let count = members.count / 2
    var result: [String: PropertyListValue] = [:]
    for position in 0..<count {
      guard let key = members[position].string else {
        throw FormatError("A dictionary has a key that is no string.")
      }
      result[key] = members[count + position]
    }
    return .dictionary(result)
  }

  /// The objects that a container refers to: as many as it says, or twice that for a dictionary.
  private mutating func members(
    at offset: Int, groups: Int
  ) throws(FormatError) -> [PropertyListValue] {
    let (count, start) = try count(at: offset)
    guard count <= (offsetTable - start) / (referenceSize * groups) else {
      throw FormatError("A container runs past the property list's end.")
    }
    var result: [PropertyListValue] = []
    result.reserveCapacity(count * groups)
    for position in 0..<(count * groups) {
      let number = try integer(at: start + position * referenceSize, size: referenceSize)
      result.append(try object(Int(clamping: number)))
    }
    return result
  }

  /// The count that a marker states, and where the content starts.
  private func count(at offset: Int) throws(FormatError) -> (count: Int, start: Int) {
    let low = Int(bytes[offset] & 0xF)
    guard low == 0xF else { return (low, offset + 1) }
    guard offset + 1 < offsetTable, bytes[offset + 1] & 0xF0 == 0x10, bytes[offset + 1] & 0xF <= 3
    else { throw FormatError("A count is damaged.") }
    let size = 1 << Int(bytes[offset + 1] & 0xF)
    guard let count = Int(exactly: try integer(at: offset + 2, size: size)),
      offset + 2 + size <= offsetTable
    else { throw FormatError("A count is damaged.") }
    return (count, offset + 2 + size)
  }

  private func integer(at offset: Int, size: Int) throws(FormatError) -> UInt64 {
    guard offset >= 0, offset + size <= end else {
      throw FormatError("A number runs past the property list's end.")
    }
    return bytes[offset..<(offset + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }
}
