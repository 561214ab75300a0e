import CoreDataFormat
import Foundation
import Testing

@Suite struct ArchivedDataTests {
  private static let sizes = [
    0, 1, 14, 15, 16, 100, 156, 157, 158, 255, 256, 65_430, 65_535, 65_536, 200_000,
  ]

  private func content(_ size: Int) -> Data {
    Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
  }

  @Test(arguments: sizes) func contentComesBack(size: Int) throws {
    #expect(try ArchivedData.unwrap(ArchivedData.wrap(content(size))) == content(size))
  }

  @Test(arguments: sizes) func archiveIsAPropertyListOfTheKnownShape(size: Int) throws {
    let archive = ArchivedData.wrap(content(size))
    #expect(
      try PropertyListValue(binaryPropertyList: archive)
        == .dictionary([
          "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
          "$top": .dictionary(["root": .reference(1)]),
          "$objects": .array([.string("$null"), .data(content(size))]),
        ]))
  }

  @Test(arguments: sizes) func foundationUnarchivesWhatIsWrapped(size: Int) throws {
    let found = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSData.self, from: ArchivedData.wrap(content(size)))
    #expect(found.map { Data(referencing: $0) } == content(size))
  }

  @Test func whatFoundationArchivesIsUnwrapped() throws {
    let content = content(500)
    let plain = try NSKeyedArchiver.archivedData(
      withRootObject: NSData(data: content), requiringSecureCoding: true)
    #expect(try ArchivedData.unwrap(plain) == content)
    let mutable = try NSKeyedArchiver.archivedData(
      withRootObject: NSMutableData(data: content), requiringSecureCoding: true)
    #expect(try ArchivedData.unwrap(mutable) == content)
  }

  private func archive(objects: [PropertyListValue], root: Int = 1) -> Data {
    PropertyListValue.dictionary([
      "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
      "$top": .dictionary(["root": .reference(root)]), "$objects": .array(objects),
    ]).binaryPropertyList()
  }

  @Test func mutableDataIsUnwrappedInlineAndByReference() throws {
    let content = content(20)
    let classes = PropertyListValue.dictionary([
      "$classname": .string("NSMutableData"),
      "$classes": .array([.string("NSMutableData"), .string("NSData"), .string("NSObject")]),
    ])
    for data in [PropertyListValue.data(content), .reference(3)] {
      let objects: [PropertyListValue] = [
        .string("$null"), .dictionary(["NS.data": data, "$class": .reference(2)]), classes,
        .data(content),
      ]
      #expect(try ArchivedData.unwrap(archive(objects: objects)) == content)
    }
  }

  @Test func archivesOfAnythingElseAreErrors() {
    let others: [Data] = [
      Data(), Data("[]".utf8), PropertyListValue.integer(1).binaryPropertyList(),
      archive(objects: [.string("$null"), .string("text")]),
      archive(objects: [.string("$null")], root: 0), archive(objects: [.string("$null")], root: 9),
      archive(objects: [.string("$null"), .dictionary(["NS.data": .reference(1)])]),
    ]
    for other in others {
      #expect(throws: FormatError.self) { try ArchivedData.unwrap(other) }
    }
  }

  @Test func sliceIsUnwrappedLikeAWhole() throws {
    let archive = Data([0]) + ArchivedData.wrap(content(40))
    #expect(try ArchivedData.unwrap(archive.dropFirst()) == content(40))
  }

  @Test func damagedArchivesAreNeverATrap() {
    let whole = ArchivedData.wrap(content(30))
    for length in 0..<whole.count {
      _ = try? ArchivedData.unwrap(whole.prefix(length))
    }
    for position in whole.indices {
      for byte in [0x00, 0x0F, 0x4F, 0x7F, 0x80, 0xFF] as [UInt8] {
        var damaged = whole
        damaged[position] = byte
        _ = try? ArchivedData.unwrap(damaged)
      }
    }
  }
}
