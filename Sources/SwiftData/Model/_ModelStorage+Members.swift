import StoreModel

// A to-many changes as an array does, or by one member without being loaded.

extension _$ModelStorage {
  /// Gives a to-many other members and brings their ends into line.
  ///
  /// O(n) in the members, but for those that stay at either end no more than a comparison.
  func setToMany<Value>(_ ordinal: Int, _ value: Value, _ coder: RelationshipCoder) {
    if state == .detached {
      // What is gone keeps what it is told, and leaves all others alone.
      notingChange(of: modelClass.properties[ordinal]) {
        setSlot(ordinal, .object(ToManyContents(members: coder.models(of: value) ?? [])))
      }
      return
    }
    let contents = loadedContents(ordinal)
    guard let (range, new) = coder.difference(of: value, from: contents),
      let edit = contents.edit(range, to: new.map(ownModel(of:)))
    else { return }
    make(edit, of: contents, ordinal)
  }

  private func make(_ edit: ToManyContents.Edit, of contents: ToManyContents, _ ordinal: Int) {
    let property = modelClass.properties[ordinal]
    guard let model = unsafe self.model else { return }
    notingChange(of: property) { contents.apply(edit) }
    if let inverse = modelClass.inverse(ofOrdinal: ordinal) {
      for member in edit.removed { member._$boundStorage.dropBackReference(inverse, to: model) }
      for member in edit.added {
        member._$boundStorage.addBackReference(inverse, to: model, via: property)
      }
    }
    for member in edit.added { adopt(member) }
  }
}

// MARK: - Lending an array for an edit in place

extension _$ModelStorage {
  /// A property's value for an edit in place, which ends with `takeBack`.
  ///
  /// An array of models is lent without being copied.
  func lend<Value>(_ ordinal: Int) -> Value {
    if let successor { return successor.lend(ordinal) }
    guard let coder = modelClass.properties[ordinal].relationship, coder.isToMany,
      let value = coder.lentValue(of: loadedContents(ordinal), as: Value.self)
    else { return value(ordinal) }
    return value
  }

  /// Assigns what an edit in place has made of a lent value.
  func takeBack<Value>(_ value: Value, _ ordinal: Int) {
    if let successor { return successor.takeBack(value, ordinal) }
    set(value, ordinal)
    guard let coder = modelClass.properties[ordinal].relationship, coder.isToMany else { return }
    coder.takeBack(value, for: toManyContents(ordinal))
  }
}

// MARK: - One member

extension _$ModelStorage {
  /// Adds a member at the end of a to-many that it isn't in; loads no other member.
  func appendMember(_ new: any PersistentModel, _ ordinal: Int) {
    let property = modelClass.properties[ordinal]
    guard let model = unsafe self.model else { return }
    let contents = toManyContents(ordinal)
    notingChange(of: property) { contents.add(new) }
    guard state != .detached else { return }
    if let inverse = modelClass.inverse(ofOrdinal: ordinal) {
      new._$boundStorage.addBackReference(inverse, to: model, via: property)
    }
    adopt(new)
  }

  /// Takes out a member of a to-many that it is in; loads no other member.
  func dropMember(_ member: any PersistentModel, _ ordinal: Int) {
    let property = modelClass.properties[ordinal]
    guard let model = unsafe self.model else { return }
    let contents = toManyContents(ordinal)
    // What a fault leads to has to be known, or its own end would stay as it is.
    _ = member._$boundStorage.loadedPage()
    notingChange(of: property) { contents.remove(member) }
    guard state != .detached, let inverse = modelClass.inverse(ofOrdinal: ordinal) else { return }
    member._$boundStorage.dropBackReference(inverse, to: model)
  }

  /// Whether a to-one leads to a model, as far as is known without fetching one.
  func leads(_ ordinal: Int, to model: _$ModelStorage) -> Bool {
    if let destination = registeredDestination(ordinal) {
      return destination._$storage === model
    }
    return model.primaryKey != 0 && unresolvedKey(ordinal) == model.primaryKey
  }
}
