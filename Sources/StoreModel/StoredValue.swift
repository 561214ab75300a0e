package import Foundation

/// One value as a store holds it: the five storage classes that every SQL database shares.
package enum StoredValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}
