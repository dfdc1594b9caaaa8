import GRDB
import ReceiptKit

/// The result of a statement that was handed in.
public struct TakenStatement: Sendable {
  /// The changes; empty if the statement is not believed, or contained nothing new.
  public var events: [LedgerEvent] = []
  /// Why the statement is not believed, in a sentence without a final full stop; `nil` if it is.
  public var doubt: String?
  /// Original transactions of known subscriptions whose requests come next because of it; empty if it is believed.
  public var asks: [String] = []
  /// Original transactions of known subscriptions whose requests to Apple are not brought forward.
  ///
  /// The rate of such requests is limited, and Apple's own request for a later retry takes precedence.
  public var waits: [String] = []
}

extension Ledger {
  /// Takes in a statement that claims to come from Apple.
  ///
  /// Nothing in it is signed. It is believed if it contains the secret that only Apple and the app's owner know.
  /// Otherwise it changes nothing that the ledger knows; it may only bring requests to Apple forward, at a limited
  /// rate.
  ///
  /// - Parameter secret: the app's shared secret, as it was set up beforehand; `nil` believes nothing.
  /// - Throws: a ``LedgerError``; `.otherEnvironment` if it names no environment, or another one than this ledger's,
  ///   `.otherApp` if it is not about an app of the ledger. Then it changed nothing.
  public func take(_ statement: AppleStatement, provenBy secret: Secret?, now: Instant) throws -> TakenStatement {
    guard !statement.environments.isEmpty else {
      throw LedgerError(.otherEnvironment, "it does not say which environment it is about")
    }
    for name in statement.environments { try refuseOther(name) }
    let doubt = Self.doubt(statement, secret)
    return try write { db in
      let (apps, app) = (try admittedApps(db), statement.history.bundleID)
      guard apps.contains(where: { $0.isSame(as: app) }) else {
        throw LedgerError(
          .otherApp,
          app.map { "it is about an app that the ledger is not for: \($0)" } ?? "it does not say which app it is about")
      }
      guard let doubt else { return TakenStatement(events: try believe(statement.history, db, now)) }
      let (asks, waits) = try HintStore(db: db, now: now).take(statement.history)
      return TakenStatement(doubt: doubt, asks: asks, waits: waits)
    }
  }

  private static func doubt(_ statement: AppleStatement, _ secret: Secret?) -> String? {
    guard statement.history.kind == .notificationV1 else {
      return "a saved answer of verifyReceipt proves nothing"
    }
    guard let secret else { return "no shared secret is set up that it would have to carry" }
    return statement.carries(secret) ? nil : "it does not carry the shared secret"
  }

  /// Takes in Apple's statements about purchases, from a caller that knows they are Apple's, inside a transaction.
  ///
  /// - Returns: the events that it made; empty if it contained nothing new.
  func believe(_ history: PurchaseHistory, _ db: Database, _ now: Instant) throws -> [LedgerEvent] {
    let before = try Self.lastEvent(db)
    let source = history.notificationType ?? history.kind.rawValue
    try HistoryStore(db: db, now: now, source: source, wasAskedNow: false).take(history)
    return try Self.events(db, after: before)
  }

  private func refuseOther(_ name: String) throws {
    guard Environment(named: name) != environment else { return }
    throw LedgerError(.otherEnvironment, "it is about \(name), and '\(path)' is a ledger for \(environment.rawValue)")
  }

  static func events(_ db: Database, after sequence: Int64) throws -> [LedgerEvent] {
    try db.rows(EventLog.columns + " WHERE e.seq > ? ORDER BY e.seq", [sequence]).map(EventLog.event)
  }
}
