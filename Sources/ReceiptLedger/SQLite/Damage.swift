import ReceiptKit

/// Searches the file for damage: pages, tables and values that this software never writes.
///
/// It does not check whether sound values contradict each other; ``Ledger/check()`` does.
enum Damage {
  /// The fault, without a final full stop; `nil` if none was found.
  static func first(_ db: Database) throws -> String? {
    let integrity: [String] = try db.values("PRAGMA integrity_check(20)")
    guard integrity == ["ok"] else { return integrity.prefix(3).joined(separator: "; ") }
    if let problem = try LedgerSchema.problem(db) { return problem }
    _ = try db.lastEvent()
    for column in columns {
      let name: String? = try db.value(
        "SELECT '\(column.table).\(column.name)' FROM \(column.table) WHERE NOT (\(column.condition)) LIMIT 1")
      if let name { return "the column \(name) holds what never was written there" }
    }
    return nil
  }

  /// A column, and a condition that all of its values must meet. The table itself decides whether NULL is allowed.
  private struct Column {
    let table: String
    let name: String
    let condition: String

    /// A word from a list.
    static func words<Word: CaseIterable & RawRepresentable<String>>(
      _ table: String, _ name: String, _: Word.Type
    ) -> Column {
      let words = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      return Column(table: table, name: name, condition: "coalesce(\(name), '') IN (\(words))")
    }

    /// Numbers in a range.
    static func numbers(_ table: String, _ range: ClosedRange<Int64>, _ names: String...) -> [Column] {
      names.map { name in
        Column(
          table: table, name: name,
          condition: "coalesce(\(name) BETWEEN \(range.lowerBound) AND \(range.upperBound), 1)")
      }
    }

    /// Conditions for texts without NUL, which ends a text for some of SQLite's functions but not for others.
    static func texts(_ table: String, _ names: String...) -> [Column] {
      names.map { name in
        Column(table: table, name: name, condition: "coalesce(instr(CAST(\(name) AS BLOB), x'00'), 0) = 0")
      }
    }
  }

  private static let counts = Int64(Int.storable.lowerBound)...Int64(Int.storable.upperBound)

  private static let columns: [Column] =
    [
      .words("presentation", "decision", LedgerDecision.self), .words("presentation", "state", OrderState.self),
      .words("purchase", "state", PurchaseState.self), .words("claim", "outcome", PurchaseOutcome.self),
      .words("subscription", "state", RenewalState.self), .words("answer", "meaning", AnswerMeaning.self),
      .words("answer", "endpoint", LedgerEnvironment.self),
    ]
    + Column.texts("presentation", "order_id", "account") + Column.texts("subscription", "account")
    + Column.texts("event", "account")
    + Column.texts("purchase", "account") + Column.texts("app", "bundle_id") + Column.numbers("app", 0...1, "is_fixed")
    + Column.numbers("presentation", counts, "repeats") + Column.numbers("task", counts, "attempts", "refusals")
    + Column.numbers("presentation", Instant.storable, "at", "ordered_at", "repeated_at")
    + Column.numbers("receipt", Instant.storable, "created_at", "seen_at")
    + Column.numbers("purchase", Instant.storable, "purchased_at", "expires_at", "refunded_at")
    + Column.numbers("purchase", Instant.storable, "signed_at", "said_at")
    + Column.numbers("purchase", 0...1, "is_renewal", "is_upgraded", "is_revoked")
    + Column.numbers("notification", Instant.storable, "signed_at", "at")
    + Column.numbers("renewal", Instant.storable, "said_at", "begins_at", "grace_expires_at", "renews_at")
    + Column.numbers("status", Instant.storable, "said_at") + Column.numbers("status", 1...5, "code")
    + Column.numbers("renewal", 0...1, "will_renew", "is_in_billing_retry")
    + Column.numbers("subscription", Instant.storable, "begins_at", "expires_at", "judged_at", "changed_at")
    + Column.numbers("answer", Instant.storable, "at") + Column.numbers("event", Instant.storable, "at")
    + Column.numbers("task", Instant.storable, "due_at", "refused_at", "leased_at", "leased_until")
    + Column.numbers("request", Instant.storable, "at") + Column.numbers("hint", Instant.storable, "at")
    + Column.numbers("pace", Instant.storable, "next_at") + Column.numbers("webhook", counts, "position")
    + Column.numbers("delivery", counts, "seq", "attempts") + Column.numbers("delivery", Instant.storable, "due_at")
    + Column.numbers("refused", Instant.storable, "at") + Column.numbers("erased", Instant.storable, "at")
    + [
      Column(table: "erased", name: "hash", condition: "length(hash) = 32"),
      Column(table: "webhook", name: "gone_url", condition: "coalesce(length(gone_url) = 32, 1)"),
    ]
}
