import SwiftData

/// One end of a relationship as the tests use it: a list, whatever the property's type.
struct RelationshipEnd {
  typealias Model = any PersistentModel

  let entity: String
  let property: String
  let isToMany: Bool
  let isRequired: Bool
  let isOrdered: Bool
  let read: (Model) -> [Model]
  let write: (Model, [Model]) -> Void
  /// Edits an array where it is; does nothing to a to-one.
  let edit: (Model, ArrayEdit) -> Void

  init<M: PersistentModel, D: PersistentModel>(
    _ property: String, _ path: ReferenceWritableKeyPath<M, D?>
  ) {
    self.property = property
    entity = "\(M.self)"
    isToMany = false
    isRequired = false
    isOrdered = false
    read = { model in (model as? M)?[keyPath: path].map { [$0] } ?? [] }
    write = { model, value in (model as? M)?[keyPath: path] = value.first as? D }
    edit = { _, _ in }
  }

  init<M: PersistentModel, D: PersistentModel>(
    required property: String, _ path: ReferenceWritableKeyPath<M, D>
  ) {
    self.property = property
    entity = "\(M.self)"
    isToMany = false
    isRequired = true
    isOrdered = false
    read = { model in
      guard let found = (model as? M)?[keyPath: path] else { return [] }
      guard found.modelContext == nil, let context = model.modelContext else { return [found] }
      // Where nothing is, a required to-one shows a stand-in, and the next fetch says so.
      _ = try? context.fetchCount(FetchDescriptor<D>())
      return []
    }
    write = { model, value in
      if let value = value.first as? D { (model as? M)?[keyPath: path] = value }
    }
    edit = { _, _ in }
  }

  init<M: PersistentModel, D: PersistentModel>(
    _ property: String, isOrdered: Bool = false, _ path: ReferenceWritableKeyPath<M, [D]>
  ) {
    self.property = property
    entity = "\(M.self)"
    isToMany = true
    isRequired = false
    self.isOrdered = isOrdered
    read = { model in (model as? M)?[keyPath: path] ?? [] }
    write = { model, value in (model as? M)?[keyPath: path] = value.compactMap { $0 as? D } }
    edit = { model, edit in
      if let model = model as? M { edit.apply(to: &model[keyPath: path]) }
    }
  }

  init<M: PersistentModel, D: PersistentModel>(
    optional property: String, _ path: ReferenceWritableKeyPath<M, [D]?>
  ) {
    self.property = property
    entity = "\(M.self)"
    isToMany = true
    isRequired = false
    isOrdered = false
    read = { model in (model as? M)?[keyPath: path] ?? [] }
    write = { model, value in
      (model as? M)?[keyPath: path] = value.isEmpty ? nil : value.compactMap { $0 as? D }
    }
    edit = { model, edit in
      guard let model = model as? M else { return }
      // Members of an optional are edited in place as well.
      if model[keyPath: path] == nil { model[keyPath: path] = [] }
      edit.apply(optional: &model[keyPath: path])
    }
  }
}

/// What programs do to an array of models without assigning another.
enum ArrayEdit {
  case append(any PersistentModel)
  case appendAll([any PersistentModel])
  case insert(any PersistentModel, at: Int)
  case remove(at: Int)
  case removeAll(numbers: Set<Int>)
  case removeEverything
  case swap(Int, Int)
  case sortDescending
  case replace(Range<Int>, [any PersistentModel])
  case set(Int, any PersistentModel)

  func apply<D: PersistentModel>(to array: inout [D]) {
    switch self {
    case .append(let model): if let model = model as? D { array.append(model) }
    case .appendAll(let models): array += models.compactMap { $0 as? D }
    case .insert(let model, let index):
      if let model = model as? D { array.insert(model, at: index) }
    case .remove(let index): array.remove(at: index)
    case .removeAll(let numbers): array.removeAll { numbers.contains(number(of: $0)) }
    case .removeEverything: array.removeAll(keepingCapacity: true)
    case .swap(let first, let second): array.swapAt(first, second)
    case .sortDescending: array.sort { number(of: $0) > number(of: $1) }
    case .replace(let range, let models):
      array.replaceSubrange(range, with: models.compactMap { $0 as? D })
    case .set(let index, let model): if let model = model as? D { array[index] = model }
    }
  }

  func apply<D: PersistentModel>(optional array: inout [D]?) {
    guard var edited = array.take() else { return }
    apply(to: &edited)
    array = edited
  }
}

func number(of model: any PersistentModel) -> Int { (model as? any Numbered)?.number ?? 0 }
