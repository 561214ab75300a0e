package import StoreModel
package struct RowShape: Sendable { package var firstColumn: [Int]; package var columnCount: Int }
package struct SelectPlan: Sendable { package var statement: SQLStatement }
extension StoreMapping {
  package func rowShape(entity: Int) -> RowShape {
    var c = 3; var f: [Int] = []
    for p in self[number: entity].properties { switch p { case .attribute(let cols): f.append(cols.isEmpty ? -1 : c); c += cols.count
      case .toOne(_, let e): f.append(c); c += e == nil ? 1 : 2
      default: f.append(-1) } }
    return RowShape(firstColumn: f, columnCount: c)
  }
}
package struct SelectPlanner: Sendable {
  let mapping: StoreMapping
  package init(mapping: StoreMapping) { self.mapping = mapping }
  package func plan(_ q: Query) -> SelectPlan {
    let e = mapping[number: q.entity]
    var cols = ["Z_PK", "Z_ENT", "Z_OPT"]
    for p in e.properties { switch p { case .attribute(let c): cols += c
      case .toOne(let c, let x): cols.append(c); if let x { cols.append(x) }
      default: break } }
    if q.result == .count { cols = ["COUNT(*)"] }
    if q.result == .identifiers { cols = ["Z_PK", "Z_ENT"] }
    var b: [StoredValue] = []
    var w = ""
    func col(_ x: QueryExpression) -> String { if case .primaryKey(let p) = x { if let s = p.steps.first, case .toOne(let c, _) = e.properties[s.ordinal] { return c }; return "Z_PK" }; return "NULL" }
    switch q.filter { case .comparison(_, let l, .constant(let v)): w = " WHERE \(col(l)) = ?"; b = [v]
      case .membership(let l, let vs): w = " WHERE \(col(l)) IN (" + vs.map { _ in "?" }.joined(separator: ",") + ")"; b = vs
      default: break }
    return SelectPlan(statement: SQLStatement("SELECT \(cols.joined(separator: ", ")) FROM \(e.table)\(w) ORDER BY Z_PK", bindings: b))
  }
}
