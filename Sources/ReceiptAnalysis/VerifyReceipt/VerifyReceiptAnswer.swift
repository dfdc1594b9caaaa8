/// The answer of our own verifyReceipt to a request: Apple's keys, types and order.
///
///     { "status": 0, "environment": "Sandbox", "receipt": { ... }, "latest_receipt_info": [ ... ],
///       "latest_receipt": "MII...", "pending_renewal_info": [ ... ] }
///
/// All values are those from the moment at which the receipt was signed. Later renewals, later refunds and the
/// customer's choices for the next renewal are known only to Apple's servers. So `latest_receipt` is the receipt that
/// was sent, `latest_receipt_info` contains its own purchases, and `pending_renewal_info` names subscriptions without
/// saying whether they renew. The stand-in for the App Store Server API knows more; `knowledge` adds that to the
/// answer.
public struct VerifyReceiptAnswer: Sendable {
  /// Apple's two servers. Raw values are the values of `environment` in an answer.
  public enum Server: String, CaseIterable, Sendable {
    /// https://buy.itunes.apple.com
    case production = "Production"
    /// https://sandbox.itunes.apple.com
    case sandbox = "Sandbox"
  }

  /// The content of the answer besides the status.
  enum Content: Sendable {
    case nothing
    case receipt(Receipt, canonicalBase64: [UInt8], excludesOldTransactions: Bool, server: Server, requestDate: Instant)
    case transactionReceipt(TransactionReceipt, canonicalBase64: [UInt8])
  }

  /// 200, or 413 for a body that is too large.
  package var httpStatus = 200
  /// `status`; `nil` if the answer has no body.
  public let status: Int?
  /// The reason, in words without a final full stop; Apple never states a reason. The text contains no value from the
  /// receipt and no secret.
  public let reason: Message
  let content: Content
  /// What is known about the customer beyond the receipt; `nil` if nothing more is known.
  package var knowledge: Knowledge?
  /// Whether the same request may get another answer later: `is-retryable`, only with 21100 to 21199.
  let isRetryable: Bool?

  /// What Apple's server would know about a customer beyond the receipt that was sent.
  package struct Knowledge: Sendable {
    /// The latest receipt and its base64; `nil` if the receipt that was sent is the latest one.
    package var latest: (receipt: Receipt, base64: String)?
    /// The renewal information of subscriptions, by original transaction.
    package var renewals: [String: RenewalRecord]

    package init(latest: (receipt: Receipt, base64: String)?, renewals: [String: RenewalRecord]) {
      self.latest = latest
      self.renewals = renewals
    }
  }

  /// The app receipt that the answer is about, if any.
  package var receipt: Receipt? {
    if case .receipt(let receipt, _, _, _, _) = content { receipt } else { nil }
  }

  init(status: Int?, reason: Message, content: Content = .nothing, isRetryable: Bool? = nil) {
    self.status = status
    self.reason = reason
    self.content = content
    self.isRetryable = isRetryable
  }

  /// The answer to a request that is not a POST: 21000.
  package static let notPost = VerifyReceiptAnswer(status: 21000, reason: "the request is not a POST")

  /// The answer to a body that is too large to be read: HTTP 413 without a status.
  package static let tooLarge: VerifyReceiptAnswer = {
    var answer = VerifyReceiptAnswer(
      status: nil, reason: "the body has more than \(grouped: AppleForecast.maximumBody) bytes")
    answer.httpStatus = 413
    return answer
  }()

  /// An answer that contains only a status, for simulating an outage.
  ///
  /// - Parameter status: any of Apple's statuses. As in Apple's answers, 21100 to 21199 have the flag for a retry
  ///   (`is-retryable`).
  package static func simulatedOutage(_ status: Int) -> VerifyReceiptAnswer {
    VerifyReceiptAnswer(
      status: status, reason: "an outage is being rehearsed", isRetryable: (21100...21199).contains(status) ? true : nil
    )
  }

  /// Writes the body: one JSON object, or nothing without a status.
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
        let newest = knowledge?.latest?.receipt ?? receipt
        guard newest.hasSubscriptions else { return }
        let latest = newest.latestReceiptInfo
        writer.key("latest_receipt_info")
        writer.purchases(excludesOldTransactions ? latest.withoutOldTransactions : latest)
        writer.member(
          "latest_receipt", knowledge?.latest?.base64 ?? String(decoding: canonicalBase64, as: UTF8.self))
        latest.writeRenewals(to: &writer, knowledge?.renewals ?? [:])
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

extension Receipt {
  /// `latest_receipt_info`, as far as a receipt alone determines it: all purchases, the latest first, and those without
  /// a date last; otherwise in the order of the receipt.
  ///
  /// Documented: all purchases except consumables that the app finished, which are no longer in the receipt, either.
  /// Observed: the latest comes first in most of Apple's answers, but not in all.
  var latestReceiptInfo: [InAppPurchase] {
    func moment(_ purchase: InAppPurchase) -> Int64 { purchase.purchaseDate?.instant.milliseconds ?? .min }
    return inApp.enumerated().sorted { one, other in
      let first = moment(one.element)
      let second = moment(other.element)
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
  }
}

extension [InAppPurchase] {
  /// The latest transaction of each subscription, and every other purchase (`exclude-old-transactions`). The purchases
  /// must be in the order of ``Receipt/latestReceiptInfo``, the latest first.
  var withoutOldTransactions: [InAppPurchase] {
    var seen: Set<String> = []
    return filter { !$0.isSubscription || seen.insert($0.subscriptionIdentifier).inserted }
  }

  /// Writes `pending_renewal_info`: one element for each subscription. Receipts do not say whether a subscription
  /// renews and as which product (`auto_renew_status`, `auto_renew_product_id`). If that is unknown, these keys are
  /// absent: an invented value would make a backend grant or refuse access by a guess.
  ///
  /// - Parameter renewals: the known renewal information, by original transaction.
  func writeRenewals(to writer: inout JSONWriter, _ renewals: [String: RenewalRecord]) {
    writer.key("pending_renewal_info")
    writer.array { writer in
      for purchase in withoutOldTransactions where purchase.isSubscription {
        writer.object { writer in
          if let identifier = purchase.originalTransactionID { writer.member("original_transaction_id", identifier) }
          if let product = purchase.productID { writer.member("product_id", product) }
          purchase.originalTransactionID.flatMap { renewals[$0] }?.write(to: &writer)
        }
      }
    }
  }
}

extension RenewalRecord {
  /// Writes the members that the record has in `pending_renewal_info`.
  fileprivate func write(to writer: inout JSONWriter) {
    if let renewsAs { writer.member("auto_renew_product_id", renewsAs) }
    for (name, flag) in [
      ("auto_renew_status", willRenew), ("is_in_billing_retry_period", isInBillingRetry),
      ("price_consent_status", agreedToPriceIncrease),
    ] {
      if let flag { writer.member(name, flag ? "1" : "0") }
    }
    if let expirationIntent { writer.member("expiration_intent", String(expirationIntent)) }
    if let graceExpires { writer.date("grace_period_expires_date", graceExpires) }
  }
}

extension InAppPurchase {
  /// Whether the purchase is a period of a subscription. Xcode does not name the kind of a product, but only
  /// subscriptions expire.
  var isSubscription: Bool {
    productType == .autoRenewableSubscription || (productTypeNumber == nil && expiresDate != nil)
  }

  /// The identifier that all periods of one subscription share; Xcode's receipts have no original transaction.
  fileprivate var subscriptionIdentifier: String { originalTransactionID ?? "product " + (productID ?? "") }
}
