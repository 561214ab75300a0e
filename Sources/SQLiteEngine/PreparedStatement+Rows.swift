import CSQLite
import StoreModel

extension PreparedStatement {
  /// The most bytes that one page may hold, since its cells give offsets as 32 bits.
  static let pageByteLimit = Int(UInt32.max)

  /// Appends rows to a page, beginning with the one that the statement stands on, and returns the
  /// code of the last step: `SQLITE_ROW` if the page is full before the rows are at an end.
  ///
  /// The page counts as full at `limit` rows or once its texts and blobs take `byteLimit`.
  ///
  /// One loop over the values of the row: the unprotected value objects save a mutex call and an
  /// error check per column access, and are safe because a connection is used by one thread at a
  /// time ("if used in any other way the behavior is not threadsafe",
  /// https://sqlite.org/c3ref/column_blob.html).
  func fill(_ page: RowPage, limit: Int, byteLimit: Int) -> Int32 {
    // The page's arrays are moved out so that the loop checks no class field for each cell.
    var payloads = ContiguousArray<UInt64>()
    var classes = ContiguousArray<UInt8>()
    var bytes = ContiguousArray<UInt8>()
    swap(&payloads, &page.payloads)
    swap(&classes, &page.classes)
    swap(&bytes, &page.bytes)
    defer {
      swap(&payloads, &page.payloads)
      swap(&classes, &page.classes)
      swap(&bytes, &page.bytes)
    }
    let columns = Int32(truncatingIfNeeded: page.columnCount)
    payloads.reserveCapacity(page.columnCount)
    classes.reserveCapacity(page.columnCount)
    var rows = 0
    var code = SQLITE_ROW
    while code == SQLITE_ROW && rows < limit && bytes.count < byteLimit {
      for column in 0..<columns {
        let value = sqlite3_column_value(handle, column)
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER:
          payloads.append(UInt64(bitPattern: sqlite3_value_int64(value)))
          classes.append(RowPage.StorageClass.integer.rawValue)
        case SQLITE_FLOAT:
          payloads.append(sqlite3_value_double(value).bitPattern)
          classes.append(RowPage.StorageClass.real.rawValue)
        case SQLITE_TEXT:
          // The text first: it may be converted from UTF-16, which changes the count.
          let start = sqlite3_value_text(value)
          let count = Int(sqlite3_value_bytes(value))
          guard let start, bytes.count + count <= Self.pageByteLimit else { return SQLITE_TOOBIG }
          payloads.append(UInt64(bytes.count) << 32 | UInt64(count))
          classes.append(RowPage.StorageClass.text.rawValue)
          bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        case SQLITE_BLOB:
          let start = sqlite3_value_blob(value)
          let count = Int(sqlite3_value_bytes(value))
          guard bytes.count + count <= Self.pageByteLimit else { return SQLITE_TOOBIG }
          payloads.append(UInt64(bytes.count) << 32 | UInt64(count))
          classes.append(RowPage.StorageClass.blob.rawValue)
          bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
        default:
          payloads.append(0)
          classes.append(RowPage.StorageClass.null.rawValue)
        }
      }
      rows += 1
      code = sqlite3_step(handle)
    }
    page.rowCount += rows
    return code
  }
}
