import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

@Suite struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeDatabase(_ name: String, wal: Bool, rows: Int = 5000) throws {
    let connection = try SQLiteConnection(.file(folder.path(name)))
    if wal {
      try connection.pragma("journal_mode", "WAL")
    }
    try connection.execute("CREATE TABLE t (x)")
    try connection.transaction {
      _ = try connection.executeBatch(
        "INSERT INTO t VALUES (?)", rows: rows,
        bindings: (0..<rows).map { .text("row number \($0) of the table") })
    }
  }

  private func code(_ name: String, _ access: SQLiteAccess) -> SQLiteError.Code? {
    do {
      _ = try SQLiteConnection(.file(folder.path(name)), access: access)
      return nil
    } catch {
      #expect(error.path == folder.path(name))
      return error.code
    }
  }

  @Test(arguments: [SQLiteAccess.readOnly, .readWrite, .create])
  func aFileThatIsNoDatabaseStaysAsItIs(access: SQLiteAccess) throws {
    let contents = [
      Data("hello".utf8), Data(repeating: 0, count: 100_000), Data("SQLite format 3".utf8),
      Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
    ]
    for content in contents {
      try folder.write(content, "foreign")
      #expect(code("foreign", access) == .notADatabase)
      #expect(try folder.contents("foreign") == content)
      #expect(try folder.names() == ["foreign"])
    }
  }

  @Test(arguments: [true, false], [SQLiteAccess.readOnly, .readWrite, .create])
  func aTruncatedFileStaysAsItIs(wal: Bool, access: SQLiteAccess) throws {
    try makeDatabase("whole", wal: wal)
    let whole = try folder.contents("whole")
    for length in [whole.count - 1, whole.count / 2, 4096, 4095, 100] {
      let part = whole.prefix(length)
      try folder.write(part, "part")
      #expect(code("part", access) == .truncated)
      #expect(try folder.contents("part") == part)
      #expect(try folder.names() == ["part", "whole"])
    }
  }

  @Test(arguments: [true, false])
  func aSoundFileStaysAsItIsUntilItIsWritten(wal: Bool) throws {
    try makeDatabase("sound", wal: wal)
    let before = try folder.contents("sound")
    do {
      let database = try SQLiteDatabase(.file(folder.path("sound")), access: .readWrite)
      let rows = try database.read { try $0.query("SELECT * FROM t").rowCount }
      #expect(rows == 5000)
    }
    #expect(try folder.contents("sound") == before)
    #expect(try folder.names() == ["sound"])
  }

  @Test func aForeignLogIsReadAndLeftWhereItIs() throws {
    let writer = try SQLiteConnection(.file(folder.path("live")))
    try writer.pragma("journal_mode", "WAL")
    try writer.execute("CREATE TABLE t (x)")
    try writer.execute("INSERT INTO t VALUES (42)")
    for name in ["live", "live-wal"] {
      try folder.write(try folder.contents(name), name.replacing("live", with: "copy"))
    }
    let before = (try folder.contents("copy"), try folder.contents("copy-wal"))
    do {
      let other = try SQLiteDatabase(.file(folder.path("copy")), access: .readWrite)
      #expect(try other.read { try $0.value(SQLStatement("SELECT x FROM t")) } == .integer(42))
    }
    #expect(try folder.contents("copy") == before.0)
    #expect(try folder.contents("copy-wal") == before.1)
    do {
      let owner = try SQLiteDatabase(.file(folder.path("copy")), access: .readWrite)
      try owner.claim()
    }
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == ["copy"])
  }

  @Test func missingFilesAndFoldersAreTold() throws {
    #expect(code("missing", .readOnly) == .missingFile)
    #expect(code("missing", .readWrite) == .missingFile)
    #expect(code("no/folder/here", .create) == .unwritableFolder)
    try FileManager.default.createDirectory(
      atPath: folder.path("folder"), withIntermediateDirectories: false)
    #expect(code("folder", .create) == .isFolder)
    #expect(try folder.names() == ["folder"])
  }

  @Test func anEmptyFileIsAnEmptyDatabase() throws {
    try folder.write(Data(), "empty")
    #expect(try SQLiteConnection(.file(folder.path("empty")), access: .readOnly).isEmpty())
    #expect(try folder.contents("empty").isEmpty)
  }

  @Test func namesWithStrangeCharactersAreNames() throws {
    for name in ["a b?c#d%41&e", ":memory:", "file:x?mode=memory", "üé\u{1F468}", "-wal"] {
      try makeDatabase(name, wal: false, rows: 1)
      #expect(FileManager.default.fileExists(atPath: folder.path(name)))
    }
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write everywhere"))
  func aReadOnlyWALFileInAReadOnlyFolderIsRead() throws {
    try makeDatabase("a b?c#d%41", wal: true)
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path("a b?c#d%41"))
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    let database = try SQLiteDatabase(.file(folder.path("a b?c#d%41")), access: .readOnly)
    #expect(try database.read { try $0.query("SELECT * FROM t").rowCount } == 5000)
    #expect(code("a b?c#d%41", .readWrite) == .readOnlyFile)
    #expect(code("new", .create) == .unwritableFolder)
    #expect(try folder.names() == ["a b?c#d%41"])
  }
}
