#if !canImport(Darwin)
  public import Foundation

  // Foundation has these on Apple's platforms alone.
  extension URL {
    /// The user's folder for documents; it may not exist.
    public static var documentsDirectory: URL { directory(.documentDirectory) }

    /// The user's folder for the data of programs; it may not exist.
    ///
    /// `XDG_DATA_HOME`, by default `~/.local/share`. It is shared by all programs of the user, so make
    /// a folder in it.
    public static var applicationSupportDirectory: URL { directory(.applicationSupportDirectory) }

    private static func directory(_ directory: FileManager.SearchPathDirectory) -> URL {
      FileManager.default.urls(for: directory, in: .userDomainMask).first
        ?? URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
    }
  }
#endif
