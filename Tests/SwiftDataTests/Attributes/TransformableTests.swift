import Foundation
import SwiftData
import Testing

/// Attributes whose values a transformer turns into data.
@Suite struct TransformableTests {
  /// A value that is neither Codable nor a structure.
  final class Color: NSObject {
    let red: UInt8
    let green: UInt8

    init(_ red: UInt8, _ green: UInt8) {
      self.red = red
      self.green = green
    }

    override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? Color else { return false }
      return red == other.red && green == other.green
    }

    override var hash: Int { Int(red) << 8 | Int(green) }
  }

  final class ColorTransformer: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
      guard let color = value as? Color, color.red != 13 else { return nil }
      return Data([color.red, color.green])
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
      guard let data = value as? Data, data.count == 2 else { return nil }
      return Color(data[data.startIndex], data[data.startIndex + 1])
    }
  }

  final class OneWayTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { Data() }
  }

  @Model final class Paint {
    @Attribute(.transformable(by: ColorTransformer.self)) var color: Color
    @Attribute(.transformable(by: ColorTransformer.self)) var shade: Color?
    @Attribute(.externalStorage, .transformable(by: "TransformableTests.Text")) var text: String?
    var name: String

    init(_ name: String, color: Color) {
      self.name = name
      self.color = color
    }
  }

  final class TextTransformer: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? String).map { Data($0.utf8.reversed()) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
    }
  }

  private func makeContainer(_ store: TemporaryStore) throws -> ModelContainer {
    ValueTransformer.setValueTransformer(
      TextTransformer(), forName: NSValueTransformerName("TransformableTests.Text"))
    return try store.container(Paint.self)
  }

  @Test func valuesComeBack() throws {
    let store = try TemporaryStore()
    let container = try makeContainer(store)
    let context = ModelContext(container)
    let paint = Paint("red", color: Color(255, 0))
    paint.text = "abc"
    context.insert(paint)
    context.insert(Paint("green", color: Color(0, 255)))
    try context.save()
    #expect(try store.raw.texts("SELECT hex(ZCOLOR) FROM ZPAINT") == ["FF00", "00FF"])
    #expect(try store.raw.texts("SELECT hex(ZTEXT) FROM ZPAINT") == ["01636261", ""])
    let other = store.fresh(container)
    let found = try other.fetch(FetchDescriptor<Paint>())
    #expect(found.map(\.color) == [Color(255, 0), Color(0, 255)])
    #expect(found.map(\.text) == ["abc", nil] && found.allSatisfy { $0.shade == nil })
    found[0].color = Color(255, 0)
    #expect(!other.hasChanges)
    found[0].color = Color(1, 2)
    found[0].shade = Color(3, 4)
    try other.save()
    let again = try store.fresh(container).fetch(FetchDescriptor<Paint>()).first
    #expect(again?.color == Color(1, 2) && again?.shade == Color(3, 4))
    try store.check()
  }

  @Test func predicatesOverThemAreEvaluatedInMemory() throws {
    let store = try TemporaryStore()
    let container = try makeContainer(store)
    let context = ModelContext(container)
    let paint = Paint("abc", color: Color(1, 1))
    paint.text = "abc"
    context.insert(paint)
    context.insert(Paint("none", color: Color(2, 2)))
    try context.save()
    let other = store.fresh(container)
    let found = try other.fetch(FetchDescriptor<Paint>(predicate: #Predicate { $0.text == "abc" }))
    #expect(found.map(\.name) == ["abc"])
    let without = try other.fetch(FetchDescriptor<Paint>(predicate: #Predicate { $0.text == nil }))
    #expect(without.map(\.name) == ["none"])
  }

  @Test func aValueThatTheTransformerRefusesFailsTheSave() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try makeContainer(store))
    let paint = Paint("x", color: Color(13, 0))
    context.insert(paint)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.description.contains("Paint.color") ?? false)
    paint.color = Color(14, 0)
    try context.save()
  }

  @Test func damagedDataIsNamedAndNeverEndsTheProcess() throws {
    let store = try TemporaryStore()
    let container = try makeContainer(store)
    let context = ModelContext(container)
    let paint = Paint("x", color: Color(1, 0))
    paint.shade = Color(1, 0)
    context.insert(paint)
    try context.save()
    try store.raw.execute("UPDATE ZPAINT SET ZSHADE = x'00'")
    let other = store.fresh(container)
    let found = try #require(try other.fetch(FetchDescriptor<Paint>()).first)
    #expect(found.shade == nil && found.name == "x")
    let damaged = #expect(throws: SwiftDataError.self) { try found.value(for: \.shade) }
    #expect(damaged?.description.contains("Paint.shade of row p1") ?? false)
    try store.raw.execute("UPDATE ZPAINT SET ZCOLOR = x'00'")
    let error = #expect(throws: SwiftDataError.self) {
      _ = try store.fresh(container).fetch(FetchDescriptor<Paint>())
    }
    #expect(error?.description.contains("Paint.color of row p1") ?? false)
  }

  @Model final class Unknown {
    @Attribute(.transformable(by: "NSSecureUnarchiveFromNothing")) var value: Data?
    init() {}
  }

  @Model final class OneWay {
    @Attribute(.transformable(by: OneWayTransformer.self)) var value: Data?
    init() {}
  }

  @Test func aTransformerThatCannotServeIsNamedWhenTheContainerOpens() throws {
    let store = try TemporaryStore()
    let unknown = #expect(throws: SwiftDataError.self) { _ = try store.container(Unknown.self) }
    #expect(unknown == .loadIssueModelContainer)
    #expect(unknown?.description.contains("Unknown.value") ?? false)
    #expect(unknown?.description.contains("NSSecureUnarchiveFromNothing") ?? false)
    let oneWay = #expect(throws: SwiftDataError.self) { _ = try store.container(OneWay.self) }
    #expect(oneWay?.description.contains("OneWay.value") ?? false)
    #expect(!FileManager.default.fileExists(atPath: store.url.path))
  }
}
