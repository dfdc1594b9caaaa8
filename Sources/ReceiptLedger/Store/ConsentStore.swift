import ReceiptKit

/// What a customer said about telling Apple how purchases were used.
package struct Consent: Equatable, Sendable {
  /// Whether the customer agreed; `false` after a withdrawal.
  package let isGiven: Bool
  /// Where the customer said it, in the shop's own words.
  package let source: String
  /// When the customer said it.
  package let at: Instant

  package init(isGiven: Bool, source: String, at: Instant) {
    self.isGiven = isGiven
    self.source = source
    self.at = at
  }

  /// Whether this counts instead of something else that the customer said: the later statement counts, and at the same
  /// moment the withdrawal.
  fileprivate func outranks(_ other: Consent) -> Bool {
    at == other.at ? !isGiven && other.isGiven : at > other.at
  }
}

/// The consent of accounts, inside a transaction.
struct ConsentStore {
  let db: Database

  /// What an account said last; `nil` if nothing is recorded.
  func consent(of account: String) throws -> Consent? {
    try db.row("SELECT is_given, source, at FROM consent WHERE account = ?", [account]).map { row in
      Consent(isGiven: try row["is_given"], source: try row["source"], at: try row["at"])
    }
  }

  /// Records what an account said, unless what is recorded counts instead.
  ///
  /// - Returns: whether it was recorded.
  func record(_ consent: Consent, of account: String) throws -> Bool {
    if let known = try self.consent(of: account), !consent.outranks(known) { return false }
    try db.run(
      """
      INSERT INTO consent (account, is_given, source, at) VALUES (?, ?, ?, ?)
      ON CONFLICT (account) DO UPDATE SET is_given = excluded.is_given, source = excluded.source, at = excluded.at
      """, [account, consent.isGiven, consent.source, consent.at])
    return true
  }

  /// Joins what two accounts of one customer said. The first account then has no consent.
  func merge(_ from: String, into: String) throws {
    guard let consent = try consent(of: from) else { return }
    _ = try record(consent, of: into)
    try db.run("DELETE FROM consent WHERE account = ?", [from])
  }
}

extension Ledger {
  /// Records what a customer said about telling Apple how purchases were used.
  ///
  /// - Parameters:
  ///   - consent: what was said. It changes nothing if the account said something later, or the same before.
  ///   - account: the account, which may be new.
  ///   - now: the moment of the event.
  /// - Returns: what counts from now on, and the number of the event; `nil` without a change.
  /// - Throws: a ``LedgerError``; `.unusableName` for a text that cannot be an account or a source, and for a date in
  ///   the future. Nothing is then changed.
  package func record(
    _ consent: Consent, of account: String, now: Instant
  ) throws -> (consent: Consent, event: Int64?) {
    try LedgerError.refuse(account: account, isNew: true)
    if let problem = LedgerName.problem(consent.source) {
      throw LedgerError(
        .unusableName, "the source of the consent cannot be remembered: \(problem)",
        hint: "say where the customer said it, such as 'settings of version 3'")
    }
    // Five minutes are allowed, because clocks differ.
    guard consent.at.milliseconds <= now.milliseconds + 300_000 else {
      throw LedgerError(
        .unusableName, "the consent is dated in the future: \(consent.at.rfc3339)", hint: "is the clock right?")
    }
    return try storage.write { db in
      let store = ConsentStore(db: db)
      guard try store.record(consent, of: account) else { return (try store.consent(of: account) ?? consent, nil) }
      let kind: LedgerEventKind = consent.isGiven ? .consentGiven : .consentWithdrawn
      let event = try db.appendEvent(kind, at: now, presentation: nil, account: account) { writer in
        writer.member("said_in", consent.source)
        writer.member("said_at", consent.at.rfc3339)
      }
      return (consent, event)
    } number: { recorded, numbers in
      recorded.event = recorded.event.map { numbers[$0] ?? $0 }
    }
  }

  /// What an account said last about telling Apple how purchases were used; `nil` if nothing is recorded.
  package func consent(of account: String) throws -> Consent? {
    try LedgerError.refuse(account: account)
    return try read { db in try ConsentStore(db: db).consent(of: account) }
  }
}
