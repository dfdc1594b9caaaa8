import ReceiptKit

/// A transaction as it is at a moment. Dates are in milliseconds since 1970.
struct CurrentTransaction {
  let identifier: String
  let original: String
  private(set) var payload: JSONValue
  /// The date on which the content last changed.
  private(set) var modified: Int64
  /// Whether the app has finished the transaction. Version 1 of the history omits finished consumables.
  var isFinished = false
  /// The end after an extension.
  private(set) var extended: Int64?

  init(_ transaction: ScenarioTransaction, _ statement: SignedStatement) {
    identifier = transaction.identifier
    original = transaction.original
    payload = statement.payload
    modified = statement.modified
  }

  mutating func set(_ name: String, to value: JSONValue, modified time: Int64) {
    payload = payload.setting(name, value)
    modified = max(modified, time)
  }

  mutating func apply(_ change: ClientWrites.Change) {
    for member in change.members { set(member.name, to: member.value, modified: change.modified) }
  }

  mutating func apply(_ periodExtension: ClientWrites.Extension) {
    guard let expires = payload.milliseconds("expiresDate") else { return }
    let end = expires + periodExtension.added
    extended = end
    set("expiresDate", to: .whole(end), modified: periodExtension.modified)
  }

  var type: String { payload["type"]?.stringValue ?? "" }
  var isSubscription: Bool { type == "Auto-Renewable Subscription" }
  var purchased: Int64 { payload.milliseconds("purchaseDate") ?? 0 }
  var revoked: Int64? { payload.milliseconds("revocationDate") }
  /// Whether Apple paid the price back. That is not so for a purchase that the family no longer shares, for a seat that
  /// was taken back, and for a purchase that a bundle replaced.
  var isRefunded: Bool {
    guard revoked != nil else { return false }
    let purchase = PurchaseHistory(transaction: payload, renewal: nil).purchases.first
    return purchase.flatMap { HistoryChange.Cause(endOf: $0) } == .refunded
  }
  var isShared: Bool { payload["inAppOwnershipType"] == .string("FAMILY_SHARED") }
  var isAssigned: Bool { payload["inAppOwnershipType"] == .string("ASSIGNED") }
}

/// A subscription as it is at a moment.
struct CurrentSubscription {
  let transaction: CurrentTransaction
  let renewal: JSONValue?
  /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked (Apple, status).
  let status: Int

  init(transaction: CurrentTransaction, renewal: JSONValue?, now: Int64) {
    self.transaction = transaction
    self.renewal = renewal
    // All signed data in an answer is signed when the answer is given.
    let history = PurchaseHistory(
      transaction: transaction.payload.setting("signedDate", .whole(now)),
      renewal: renewal?.setting("signedDate", .whole(now)))
    // What has no state counts as expired.
    status = Holdings(history, at: Instant(milliseconds: now)).subscriptions.first?.state.status ?? 2
  }

  var isActive: Bool { status == 1 }
  /// Whether the subscription ended: expired or revoked.
  var isOver: Bool { status == 2 || status == 5 }
  var group: String { transaction.payload["subscriptionGroupIdentifier"]?.stringValue ?? "" }
}
