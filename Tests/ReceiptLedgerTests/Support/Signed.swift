import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// What Apple signs, by the test authority.
extension Shop {
  /// Signs at any time from 2025-10 to 2027-09.
  static let jwsMinter = Result {
    try JWSMinter(authority.get(), signedAt: "2025-12-26T00:00:00Z")
  }

  /// Signed data with this payload.
  static func jws(_ kind: SignedPayloadKind, _ payload: String) throws -> String {
    let options = TemplateOptions(creationDate: start)
    var description = try SignedDataTemplate(kind, options: options).description(seed: "ledger")
    description.payload = try JSONReader().read(Array(payload.utf8))
    return try jwsMinter.get().mint(description)
  }

  func add(
    jws: String, order: String, account: String = "jane", _ change: (inout Presentation) -> Void = { _ in }
  ) throws -> Decision {
    try add(Array(jws.utf8), order: order, account: account, change)
  }

  func signed(_ notification: String) throws -> SignedNotification {
    try #require(try SignedNotification(Array(notification.utf8), decoder: decoder))
  }

  @discardableResult
  func notify(_ notification: String) throws -> StatementOutcome {
    now.milliseconds += 1_000
    return try ledger.receiveNotification(try signed(notification), allowsTestSigned: true, now: now)
  }

  /// The state of a transaction, and the account that has it.
  func state(_ transaction: String) throws -> String? {
    let found = try ledger.history(of: transaction, as: .transaction, now: now)
    return found.purchases.first { $0.record.transactionID == transaction }.map { "\($0.state) \($0.account ?? "-")" }
  }

  /// The state of a subscription and its end.
  func subscription(_ original: String) throws -> String? {
    try ledger.history(of: original, as: .transaction, now: now).subscriptions.first
      .map { "\($0.state) \($0.expires?.rfc3339.prefix(10) ?? "-")" }
  }
}

/// Payloads of signed data; days as `2026-01-31`, or with a time.
enum Payload {
  static func transaction(
    _ transaction: String, original: String? = nil, type: String = "Consumable", product: String = "com.example.coins",
    from start: String = "2025-12-26", to end: String? = nil, signed: String = "2025-12-27", revoked: String? = nil,
    bundle: String? = Shop.bundle, environment: String = "Sandbox", _ more: String = ""
  ) -> String {
    var text = """
      {"transactionId":"\(transaction)","originalTransactionId":"\(original ?? transaction)","productId":"\(product)",
      "type":"\(type)","quantity":1,"purchaseDate":\(Said.milliseconds(start)),"originalPurchaseDate":\(Said.milliseconds(start)),
      "inAppOwnershipType":"PURCHASED","environment":"\(environment)"
      """
    if let bundle { text += ",\"bundleId\":\"\(bundle)\"" }
    if !signed.isEmpty { text += ",\"signedDate\":\(Said.milliseconds(signed))" }
    if let end { text += ",\"expiresDate\":\(Said.milliseconds(end))" }
    if let revoked { text += ",\"revocationDate\":\(Said.milliseconds(revoked)),\"revocationReason\":0" }
    return text + more + "}"
  }

  static func period(
    _ transaction: String, original: String = "1000", from start: String, to end: String, signed: String,
    revoked: String? = nil, _ more: String = ""
  ) -> String {
    self.transaction(
      transaction, original: original, type: "Auto-Renewable Subscription", product: "com.example.monthly", from: start,
      to: end, signed: signed, revoked: revoked, more)
  }

  static func renewal(_ original: String = "1000", signed: String, _ more: String = "") -> String {
    """
    {"originalTransactionId":"\(original)","productId":"com.example.monthly","autoRenewProductId":"com.example.monthly",
    "environment":"Sandbox","signedDate":\(Said.milliseconds(signed))\(more)}
    """
  }

  static func notification(
    _ name: String, _ uuid: String, signed: String, transaction: String? = nil, renewal: String? = nil,
    bundle: String = Shop.bundle, environment: String = "Sandbox", _ more: String = ""
  ) -> String {
    let parts = name.split(separator: "/")
    var data = "\"bundleId\":\"\(bundle)\",\"environment\":\"\(environment)\"" + more
    if let transaction { data += ",\"signedTransactionInfo\":\(transaction)" }
    if let renewal { data += ",\"signedRenewalInfo\":\(renewal)" }
    let subtype = parts.count > 1 ? "\"subtype\":\"\(parts[1])\"," : ""
    return """
      {"notificationType":"\(parts[0])",\(subtype)"notificationUUID":"\(uuid)","version":"2.0",
      "signedDate":\(Said.milliseconds(signed)),"data":{\(data)}}
      """
  }
}

extension Shop {
  static func notification(
    _ name: String, _ uuid: String, signed: String, transaction: String? = nil, renewal: String? = nil
  ) throws -> String {
    try jws(
      .notification, Payload.notification(name, uuid, signed: signed, transaction: transaction, renewal: renewal))
  }
}
