import StoreModel

// A model of which a fetch asked for some properties only has those in its slots, and no row. What else
// is read makes it fetch its row, like a model of which nothing is known.

extension ModelContext {
  /// The properties that a fetch asks for, by ordinal; nil for all.
  ///
  /// Throws `SwiftDataError.unsupportedKeyPath` for a key path that leads to no column.
  func fetchedProperties<T>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding
  ) throws -> [Int]? {
    guard !descriptor.propertiesToFetch.isEmpty else { return nil }
    let ordinals = try descriptor.propertiesToFetch.compactMap { keyPath -> Int? in
      let resolved = ModelResolver(binding).resolve(keyPath, entity: binding.number)
      if case .persistentModelID? = resolved?.property { return nil }
      guard let ordinal = binding.modelClass.propertyOrdinal(of: keyPath),
        binding.firstColumns[ordinal] >= 0
      else {
        throw SwiftDataError(
          .unsupportedKeyPath,
          explanation: "\(KeyPathText.readable(keyPath)) can't be among propertiesToFetch, for it "
            + "leads to no attribute or to-one relationship of \(binding.layout.name).")
      }
      return ordinal
    }
    return Set(ordinals).sorted()
  }

  /// Makes models of pages of rows that have some of their properties.
  func forEachModel(
    of pages: [RowPage], having ordinals: [Int], as binding: EntityBinding,
    _ body: (Int64, any PersistentModel) -> Void
  ) throws {
    var outdated: [Int64] = []
    for page in pages {
      try binding.check(page, only: ordinals)
      identityMaps[binding.identityIndex].reserve(additional: page.rowCount)
      for row in 0..<page.rowCount {
        let concrete = binding.hasSubentities ? try binding.concrete(of: page, row: row) : binding
        let key = page.integer(row: row, column: 0)
        if let storage = registered(key, of: concrete), storage.binding === concrete,
          let model = unsafe storage.model
        {
          if !storage.takeIn(ordinals, from: page, row: row) { outdated.append(key) }
          body(key, model)
          continue
        }
        if let other = identityMaps[binding.identityIndex][key] { displace(other) }
        let storage = _$ModelStorage(loading: page, row: row, key: key, as: concrete, in: self)
        storage.keep(ordinals)
        let model = concrete.makeModel(storage)
        unsafe storage.model = model
        identityMaps[binding.identityIndex].insert(storage, for: key)
        body(key, model)
      }
    }
    try refresh(outdated, of: binding)
  }

  /// Reads rows anew of which a model has older values.
  private func refresh(_ keys: [Int64], of binding: EntityBinding) throws {
    guard !keys.isEmpty else { return }
    let pages = try binding.store.rows(
      entity: binding.number, whereKey: nil, isAmong: keys.sorted(),
      trace: trace(.refresh, binding))
    for page in pages {
      try binding.forEachRow(of: page) { page, row, concrete in
        registered(page.integer(row: row, column: 0), of: concrete)?.refresh(from: page, row: row)
      }
    }
  }
}

extension _$ModelStorage {
  /// Keeps some properties of the row, and lets go of it.
  func keep(_ ordinals: [Int]) {
    for ordinal in ordinals where rawSlot(ordinal).isUnset {
      if modelClass.properties[ordinal].attribute != nil {
        let slot = attributeSlot(ordinal)
        if !slot.isUnset { setSlot(ordinal, slot) }
      } else if case .integer(let key)? = rowValue(ordinal) {
        setSlot(ordinal, .integer(key))
      } else {
        setSlot(ordinal, .null)
      }
    }
    page = nil
    isPartial = true
  }

  /// Takes in some properties of a row, as far as they aren't known; false if the row is newer than
  /// what is known.
  func takeIn(_ ordinals: [Int], from newPage: RowPage, row newRow: Int) -> Bool {
    guard state == .persistent else { return true }
    let newVersion = newPage.version(row: newRow)
    let isFault = page == nil && slots.isEmpty && !isPartial
    guard isFault || newVersion == version else { return false }
    guard isFault || isPartial else { return true }
    hold(newPage, row: newRow)
    keep(ordinals)
    return true
  }

  /// Takes the row of a model that had none in memory, or some properties of it.
  func fill(from newPage: RowPage) {
    guard !isPartial || newPage.version(row: 0) == version else {
      return refresh(from: newPage, row: 0)
    }
    hold(newPage, row: 0)
  }
}
