import ReceiptKit

/// What an erasure removed, or would remove.
package struct LedgerErasure: Equatable, Sendable {
  /// The number of the event that reports the erasure; `nil` for a trial, and if the call only finished an earlier
  /// erasure.
  package fileprivate(set) var event: Int64?
  /// The number of presentations, whatever the decisions on them were.
  package internal(set) var orders = 0
  /// The number of purchases.
  package internal(set) var purchases = 0
  /// The number of subscriptions.
  package internal(set) var subscriptions = 0
  /// The number of receipts and signed data.
  package internal(set) var receipts = 0
  /// The number of events. These events keep their numbers and dates.
  package internal(set) var events = 0
  /// Whether the key of the hashes was made.
  package fileprivate(set) var hasNewKey = false
  /// Why the file or its log may still contain octets of erased data; `nil` if neither does.
  package fileprivate(set) var remainder: LedgerError?
}

extension Ledger {
  /// Erases an account at the customer's request. No account gets one of its purchases again.
  ///
  /// The ledger keeps hashes of the account's transactions and of the original transactions of its subscriptions and
  /// kept products. The key of these hashes is in a separate file (``erasureKeyPath``). The account's events keep their
  /// numbers and dates. An event reports which events were erased, so that followers erase their copies. The file is
  /// then rewritten, because SQLite leaves copies in rearranged pages. Other processes wait until this is done.
  ///
  /// - Parameters:
  ///   - account: the name of the account.
  ///   - now: the moment of the event.
  ///   - isTrial: whether to count only.
  /// - Returns: what was erased. If ``LedgerErasure/remainder`` is set, the same call finishes the erasure later.
  /// - Throws: a ``LedgerError``; `.unknownAccount` if the ledger does not know the account, `.erasureKey` if the key
  ///   of earlier erasures is missing or different. Nothing is then erased.
  package func erase(account: String, now: Instant, isTrial: Bool = false) throws -> LedgerErasure {
    try LedgerError.refuse(account: account)
    var erasure = LedgerErasure()
    do {
      erasure = try writeNumbered { db in
        var found = LedgerErasure()
        guard try db.isKnown(account: account) || db.isNamed(account: account) else {
          // An earlier erasure did not finish, because its process ended or another process was reading.
          guard try !isTrial && isUnfinished(db) else { throw LedgerError.unknown(account: account) }
          return found
        }
        var eraser = try AccountEraser(db, account)
        try eraser.erase(&found)
        if isTrial {
          // The counts leave the transaction, which is rolled back.
          erasure = found
          throw Trial()
        }
        found.hasNewKey = try ErasedPurchases.add(eraser.names, db, of: self, at: now)
        found.event = try eraser.appendEvent(at: now)
        try db.run(
          "INSERT INTO ledger (name, value) VALUES (?, 'unfinished') ON CONFLICT (name) DO NOTHING", [Self.unfinished])
        return found
      }
    } catch is Trial {
      return erasure
    }
    do {
      try storage.dropFreedContent()
      try write { db in try db.run("DELETE FROM ledger WHERE name = ?", [Self.unfinished]) }
    } catch let error as LedgerError {
      erasure.remainder = error
    }
    return erasure
  }

  /// Erases after all events that are erased have their numbers. An event of the account may be committed meanwhile, so
  /// that numbering is repeated.
  private func writeNumbered(_ body: (Database) throws -> LedgerErasure) throws -> LedgerErasure {
    for _ in 0..<100 {
      try storage.numberEvents()
      do {
        return try storage.write(alone: true, body) { erasure, numbers in
          erasure.event = erasure.event.map { numbers[$0] ?? $0 }
        }
      } catch is UnnumberedEvents {}
    }
    throw LedgerError(
      .locked, "new events of the account keep coming: nothing was erased", hint: "run it again")
  }

  /// The name of the row that exists until the file has been rewritten.
  private static let unfinished = "erasure"

  private func isUnfinished(_ db: Database) throws -> Bool {
    try db.isTrue("SELECT EXISTS (SELECT 1 FROM ledger WHERE name = ?)", [Self.unfinished])
  }
}
