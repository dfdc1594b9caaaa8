import GRDB

/// The tables of a ledger, version by version. Released versions never change; changes need a new version.
enum LedgerSchema {
  /// The migration of each version from the one before it. The version of a file is SQLite's `user_version`.
  static let migrations: [[String]] = [
    version1, namedApps, hints, whatWasSigned, signedData, accountEvents, requests, erasures, paceAndWebhooks,
    subscriptionGroups, requestOwners, goneWebhooks, statements, purchaseAccounts, commitments, customers,
  ]

  static var newestVersion: Int { migrations.count }

  /// Times are milliseconds since 1970 and only state when something happened. Row numbers determine the order, because
  /// clocks jump.
  private static let version1: [String] = [
    "PRAGMA application_id = \(LedgerFile.applicationID)",
    "CREATE TABLE ledger (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    // `body` is stored as long as it is needed: permanently on request, otherwise until Apple's answer arrives.
    """
    CREATE TABLE receipt (
      id INTEGER PRIMARY KEY,
      sha256 BLOB NOT NULL UNIQUE,
      bundle_id TEXT,
      environment TEXT,
      created_at INTEGER,
      verdict TEXT,
      seen_at INTEGER NOT NULL,
      is_kept INTEGER NOT NULL DEFAULT 0,
      body BLOB
    ) STRICT
    """,
    // One receipt presented for one order by one account.
    """
    CREATE TABLE presentation (
      id INTEGER PRIMARY KEY,
      order_id TEXT NOT NULL,
      account TEXT NOT NULL,
      receipt_id INTEGER NOT NULL REFERENCES receipt (id),
      at INTEGER NOT NULL,
      ordered_at INTEGER,
      decision TEXT NOT NULL,
      state TEXT NOT NULL,
      device BLOB,
      details TEXT,
      repeats INTEGER NOT NULL DEFAULT 0,
      repeated_at INTEGER
    ) STRICT
    """,
    "CREATE INDEX presentation_order ON presentation (order_id)",
    "CREATE INDEX presentation_account ON presentation (account)",
    "CREATE INDEX presentation_receipt ON presentation (receipt_id)",
    "CREATE INDEX presentation_unsettled ON presentation (state) WHERE state NOT IN ('accepted', 'verified')",
    // The owner of a purchase. `original_transaction_id` is NULL if it equals the transaction. `presentation_id` is
    // NULL if Apple reported the purchase and it was never presented; `account` then names the owner of the
    // subscription that it renews.
    """
    CREATE TABLE purchase (
      transaction_id TEXT PRIMARY KEY,
      original_transaction_id TEXT,
      product_id TEXT,
      product_type INTEGER,
      purchased_at INTEGER,
      expires_at INTEGER,
      refunded_at INTEGER,
      refund_reason INTEGER,
      ownership TEXT,
      presentation_id INTEGER REFERENCES presentation (id),
      account TEXT,
      state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX purchase_original ON purchase (original_transaction_id) WHERE original_transaction_id IS NOT NULL
    """,
    "CREATE INDEX purchase_presentation ON purchase (presentation_id) WHERE presentation_id IS NOT NULL",
    "CREATE INDEX purchase_unsettled ON purchase (state) WHERE state NOT IN ('accepted', 'verified')",
    // Presented purchases that were not new. `holder_id` is the order that a restored purchase waits for, because Apple
    // has not answered about that order yet. Both are settled together, so that no restore outlives a refusal.
    """
    CREATE TABLE claim (
      transaction_id TEXT NOT NULL,
      presentation_id INTEGER NOT NULL REFERENCES presentation (id) ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      holder_id INTEGER REFERENCES presentation (id) ON DELETE SET NULL,
      PRIMARY KEY (transaction_id, presentation_id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX claim_presentation ON claim (presentation_id)",
    "CREATE INDEX claim_holder ON claim (holder_id) WHERE holder_id IS NOT NULL",
    // `begins_at` is the start of the newest period; `known_at` is the date of Apple's latest statement about the
    // subscription, if known.
    """
    CREATE TABLE subscription (
      original_transaction_id TEXT PRIMARY KEY,
      account TEXT,
      presentation_id INTEGER REFERENCES presentation (id),
      receipt_id INTEGER REFERENCES receipt (id),
      product_id TEXT,
      begins_at INTEGER,
      expires_at INTEGER,
      state TEXT NOT NULL,
      known_at INTEGER,
      changed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX subscription_account ON subscription (account)",
    "CREATE INDEX subscription_state ON subscription (state)",
    "CREATE INDEX subscription_receipt ON subscription (receipt_id)",
    """
    CREATE TABLE answer (
      id INTEGER PRIMARY KEY,
      receipt_id INTEGER NOT NULL REFERENCES receipt (id),
      at INTEGER NOT NULL,
      endpoint TEXT NOT NULL,
      status INTEGER,
      meaning TEXT NOT NULL,
      text TEXT,
      after_event INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX answer_receipt ON answer (receipt_id)",
    // The pending requests to Apple. A lease prevents two runners from making the same request. Its number also shows
    // whether the runner with a result still holds the task.
    """
    CREATE TABLE task (
      id INTEGER PRIMARY KEY,
      presentation_id INTEGER UNIQUE REFERENCES presentation (id),
      subscription_id TEXT UNIQUE REFERENCES subscription (original_transaction_id),
      due_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      refusals INTEGER NOT NULL DEFAULT 0,
      refused_at INTEGER,
      lease INTEGER,
      leased_at INTEGER,
      leased_until INTEGER,
      CHECK ((presentation_id IS NULL) <> (subscription_id IS NULL))
    ) STRICT
    """,
    "CREATE INDEX task_due ON task (due_at)",
    // AUTOINCREMENT: no number is used twice, even after pruning, and a rolled-back transaction leaves no gap.
    """
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      presentation_id INTEGER,
      transaction_id TEXT,
      original_transaction_id TEXT,
      details TEXT
    ) STRICT
    """,
    "CREATE INDEX event_presentation ON event (presentation_id) WHERE presentation_id IS NOT NULL",
    "CREATE INDEX event_transaction ON event (transaction_id) WHERE transaction_id IS NOT NULL",
    "CREATE INDEX event_original ON event (original_transaction_id) WHERE original_transaction_id IS NOT NULL",
  ]

  /// The accepted apps. `is_fixed` is 0 for apps named by the first `add`; they become final once something is
  /// accepted.
  private static let namedApps: [String] = [
    "CREATE TABLE app (bundle_id TEXT PRIMARY KEY, is_fixed INTEGER NOT NULL) STRICT, WITHOUT ROWID"
  ]

  /// When an unproven notification last brought forward the next request about a subscription.
  private static let hints: [String] = [
    "CREATE TABLE hint (original_transaction_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE INDEX hint_at ON hint (at)",
  ]

  /// Receipts are identified by the signed content, not by their form; Apple's refusals are also stored by purchase.
  ///
  /// ``migrate(_:path:purpose:)`` fills in the knowledge of older ledgers.
  private static let whatWasSigned: [String] = [
    "ALTER TABLE receipt ADD COLUMN signed_sha256 BLOB",
    "CREATE UNIQUE INDEX receipt_signed ON receipt (signed_sha256) WHERE signed_sha256 IS NOT NULL",
    // The same names again in separate pages, so that a row missing in one of them is recognised as damage and not as a
    // new purchase.
    "CREATE INDEX purchase_again ON purchase (transaction_id)",
    // This is for receipts that older versions stored: a refused receipt may be presented in another form.
    "CREATE INDEX receipt_unsigned ON receipt (bundle_id, created_at) WHERE signed_sha256 IS NULL",
    "CREATE TABLE refused (transaction_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
  ]

  /// Columns for signed data and its date. If there are two statements about one purchase, the later one counts, in
  /// whatever order they arrive.
  private static let signedData: [String] = [
    // When Apple signed the latest signed data about it; NULL without any.
    "ALTER TABLE purchase ADD COLUMN signed_at INTEGER",
    // The date of the latest statement that the purchase was taken back; NULL without any.
    "ALTER TABLE purchase ADD COLUMN refund_known_at INTEGER",
    // A refund was known at the latest by the time of its event or, if that was pruned, by the time of the last pruned
    // event.
    """
    UPDATE purchase SET refund_known_at = coalesce(
      (SELECT max(at) FROM event e WHERE e.transaction_id = purchase.transaction_id AND e.kind IN ('refunded', \
      'upgraded')),
      refunded_at, (SELECT max(at) FROM event), 0)
    WHERE state = 'refunded'
    """,
    // The date of the statement that `expires_at` comes from; NULL if the statement had no date.
    "ALTER TABLE purchase ADD COLUMN end_said_at INTEGER",
    // The original transaction of the subscription that this one continues under another original transaction.
    "ALTER TABLE purchase ADD COLUMN previous_transaction_id TEXT",
    """
    CREATE INDEX purchase_previous ON purchase (previous_transaction_id) WHERE previous_transaction_id IS NOT NULL
    """,
    // The accepted notifications, because each one counts once.
    """
    CREATE TABLE notification (
      uuid TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      signed_at INTEGER NOT NULL,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX notification_at ON notification (at)",
    // The latest renewal information, from signed data or an answer of verifyReceipt, even for a subscription that was
    // not presented yet. `begins_at` is the start of the period that it came with.
    """
    CREATE TABLE renewal (
      original_transaction_id TEXT PRIMARY KEY,
      said_at INTEGER NOT NULL,
      begins_at INTEGER,
      will_renew INTEGER,
      expiration_intent INTEGER,
      is_in_billing_retry INTEGER,
      grace_expires_at INTEGER
    ) STRICT, WITHOUT ROWID
    """,
  ]

  /// The requests that clients named with a key: digests of the key and of the body.
  private static let requests: [String] = [
    "CREATE TABLE request (key BLOB PRIMARY KEY, body BLOB NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE INDEX request_at ON request (at)",
  ]

  /// The account of an event that is about neither an order nor a subscription.
  private static let accountEvents: [String] = [
    "ALTER TABLE event ADD COLUMN account TEXT",
    "CREATE INDEX event_account ON event (account) WHERE account IS NOT NULL",
  ]

  /// Hashes of transactions of erased accounts, made with the key that `ledger` identifies. No account gets those
  /// purchases again.
  private static let erasures: [String] = [
    "CREATE TABLE erased (hash BLOB PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID"
  ]

  /// When Apple may be asked next, for all runners together; and the state of delivery to webhooks. Everything up to
  /// `position` was delivered, except for the rows of `delivery`, which wait for another try. These tables contain no
  /// names of customers.
  private static let paceAndWebhooks: [String] = [
    "CREATE TABLE pace (id INTEGER PRIMARY KEY, next_at INTEGER NOT NULL) STRICT",
    """
    CREATE TABLE webhook (name TEXT PRIMARY KEY, position INTEGER NOT NULL, lease INTEGER, leased_until INTEGER)
      STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE delivery (webhook TEXT NOT NULL, seq INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT \
    NULL,
      PRIMARY KEY (webhook, seq)) STRICT, WITHOUT ROWID
    """,
  ]

  /// The subscription group from signed data and from answers of verifyReceipt. Older rows get theirs with the next
  /// statement about the same transaction.
  private static let subscriptionGroups: [String] = [
    "ALTER TABLE purchase ADD COLUMN subscription_group_id TEXT"
  ]

  /// The presentation that a request led to, so that the key of the request is erased with the account. For older
  /// requests the presentation is unknown.
  private static let requestOwners: [String] = [
    "ALTER TABLE request ADD COLUMN presentation_id INTEGER REFERENCES presentation (id) ON DELETE SET NULL",
    "CREATE INDEX request_presentation ON request (presentation_id)",
  ]

  /// The SHA-256 of the URL that answered 410 and gets no more events; NULL if no URL did.
  private static let goneWebhooks: [String] = ["ALTER TABLE webhook ADD COLUMN gone_url BLOB"]

  /// For each subject, the whole statement that counts; and when the state of a subscription was computed from these.
  private static let statements: [String] =
    mergedDates + [
      "ALTER TABLE purchase ADD COLUMN line_item_id TEXT", "ALTER TABLE purchase ADD COLUMN is_renewal INTEGER",
      "ALTER TABLE purchase ADD COLUMN is_upgraded INTEGER", "ALTER TABLE purchase ADD COLUMN is_revoked INTEGER",
      "ALTER TABLE purchase ADD COLUMN revocation_type TEXT",
      "ALTER TABLE purchase ADD COLUMN revocation_percentage INTEGER",
      // The kind of payment, a word of ``Subscription/Kind``; and, from signed data, the UUID that the app used for its
      // account.
      "ALTER TABLE purchase ADD COLUMN offer TEXT", "ALTER TABLE purchase ADD COLUMN account_token TEXT",
      "ALTER TABLE renewal ADD COLUMN renews_at INTEGER",
      "ALTER TABLE renewal ADD COLUMN product_id TEXT", "ALTER TABLE renewal ADD COLUMN renews_as TEXT",
      """
      CREATE TABLE status (original_transaction_id TEXT PRIMARY KEY, code INTEGER NOT NULL, said_at INTEGER NOT NULL)
        STRICT, WITHOUT ROWID
      """,
    ]
    // The share stands at the beginning of the text; CAST reads the number there.
    + refundsOfBefore(share: "CAST(substr(e.details, instr(e.details, '\(share)') + \(share.utf8.count)) AS INTEGER)")

  /// The purchases of an account that has no order for them: what Apple reported, and what was transferred to it.
  static let purchaseAccounts: [String] = [
    "CREATE INDEX purchase_account ON purchase (account) WHERE account IS NOT NULL"
  ]

  /// Commitments to monthly payments, and what the customer said to a price increase: a number of
  /// ``RenewalRecord/PriceIncrease``.
  private static let commitments: [String] = [
    "ALTER TABLE purchase ADD COLUMN commitment_ends_at INTEGER",
    "ALTER TABLE renewal ADD COLUMN commitment_ends_at INTEGER",
    "ALTER TABLE renewal ADD COLUMN commitment_renews INTEGER",
    "ALTER TABLE renewal ADD COLUMN price_increase INTEGER",
  ]

  /// Apple's customer of a purchase (`appTransactionId`), from signed data. Older rows get theirs with the next
  /// statement about the same transaction.
  private static let customers: [String] = ["ALTER TABLE purchase ADD COLUMN customer TEXT"]

  /// One date for all statements about a purchase: the latest. A statement of a receipt has the date of the receipt.
  static let mergedDates: [String] = [
    "ALTER TABLE purchase RENAME COLUMN end_said_at TO said_at",
    """
    UPDATE purchase SET said_at = coalesce(
      nullif(max(max(coalesce(said_at, 0), coalesce(signed_at, 0)), coalesce(refund_known_at, 0)), 0),
      (SELECT r.created_at FROM presentation n JOIN receipt r ON r.id = n.receipt_id WHERE n.id = \
      purchase.presentation_id))
    """,
    // Even for an unsigned statement, this is the date of Apple's decision to take the purchase back.
    """
    UPDATE purchase SET signed_at = max(coalesce(signed_at, refund_known_at), refund_known_at)
    WHERE state = 'refunded' AND refund_known_at IS NOT NULL
    """,
    "ALTER TABLE purchase DROP COLUMN refund_known_at",
    "ALTER TABLE subscription RENAME COLUMN known_at TO judged_at",
    // These states follow the rules of an older version. The next statement computes them again.
    "UPDATE subscription SET judged_at = NULL",
  ]

  /// The name of the refunded share in the details of an event, as it precedes the value.
  static let share = #""revocation_percentage":"#

  /// For purchases that an older version called refunded, takes the way in which they ended from the events.
  ///
  /// - Parameter share: the refunded share in an event `e`, as SQL.
  static func refundsOfBefore(share value: String) -> [String] {
    [
      """
      UPDATE purchase SET is_upgraded = 1 WHERE state = 'refunded' AND EXISTS (
        SELECT 1 FROM event e WHERE e.transaction_id = purchase.transaction_id AND e.kind = 'upgraded')
      """,
      "UPDATE purchase SET is_revoked = 1 WHERE state = 'refunded' AND refunded_at IS NULL AND is_upgraded IS NULL",
    ]
      + ["FAMILY_REVOKE", "ASSIGNMENT_REVOKE", "REFUND_PRORATED"].map { type in
        """
        UPDATE purchase SET revocation_type = '\(type)' WHERE state = 'refunded' AND EXISTS (
          SELECT 1 FROM event e WHERE e.transaction_id = purchase.transaction_id AND e.kind = 'refunded'
            AND e.details LIKE '%"revocation_type":"\(type)"%')
        """
      } + [
        """
        UPDATE purchase SET revocation_percentage = (
          SELECT max(\(value)) FROM event e WHERE e.transaction_id = purchase.transaction_id AND e.kind = 'refunded'
            AND e.details LIKE '%\(share)%') WHERE revocation_type = 'REFUND_PRORATED'
        """
      ]
  }

  /// Migrates a ledger to the newest version, in one transaction.
  ///
  /// - Parameter purpose: the purpose of a new ledger, whose tables are created; `nil` for a ledger that has tables.
  static func migrate(_ db: GRDB.Database, path: String, purpose: LedgerPurpose? = nil) throws {
    if try version(db, path) == newestVersion { return }
    try db.inTransaction(.immediate) {
      // Another process may have migrated the ledger while this one waited for the lock.
      let found = try version(db, path)
      guard found > 0 || purpose != nil else { throw StoredDamage(text: "it has no tables") }
      for statement in migrations.dropFirst(found).joined() { try db.execute(sql: statement) }
      let database = Database(db)
      try purpose?.write(to: database)
      try ReceiptStore(db: database).learnSigned()
      try RefusalStore(db: database).learn()
      try db.execute(sql: "PRAGMA user_version = \(newestVersion)")
      return .commit
    }
  }

  /// The version of a database; 0 for one without tables.
  private static func version(_ db: GRDB.Database, _ path: String) throws -> Int {
    let found: Int64 = try Database(db).value("PRAGMA user_version") ?? 0
    guard let version = Int(exactly: found), version >= 0 else {
      throw StoredDamage(text: "it has the version \(found)")
    }
    guard version <= newestVersion else { throw LedgerFile.newer(path, version, newestVersion) }
    return version
  }

  /// The fault in the tables of a database of the newest version; `nil` if they are correct.
  ///
  /// The tables must equal those that the migrations create, and no trigger may change written data. Additional indexes
  /// and views are harmless.
  static func problem(_ db: Database) throws -> String? {
    let expected = try made.get()
    let found = try shape(db)
    if let (name, _) = expected.sorted(by: { $0.key < $1.key }).first(where: { found[$0.key] != $0.value }) {
      return found[name] == nil ? "the \(name) is missing" : "the \(name) is not as it was made"
    }
    return found.keys.filter { $0.hasPrefix("trigger ") }.min().map { "there is a \($0)" }
  }

  /// The tables of a ledger that has just been created.
  private static let made = Result {
    try DatabaseQueue().write { db in
      for statement in migrations.joined() { try db.execute(sql: statement) }
      return try shape(Database(db))
    }
  }

  /// The SQL of every table and index, by name.
  private static func shape(_ db: Database) throws -> [String: String] {
    let rows = try db.rows("SELECT type || ' ' || name AS name, coalesce(sql, '') AS sql FROM sqlite_master")
    return try Dictionary(rows.map { (try $0["name"], try $0["sql"]) }, uniquingKeysWith: { first, _ in first })
  }
}
