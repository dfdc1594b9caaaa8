import ReceiptKit

extension Ledger {
  /// The apps of the ledger.
  package func apps() throws -> LedgerApps {
    try read { db in
      let table = AppTable(db: db)
      return LedgerApps(named: try table.named(), others: try table.others())
    }
  }

  /// Adds apps whose receipts the ledger accepts from now on.
  ///
  /// - Throws: a ``LedgerError``; `.unusableName` for a text that cannot be a bundle identifier. No app is then added.
  package func add(apps: [String]) throws {
    try LedgerPurpose.check(apps)
    try write { db in try AppTable(db: db).add(apps) }
  }
}
