import Foundation
import SwiftData

/// Models for a store that a Mac application made with Core Data: its entities all by name, and of
/// their properties those that its class trees are about.
enum Money {}

extension Money {
  @Model class Activity {
    var amount: Decimal?
    var dateYMD: Int32?
    var isFlagged: Bool?
    var memo: String?
    var payee: String?
    var source: Int32?
    var splitParent: Activity?
    @Relationship(deleteRule: .cascade, inverse: \Activity.splitParent) var splits: [Activity]?
    @Relationship(inverse: \Tag.activities) var tags: [Tag]?
    var transferAccount: Account?

    init() {}
  }

  @Model final class FavoriteTransaction: Activity {
    var account: Account?
    var dateLastUsed: Date?
    var isAmountSaved: Bool?
  }

  @Model class ScheduledTransaction: Activity {
    var account: Account?
    var generateCount: Int16?
    var localizedAmount: Decimal?
    var saleAmount: Decimal?
    @Relationship(deleteRule: .cascade, inverse: \RecurrenceRule.activity)
    var recurrenceRule: RecurrenceRule?
  }

  @Model final class Event: ScheduledTransaction {
    var isPercentage: Bool?
    @Relationship(deleteRule: .cascade, inverse: \RecurrenceRule.event)
    var fillRecurrenceRule: RecurrenceRule?
  }

  @Model final class Transaction: Activity {
    var account: Account?
    var localizedAmount: Decimal?
    var saleAmount: Decimal?
    var status: Int32?
  }

  @Model final class Account {
    var name: String?
    @Relationship(inverse: \FavoriteTransaction.account)
    var favoriteTransactions: [FavoriteTransaction]?
    @Relationship(inverse: \ScheduledTransaction.account)
    var scheduledTransactions: [ScheduledTransaction]?
    @Relationship(deleteRule: .cascade, inverse: \Transaction.account)
    var transactions: [Transaction]?
    @Relationship(inverse: \Activity.transferAccount) var transferAccountActivities: [Activity]?

    init() {}
  }

  @Model final class RecurrenceRule {
    var activity: ScheduledTransaction?
    var event: Event?
    var recurrenceType: Int16?

    init() {}
  }

  @Model final class Tag {
    var name: String?
    var activities: [Activity]?

    init() {}
  }
}

// Entities that matter by their names alone, since these decide on the numbers of all.
extension Money {
  @Model final class AccountGroup { init() {} }
  @Model final class Attachment { init() {} }
  @Model final class Bucket { init() {} }
  @Model final class BucketGroup { init() {} }
  @Model final class BucketStartingBalance { init() {} }
  @Model final class BucketTransfer { init() {} }
  @Model final class FavoriteAlias { init() {} }
  @Model final class InvestmentHolding { init() {} }
  @Model final class InvestmentSecurity { init() {} }
  @Model final class InvestmentSecurityId { init() {} }
  @Model final class Location { init() {} }
  @Model final class OnlineConnection { init() {} }
  @Model final class Settings { init() {} }
  @Model final class SmartBucket { init() {} }
  @Model final class SpendingPlan { init() {} }
  @Model final class Statement { init() {} }
  @Model final class TICDSSyncChange { init() {} }
  @Model final class TICDSSyncChangeSet { init() {} }

  static let schema = Schema([
    Event.self, FavoriteTransaction.self, Transaction.self, Account.self, Tag.self,
    RecurrenceRule.self, AccountGroup.self, Attachment.self, Bucket.self, BucketGroup.self,
    BucketStartingBalance.self, BucketTransfer.self, FavoriteAlias.self, InvestmentHolding.self,
    InvestmentSecurity.self, InvestmentSecurityId.self, Location.self, OnlineConnection.self,
    Settings.self, SmartBucket.self, SpendingPlan.self, Statement.self, TICDSSyncChange.self,
    TICDSSyncChangeSet.self,
  ])
}
