import GRDB
import ReceiptKit

extension Ledger {
  /// Takes in what somebody hands in as said by Apple, after a look at the environments that it names.
  ///
  /// - Throws: a ``LedgerError``; `.otherEnvironment` if any environment that it names is another one than this ledger's.
  public func take(_ statement: AppleStatement, now: Instant) throws -> [LedgerEvent] {
    for name in statement.environments { try refuseOther(name) }
    return try take(statement.history, now: now)
  }

  /// Takes in what Apple says of purchases: a notification, version 1, or a saved answer of verifyReceipt.
  ///
  /// Neither is signed: whoever calls this vouches for where it came from.
  ///
  /// - Returns: the events that it made; none if all of it was known.
  /// - Throws: a ``LedgerError``; `.otherEnvironment` for one of the other environment, or of none that is known.
  public func take(_ history: PurchaseHistory, now: Instant) throws -> [LedgerEvent] {
    if let name = history.environment, !name.isEmpty { try refuseOther(name) }
    let source = history.notificationType ?? history.kind.rawValue
    return try write { db in
      let before = try Self.lastEvent(db)
      try HistoryBook(db: db, now: now, source: source, wasAskedNow: false).take(history)
      return try Self.events(db, after: before)
    }
  }

  private func refuseOther(_ name: String) throws {
    guard Environment(named: name) != environment else { return }
    throw LedgerError(.otherEnvironment, "it is about \(name), and '\(path)' is a ledger for \(environment.rawValue)")
  }

  static func events(_ db: Database, after sequence: Int64) throws -> [LedgerEvent] {
    try db.rows(EventLog.columns + " WHERE e.seq > ? ORDER BY e.seq", [sequence]).map(EventLog.event)
  }
}
