/// What became of one stored receipt, saved answer or id on the way from verifyReceipt to the App Store Server API: the
/// proof, the call that answers now, the answer, what differs, and the rows of a new table.
///
/// It does not contact Apple. The caller asks the API, and passes the answers in.
package struct Migration: Sendable {
  /// What became of it. Raw values are stable and appear in JSON output.
  package enum Outcome: String, CaseIterable, Sendable {
    /// The API answered, and nothing that the input says contradicts it.
    case answered
    /// The API answered, and a difference from the input is not expected, or cannot be judged.
    case differs
    /// The input is proven and has no purchase. Nothing has to be moved.
    case noPurchase = "no_purchase"
    /// The ids of the input are its sender's choice. Nothing was asked.
    case unproven
    /// The API does not know the ids.
    case unknownID = "unknown_id"
    /// The API refuses the question, or its answer is not proven or about somebody else.
    case refused
    /// There is no answer yet.
    case unanswered

    /// Whether a person has to look at it. What has no answer yet needs another run instead.
    package var needsPerson: Bool {
      switch self {
      case .differs, .unproven, .unknownID, .refused: true
      case .answered, .noPurchase, .unanswered: false
      }
    }
  }

  /// A call that was made: its name here, Apple's name for it, and its URL with the id, without a query.
  package struct Call: Equatable, Sendable {
    package let name: String
    package let title: String
    package let url: String

    package init(name: String, title: String, url: String) {
      self.name = name
      self.title = title
      self.url = url
    }
  }

  package var outcome = Outcome.unanswered
  /// Why it needs a person, or another run, and what to do.
  package var why: Message?
  package var hint: Message?
  /// What the input says; `nil` for an id.
  package var history: PurchaseHistory?
  /// The calls that were made, in order. Pages of one answer are one call.
  package var calls: [Call] = []
  /// What the API answered, combined; `nil` without an answer.
  package private(set) var answer: SubscriptionStatus?
  package private(set) var comparison: TransactionComparison?
  /// The newest signed text of each transaction of the answer, by its id.
  private var signedTexts: [String: String] = [:]

  package init(_ history: PurchaseHistory? = nil) { self.history = history }

  /// Adds a call, unless it is a further page of the last one.
  package mutating func add(_ call: Call) {
    if calls.last != call { calls.append(call) }
  }

  /// Takes an answer in, and judges the input beside it.
  ///
  /// - Parameters:
  ///   - combined: all of the answer.
  ///   - signed: the text of each transaction in it, by the transaction's id.
  ///   - receipt: the receipt in the input; `nil` without one.
  ///   - moment: the moment for which access is decided.
  package mutating func take(
    _ combined: CombinedHistory, signed: [String: String], beside receipt: DecodedInput?, at moment: Instant
  ) throws(ReceiptError) {
    answer = SubscriptionStatus(try combined.history(), at: moment)
    signedTexts = signed
    outcome = .answered
    guard let receipt else { return }
    let comparison = try TransactionComparison(receipt, with: combined)
    self.comparison = comparison
    guard comparison.verdict != .agrees else { return }
    outcome = .differs
    let unexpected = comparison.findings.filter { !$0.cause.isExpected }.map(\.message)
    why = (unexpected + comparison.doubts).joined(separator: "; ")
    hint = "receipt-tool compare --api shows every place"
  }
}

extension Migration {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  package static let schema = "receipt-tool/migration/1"

  /// Writes the members after the head of the document.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("outcome", outcome.rawValue)
    writer.member("needs_person", outcome.needsPerson)
    writer.member("why", why)
    writer.member("hint", hint)
    writer.object("input", history) { writer, history in
      writer.member("kind", history.kind.rawValue)
      // The proof of the signed receipt in an answer is that of the ids.
      writer.verdict(history.isMixed ? history.proven?.authenticity : history.authenticity)
      writer.member("unverified_because", history.unverifiedBecause)
      writer.member("bundle_id", history.bundleID)
      writer.member("environment", history.environment)
      writer.member("known_until", history.knownUntil?.instant.rfc3339)
      writer.objects("transactions", history.purchases) { writer, purchase in
        writer.member("transaction_id", purchase.transactionID)
        writer.member("original_transaction_id", purchase.originalTransactionID)
        writer.member("product_id", purchase.productID)
      }
    }
    writer.objects("calls", calls) { writer, call in
      writer.member("name", call.name)
      writer.member("title", call.title)
      writer.member("url", call.url)
    }
    writer.object("answer", answer) { writer, status in
      writer.member("verdict", status.history.authenticity?.verdict.rawValue)
      writer.member("environment", status.history.environment)
      writer.member("signed", status.history.knownUntil?.instant.rfc3339)
      writer.member("transactions", status.history.purchases.count)
      writer.member("judged_at", status.moment.rfc3339)
    }
    writer.object("comparison", comparison) { writer, comparison in
      writer.member("verdict", comparison.verdict.rawValue)
      writer.member("doubts", comparison.doubts)
      writer.member("both", comparison.sharedCount)
      writer.member("only_receipt", comparison.onlyReceiptCount)
      writer.member("only_signed_data", comparison.onlySignedCount)
      writer.findings(comparison.findings)
    }
    writer.key("rows")
    writer.array { writer in
      guard let answer else { return }
      for subscription in answer.subscriptions {
        // A subscription that only renewal information or a status names has no period.
        writeRow(subscription.periods.last?.purchase ?? PurchaseRecord(), of: subscription, answer, to: &writer)
      }
      for purchase in answer.listedPurchases { writeRow(purchase, of: nil, answer, to: &writer) }
    }
  }

  /// Writes a row of the new table: one for each subscription, and one for each other purchase.
  private func writeRow(
    _ purchase: PurchaseRecord, of subscription: Subscription?, _ status: SubscriptionStatus,
    to writer: inout JSONWriter
  ) {
    let product = subscription?.currentProduct ?? purchase.productID
    let access = subscription?.holding.access ?? product.map { status.access(toActive: $0) } ?? .unknown
    writer.object { writer in
      writer.member("original_transaction_id", subscription?.originalTransactionID ?? purchase.originalTransactionID)
      writer.member("transaction_id", purchase.transactionID)
      writer.member("app_transaction_id", purchase.customerID)
      writer.member("app_account_token", purchase.accountToken)
      writer.member("bundle_id", status.history.bundleID)
      writer.member("environment", status.history.environment)
      writer.member("product_id", product)
      writer.member("type", purchase.productType?.name)
      writer.member("ownership", purchase.ownership)
      writer.member("quantity", purchase.quantity.map { Int($0) })
      writer.member("purchased", purchase.purchased?.rfc3339)
      writer.member("expires", purchase.expires?.rfc3339)
      writer.member("cancelled", purchase.cancelled?.rfc3339)
      writer.member("access", access.rawValue)
      writer.member("state", subscription?.state.name)
      writer.member("access_until", subscription?.state.activeUntil?.rfc3339)
      writer.member("auto_renew_status", optional: subscription?.renewal?.willRenew)
      writer.member("signed_transaction", purchase.transactionID.flatMap { signedTexts[$0] })
    }
  }
}
