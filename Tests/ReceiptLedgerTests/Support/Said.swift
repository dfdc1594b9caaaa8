import ReceiptKit

/// What Apple says, as text: purchases in answers and notifications.
enum Said {
  /// A purchase; days as `2026-01-31`, or with a time.
  static func purchase(
    _ transaction: String, original: String? = nil, product: String = "com.example.coins", from start: String,
    to end: String? = nil, cancelled: String? = nil, _ more: String = ""
  ) -> String {
    var text = """
      {"product_id":"\(product)","transaction_id":"\(transaction)","original_transaction_id":"\(original ?? transaction)",
      "quantity":"1","purchase_date_ms":"\(milliseconds(start))"
      """
    if let end { text += ",\"expires_date_ms\":\"\(milliseconds(end))\"" }
    if let cancelled {
      text += ",\"cancellation_date_ms\":\"\(milliseconds(cancelled))\",\"cancellation_reason\":\"0\""
    }
    return text + more + "}"
  }

  /// A period of a subscription.
  static func period(
    _ transaction: String, original: String = "1000", product: String = "com.example.monthly", from start: String,
    to end: String, cancelled: String? = nil, _ more: String = ""
  ) -> String {
    purchase(transaction, original: original, product: product, from: start, to: end, cancelled: cancelled, more)
  }

  /// What an answer says of the next renewal.
  static func renewal(_ more: String, original: String = "1000") -> String {
    "{\"original_transaction_id\":\"\(original)\",\"product_id\":\"com.example.monthly\",\(more)}"
  }

  /// An answer of verifyReceipt to a receipt of ``Shop``.
  static func answer(
    _ purchases: [String], renewals: [String] = [], bundle: String = Shop.bundle, asked: String? = nil,
    environment: String? = nil
  ) -> String {
    let request = asked.map { ",\"request_date_ms\":\"\(milliseconds($0))\"" } ?? ""
    let place = environment.map { ",\"environment\":\"\($0)\"" } ?? ""
    return """
      {"status":0\(place),"receipt":{"bundle_id":"\(bundle)"\(request),"in_app":[]},
      "latest_receipt_info":[\(purchases.joined(separator: ","))],"pending_renewal_info":[\(renewals.joined(separator: ","))]}
      """
  }

  /// A notification of version 1.
  static func notification(
    _ type: String, _ purchases: [String], renewals: [String] = [], environment: String = "Sandbox"
  ) throws -> PurchaseHistory {
    try statement(type, purchases, renewals: renewals, environment: environment).history
  }

  /// The shared secret that ``statement`` carries.
  static let secret = "0123456789abcdef0123456789abcdef"

  /// A notification of version 1 as it is handed in.
  ///
  /// - Parameter password: `nil`: it carries none.
  static func statement(
    _ type: String, _ purchases: [String], renewals: [String] = [], environment: String = "Sandbox",
    bundle: String = Shop.bundle, password: String? = Said.secret
  ) throws -> AppleStatement {
    let secret = password.map { "\"password\":\"\($0)\"," } ?? ""
    let text = """
      {\(secret)"notification_type":"\(type)","environment":"\(environment)","bid":"\(bundle)","unified_receipt":
      {"status":0,"environment":"\(environment)","latest_receipt_info":[\(purchases.joined(separator: ","))],
      "pending_renewal_info":[\(renewals.joined(separator: ","))]}}
      """
    return try AppleStatement(Array(text.utf8))
  }

  static func milliseconds(_ day: String) -> Int64 {
    ReceiptDate(day.contains("T") ? day : day + "T00:00:00Z")?.instant.milliseconds ?? 0
  }

  static func instant(_ day: String) -> Instant { Instant(milliseconds: milliseconds(day)) }
}
