/// Documents of `status`.
package struct StatusRenderer: DocumentRenderer {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  package static let schema = "receipt-tool/status/1"

  /// The source of the moment of the question. Raw values are stable and appear in JSON output.
  package enum MomentSource: String, CaseIterable, Sendable {
    /// The clock of the machine.
    case clock
    /// `--at`.
    case option
  }

  private let reader: PurchaseHistoryReader
  private let worker: ReceiptWorker
  private let moment: Instant
  private let momentSource: MomentSource
  /// The verdict below which an input's exit code is 1.
  private let requiredVerdict: Authenticity.Verdict?

  /// - Parameter worker: a worker with the reader's decoder, for a renderer of many inputs.
  package init(
    _ reader: PurchaseHistoryReader, at moment: Instant, from momentSource: MomentSource,
    requiredVerdict: Authenticity.Verdict? = nil, _ worker: ReceiptWorker? = nil
  ) {
    self.reader = reader
    self.worker = worker ?? ReceiptWorker(reader.decoder)
    self.moment = moment
    self.momentSource = momentSource
    self.requiredVerdict = requiredVerdict
  }

  package var schema: String { Self.schema }

  package func read(_ input: [UInt8]) throws(ReceiptError) -> SubscriptionStatus {
    SubscriptionStatus(try reader.read(input, with: worker), at: moment)
  }

  /// An empty history for combining several inputs of one customer.
  package var combined: CombinedHistory { CombinedHistory(reader) }

  package func status(of history: PurchaseHistory) -> SubscriptionStatus { SubscriptionStatus(history, at: moment) }

  package func verdict(on status: SubscriptionStatus) -> DocumentVerdict {
    DocumentVerdict(status.history.authenticity?.verdict, atLeast: requiredVerdict)
  }

  package func write(_ status: SubscriptionStatus, head: DocumentHead, to writer: inout JSONWriter) {
    let history = status.history
    writer.object { writer in
      writer.member("schema", schema)
      writer.members(head)
      writer.object("input", history) { writer, history in
        writer.member("kind", history.kind.rawValue)
        writer.member("notification_type", history.notificationType)
        writer.member("notification_subtype", history.notificationSubtype)
      }
      writer.verdict(history.authenticity)
      writer.member("unverified_because", history.unverifiedBecause)
      writer.member("environment", history.environment)
      writer.member("bundle_id", history.bundleID)
      writer.object("as_of", status.moment) { writer, moment in
        writer.member("time", moment.rfc3339)
        writer.member("source", momentSource.rawValue)
      }
      writer.object("known_until", history.knownUntil) { writer, known in
        writer.member("time", known.instant.rfc3339)
        writer.member("source", known.source.rawValue)
      }
      writer.key("unread")
      writer.unread(history.unread)
      writer.objects("subscriptions", status.subscriptions) { $0.members($1, of: status) }
      writer.objects("other_purchases", status.listedPurchases) { writer, purchase in
        writer.member("transaction_id", purchase.transactionID)
        if !purchase.otherTransactionIDs.isEmpty {
          writer.member("other_transaction_ids", purchase.otherTransactionIDs)
        }
        writer.member("original_transaction_id", purchase.originalTransactionID)
        writer.member("product_id", purchase.productID)
        writer.member("type", purchase.productType?.name)
        writer.member("quantity", purchase.quantity.map { Int($0) })
        writer.member("purchased", purchase.purchased?.rfc3339)
        writer.cancellation(purchase)
        writer.member("ownership", purchase.ownership)
        writer.price(purchase.price, purchase.currency)
        writer.members(history.statement(purchase.statement))
      }
      writer.objects("notifications", history.notifications) { writer, notification in
        writer.member("uuid", notification.uuid)
        writer.member("type", notification.type)
        writer.member("subtype", notification.subtype)
        writer.member("access", notification.advice?.access.rawValue)
        writer.member("access_after", notification.access?.rawValue)
        writer.member("transaction_id", notification.transactionID)
        writer.member("product_id", notification.productID)
        writer.members(history.statement(notification.statement))
      }
      writer.pieces(history.pieces)
      writer.member("notes", history.notes)
      writer.irregularities(status.irregularities)
    }
    writer.endLine()
  }
}

extension JSONWriter {
  fileprivate mutating func members(_ subscription: Subscription, of status: SubscriptionStatus) {
    member("original_transaction_id", subscription.originalTransactionID)
    member("subscription_group_identifier", subscription.groupID)
    member("products", subscription.products)
    member("state", subscription.state.name)
    member("proven", subscription.isProven)
    member("claimed_state", subscription.claimedState?.name)
    member("access", subscription.holding.access.rawValue)
    member("access_from", subscription.holding.origin.rawValue)
    object("decided_by", subscription.holding.basis) { writer, basis in
      writer.member("statement", basis.name)
      switch basis {
      case .status(let code, let date):
        writer.member("status", Int(code))
        writer.member("stated", date?.rfc3339)
      case .transaction(let identifier): writer.member("transaction_id", identifier)
      case .renewal, .nothing: break
      }
    }
    member("ask_for", subscription.holding.question?.rawValue)
    member("active", subscription.state.isActive)
    member("active_until", subscription.state.activeUntil?.rfc3339)
    // The date of the state: when the subscription expired, was refunded or begins. While it is active, this is the
    // same as active_until.
    member("state_date", subscription.state.instant?.rfc3339)
    objects("periods", subscription.listedPeriods) { $0.members($1, of: status) }
    object("renewal", subscription.renewal) { writer, renewal in
      writer.member("product_id", renewal.productID)
      writer.member("auto_renew_product_id", renewal.renewsAs)
      writer.member("auto_renew_status", optional: renewal.willRenew)
      writer.member("is_in_billing_retry_period", optional: renewal.isInBillingRetry)
      writer.member("grace_period_expires", renewal.graceExpires?.rfc3339)
      writer.code("expiration_intent", renewal.expirationIntent, StatusWords.expirationIntent)
      writer.member("agreed_to_price_increase", optional: renewal.agreedToPriceIncrease)
      writer.member("will_renew", optional: subscription.continuation.willRenew)
      writer.member("commitment_ends", renewal.commitmentEnds?.rfc3339)
      writer.member("offer_id", renewal.offerID)
      writer.member("offer_kind", renewal.offerKind?.rawValue)
      if let seats = renewal.seats { writer.member("seats", Int(seats)) }
      writer.price(renewal.price, renewal.currency)
      writer.member("win_back_offers", renewal.winBackOffers)
      writer.members(status.history.statement(renewal.statement))
    }
  }

  private mutating func members(_ period: Subscription.Period, of status: SubscriptionStatus) {
    let purchase = period.purchase
    member("transaction_id", purchase.transactionID)
    member("other_transaction_ids", purchase.otherTransactionIDs)
    member("product_id", purchase.productID)
    member("kind", period.payment.rawValue)
    member("start", period.start?.rfc3339)
    member("end", period.end?.rfc3339)
    member("expires", purchase.expires?.rfc3339)
    member("running", period.isRunning(at: status.moment))
    member("gap_before_seconds", period.gapBefore.map { Int($0) })
    member("overlaps_earlier", period.overlapsEarlier)
    cancellation(purchase)
    member("upgraded", period.replacement?.rawValue)
    member("offer_kind", purchase.offerKind?.rawValue)
    member("offer_id", purchase.offerID)
    member("ownership", purchase.ownership)
    if let seats = period.seats {
      key("seats")
      object { writer in
        writer.member("bought", Int(seats.bought))
        writer.member("given_back", Int(seats.givenBack))
      }
    }
    price(purchase.price, purchase.currency)
    members(status.history.statement(purchase.statement))
  }

  /// Writes the source and the date of a statement.
  fileprivate mutating func members(_ statement: PurchaseStatement) {
    member("stated", statement.date?.rfc3339)
    member("piece", statement.piece)
    member("proven", statement.isProven)
  }

  fileprivate mutating func price(_ price: Int64?, _ currency: String?) {
    member("price", price.map { Int($0) })
    member("currency", currency)
  }

  /// Writes when and why the purchase was cancelled.
  fileprivate mutating func cancellation(_ purchase: PurchaseRecord) {
    member("cancelled", purchase.cancelled?.rfc3339)
    code("cancellation_reason", purchase.cancellationReason, StatusWords.cancellationReason)
    member("revocation_type", purchase.revocationType)
    member("revocation_percentage", purchase.revocationPercentage.map { Int($0) })
  }

  private mutating func code(_ name: String, _ code: Int64?, _ meaning: (Int64) -> Message) {
    object(name, code) { writer, code in
      writer.member("code", Int(code))
      writer.member("meaning", meaning(code))
    }
  }
}
