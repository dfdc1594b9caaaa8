import ReceiptKit

/// The description of a table for copying it: its columns with their types, and the order of its rows.
struct CopiedTable {
  let name: String
  let columns: [(name: String, type: StoredType)]
  /// The column that the database numbers by itself if a row has no number; `nil` if there is no such column.
  let numbered: String?
  /// SQL expressions to read instead of columns, by column.
  private let expressions: [String: String]
  private let key: String

  /// - Parameter columns: `NAME` for a text, `NAME#` for a number, `NAME$` for bytes. The first ones are the key.
  private init(
    _ name: String, keys: Int = 1, numbered: String? = nil, _ columns: String,
    reading expressions: [String: String] = [:]
  ) {
    self.name = name
    self.numbered = numbered
    self.expressions = expressions
    self.columns = columns.split(separator: " ").map { column in
      switch column.last {
      case "#": (String(column.dropLast()), .integer)
      case "$": (String(column.dropLast()), .bytes)
      default: (String(column), .text)
      }
    }
    key = self.columns.prefix(keys).map(\.name).joined(separator: ", ")
  }

  /// All tables, in an order in which rows only refer to rows that already exist.
  static let all: [CopiedTable] = [
    CopiedTable("ledger", "name value"),
    CopiedTable("app", "bundle_id is_fixed#"),
    CopiedTable("hint", "original_transaction_id at#"),
    CopiedTable("refused", "transaction_id at#"),
    CopiedTable(
      "receipt", numbered: "id",
      "id# sha256$ bundle_id environment created_at# verdict seen_at# is_kept# body$ signed_sha256$"),
    CopiedTable(
      "presentation", numbered: "id",
      "id# order_id account receipt_id# at# ordered_at# decision state device$ details repeats# repeated_at#"),
    CopiedTable("mention", keys: 2, "presentation_id# place# kind name account"),
    CopiedTable(
      "purchase",
      """
      transaction_id original_transaction_id product_id product_type# purchased_at# expires_at# refunded_at# \
      refund_reason# ownership presentation_id# account state signed_at# said_at# previous_transaction_id \
      subscription_group_id line_item_id is_renewal# is_upgraded# is_revoked# revocation_type revocation_percentage# \
      offer account_token commitment_ends_at# commitment_period# commitment_periods# customer
      """
    ),
    CopiedTable("claim", keys: 2, "transaction_id presentation_id# outcome holder_id#"),
    CopiedTable(
      "subscription",
      """
      original_transaction_id account presentation_id# receipt_id# product_id begins_at# expires_at# state judged_at# \
      changed_at#
      """
    ),
    CopiedTable(
      "event", numbered: "rowid",
      "seq# at# kind presentation_id# transaction_id original_transaction_id details account named_account"),
    // The last event before an answer. In PostgreSQL, the row number of an event differs from the event's own number.
    CopiedTable(
      "answer", numbered: "id", "id# receipt_id# at# endpoint status# meaning text after_event#",
      reading: [
        "after_event":
          """
        coalesce((SELECT seq FROM event WHERE event.rowid <= answer.after_event ORDER BY event.rowid DESC LIMIT 1), 0)
        """
      ]),
    CopiedTable(
      "task", numbered: "id",
      "id# presentation_id# subscription_id due_at# attempts# refusals# refused_at# lease# leased_at# leased_until#"),
    CopiedTable("notification", "uuid name signed_at# at#"),
    CopiedTable(
      "renewal",
      """
      original_transaction_id said_at# begins_at# will_renew# expiration_intent# is_in_billing_retry# \
      grace_expires_at# renews_at# product_id renews_as commitment_ends_at# commitment_renews# price_increase#
      """
    ),
    CopiedTable("status", "original_transaction_id code# said_at#"),
    CopiedTable("request", "key$ body$ at# presentation_id#"),
    CopiedTable("erased", "hash$ at#"),
    CopiedTable("pace", "id# next_at#"),
    CopiedTable("webhook", "name position# lease# leased_until# gone_url$ dropped#"),
    CopiedTable("delivery", keys: 2, "webhook seq# attempts# due_at#"),
    CopiedTable(
      "forwarded", numbered: "id", "id# name signed_at# at# transaction_id original_transaction_id body$"),
    CopiedTable("consent", "account is_given# source at#"),
    CopiedTable(
      "consumption",
      """
      uuid transaction_id bundle_id is_commerce# asked_at# answer_by# due_at# body tries# lease# leased_at# \
      leased_until#
      """),
  ]

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// All rows in order, without the version of the schema, which each database has for itself.
  var rows: String {
    let read = columns.map { column in expressions[column.name].map { "\($0) AS \(column.name)" } ?? column.name }
    return
      """
      SELECT \(read.joined(separator: ", ")) FROM \(name)\(name == "ledger" ? " WHERE name <> 'schema'" : "") ORDER \
      BY \(key)
      """
  }

  /// Whether the row number is not copied as a column, but equals the first column.
  private var isNumberedByKey: Bool { numbered.map { number in !columns.contains { $0.name == number } } ?? false }

  /// Inserts rows with the numbers that they have in the copy.
  func insert(_ rows: [[Stored]], into db: Database) throws {
    guard !rows.isEmpty else { return }
    let names = (isNumberedByKey ? [numbered].compactMap(\.self) : []) + columns.map(\.name)
    let types = (isNumberedByKey ? [columns[0].type] : []) + columns.map(\.type)
    let values = rows.flatMap { (isNumberedByKey ? [$0[0]] : []) + $0 }
    let row = "(\(names.map { _ in "?" }.joined(separator: ", ")))"
    let statement =
      """
      INSERT INTO \(name) (\(names.joined(separator: ", ")))\(numbered == nil ? "" : db.connection.givenNumbers) VALUES 
      """
      + Array(repeating: row, count: rows.count).joined(separator: ", ")
    let arguments = StatementArguments(zip(rows.flatMap { _ in types }, values).map { (type: $0, value: $1) })
    _ = try db.rows(statement, arguments, isCached: rows.count == Self.maximumCount)
  }

  /// The maximum number of rows of one statement. SQLite accepts 32,766 arguments.
  static let maximumCount = 64
}

/// Inserts the rows of tables in large groups.
struct CopiedRows {
  private let db: Database
  private var table: CopiedTable?
  private var waiting: [[Stored]] = []
  private(set) var count = 0

  init(_ db: Database) {
    self.db = db
  }

  mutating func insert(_ row: [Stored], into table: CopiedTable) throws {
    if self.table?.name != table.name || waiting.count == CopiedTable.maximumCount { try flush() }
    self.table = table
    waiting.append(row)
    count += 1
  }

  mutating func flush() throws {
    try table?.insert(waiting, into: db)
    waiting.removeAll(keepingCapacity: true)
  }
}

extension Database {
  /// Rejects a ledger that has already recorded something.
  func refuseUsed(_ path: String) throws {
    for table in CopiedTable.all where table.name != "ledger" && table.name != "app" {
      guard try isTrue("SELECT EXISTS (SELECT 1 FROM \(table.name))") else { continue }
      throw LedgerError(
        .unavailable, "the ledger '\(path)' has recorded something already", hint: "copy into an empty one")
    }
  }

  /// Removes the ledger's environment and apps, because the copy brings its own.
  func clearPurpose() throws {
    try run("DELETE FROM app")
    try run("DELETE FROM ledger WHERE name <> 'schema'")
  }
}
