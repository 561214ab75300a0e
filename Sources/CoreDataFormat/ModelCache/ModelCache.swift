package import Foundation
package import StoreModel

/// The copy of its model that a store keeps in Z_MODELCACHE.
///
/// It is an archive of Core Data's model classes, compressed. Core Data takes the source model of an
/// automatic migration from it if it finds no other.
package enum ModelCache {
  /// What a store made for a layout holds.
  package static func encode(_ layout: StoreLayout) throws -> Data {
    var archiver = ModelArchiver(layout)
    return try Deflate.compress(archiver.archive())
  }

  /// More than any model takes, to bound what a damaged store can make us allocate.
  private static let sizeLimit = 1 << 28

  /// The layout that a store was made for, its entities numbered as Core Data numbers them.
  ///
  /// Own properties of an entity come in the order of their names.
  package static func decode(_ content: Data) throws -> StoreLayout {
    let archive = try Deflate.decompress(content, limit: sizeLimit)
    return try ModelUnarchiver(archive).layout()
  }
}

/// Names that the archived model classes have for their members, and fixed values of these.
enum ModelKeys {
  static let emptyToken = "__empty_slot_token_4c24_98dc_ac1e_b773__"
  static let transformer = "NSSecureUnarchiveFromData"
  static let compositeType: Int64 = 2100
  static let externalStorageFlag: Int64 = 4
  /// Not seen in any store: the first bit of the attribute flags whose meaning is not known.
  static let preservesValueFlag: Int64 = 8
  static let enumerationType = "EnumType"
  static let enumerationCases = "enum"

  static let entityClasses = ["NSEntityDescription", "NSObject"]
  static let attributeClasses = [
    "NSAttributeDescription", "NSPropertyDescription", "NSObject",
  ]
  static let compositeClasses = ["NSCompositeAttributeDescription"] + attributeClasses
  static let relationshipClasses = [
    "NSRelationshipDescription", "NSPropertyDescription", "NSObject",
  ]
}

/// The bits of a property's `_P` member.
struct PropertyBits: OptionSet {
  let rawValue: Int64

  static let base = PropertyBits(rawValue: 0x31)
  static let optional = PropertyBits(rawValue: 0x02)
  static let withoutUserInfo = PropertyBits(rawValue: 0x40)
  static let withoutHashModifier = PropertyBits(rawValue: 0x80)
  static let ordered = PropertyBits(rawValue: 0x400)
}

extension ValueKind {
  /// The class of the values in Core Data; nil if the model doesn't say.
  var valueClassName: String? {
    switch self {
    case .int16, .int32, .int64, .double, .float, .bool: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .transformable: nil
    }
  }
}
