import Foundation
import TestSupport
import Testing

/// Uses the package as others do: by a version of a git repository, in their language modes.
@Suite(.enabled(if: TestTier.current == .full, "builds another package: minutes"))
struct ClientPackageTests {
  @Test(.timeLimit(.minutes(15)))
  func programsInEveryLanguageModeKeepTheirData() throws {
    let folder = try TemporaryFolder()
    let repository = folder.url.appendingPathComponent("OpenSwiftData", isDirectory: true)
    try tagWorkingTree(as: "0.0.1", in: repository)
    let client = try ClientPackage(
      in: folder.url.appendingPathComponent("Client", isDirectory: true), using: repository,
      version: "0.0.1")
    try client.build()
    for program in ClientPackage.programs {
      let store = folder.url.appendingPathComponent("\(program).store")
      #expect(try client.run(program, store).contains("1 trip: Lisbon"), "\(program), first run")
      #expect(try client.run(program, store).contains("2 trips: Lisbon, Lisbon"), "\(program)")
    }
  }

  /// Makes a repository of the files as they lie here, committed or not.
  private func tagWorkingTree(as tag: String, in repository: URL) throws {
    let listed = try runCommand(
      ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], in: packageRoot)
    for path in Set(listed.split(separator: "\0").map(String.init)) {
      let source = packageRoot.appendingPathComponent(path)
      guard FileManager.default.fileExists(atPath: source.path) else { continue }
      let copy = repository.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: source, to: copy)
    }
    try runCommand(["git", "init", "--quiet"], in: repository)
    try runCommand(["git", "add", "--all"], in: repository)
    try runCommand(
      [
        "git", "-c", "user.name=Tester", "-c", "user.email=tester@example.com",
        "commit", "--quiet", "--message", "Snapshot",
      ], in: repository)
    try runCommand(["git", "tag", tag], in: repository)
  }
}
