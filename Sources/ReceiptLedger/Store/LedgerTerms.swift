import ReceiptKit

/// The conditions for everything that a ledger accepts, read inside the transaction that accepts it.
struct LedgerTerms {
  /// Bundle identifiers of the apps whose receipts, notifications and answers are accepted.
  let apps: [String]
  /// The names of the receivers that get Apple's notifications.
  let forwardReceivers: [String]
  fileprivate let hasErased: Bool
  fileprivate let erasureKey: String?

  /// This is one query, because each query is a round trip if the database is a server. It returns a row for each app,
  /// or one row without an app if none is named.
  static let query = """
    SELECT (SELECT value FROM ledger WHERE name = 'environment') AS environment,
      EXISTS (SELECT 1 FROM erased) AS has_erased,
      (SELECT value FROM ledger WHERE name = '\(ErasedPurchases.keyName)') AS erasure_key,
      (SELECT value FROM ledger WHERE name = '\(ForwardedNotifications.receiversName)') AS forward, a.bundle_id
    FROM (SELECT 1 AS one) o LEFT JOIN app a ON o.one = 1 ORDER BY a.bundle_id NULLS FIRST
    """
}

extension Ledger {
  /// - Throws: `.unnamedApps` if no app is named; `.otherEnvironment` if the ledger's environment has changed since it
  ///   was opened.
  func terms(_ db: Database) throws -> LedgerTerms {
    let rows = try db.rows(LedgerTerms.query)
    guard let first = rows.first, let found = try first["environment"] as LedgerEnvironment? else {
      throw LedgerEnvironment.unknown
    }
    if found != environment { throw otherEnvironment(found, environment) }
    let apps = try rows.compactMap { try $0["bundle_id"] as String? }
    if apps.isEmpty { throw try unnamedApps(db) }
    return LedgerTerms(
      apps: apps, forwardReceivers: ForwardedNotifications.receivers(try first["forward"]),
      hasErased: try first["has_erased"], erasureKey: try first["erasure_key"])
  }

  /// The purchases of erased accounts. All code that records purchases must check them first.
  ///
  /// - Throws: `.erasureKey` if purchases were erased, and the file does not have their key.
  func erased(_ terms: LedgerTerms, _ db: Database) throws -> ErasedPurchases {
    try ErasedPurchases(db, of: self, hasAny: terms.hasErased, keyIdentifier: terms.erasureKey)
  }

  /// The purchases of erased accounts, for callers that need no other terms.
  func erased(_ db: Database) throws -> ErasedPurchases { try erased(terms(db), db) }

  private func unnamedApps(_ db: Database) throws -> LedgerError {
    let others = try db.otherApps().prefix(5).map { "\($0.bundleID) (\($0.orders))" }
    return LedgerError(
      .unnamedApps, "'\(path)' does not say which apps it is for, and takes nothing in until it does",
      hint: "name them with `receipt-tool ledger apps add ID`"
        + (others.isEmpty ? "" : "; so far it accepted orders with receipts of \(others.joined(separator: ", "))"))
  }
}
