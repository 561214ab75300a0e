import Foundation
import StoreModelTestSupport
import SwiftData

@Model final class LedgerVault {
  @Attribute(.unique) var number: Int
  var value: Int
  @Attribute(.externalStorage) var statement: Data?
  @Relationship(deleteRule: .cascade, inverse: \Deposit.vault) var deposits: [Deposit] = []
  @Relationship(inverse: \Ward.vaults) var wards: [Ward] = []

  init(number: Int, value: Int) {
    self.number = number
    self.value = value
  }
}

@Model final class Deposit {
  var number: Int
  var vault: LedgerVault?

  init(number: Int) { self.number = number }
}

@Model final class Ward {
  var number: Int
  var vaults: [LedgerVault] = []

  init(number: Int) { self.number = number }
}

/// How many steps a store has taken.
@Model final class LedgerProgress {
  var step: Int

  init(step: Int) { self.step = step }
}

/// What a ledger holds, as plain values: the same for the same seed and number of steps.
struct Ledger: Equatable {
  struct Entry: Equatable {
    var value: Int
    var statementSize: Int?
    var deposits: [Int] = []
    var wards: Set<Int> = []
  }

  enum Operation {
    case open(Int, value: Int, deposits: [Int])
    case set(Int, value: Int)
    case deposit(Int, Int)
    case attach(Int, size: Int?)
    case toggle(Int, ward: Int)
    case close(Int)
  }

  static let wardCount = 3

  let seed: UInt64
  private(set) var step = 0
  private(set) var entries: [Int: Entry] = [:]
  private var nextNumber = 0

  init(seed: UInt64) { self.seed = seed }

  /// The ledger after so many steps.
  init(seed: UInt64, steps: Int) {
    self.init(seed: seed)
    for _ in 0..<steps { _ = advance() }
  }

  /// Takes a step; returns what it was.
  mutating func advance() -> [Operation] {
    step += 1
    var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(step))
    return (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let operation = makeOperation(&random)
      apply(operation)
      return operation
    }
  }

  private mutating func makeOperation(_ random: inout SeededGenerator) -> Operation {
    guard let number = entries.keys.sorted().randomElement(using: &random),
      entries.count > 2 || Bool.random(using: &random)
    else {
      return .open(
        makeNumber(), value: .random(in: 0...9, using: &random),
        deposits: (0..<Int.random(in: 0...5, using: &random)).map { _ in makeNumber() })
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return .set(number, value: .random(in: 10...99, using: &random))
    case 2, 3: return .deposit(number, makeNumber())
    // Small ones lie in the row, large ones in a file.
    case 4: return .attach(number, size: [nil, 10, 200_000].randomElement(using: &random) ?? nil)
    case 5, 6: return .toggle(number, ward: .random(in: 0..<Self.wardCount, using: &random))
    case 7 where entries.count > 8: return .close(number)
    default: return .open(makeNumber(), value: 0, deposits: [makeNumber()])
    }
  }

  private mutating func makeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }

  private mutating func apply(_ operation: Operation) {
    switch operation {
    case .open(let number, let value, let deposits):
      entries[number] = Entry(value: value, deposits: deposits)
    case .set(let number, let value): entries[number]?.value = value
    case .deposit(let number, let deposit): entries[number]?.deposits.append(deposit)
    case .attach(let number, let size): entries[number]?.statementSize = size
    case .toggle(let number, let ward): entries[number]?.wards.formSymmetricDifference([ward])
    case .close(let number): entries[number] = nil
    }
  }
}

// MARK: - In a store

extension Ledger {
  static func container(at url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: LedgerVault.self, LedgerProgress.self, configurations: ModelConfiguration(url: url))
  }

  /// What a store holds.
  init(seed: UInt64, in context: ModelContext) throws {
    self.init(seed: seed)
    step = try Self.step(in: context)
    for vault in try context.fetch(FetchDescriptor<LedgerVault>()) {
      entries[vault.number] = Entry(
        value: vault.value, statementSize: vault.statement?.count,
        deposits: vault.deposits.map(\.number), wards: Set(vault.wards.map(\.number)))
    }
  }

  static func step(in context: ModelContext) throws -> Int {
    try context.fetch(FetchDescriptor<LedgerProgress>()).first?.step ?? 0
  }

  static func == (left: Ledger, right: Ledger) -> Bool {
    left.step == right.step && left.entries == right.entries
  }

  /// Does in a context what a step did; saves nothing.
  static func apply(_ operations: [Operation], step: Int, in context: ModelContext) throws {
    for operation in operations { try apply(operation, in: context) }
    if let progress = try context.fetch(FetchDescriptor<LedgerProgress>()).first {
      progress.step = step
    } else {
      context.insert(LedgerProgress(step: step))
    }
  }

  private static func apply(_ operation: Operation, in context: ModelContext) throws {
    func vault(_ number: Int) throws -> LedgerVault? {
      try context.fetch(FetchDescriptor<LedgerVault>(predicate: #Predicate { $0.number == number }))
        .first
    }
    switch operation {
    case .open(let number, let value, let deposits):
      let vault = LedgerVault(number: number, value: value)
      vault.deposits = deposits.map(Deposit.init)
      context.insert(vault)
    case .set(let number, let value): try vault(number)?.value = value
    case .deposit(let number, let deposit):
      try vault(number)?.deposits.append(Deposit(number: deposit))
    case .attach(let number, let size):
      try vault(number)?.statement = size.map { Data(repeating: UInt8($0 % 251), count: $0) }
    case .toggle(let number, let ward): try toggle(vault(number), ward, in: context)
    case .close(let number): try vault(number).map { context.delete($0) }
    }
  }

  private static func toggle(
    _ vault: LedgerVault?, _ number: Int, in context: ModelContext
  ) throws {
    guard let vault else { return }
    if let index = vault.wards.firstIndex(where: { $0.number == number }) {
      vault.wards.remove(at: index)
      return
    }
    let known = try context.fetch(
      FetchDescriptor<Ward>(predicate: #Predicate { $0.number == number }))
    vault.wards.append(known.first ?? Ward(number: number))
  }
}
