import ReceiptKit

/// What an account got from another one, when that was merged into it or something was transferred.
package struct LedgerMerge: Equatable, Sendable {
  /// The number of the event.
  package fileprivate(set) var event: Int64
  /// The presentations that are its own now, whatever was decided on them.
  package let orders: Int
  /// The purchases that are its own now.
  package let purchases: Int
  /// The subscriptions that are its own now.
  package let subscriptions: Int
}

extension Ledger {
  /// Makes one account of two that belong to one customer. All that is one account's belongs to the other from then on,
  /// and the first one is unknown.
  ///
  /// Earlier events and reports that name the first account in words stay as they are.
  ///
  /// - Parameters:
  ///   - from: the account that ends.
  ///   - into: the account that gets everything; it may be new.
  ///   - now: the moment of the event.
  /// - Throws: a ``LedgerError``; `.unknownAccount` if the ledger does not know `from`, `.unusableName` for a text that
  ///   can be no name, and for two equal names. Then nothing was changed.
  package func merge(account from: String, into: String, now: Instant) throws -> LedgerMerge {
    try LedgerError.refuse(account: from)
    try LedgerError.refuse(account: into, isNew: true)
    guard !from.isSame(as: into) else {
      throw LedgerError(.unusableName, "an account cannot be merged into itself", hint: "name two accounts")
    }
    return try storage.write { db in
      let table = AccountTable(db: db)
      guard try table.isKnown(from) else { throw LedgerError.unknown(account: from) }
      let purchases: Int? = try db.value(
        "SELECT count(*) FROM purchase WHERE \(AccountTable.hasPurchase("purchase", account: "?1"))", [from])
      let orders = try table.rename("presentation", from, into)
      let subscriptions = try table.rename("subscription", from, into)
      _ = try table.rename("purchase", from, into)
      _ = try table.rename("event", from, into)
      let event = try EventLog(db: db).append(.merged, at: now, presentation: nil, account: into) { writer in
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
  /// Gives a purchase to another account by hand, with all of its subscription or kept product. It has no order there
  /// until one presents it.
  ///
  /// - Parameters:
  ///   - transaction: a transaction of it.
  ///   - account: the account that gets it; it may be new.
  ///   - now: the moment of the event.
  /// - Throws: a ``LedgerError``; `.unknownAccount` if the ledger does not know the transaction, `.unusableName` for a
  ///   text that can be no name, for the account that has it, and while an order with it waits for Apple. Then nothing
  ///   was changed.
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
      let event = try EventLog(db: db).append(
        .transferred, at: now, presentation: nil, transaction: transaction, original: original, account: account
      ) { writer in
        writer.member("product_id", purchase.productID)
        writer.heldBy(holder?.holder)
        writer.member("text", "by hand")
      }
      return LedgerMerge(event: event, orders: 0, purchases: rows.count, subscriptions: isSubscription ? 1 : 0)
    } number: { moved, numbers in
      moved.event = numbers[moved.event] ?? moved.event
    }
  }
}

/// What names an account, inside a transaction.
struct AccountTable {
  let db: Database

  /// Whether the ledger knows an account.
  func isKnown(_ account: String) throws -> Bool {
    try db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM presentation WHERE account = ?1) OR EXISTS (SELECT 1 FROM subscription WHERE \
      account = ?1)
      """, [account])
  }

  /// Whether a row of `purchase` is an account's, as SQL: by its order, or by what Apple told of.
  static func hasPurchase(_ row: String, account: String) -> String {
    """
    CASE WHEN \(row).presentation_id IS NULL THEN \(row).account = \(account)
      ELSE \(row).presentation_id IN (SELECT id FROM presentation WHERE account = \(account)) END
    """
  }

  /// Gives the rows of a table to another account.
  ///
  /// - Returns: the number of rows.
  fileprivate func rename(_ table: String, _ from: String, _ into: String) throws -> Int {
    try db.run("UPDATE \(table) SET account = ?2 WHERE account = ?1", [from, into])
  }
}

extension LedgerError {
  /// Refuses a text that can be no account.
  static func refuse(account: String, isNew: Bool = false) throws(LedgerError) {
    guard let problem = isNew ? LedgerName.problem(new: account) : LedgerName.problem(account) else { return }
    throw LedgerError(.unusableName, "the account cannot be remembered: \(problem)")
  }

  /// The error for an account that has nothing.
  static func unknown(account: String) -> LedgerError {
    LedgerError(
      .unknownAccount, "unknown account: \(account.displayed(limit: 100))",
      hint: "receipt-tool ledger list shows what there is")
  }
}
