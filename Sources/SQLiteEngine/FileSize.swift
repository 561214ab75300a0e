import Foundation

/// The sizes of files.
package enum FileSize {
  /// The bytes of the file that a path leads to; 0 if there is none.
  ///
  /// `FileManager` looks up the names of a file's owner and group too, which takes longer than
  /// opening a database.
  package static func of(_ path: String) -> Int {
    #if os(Windows)
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    #else
      var status = stat()
      return stat(path, &status) == 0 ? Int(status.st_size) : 0
    #endif
  }
}
