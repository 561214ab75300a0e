import Foundation

/// The folder of stores that are given no file of their own.
enum StoreFolder {
  /// The folder of an app group, or the program's own.
  static func url(
    forGroup group: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    #if canImport(Darwin)
      if let group,
        let folder = FileManager.default.containerURL(
          forSecurityApplicationGroupIdentifier: group)
      {
        return folder.appendingPathComponent("Library/Application Support", isDirectory: true)
      }
    #endif
    return dataHome(environment).appendingPathComponent(
      folderName(group ?? programName), isDirectory: true)
  }

  /// The user's data folder, as the XDG base directory specification finds it.
  private static func dataHome(_ environment: [String: String]) -> URL {
    #if os(Linux) || os(FreeBSD) || os(OpenBSD)
      // A relative path is to be ignored, says the specification.
      if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
        return URL(fileURLWithPath: path, isDirectory: true)
      }
      let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
      return URL(fileURLWithPath: home, isDirectory: true)
        .appendingPathComponent(".local/share", isDirectory: true)
    #else
      let folders = FileManager.default.urls(
        for: .applicationSupportDirectory, in: .userDomainMask)
      return folders.first ?? FileManager.default.temporaryDirectory
    #endif
  }

  /// The name of the running program's file, without an extension such as `.exe`.
  private static var programName: String {
    let name = ProcessInfo.processInfo.processName
    let bare = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
    return bare.isEmpty ? "SwiftData" : bare
  }

  /// A name that is one folder's, whatever it contains.
  private static func folderName(_ name: String) -> String {
    let safe = name.replacingOccurrences(of: "/", with: "_")
    return safe.isEmpty || safe == "." || safe == ".." ? "_" : safe
  }
}
