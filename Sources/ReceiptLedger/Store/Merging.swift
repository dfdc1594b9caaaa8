import ReceiptKit

/// What an account received from another account by a merge or a transfer.
package struct LedgerMerge: Equatable, Sendable {
  /// The number of the event.
  package fileprivate(set) var event: Int64
  /// The number of presentations that the account received, whatever the decisions on them were.
  package let orders: Int
  /// The number of purchases that the account received.
  package let purchases: Int
  /// The number of subscriptions that the account received.
  package let subscriptions: Int
}

extension Ledger {
  /// Merges two accounts that belong to one customer. From then on, everything that the first account had belongs to
  /// the second, and the first account no longer exists.
  ///
  /// Earlier events and reports that name the first account do not change.
  ///
  /// - Parameters:
  ///   - from: the account that ends.
  ///   - into: the account that gets everything; it may be new.
  ///   - now: the moment of the event.
  /// - Throws: a ``LedgerError``; `.unknownAccount` if the ledger does not know `from`, `.unusableName` for a text that
  ///   cannot be a name, and for two equal names. Nothing is then changed.
  package func merge(account from: String, into: String, now: Instant) throws -> LedgerMerge {
    try LedgerError.refuse(account: from)
    try LedgerError.refuse(account: into, isNew: true)
    guard !from.isSame(as: into) else {
      throw LedgerError(.unusableName, "an account cannot be merged into itself", hint: "name two accounts")
    }
    return try storage.write { db in
      guard try db.isKnown(account: from) || db.isNamed(account: from) else { throw LedgerError.unknown(account: from) }
      let purchases: Int? = try db.value(
        "SELECT count(*) FROM purchase WHERE \(PurchaseKey.isHeld("purchase", by: "?1"))", [from])
      let orders = try db.rename("presentation", from, into)
      let subscriptions = try db.rename("subscription", from, into)
      _ = try db.rename("purchase", from, into)
      _ = try db.rename("event", from, into)
      // The details of events keep the former name. It is erased together with the second account.
      _ = try db.rename("event", from, into, column: "named_account")
      _ = try db.rename("mention", from, into)
      try ConsentStore(db: db).merge(from, into: into)
      let event = try db.appendEvent(.merged, at: now, presentation: nil, account: into) { writer in
        writer.member("from", from)
        writer.member("into", into)
      }
      return LedgerMerge(event: event, orders: orders, purchases: purchases ?? 0, subscriptions: subscriptions)
    } number: { merge, numbers in
      merge.event = numbers[merge.event] ?? merge.event
    }
  }
}

extension Ledger {
  /// Transfers a purchase to another account by hand, with its whole subscription or kept product. The purchase has no
  /// order in the new account until an order presents it.
  ///
  /// - Parameters:
  ///   - transaction: a transaction of the purchase.
  ///   - account: the account that gets it; it may be new.
  ///   - now: the moment of the event.
  /// - Throws: a ``LedgerError``; `.unknownAccount` if the ledger does not know the transaction, `.unusableName` for a
  ///   text that cannot be a name, for the account that already has it, and while an order with it waits for Apple.
  ///   Nothing is then changed.
  package func transfer(transaction: String, to account: String, now: Instant) throws -> LedgerMerge {
    try LedgerError.refuse(account: account, isNew: true)
    return try storage.write { db in
      let store = PurchaseStore(db: db)
      let found = try db.row("SELECT * FROM purchase WHERE transaction_id = ? AND state <> 'rejected'", [transaction])
      guard let row = found else {
        throw LedgerError(
          .unknownAccount, "unknown transaction: \(transaction.displayed(limit: 100))",
          hint: "receipt-tool ledger show ACCOUNT lists what there is")
      }
      let purchase = try PurchaseRecord(row)
      let isOfFamily = CustomerRule.of(purchase).key == .originalTransaction
      let original = isOfFamily ? purchase.originalTransactionID : nil
      let rows = try original.map { try store.rows(ofFamily: $0) } ?? [row]
      let holder = try store.family(of: purchase) ?? store.entry(ofTransaction: transaction)
      guard !account.isSame(as: holder?.account) else {
        throw LedgerError(.unusableName, "it is the account's already", hint: "name another account")
      }
      guard try !rows.contains(where: { try $0["state"] == PurchaseState.pending }) else {
        throw LedgerError(
          .unusableName, "an order with it waits for Apple, which has to answer first", hint: "try again after that")
      }
      let isSubscription = try store.transfer(rows, of: original, to: account)
      let event = try db.appendEvent(
        .transferred, at: now, presentation: nil, transaction: transaction, original: original, account: account,
        named: holder?.account
      ) { writer in
        writer.member("product_id", purchase.productID)
        writer.heldBy(holder)
        writer.member("text", "by hand")
      }
      return LedgerMerge(event: event, orders: 0, purchases: rows.count, subscriptions: isSubscription ? 1 : 0)
    } number: { transfer, numbers in
      transfer.event = numbers[transfer.event] ?? transfer.event
    }
  }
}

extension Database {
  /// Whether the ledger knows an account. An account to which a purchase was transferred has no order.
  func isKnown(account: String) throws -> Bool {
    try isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM presentation WHERE account = ?1)
        OR EXISTS (SELECT 1 FROM subscription WHERE account = ?1) OR EXISTS (SELECT 1 FROM purchase WHERE account = ?1)
      """, [account])
  }

  /// Whether events, mentions or consents name an account, even if it has nothing any more.
  func isNamed(account: String) throws -> Bool {
    try isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM event WHERE account = ?1) OR EXISTS (SELECT 1 FROM event WHERE named_account = ?1)
        OR EXISTS (SELECT 1 FROM mention WHERE account = ?1) OR EXISTS (SELECT 1 FROM consent WHERE account = ?1)
      """, [account])
  }

  /// Gives the rows of a table to another account.
  ///
  /// - Returns: the number of rows.
  fileprivate func rename(_ table: String, _ from: String, _ into: String, column: String = "account") throws -> Int {
    try run("UPDATE \(table) SET \(column) = ?2 WHERE \(column) = ?1", [from, into])
  }
}

extension LedgerError {
  /// Rejects a text that cannot be an account.
  static func refuse(account: String, isNew: Bool = false) throws(LedgerError) {
    guard let problem = isNew ? LedgerName.problem(new: account) : LedgerName.problem(account) else { return }
    throw LedgerError(.unusableName, "the account cannot be remembered: \(problem)")
  }

  /// The error for an unknown account.
  static func unknown(account: String) -> LedgerError {
    LedgerError(
      .unknownAccount, "unknown account: \(account.displayed(limit: 100))",
      hint: "receipt-tool ledger list shows what there is")
  }
}
