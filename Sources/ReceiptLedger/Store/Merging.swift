import ReceiptKit

/// What an account got when another one of the same customer was merged into it.
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
  /// Makes one account of two that belong to one customer. All that is one account's belongs to the other from then on, and the first one is
  /// unknown.
  ///
  /// Earlier events and reports that name the first account in words stay as they are.
  ///
  /// - Parameters:
  ///   - from: the account that ends.
  ///   - into: the account that gets everything; it may be new.
  ///   - now: the moment of the event.
  /// - Throws: a ``LedgerError``; `.unknownAccount` if the ledger does not know `from`, `.unusableName` for a text that can be no name, and for two
  ///   equal names. Then nothing was changed.
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

/// What names an account, inside a transaction.
struct AccountTable {
  let db: Database

  /// Whether the ledger knows an account.
  func isKnown(_ account: String) throws -> Bool {
    try db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM presentation WHERE account = ?1) OR EXISTS (SELECT 1 FROM subscription WHERE account = ?1)
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
