import ReceiptKit

/// The environment and the apps of a ledger, named by a user who may create it.
///
/// Neither is inferred from receipts, because the first receipt could be an attacker's.
struct LedgerPurpose {
  /// The required environment; `nil` accepts any. A new ledger without it is for production.
  let environment: LedgerEnvironment?
  /// Bundle identifiers.
  let apps: [String]

  init(environment: LedgerEnvironment?, apps: [String]) throws(LedgerError) {
    try Self.check(apps)
    self.environment = environment
    self.apps = apps
  }

  /// Rejects names that no app can have.
  static func check(_ apps: [String]) throws(LedgerError) {
    for app in apps {
      guard let problem = LedgerName.problem(app: app) else { continue }
      throw LedgerError(.unusableName, "'\(app)' can be no bundle identifier: \(problem)")
    }
  }

  /// Rejects the creation of a ledger without apps.
  ///
  /// - Returns: the purpose of the new ledger.
  static func demand(_ purpose: LedgerPurpose?, _ path: String) throws(LedgerError) -> LedgerPurpose {
    guard let purpose else {
      throw LedgerError(
        .unavailable, "there is no ledger at '\(path)'",
        hint: "`receipt-tool ledger add` makes one; --database names another")
    }
    guard purpose.apps.isEmpty else { return purpose }
    throw LedgerError(
      .unnamedApps, "there is no ledger at '\(path)', and a new one is for named apps",
      hint: "name them: --bundle-id com.example.app, repeated for several, or a policy with bundle_id")
  }

  /// Writes the purpose into a new ledger, in the transaction that creates its tables.
  func write(to db: Database) throws {
    try write(environment ?? .production, to: db)
    try writeApps(to: db)
  }

  /// Replaces the earlier settings if nothing has been accepted or learned yet.
  func replaceMistake(in storage: any LedgerStorage) throws {
    guard try storage.read({ db in try isOther(db) && Self.isUnused(db) }) else { return }
    try storage.write { db in
      // Another process may have accepted something while this one waited for the lock.
      guard try Self.isUnused(db) else { return }
      if let environment { try write(environment, to: db) }
      if !apps.isEmpty, try !Self.isFixed(db) {
        try db.run("DELETE FROM app")
        try writeApps(to: db)
      }
    } number: { _, _ in
      // No event was appended.
    }
  }

  /// Whether the ledger has accepted nothing yet. Accepted receipts stay in these tables, even if they are refused or
  /// erased later.
  static func isUnused(_ db: Database) throws -> Bool {
    try !db.isTrue("SELECT EXISTS (SELECT 1 FROM purchase) OR EXISTS (SELECT 1 FROM erased)")
  }

  /// Whether `ledger apps add` named apps.
  private static func isFixed(_ db: Database) throws -> Bool {
    try db.isTrue("SELECT EXISTS (SELECT 1 FROM app WHERE is_fixed = 1)")
  }

  /// Whether the ledger has another environment or other apps.
  private func isOther(_ db: Database) throws -> Bool {
    if let environment, try environment != LedgerEnvironment(of: db) { return true }
    let named = try db.namedApps()
    return !apps.allSatisfy { app in named.contains { $0.isSame(as: app) } }
      || !named.allSatisfy { app in apps.contains { $0.isSame(as: app) } }
  }

  private func write(_ environment: LedgerEnvironment, to db: Database) throws {
    try db.run(
      """
      INSERT INTO ledger (name, value) VALUES ('environment', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, [environment])
  }

  private func writeApps(to db: Database) throws {
    for app in apps {
      try db.run("INSERT INTO app (bundle_id, is_fixed) VALUES (?, 0) ON CONFLICT DO NOTHING", [app])
    }
  }
}

extension LedgerEnvironment {
  static let unknown = StoredDamage(text: "it does not say which environment it is for")

  /// Reads the environment of a ledger.
  init(of db: Database) throws {
    let found: LedgerEnvironment? = try db.value("SELECT value FROM ledger WHERE name = 'environment'")
    guard let found else { throw Self.unknown }
    self = found
  }
}

/// An app that is not named, although receipts of it were accepted.
package struct UnnamedApp: Sendable {
  package let bundleID: String
  /// The number of orders with receipts of the app that were accepted or waited for Apple.
  package let orders: Int
}

extension Database {
  /// The bundle identifiers of the apps that the ledger accepts, in order.
  func namedApps() throws -> [String] {
    try values("SELECT bundle_id FROM app ORDER BY bundle_id")
  }

  /// Apps that are not named although receipts of them were accepted: ``LedgerApps/others``.
  func otherApps() throws -> [UnnamedApp] {
    try rows(
      """
      SELECT r.bundle_id, count(*) AS orders FROM presentation n JOIN receipt r ON r.id = n.receipt_id
      WHERE n.decision IN ('accept', 'pending') AND r.bundle_id IS NOT NULL
        AND r.bundle_id NOT IN (SELECT bundle_id FROM app)
      GROUP BY r.bundle_id ORDER BY count(*) DESC, r.bundle_id LIMIT 1000
      """
    ).map { row in UnnamedApp(bundleID: try row["bundle_id"], orders: try row["orders"]) }
  }
}
