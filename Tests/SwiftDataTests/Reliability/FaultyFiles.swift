import CSQLite
import Foundation
import Synchronization

/// What goes wrong with the files of a process, and when.
struct FileFault: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// The process is killed in place of the write.
    case kill
    /// Half of the bytes are written; then the process is killed.
    case killHalfway
    /// The write fails.
    case failure
    /// There is no more space.
    case fullDisk
    /// Half of the bytes are written, and the write fails.
    case shortWrite
  }

  var kind: Kind
  /// Which write or synchronisation fails, counting from one.
  var number: Int
  /// Whether all later ones fail as well.
  var isLasting: Bool
}

/// A layer between SQLite and the files that lets writes fail.
///
/// Only for a process of its own: the layer stays.
enum FaultyFiles {
  private struct State {
    var fault: FileFault?
    var count = 0
  }

  private static let state = Mutex(State())

  /// Puts the layer in, for all databases opened from now on.
  static func install() { _ = installation }

  /// Begins to count anew, and lets a write fail from then on; nil: none.
  static func arm(_ fault: FileFault?) {
    state.withLock { $0 = State(fault: fault) }
  }

  /// How many writes there have been since the layer was armed.
  static var writeCount: Int { state.withLock { $0.count } }

  /// What happens to the write that comes now.
  private static func nextFault() -> FileFault.Kind? {
    state.withLock { state in
      state.count += 1
      guard let fault = state.fault else { return nil }
      let isHit = fault.isLasting ? state.count >= fault.number : state.count == fault.number
      return isHit ? fault.kind : nil
    }
  }

  // MARK: The layer

  /// The methods of one kind of file, and those that the layer has in their place.
  private struct Methods: @unchecked Sendable {
    var base: UnsafePointer<sqlite3_io_methods>
    var layer: UnsafePointer<sqlite3_io_methods>
  }

  // Swift sees no macros that are computed.
  private static let ioErrorOfWrite = SQLITE_IOERR | 3 << 8
  private static let ioErrorOfSync = SQLITE_IOERR | 4 << 8

  private static let lock = NSLock()
  // Under the lock.
  nonisolated(unsafe) private static var known: [Methods] = []
  nonisolated(unsafe) private static let base = sqlite3_vfs_find(nil)

  private static let installation: Void = {
    guard let base else { return }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: base.pointee)
    layer.pointee.zName = UnsafePointer(strdup("faulty"))
    layer.pointee.pNext = nil
    layer.pointee.xOpen = { _, name, file, flags, outFlags in
      guard let base = FaultyFiles.base else { return SQLITE_CANTOPEN }
      let code = base.pointee.xOpen(base, name, file, flags, outFlags)
      if code == SQLITE_OK { FaultyFiles.wrap(file) }
      return code
    }
    sqlite3_vfs_register(layer, 1)
  }()

  /// Gives an open file the layer's way to write.
  private static func wrap(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file, let base = file.pointee.pMethods else { return }
    file.pointee.pMethods = lock.withLock {
      if let methods = known.first(where: { $0.base == base }) { return methods.layer }
      let layer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      layer.initialize(to: base.pointee)
      layer.pointee.xWrite = { FaultyFiles.write($0, $1, $2, $3) }
      layer.pointee.xSync = { FaultyFiles.synchronise($0, $1) }
      known.append(Methods(base: base, layer: UnsafePointer(layer)))
      return UnsafePointer(layer)
    }
  }

  private static func baseMethods(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> sqlite3_io_methods? {
    lock.withLock {
      known.first { $0.layer == file?.pointee.pMethods }?.base.pointee
    }
  }

  private static func synchronise(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32
  ) -> Int32 {
    switch nextFault() {
    case nil: return baseMethods(file)?.xSync(file, flags) ?? SQLITE_IOERR
    case .kill?, .killHalfway?: return endProcess()
    case .failure?, .shortWrite?: return ioErrorOfSync
    case .fullDisk?: return SQLITE_FULL
    }
  }

  private static func write(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32,
    _ offset: sqlite3_int64
  ) -> Int32 {
    func write(_ count: Int32) -> Int32 {
      baseMethods(file)?.xWrite(file, bytes, count, offset) ?? SQLITE_IOERR
    }
    switch nextFault() {
    case nil: return write(count)
    case .kill?: return endProcess()
    case .killHalfway?:
      _ = write(count / 2)
      return endProcess()
    case .failure?: return ioErrorOfWrite
    case .fullDisk?: return SQLITE_FULL
    case .shortWrite?:
      _ = write(count / 2)
      return ioErrorOfWrite
    }
  }

  private static func endProcess() -> Int32 {
    kill(getpid(), SIGKILL)
    return SQLITE_IOERR
  }
}
