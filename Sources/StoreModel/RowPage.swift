import Foundation

/// A batch of rows as raw column values: what a query returns and what fetched models point into.
///
/// Cells lie row by row. A cell is a storage class and 64 bits: the integer, the bits of the real,
/// or offset (upper half) and length (lower half) of the bytes in `bytes`. Nothing is converted
/// before it is read, so a fetched model costs little more than its row. A page is written once,
/// by the engine that makes it, and never changes after it has been handed on.
package final class RowPage: @unchecked Sendable {
  // Safe to share: filled by one thread before anyone else sees it, read-only from then on.

  /// A cell's storage class.
  @frozen package enum StorageClass: UInt8, Sendable {
    case null, integer, real, text, blob
  }

  package let columnCount: Int
  @exclusivity(unchecked) package var rowCount: Int = 0
  // Exclusivity is checked by no one: one thread fills a page, and then nobody writes to it.
  @exclusivity(unchecked) @usableFromInline package var payloads: ContiguousArray<UInt64> = []
  @exclusivity(unchecked) @usableFromInline package var classes: ContiguousArray<UInt8> = []
  @exclusivity(unchecked) @usableFromInline package var bytes: ContiguousArray<UInt8> = []

  package init(columnCount: Int) {
    self.columnCount = columnCount
  }

  // MARK: Writing, by the engine

  @inlinable package func reserve(rows: Int) {
    payloads.reserveCapacity(rows * columnCount)
    classes.reserveCapacity(rows * columnCount)
  }

  @inlinable package func appendNull() {
    payloads.append(0)
    classes.append(StorageClass.null.rawValue)
  }

  @inlinable package func append(integer: Int64) {
    payloads.append(UInt64(bitPattern: integer))
    classes.append(StorageClass.integer.rawValue)
  }

  @inlinable package func append(real: Double) {
    payloads.append(real.bitPattern)
    classes.append(StorageClass.real.rawValue)
  }

  @inlinable package func append(bytes new: some Collection<UInt8>, class storage: StorageClass) {
    payloads.append(UInt64(bytes.count) << 32 | UInt64(new.count))
    classes.append(storage.rawValue)
    bytes.append(contentsOf: new)
  }

  // MARK: Reading

  @inlinable package func storageClass(row: Int, column: Int) -> StorageClass {
    StorageClass(rawValue: classes[row &* columnCount &+ column]) ?? .null
  }

  @inlinable package func payload(row: Int, column: Int) -> UInt64 {
    payloads[row &* columnCount &+ column]
  }

  /// The integer of a cell that is one; 0 for NULL.
  @inlinable package func integer(row: Int, column: Int) -> Int64 {
    Int64(bitPattern: payload(row: row, column: column))
  }

  /// The text of a cell whose storage class is `text` or `blob`, read as UTF-8.
  @inlinable package func text(row: Int, column: Int) -> String {
    let payload = payload(row: row, column: column)
    let start = Int(payload >> 32)
    let range = start..<(start &+ Int(payload & 0xFFFF_FFFF))
    // Over the bytes where they lie: by way of a slice it takes twice as long.
    return bytes.withUnsafeBufferPointer { buffer in
      unsafe String(decoding: UnsafeBufferPointer(rebasing: buffer[range]), as: UTF8.self)
    }
  }

  @inlinable package func byteSlice(row: Int, column: Int) -> ContiguousArray<UInt8>.SubSequence {
    let payload = payload(row: row, column: column)
    let start = Int(payload >> 32)
    return bytes[start..<(start &+ Int(payload & 0xFFFF_FFFF))]
  }
}

extension RowPage {
  /// Some of the rows, and of these some of the columns, in a page of their own.
  ///
  /// O(n) in its cells; the bytes of texts and blobs are shared.
  package func selecting(rows: [Int], columns: [Int]) -> RowPage {
    let page = RowPage(columnCount: columns.count)
    page.reserve(rows: rows.count)
    page.rowCount = rows.count
    page.bytes = bytes
    for row in rows {
      let start = row * columnCount
      for column in columns {
        page.payloads.append(payloads[start + column])
        page.classes.append(classes[start + column])
      }
    }
    return page
  }

  /// A cell as a plain value.
  package func value(row: Int, column: Int) -> StoredValue {
    switch storageClass(row: row, column: column) {
    case .null: .null
    case .integer: .integer(integer(row: row, column: column))
    case .real: .real(Double(bitPattern: payload(row: row, column: column)))
    case .text: .text(text(row: row, column: column))
    case .blob: .blob(Data(byteSlice(row: row, column: column)))
    }
  }
}
