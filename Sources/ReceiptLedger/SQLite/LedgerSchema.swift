import GRDB
import ReceiptKit

/// The tables of a ledger, version by version. Released versions never change; changes need a new version.
enum LedgerSchema {
  /// The statements of each version, which follow those of the version before it. The version of a file is SQLite's
  /// `user_version`.
  static let versions: [[String]] = [tables, second]

  /// Times are milliseconds since 1970 and only state when something happened. Row numbers determine the order, because
  /// clocks jump.
  private static let tables: [String] = [
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
      body BLOB,
      signed_sha256 BLOB
    ) STRICT
    """,
    "CREATE UNIQUE INDEX receipt_signed ON receipt (signed_sha256) WHERE signed_sha256 IS NOT NULL",
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
    // The names of other accounts and of purchases that are told of an order. `details` has none: its sentences get
    // them when they are shown. `name` is as it was when the order was presented, NULL after it was erased; `account`
    // is the account that it names now, NULL for a purchase.
    """
    CREATE TABLE mention (
      presentation_id INTEGER NOT NULL REFERENCES presentation (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      name TEXT,
      account TEXT,
      PRIMARY KEY (presentation_id, place)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX mention_name ON mention (name) WHERE name IS NOT NULL",
    "CREATE INDEX mention_account ON mention (account) WHERE account IS NOT NULL",
    // The owner of a purchase, and the statement about it that counts. `original_transaction_id` is NULL if it equals
    // the transaction. `presentation_id` is NULL if Apple reported the purchase and it was never presented; `account`
    // then names the owner of the subscription that it renews. `said_at` is the date of the latest statement, and
    // `signed_at` the date of the latest signed data; NULL without any. `previous_transaction_id` is the original
    // transaction of the subscription that this one continues under another original transaction. `offer` is the kind
    // of payment, a word of ``Subscription/Payment``. From signed data are `account_token`, the UUID that the app used
    // for its account, and `customer`, Apple's customer (`appTransactionId`).
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
      state TEXT NOT NULL,
      signed_at INTEGER,
      said_at INTEGER,
      previous_transaction_id TEXT,
      subscription_group_id TEXT,
      line_item_id TEXT,
      is_renewal INTEGER,
      is_upgraded INTEGER,
      is_revoked INTEGER,
      revocation_type TEXT,
      revocation_percentage INTEGER,
      offer TEXT,
      account_token TEXT,
      commitment_ends_at INTEGER,
      customer TEXT
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX purchase_original ON purchase (original_transaction_id) WHERE original_transaction_id IS NOT NULL
    """,
    "CREATE INDEX purchase_presentation ON purchase (presentation_id) WHERE presentation_id IS NOT NULL",
    "CREATE INDEX purchase_unsettled ON purchase (state) WHERE state NOT IN ('accepted', 'verified')",
    // The same names again in separate pages, so that a row missing in one of them is recognised as damage and not as a
    // new purchase.
    "CREATE INDEX purchase_again ON purchase (transaction_id)",
    """
    CREATE INDEX purchase_previous ON purchase (previous_transaction_id) WHERE previous_transaction_id IS NOT NULL
    """,
    // The purchases of an account that has no order for them: what Apple reported, and what was transferred to it.
    "CREATE INDEX purchase_account ON purchase (account) WHERE account IS NOT NULL",
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
    // `begins_at` is the start of the newest period; `judged_at` is the date of the statements that the state was
    // computed from, if known.
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
      judged_at INTEGER,
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
    // `account` is the account of an event that is about neither an order nor a subscription. `named_account` is
    // another account that `details` names.
    // AUTOINCREMENT: no number is used twice, even after pruning, and a rolled-back transaction leaves no gap.
    """
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      presentation_id INTEGER,
      transaction_id TEXT,
      original_transaction_id TEXT,
      details TEXT,
      account TEXT,
      named_account TEXT
    ) STRICT
    """,
    "CREATE INDEX event_presentation ON event (presentation_id) WHERE presentation_id IS NOT NULL",
    "CREATE INDEX event_transaction ON event (transaction_id) WHERE transaction_id IS NOT NULL",
    "CREATE INDEX event_original ON event (original_transaction_id) WHERE original_transaction_id IS NOT NULL",
    "CREATE INDEX event_account ON event (account) WHERE account IS NOT NULL",
    "CREATE INDEX event_named ON event (named_account) WHERE named_account IS NOT NULL",
    // The accepted apps. `is_fixed` is 0 for apps named by the first `add`; they become final once something is
    // accepted.
    "CREATE TABLE app (bundle_id TEXT PRIMARY KEY, is_fixed INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    // When an unproven notification last brought forward the next request about a subscription.
    "CREATE TABLE hint (original_transaction_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE INDEX hint_at ON hint (at)",
    // The purchases in receipts that Apple refused.
    "CREATE TABLE refused (transaction_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
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
    // not presented yet. `begins_at` equals `said_at` if that date is only inferred from the periods beside it, and is
    // NULL otherwise. `price_increase` is what the customer said to a price increase: a number of
    // ``RenewalRecord/PriceIncrease``.
    """
    CREATE TABLE renewal (
      original_transaction_id TEXT PRIMARY KEY,
      said_at INTEGER NOT NULL,
      begins_at INTEGER,
      will_renew INTEGER,
      expiration_intent INTEGER,
      is_in_billing_retry INTEGER,
      grace_expires_at INTEGER,
      renews_at INTEGER,
      product_id TEXT,
      renews_as TEXT,
      commitment_ends_at INTEGER,
      commitment_renews INTEGER,
      price_increase INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    // Apple's latest status of each subscription.
    """
    CREATE TABLE status (original_transaction_id TEXT PRIMARY KEY, code INTEGER NOT NULL, said_at INTEGER NOT NULL)
      STRICT, WITHOUT ROWID
    """,
    // The requests that clients named with a key: digests of the key and of the body; and the presentation that a
    // request led to, so that the key of the request is erased with the account.
    """
    CREATE TABLE request (key BLOB PRIMARY KEY, body BLOB NOT NULL, at INTEGER NOT NULL,
      presentation_id INTEGER REFERENCES presentation (id) ON DELETE SET NULL) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX request_at ON request (at)",
    "CREATE INDEX request_presentation ON request (presentation_id)",
    // Hashes of transactions of erased accounts, made with the key that `ledger` identifies. No account gets those
    // purchases again.
    "CREATE TABLE erased (hash BLOB PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    // When Apple may be asked next, for all runners together.
    "CREATE TABLE pace (id INTEGER PRIMARY KEY, next_at INTEGER NOT NULL) STRICT",
    // The state of delivery to webhooks. Everything up to `position` was delivered, except for the rows of `delivery`,
    // which wait for another try. `gone_url` is the SHA-256 of the URL that answered 410 and gets no more events; NULL
    // if no URL did. These tables contain no names of customers.
    """
    CREATE TABLE webhook (name TEXT PRIMARY KEY, position INTEGER NOT NULL, lease INTEGER, leased_until INTEGER,
      gone_url BLOB) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE delivery (webhook TEXT NOT NULL, seq INTEGER NOT NULL, attempts INTEGER NOT NULL,
      due_at INTEGER NOT NULL, PRIMARY KEY (webhook, seq)) STRICT, WITHOUT ROWID
    """,
  ]

  /// Version 2: receivers of Apple's notifications, periods of commitments, what customers agreed to, and Apple's open
  /// questions about the use of purchases.
  private static let second: [String] = [
    // A receiver of Apple's notifications is a row of `webhook` with the name `forward NAME`; all that it has to get is
    // in `delivery`, and `dropped` counts what it never will.
    "ALTER TABLE webhook ADD COLUMN dropped INTEGER NOT NULL DEFAULT 0",
    // The bodies of Apple's notifications, until the last receiver has them.
    """
    CREATE TABLE forwarded (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      signed_at INTEGER NOT NULL,
      at INTEGER NOT NULL,
      transaction_id TEXT,
      original_transaction_id TEXT,
      body BLOB NOT NULL
    ) STRICT
    """,
    "ALTER TABLE purchase ADD COLUMN commitment_period INTEGER",
    "ALTER TABLE purchase ADD COLUMN commitment_periods INTEGER",
    // Whether the account agreed that Apple is told of the use of its purchases: the newest statement by its date `at`,
    // and where it was made.
    """
    CREATE TABLE consent (account TEXT PRIMARY KEY, is_given INTEGER NOT NULL, source TEXT NOT NULL,
      at INTEGER NOT NULL) STRICT, WITHOUT ROWID
    """,
    // The questions without an outcome, by the `notificationUUID` of each. `body` is the answer, from before it is sent
    // for the first time: a retry sends the same bytes. `tries` counts how often it may have been sent. The lease is
    // that of a task.
    """
    CREATE TABLE consumption (
      uuid TEXT PRIMARY KEY,
      transaction_id TEXT NOT NULL,
      bundle_id TEXT NOT NULL,
      is_commerce INTEGER NOT NULL,
      asked_at INTEGER NOT NULL,
      answer_by INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      body TEXT,
      tries INTEGER NOT NULL DEFAULT 0,
      lease INTEGER,
      leased_at INTEGER,
      leased_until INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX consumption_transaction ON consumption (transaction_id)",
    "CREATE INDEX consumption_deadline ON consumption (answer_by)",
  ]

  /// Creates the tables of a ledger, or migrates them to the newest version, in one transaction.
  ///
  /// - Parameters:
  ///   - purpose: the purpose of a new ledger, whose tables are created; `nil` for a ledger that has tables.
  ///   - versions: other versions, for a test.
  static func migrate(
    _ db: GRDB.Database, path: String, purpose: LedgerPurpose? = nil, by versions: [[String]] = versions
  ) throws {
    if try version(db, path, newest: versions.count) == versions.count { return }
    try db.inTransaction(.immediate) {
      // Another process may have migrated the ledger while this one waited for the lock.
      let found = try version(db, path, newest: versions.count)
      guard found > 0 || purpose != nil else { throw StoredDamage(text: "it has no tables") }
      for statement in versions.dropFirst(found).joined() { try db.execute(sql: statement) }
      try purpose?.write(to: Database(db))
      try db.execute(sql: "PRAGMA user_version = \(versions.count)")
      return .commit
    }
  }

  /// The version of a database; 0 for one without tables.
  private static func version(_ db: GRDB.Database, _ path: String, newest: Int) throws -> Int {
    let found: Int64 = try Database(db).value("PRAGMA user_version") ?? 0
    guard let version = Int(exactly: found), version >= 0 else {
      throw StoredDamage(text: "it has the version \(found)")
    }
    guard version <= newest else { throw LedgerFile.newer(path, version, newest) }
    return version
  }

  /// The fault in the tables of a database of the newest version; `nil` if they are correct.
  ///
  /// The tables must equal those that ``versions`` create, and no trigger may change written data. Additional indexes
  /// and views are harmless.
  static func problem(_ db: Database) throws -> Message? {
    let expected = try freshShape.get()
    let found = try shape(db)
    if let (name, _) = expected.sorted(by: { $0.key < $1.key }).first(where: { found[$0.key] != $0.value }) {
      return found[name] == nil ? "the \(name) is missing" : "the \(name) is not as it was made"
    }
    return found.keys.filter { $0.hasPrefix("trigger ") }.min().map { "there is a \($0)" }
  }

  /// The tables of a ledger that has just been created.
  private static let freshShape = Result {
    try DatabaseQueue().write { db in
      for statement in versions.joined() { try db.execute(sql: statement) }
      return try shape(Database(db))
    }
  }

  /// The SQL of every table and index, by name.
  private static func shape(_ db: Database) throws -> [String: String] {
    let rows = try db.rows("SELECT type || ' ' || name AS name, coalesce(sql, '') AS sql FROM sqlite_master")
    return try Dictionary(rows.map { (try $0["name"], try $0["sql"]) }, uniquingKeysWith: { first, _ in first })
  }
}
