/// The tables of a ledger in PostgreSQL, in a separate schema. Released versions never change; a change needs a new
/// version.
///
/// They have the columns of ``LedgerSchema``. All numbers are BIGINT, even those that are 0 or 1. Texts compare by
/// bytes.
enum PostgreSQLSchema {
  static let name = "receipt_ledger"

  /// The statements of each version, which follow those of the version before it. The version is in the table `ledger`.
  static let versions: [[String]] = [tables, second]

  /// Locks for PostgreSQL's `pg_advisory_lock`, which belong to one database: "RTLg" and a number.
  static let migrationLock = 0x5254_4C67_0001
  static let numberingLock = 0x5254_4C67_0002
  /// Shared by everything that is committed, except that an erasure has it alone.
  static let committingLock = 0x5254_4C67_0003
  /// Of the one erasure that rewrites the tables.
  static let rewritingLock = 0x5254_4C67_0004

  /// The `NOTIFY` channel that wakes readers after events got their numbers. Like the schema, it belongs to one
  /// database.
  static let newsChannel = name

  private static let tables: [String] = [
    "CREATE SCHEMA \(name)",
    // SQLite's functions: `max` and `min` return NULL if an argument is NULL; `hex` of NULL is an empty text.
    """
    CREATE FUNCTION max(bigint, bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN CASE WHEN $1 >= $2 THEN $1 ELSE $2 END
    """,
    """
    CREATE FUNCTION min(bigint, bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN CASE WHEN $1 <= $2 THEN $1 ELSE $2 END
    """,
    """
    CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN coalesce(upper(encode($1, 'hex')), '')
    """,
    #"CREATE TABLE ledger (name TEXT COLLATE "C" PRIMARY KEY, value TEXT COLLATE "C" NOT NULL)"#,
    #"CREATE TABLE app (bundle_id TEXT COLLATE "C" PRIMARY KEY, is_fixed BIGINT NOT NULL)"#,
    #"CREATE TABLE hint (original_transaction_id TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL)"#,
    "CREATE INDEX hint_at ON hint (at)",
    #"CREATE TABLE refused (transaction_id TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL)"#,
    "CREATE TABLE erased (hash BYTEA PRIMARY KEY, at BIGINT NOT NULL)",
    """
    CREATE TABLE receipt (
      id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      sha256 BYTEA NOT NULL UNIQUE,
      bundle_id TEXT COLLATE "C",
      environment TEXT COLLATE "C",
      created_at BIGINT,
      verdict TEXT COLLATE "C",
      seen_at BIGINT NOT NULL,
      is_kept BIGINT NOT NULL DEFAULT 0,
      body BYTEA,
      signed_sha256 BYTEA
    )
    """,
    "CREATE UNIQUE INDEX receipt_signed ON receipt (signed_sha256) WHERE signed_sha256 IS NOT NULL",
    """
    CREATE TABLE presentation (
      id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id TEXT COLLATE "C" NOT NULL,
      account TEXT COLLATE "C" NOT NULL,
      receipt_id BIGINT NOT NULL REFERENCES receipt (id),
      at BIGINT NOT NULL,
      ordered_at BIGINT,
      decision TEXT COLLATE "C" NOT NULL,
      state TEXT COLLATE "C" NOT NULL,
      device BYTEA,
      details TEXT COLLATE "C",
      repeats BIGINT NOT NULL DEFAULT 0,
      repeated_at BIGINT
    )
    """,
    "CREATE INDEX presentation_order ON presentation (order_id)",
    "CREATE INDEX presentation_account ON presentation (account)",
    "CREATE INDEX presentation_receipt ON presentation (receipt_id)",
    "CREATE INDEX presentation_unsettled ON presentation (state) WHERE state NOT IN ('accepted', 'verified')",
    """
    CREATE TABLE mention (
      presentation_id BIGINT NOT NULL REFERENCES presentation (id) ON DELETE CASCADE,
      place BIGINT NOT NULL,
      kind TEXT COLLATE "C" NOT NULL,
      name TEXT COLLATE "C",
      account TEXT COLLATE "C",
      PRIMARY KEY (presentation_id, place)
    )
    """,
    "CREATE INDEX mention_name ON mention (name) WHERE name IS NOT NULL",
    "CREATE INDEX mention_account ON mention (account) WHERE account IS NOT NULL",
    """
    CREATE TABLE purchase (
      transaction_id TEXT COLLATE "C" PRIMARY KEY,
      original_transaction_id TEXT COLLATE "C",
      product_id TEXT COLLATE "C",
      product_type BIGINT,
      purchased_at BIGINT,
      expires_at BIGINT,
      refunded_at BIGINT,
      refund_reason BIGINT,
      ownership TEXT COLLATE "C",
      presentation_id BIGINT REFERENCES presentation (id),
      account TEXT COLLATE "C",
      state TEXT COLLATE "C" NOT NULL,
      signed_at BIGINT,
      said_at BIGINT,
      previous_transaction_id TEXT COLLATE "C",
      subscription_group_id TEXT COLLATE "C",
      line_item_id TEXT COLLATE "C",
      is_renewal BIGINT,
      is_upgraded BIGINT,
      is_revoked BIGINT,
      revocation_type TEXT COLLATE "C",
      revocation_percentage BIGINT,
      offer TEXT COLLATE "C",
      account_token TEXT COLLATE "C",
      commitment_ends_at BIGINT,
      customer TEXT COLLATE "C"
    )
    """,
    """
    CREATE INDEX purchase_original ON purchase (original_transaction_id) WHERE original_transaction_id IS NOT NULL
    """,
    "CREATE INDEX purchase_presentation ON purchase (presentation_id) WHERE presentation_id IS NOT NULL",
    "CREATE INDEX purchase_unsettled ON purchase (state) WHERE state NOT IN ('accepted', 'verified')",
    """
    CREATE INDEX purchase_previous ON purchase (previous_transaction_id) WHERE previous_transaction_id IS NOT NULL
    """,
    "CREATE INDEX purchase_account ON purchase (account) WHERE account IS NOT NULL",
    """
    CREATE TABLE claim (
      transaction_id TEXT COLLATE "C" NOT NULL,
      presentation_id BIGINT NOT NULL REFERENCES presentation (id) ON DELETE CASCADE,
      outcome TEXT COLLATE "C" NOT NULL,
      holder_id BIGINT REFERENCES presentation (id) ON DELETE SET NULL,
      PRIMARY KEY (transaction_id, presentation_id)
    )
    """,
    "CREATE INDEX claim_presentation ON claim (presentation_id)",
    "CREATE INDEX claim_holder ON claim (holder_id) WHERE holder_id IS NOT NULL",
    """
    CREATE TABLE subscription (
      original_transaction_id TEXT COLLATE "C" PRIMARY KEY,
      account TEXT COLLATE "C",
      presentation_id BIGINT REFERENCES presentation (id),
      receipt_id BIGINT REFERENCES receipt (id),
      product_id TEXT COLLATE "C",
      begins_at BIGINT,
      expires_at BIGINT,
      state TEXT COLLATE "C" NOT NULL,
      judged_at BIGINT,
      changed_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX subscription_account ON subscription (account)",
    "CREATE INDEX subscription_state ON subscription (state)",
    "CREATE INDEX subscription_receipt ON subscription (receipt_id)",
    "CREATE INDEX subscription_presentation ON subscription (presentation_id)",
    """
    CREATE TABLE answer (
      id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      receipt_id BIGINT NOT NULL REFERENCES receipt (id),
      at BIGINT NOT NULL,
      endpoint TEXT COLLATE "C" NOT NULL,
      status BIGINT,
      meaning TEXT COLLATE "C" NOT NULL,
      text TEXT COLLATE "C",
      after_event BIGINT NOT NULL
    )
    """,
    "CREATE INDEX answer_receipt ON answer (receipt_id)",
    """
    CREATE TABLE task (
      id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      presentation_id BIGINT UNIQUE REFERENCES presentation (id),
      subscription_id TEXT COLLATE "C" UNIQUE REFERENCES subscription (original_transaction_id),
      due_at BIGINT NOT NULL,
      attempts BIGINT NOT NULL DEFAULT 0,
      refusals BIGINT NOT NULL DEFAULT 0,
      refused_at BIGINT,
      lease BIGINT,
      leased_at BIGINT,
      leased_until BIGINT,
      CHECK ((presentation_id IS NULL) <> (subscription_id IS NULL))
    )
    """,
    "CREATE INDEX task_due ON task (due_at)",
    """
    CREATE TABLE notification (
      uuid TEXT COLLATE "C" PRIMARY KEY,
      name TEXT COLLATE "C" NOT NULL,
      signed_at BIGINT NOT NULL,
      at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX notification_at ON notification (at)",
    """
    CREATE TABLE renewal (
      original_transaction_id TEXT COLLATE "C" PRIMARY KEY,
      said_at BIGINT NOT NULL,
      begins_at BIGINT,
      will_renew BIGINT,
      expiration_intent BIGINT,
      is_in_billing_retry BIGINT,
      grace_expires_at BIGINT,
      renews_at BIGINT,
      product_id TEXT COLLATE "C",
      renews_as TEXT COLLATE "C",
      commitment_ends_at BIGINT,
      commitment_renews BIGINT,
      price_increase BIGINT
    )
    """,
    """
    CREATE TABLE status (original_transaction_id TEXT COLLATE "C" PRIMARY KEY, code BIGINT NOT NULL,
      said_at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE request (key BYTEA PRIMARY KEY, body BYTEA NOT NULL, at BIGINT NOT NULL,
      presentation_id BIGINT REFERENCES presentation (id) ON DELETE SET NULL)
    """,
    "CREATE INDEX request_at ON request (at)",
    "CREATE INDEX request_presentation ON request (presentation_id)",
    "CREATE TABLE pace (id BIGINT PRIMARY KEY, next_at BIGINT NOT NULL)",
    """
    CREATE TABLE webhook (name TEXT COLLATE "C" PRIMARY KEY, position BIGINT NOT NULL, lease BIGINT,
      leased_until BIGINT, gone_url BYTEA)
    """,
    """
    CREATE TABLE delivery (webhook TEXT COLLATE "C" NOT NULL, seq BIGINT NOT NULL, attempts BIGINT NOT NULL,
      due_at BIGINT NOT NULL, PRIMARY KEY (webhook, seq))
    """,
    // `seq` is NULL until the event is committed and numbered; readers see only events with a number.
    """
    CREATE TABLE event (
      rowid BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      seq BIGINT UNIQUE,
      at BIGINT NOT NULL,
      kind TEXT COLLATE "C" NOT NULL,
      presentation_id BIGINT,
      transaction_id TEXT COLLATE "C",
      original_transaction_id TEXT COLLATE "C",
      details TEXT COLLATE "C",
      account TEXT COLLATE "C",
      named_account TEXT COLLATE "C"
    )
    """,
    "CREATE INDEX event_account ON event (account) WHERE account IS NOT NULL",
    "CREATE INDEX event_named ON event (named_account) WHERE named_account IS NOT NULL",
    "CREATE INDEX event_unnumbered ON event (rowid) WHERE seq IS NULL",
    "CREATE INDEX event_presentation ON event (presentation_id) WHERE presentation_id IS NOT NULL",
    "CREATE INDEX event_transaction ON event (transaction_id) WHERE transaction_id IS NOT NULL",
    "CREATE INDEX event_original ON event (original_transaction_id) WHERE original_transaction_id IS NOT NULL",
    // The highest number that an event ever had. Only the holder of the lock changes it.
    "CREATE TABLE event_number (last BIGINT NOT NULL)",
    "INSERT INTO event_number (last) VALUES (0)",
    // Numbers all committed events that have no number, in its own transaction. Every statement of a volatile function
    // sees what was committed before the statement began (READ COMMITTED), so the holder of the lock sees the numbers
    // that the previous holder assigned. The commit wakes readers. Correctness does not depend on this: a reader that
    // is not woken finds the events at its next poll.
    //
    // Whenever events are numbered, old versions of their rows stay in the index of events without numbers. An index
    // scan marks those entries as dead and skips them from then on. A bitmap scan, which PostgreSQL would otherwise
    // plan, reads all their rows until they are vacuumed.
    """
    CREATE FUNCTION number_events() RETURNS bigint LANGUAGE plpgsql VOLATILE
      SET enable_bitmapscan = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
    DECLARE
      before bigint;
      added bigint;
    BEGIN
      PERFORM pg_advisory_xact_lock(\(numberingLock));
      SELECT last INTO STRICT before FROM event_number;
      UPDATE event SET seq = before + n.place
        FROM (SELECT rowid, row_number() OVER (ORDER BY rowid) AS place FROM event WHERE seq IS NULL) n
        WHERE event.rowid = n.rowid;
      GET DIAGNOSTICS added = ROW_COUNT;
      IF added > 0 THEN
        UPDATE event_number SET last = before + added;
        PERFORM pg_notify('\(newsChannel)', '');
      END IF;
      RETURN added;
    END $$
    """,
  ]

  /// Version 2, as in `LedgerSchema`: receivers of Apple's notifications, periods of commitments, what customers agreed
  /// to, and Apple's open questions about the use of purchases.
  private static let second: [String] = [
    "ALTER TABLE webhook ADD COLUMN dropped BIGINT NOT NULL DEFAULT 0",
    """
    CREATE TABLE forwarded (
      id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name TEXT COLLATE "C" NOT NULL,
      signed_at BIGINT NOT NULL,
      at BIGINT NOT NULL,
      transaction_id TEXT COLLATE "C",
      original_transaction_id TEXT COLLATE "C",
      body BYTEA NOT NULL
    )
    """,
    "ALTER TABLE purchase ADD COLUMN commitment_period BIGINT",
    "ALTER TABLE purchase ADD COLUMN commitment_periods BIGINT",
    """
    CREATE TABLE consent (account TEXT COLLATE "C" PRIMARY KEY, is_given BIGINT NOT NULL,
      source TEXT COLLATE "C" NOT NULL, at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE consumption (
      uuid TEXT COLLATE "C" PRIMARY KEY,
      transaction_id TEXT COLLATE "C" NOT NULL,
      bundle_id TEXT COLLATE "C" NOT NULL,
      is_commerce BIGINT NOT NULL,
      asked_at BIGINT NOT NULL,
      answer_by BIGINT NOT NULL,
      due_at BIGINT NOT NULL,
      body TEXT COLLATE "C",
      tries BIGINT NOT NULL DEFAULT 0,
      lease BIGINT,
      leased_at BIGINT,
      leased_until BIGINT
    )
    """,
    "CREATE INDEX consumption_transaction ON consumption (transaction_id)",
    "CREATE INDEX consumption_deadline ON consumption (answer_by)",
  ]
}
