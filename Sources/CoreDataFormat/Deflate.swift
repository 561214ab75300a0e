import CZlib
import Foundation

/// Raw DEFLATE streams, without the header and checksum of zlib's own format.
enum Deflate {
  /// Tells zlib to neither write nor expect a header, with its largest window.
  private static let rawWindow: Int32 = -15
  private static let chunkSize = 1 << 16

  static func compress(_ bytes: Data) throws(FormatError) -> Data {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, rawWindow, 8, Z_DEFAULT_STRATEGY,
        ZLIB_VERSION, size) == Z_OK
    else { throw FormatError("zlib could not be set up.") }
    defer { deflateEnd(&stream) }
    return try run(&stream, on: bytes, limit: .max) { deflate(&$0, Z_FINISH) }
  }

  /// Inflates a stream; fails if the result would be larger than `limit`.
  static func decompress(_ bytes: Data, limit: Int) throws(FormatError) -> Data {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, rawWindow, ZLIB_VERSION, size) == Z_OK else {
      throw FormatError("zlib could not be set up.")
    }
    defer { inflateEnd(&stream) }
    return try run(&stream, on: bytes, limit: limit) { inflate(&$0, Z_NO_FLUSH) }
  }

  /// Calls `step` with room for output until it says that the stream has ended.
  private static func run(
    _ stream: inout z_stream, on bytes: Data, limit: Int, step: (inout z_stream) -> Int32
  ) throws(FormatError) -> Data {
    var input = [UInt8](bytes)
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    var result = Data()
    var status = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      while status == Z_OK && result.count <= limit {
        let written = chunk.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          status = step(&stream)
          return output.count - Int(stream.avail_out)
        }
        result += chunk[..<written]
      }
    }
    guard status == Z_STREAM_END, result.count <= limit else {
      throw FormatError("A compressed value is damaged, or larger than it may be.")
    }
    return result
  }
}
