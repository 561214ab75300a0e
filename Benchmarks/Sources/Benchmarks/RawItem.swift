import CRawSQLite
import Foundation

/// What the raw side makes of a row: a plain class.
final class RawItem {
  let primaryKey: Int64
  var id: Int
  var title: String
  var date: Date
  var count: Int
  var price: Double
  var isDone: Bool

  init(
    primaryKey: Int64 = 0, id: Int, title: String, date: Date, count: Int, price: Double,
    isDone: Bool
  ) {
    self.primaryKey = primaryKey
    self.id = id
    self.title = title
    self.date = date
    self.count = count
    self.price = price
    self.isDone = isDone
  }

  /// Reads the row that a statement stands on, whose columns are `columns`.
  init(_ row: RawStatement) {
    primaryKey = row.integer(0)
    id = Int(row.integer(1))
    title = row.text(2)
    date = Date(timeIntervalSinceReferenceDate: row.real(3))
    count = Int(row.integer(4))
    price = row.real(5)
    isDone = row.integer(6) != 0
  }

  static let columns = "Z_PK, ZID, ZTITLE, ZDATE, ZCOUNT, ZPRICE, ZISDONE"
}

final class RawTrip {
  let primaryKey: Int64
  var number: Int
  var name: String
  var packingList: [RawPackingItem] = []

  init(_ row: RawStatement) {
    primaryKey = row.integer(0)
    number = Int(row.integer(1))
    name = row.text(2)
  }

  static let columns = "Z_PK, ZNUMBER, ZNAME"
}

final class RawPackingItem {
  let primaryKey: Int64
  var number: Int
  var name: String
  unowned let trip: RawTrip

  init(_ row: RawStatement, trip: RawTrip) {
    primaryKey = row.integer(0)
    number = Int(row.integer(1))
    name = row.text(2)
    self.trip = trip
  }

  static let columns = "Z_PK, ZNUMBER, ZNAME, ZTRIP"
}
