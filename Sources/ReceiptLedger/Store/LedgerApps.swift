import ReceiptKit

extension Ledger {
  /// The apps of the ledger.
  package func apps() throws -> LedgerApps {
    try read { db in
      let table = AppTable(db: db)
      return LedgerApps(named: try table.named(), others: try table.others())
    }
  }

  /// Names more apps whose receipts it accepts from now on.
  ///
  /// - Throws: a ``LedgerError``; `.unusableName` for a text that cannot be a bundle identifier. Then no app was added.
  package func add(apps: [String]) throws {
    try LedgerPurpose.check(apps)
    try write { db in try AppTable(db: db).add(apps) }
  }
}
