/// What a verifyReceipt of one's own answers to a request: Apple's keys, types and order.
///
///     { "status": 0, "environment": "Sandbox", "receipt": { ... }, "latest_receipt_info": [ ... ],
///       "latest_receipt": "MII...", "pending_renewal_info": [ ... ] }
///
/// Everything in it is as of the signing of the receipt: renewals, refunds and what a customer chose for the next renewal are known to
/// Apple's servers alone. So `latest_receipt` is the receipt that was sent, `latest_receipt_info` its own purchases, and
/// `pending_renewal_info` names subscriptions without saying whether they renew.
public struct VerifyReceiptAnswer: Sendable {
  /// The two servers. Raw values are what `environment` says.
  public enum Server: String, CaseIterable, Sendable {
    /// https://buy.itunes.apple.com
    case production = "Production"
    /// https://sandbox.itunes.apple.com
    case sandbox = "Sandbox"
  }

  /// What is answered beside the status.
  enum Content: Sendable {
    case nothing
    case receipt(Receipt, canonicalBase64: [UInt8], excludesOldTransactions: Bool, server: Server, requestDate: Instant)
    case transactionReceipt(TransactionReceipt, canonicalBase64: [UInt8])
  }

  /// 200, or 413 for a body that is too large.
  public var httpStatus = 200
  /// `status`; `nil` where there is no answer to have one.
  public let status: Int?
  /// Why, in words without a final full stop; Apple never says. Nothing of the receipt and no secret is in it.
  public let reason: String
  let content: Content
  /// Whether the same request may be answered otherwise later: `is-retryable`, of 21100 to 21199 only.
  let isRetryable: Bool?

  init(status: Int?, reason: String, content: Content = .nothing, isRetryable: Bool? = nil) {
    self.status = status
    self.reason = reason
    self.content = content
    self.isRetryable = isRetryable
  }

  /// The answer to what is no POST: 21000.
  public static let notPost = VerifyReceiptAnswer(status: 21000, reason: "the request is no POST")

  /// The answer to a body that is too large to be read: HTTP 413 without a status.
  public static let tooLarge: VerifyReceiptAnswer = {
    var answer = VerifyReceiptAnswer(
      status: nil, reason: "the body has more than \(AppleForecast.maximumBody.grouped) bytes")
    answer.httpStatus = 413
    return answer
  }()

  /// An answer that is a status and nothing else, to rehearse an outage.
  ///
  /// - Parameter status: any of Apple's; 21100 to 21199 say that a new try makes sense, as Apple does (`is-retryable`).
  public static func rehearsed(_ status: Int) -> VerifyReceiptAnswer {
    VerifyReceiptAnswer(
      status: status, reason: "an outage is being rehearsed", isRetryable: (21100...21199).contains(status) ? true : nil
    )
  }

  /// Writes the body: one JSON object, or nothing where there is no status.
  public func write(to writer: inout JSONWriter) {
    guard let status else { return }
    writer.object { writer in
      writer.member("status", status)
      if let isRetryable { writer.member("is-retryable", isRetryable) }
      switch content {
      case .nothing: break
      case .receipt(let receipt, let canonicalBase64, let excludesOldTransactions, let server, let requestDate):
        writer.member("environment", server.rawValue)
        writer.key("receipt")
        writer.receipt(receipt, requestDate: requestDate)
        guard receipt.hasSubscriptions else { return }
        let latest = LatestReceiptInfo(receipt)
        writer.key("latest_receipt_info")
        writer.purchases(excludesOldTransactions ? latest.withoutOldTransactions : latest.purchases)
        writer.member("latest_receipt", String(decoding: canonicalBase64, as: UTF8.self))
        latest.writeRenewals(to: &writer)
      case .transactionReceipt(let receipt, let canonicalBase64):
        writer.key("receipt")
        receipt.writeReceipt(to: &writer)
        guard receipt.expiresInstant != nil else { return }
        guard status == 0 else {
          writer.key("latest_expired_receipt_info")
          receipt.writeReceipt(to: &writer)
          return
        }
        writer.key("latest_receipt_info")
        receipt.writeReceipt(to: &writer)
        writer.member("latest_receipt", String(decoding: canonicalBase64, as: UTF8.self))
      }
    }
  }
}
