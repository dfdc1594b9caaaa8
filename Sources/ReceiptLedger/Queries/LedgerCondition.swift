import ReceiptKit

/// The figures that an operator needs first.
package struct LedgerCondition: Sendable {
  /// The number of the last event; 0 without events.
  package let lastEvent: Int64
  /// The time since which the oldest pending order has been waiting for Apple.
  package let oldestPending: Instant?
  /// When the last notification of version 2 was accepted.
  package let lastNotification: Instant?
}

extension Ledger {
  /// Reads the condition of the ledger.
  package func condition() throws -> LedgerCondition {
    try read { db in
      LedgerCondition(
        lastEvent: try db.lastEvent(),
        oldestPending: try db.value("SELECT min(at) FROM presentation WHERE state = 'pending'"),
        lastNotification: try db.value("SELECT max(at) FROM notification"))
    }
  }
}
