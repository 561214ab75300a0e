import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if os(Linux) || os(Android)
  /// Tells when a file of some names in a folder is written to, by whatever process.
  package final class FileWatcher: @unchecked Sendable {
    // Safe to share: constant after `init`; the source synchronizes by itself.

    private let source: any DispatchSourceRead

    /// Begins to watch; nil if the system can't.
    ///
    /// `onChange` runs on a queue of the watcher's own, once for what has happened since it last ran.
    package init?(
      folder: String, names: Set<String>, onChange: @escaping @Sendable () -> Void
    ) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
      guard inotify_add_watch(descriptor, folder, mask) >= 0 else {
        close(descriptor)
        return nil
      }
      let queue = DispatchQueue(label: "SwiftData.FileWatcher", qos: .utility)
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        if Self.drain(descriptor, anyOf: names) { onChange() }
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
    }

    deinit { source.cancel() }

    /// Reads all events there are; returns whether one of them is about a file of the names.
    private static func drain(_ descriptor: Int32, anyOf names: Set<String>) -> Bool {
      var isConcerned = false
      let capacity = 16 * 1024
      unsafe withUnsafeTemporaryAllocation(
        byteCount: capacity, alignment: MemoryLayout<inotify_event>.alignment
      ) { buffer in
        while true {
          let count = unsafe read(descriptor, buffer.baseAddress, capacity)
          guard count > 0 else { return }
          let events = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
          if unsafe isAbout(names, events) { isConcerned = true }
        }
      }
      return isConcerned
    }

    private static func isAbout(_ names: Set<String>, _ events: UnsafeRawBufferPointer) -> Bool {
      let header = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + header <= events.count {
        let event = unsafe events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        // Events were lost: any file may be concerned.
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
        let end = offset + header + Int(event.len)
        guard end <= events.count else { return true }
        let name = unsafe String(
          decoding: events[(offset + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
        if names.contains(name) { return true }
        offset = end
      }
      return false
    }
  }
#else
  /// Tells when a file of some names in a folder is written to, by whatever process.
  ///
  /// Not built for this platform: it never tells.
  package final class FileWatcher: Sendable {
    package init?(
      folder: String, names: Set<String>, onChange: @escaping @Sendable () -> Void
    ) { return nil }
  }
#endif
