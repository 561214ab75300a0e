import Foundation

/// The objects of an NSKeyedArchiver archive, read one by one.
struct KeyedArchive {
  /// The objects as they stand in the archive, members being references.
  private let objects: [PropertyListValue]
  /// The reference to the archive's root.
  let root: PropertyListValue

  init(_ data: Data) throws(FormatError) {
    let archive = try PropertyListValue(binaryPropertyList: data).dictionary ?? [:]
    guard archive["$archiver"] == .string("NSKeyedArchiver"),
      let objects = archive["$objects"]?.array, let top = archive["$top"]?.dictionary,
      let root = top["root"] ?? (top.count == 1 ? top.first?.value : nil)
    else { throw FormatError("The property list is not a keyed archive.") }
    self.objects = objects
    self.root = root
  }

  /// What a value refers to; the value itself if it is no reference, nil for the null object.
  func resolve(_ value: PropertyListValue?) throws(FormatError) -> PropertyListValue? {
    guard let value, let number = value.reference else { return value }
    guard objects.indices.contains(number) else {
      throw FormatError("A reference leads out of the archive.")
    }
    let object = objects[number]
    return object == .string("$null") ? nil : object
  }

  /// The class name of an object that has one.
  func className(of object: PropertyListValue?) throws(FormatError) -> String? {
    try resolve(object?.dictionary?["$class"])?.dictionary?["$classname"]?.string
  }

  /// The bytes of an NSData or NSMutableData.
  func data(_ value: PropertyListValue?) throws(FormatError) -> Data {
    guard let object = try resolve(value) else {
      throw FormatError("The archive holds no data.")
    }
    if let data = object.data { return data }
    let members = object.dictionary ?? [:]
    guard let data = try resolve(members["NS.data"] ?? members["NS.bytes"])?.data else {
      throw FormatError("The archive holds something other than data.")
    }
    return data
  }
}
