public import SwiftData
import Testing

/// E15: every order and mixture of access levels.
@Suite struct AccessLevelTests {
  @Test func membersOfAnyAccessAreColumns() throws {
    let mixed = Mixed()
    mixed.fill()
    let store = try Store(Mixed.self)
    let reread = try store.reread(mixed)
    #expect(reread.sum == 10)
  }

  @Test func publicAndPackageModelsWork() throws {
    let store = try Store(PublicModel.self, OpenModel.self, PackageModel.self, FileModel.self)
    #expect(try store.reread(PublicModel()).value == 1)
    #expect(try store.reread(OpenModel()).value == 1)
    #expect(try store.reread(PackageModel()).value == 1)
    #expect(try store.reread(FileModel()).value == 1)
  }
}

@Model final internal class Mixed {
  /// Public to read.
  public private(set) var first: Int
  /// Public to read.
  public internal(set) var second: Int
  private var third: Int
  fileprivate var fourth: Int

  init() {
    first = 0
    second = 0
    third = 0
    fourth = 0
  }

  var sum: Int { first + second + third + fourth }

  func fill() {
    first = 1
    second = 2
    third = 3
    fourth = 4
  }
}

/// A model for all to see.
@Model final public class PublicModel {
  /// Public to read.
  public private(set) var value: Int = 1
  private var note: Int?

  internal init() {}
}

/// A model for all to inherit from.
@Model open class OpenModel {
  var value: Int = 1

  /// Makes a model.
  public init() {}
}

@Model package final class PackageModel {
  package var value: Int = 1

  package init() {}
}

@Model fileprivate class FileModel {
  var value: Int = 1

  init() {}
}
