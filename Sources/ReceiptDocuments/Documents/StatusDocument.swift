/// The JSON document of `status`.
public struct StatusDocument: Sendable {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/status/1"

  /// The source of the moment of the question. Raw values are stable and appear in JSON output.
  public enum MomentSource: String, CaseIterable, Sendable {
    /// The clock of the machine.
    case clock
    /// `--at`.
    case option
  }

  /// The status to write.
  public var status: SubscriptionStatus
  /// Where the moment of the question comes from.
  public var momentSource: MomentSource

  /// Makes a document.
  public init(_ status: SubscriptionStatus, momentSource: MomentSource) {
    self.status = status
    self.momentSource = momentSource
  }

  /// Writes the whole document, and hands over what is finished of a long one; the head says where the input came from.
  public func write(to writer: inout JSONWriter, head: DocumentHead) {
    let history = status.history
    writer.object { writer in
      writer.member("schema", StatusDocument.schema)
      writer.members(head)
      writer.key("input")
      writer.object { writer in
        writer.member("kind", history.kind.rawValue)
        writer.member("notification_type", history.notificationType)
        writer.member("notification_subtype", history.notificationSubtype)
      }
      writer.key("authenticity")
      if let authenticity = history.authenticity {
        writer.object { writer in
          writer.member("verdict", authenticity.verdict.rawValue)
          writer.member("reason", authenticity.reason)
        }
      } else {
        writer.null()
      }
      writer.member("unverified_because", history.unverifiedBecause)
      writer.member("environment", history.environment)
      writer.member("bundle_id", history.bundleID)
      writer.moment("as_of", status.moment, momentSource.rawValue)
      if let known = history.knownUntil {
        writer.moment("known_until", known.instant, known.source.rawValue)
      } else {
        writer.member("known_until", nil as String?)
      }
      writer.key("unread")
      writer.unread(history.unread)
      writer.key("subscriptions")
      writer.array { writer in
        for subscription in status.subscriptions { writer.subscription(subscription, at: status.moment) }
      }
      writer.key("other_purchases")
      writer.array { writer in for purchase in status.otherPurchases { writer.otherPurchase(purchase) } }
      writer.member("notes", history.notes)
      writer.key("irregularities")
      writer.array { writer in
        for irregularity in status.irregularities {
          writer.object { writer in
            writer.member("kind", irregularity.kind.rawValue)
            writer.member("transaction_id", irregularity.transactionID)
            writer.member("message", irregularity.message)
          }
          writer.handOver()
        }
      }
    }
    writer.endLine()
  }
}

extension JSONWriter {
  fileprivate mutating func moment(_ name: String, _ instant: Instant, _ source: String) {
    key(name)
    object { writer in
      writer.member("time", instant.rfc3339)
      writer.member("source", source)
    }
  }

  fileprivate mutating func subscription(_ subscription: Subscription, at moment: Instant) {
    object { writer in
      writer.member("original_transaction_id", subscription.originalTransactionID)
      writer.member("subscription_group_identifier", subscription.groupID)
      writer.member("products", subscription.products)
      writer.member("state", subscription.state.name)
      writer.member("active", subscription.state.isActive)
      writer.member("active_until", subscription.state.activeUntil?.rfc3339)
      // The moment of the state: when it expired, was refunded, begins; the same as active_until while active.
      writer.member("state_date", subscription.state.instant?.rfc3339)
      writer.key("periods")
      writer.array { writer in
        for period in subscription.periods {
          writer.period(period, at: moment)
          writer.handOver()
        }
      }
      writer.key("renewal")
      if let renewal = subscription.renewal { writer.renewal(renewal) } else { writer.null() }
    }
  }

  private mutating func period(_ period: Subscription.Period, at moment: Instant) {
    let purchase = period.purchase
    object { writer in
      writer.member("transaction_id", purchase.transactionID)
      writer.member("product_id", purchase.productID)
      writer.member("kind", period.kind.rawValue)
      writer.member("start", period.start?.rfc3339)
      writer.member("end", period.end?.rfc3339)
      writer.member("expires", purchase.expires?.rfc3339)
      writer.member("running", period.isRunning(at: moment))
      writer.member("gap_before_seconds", period.gapBefore.map { Int($0) })
      writer.member("overlaps_earlier", period.overlapsEarlier)
      writer.cancellation(purchase)
      writer.member("upgraded", period.upgrade?.rawValue)
      writer.member("offer_kind", purchase.offerKind?.rawValue)
      writer.member("offer_id", purchase.offerID)
      writer.member("ownership", purchase.ownership)
    }
  }

  /// When and why it was cancelled.
  private mutating func cancellation(_ purchase: PurchaseRecord) {
    member("cancelled", purchase.cancelled?.rfc3339)
    key("cancellation_reason")
    guard let reason = purchase.cancellationReason else {
      null()
      return
    }
    coded(reason, StatusWords.cancellationReason(reason))
  }

  private mutating func coded(_ code: Int64, _ meaning: String) {
    object { writer in
      writer.key("code")
      writer.integer(code)
      writer.member("meaning", meaning)
    }
  }

  private mutating func renewal(_ renewal: RenewalRecord) {
    object { writer in
      writer.member("product_id", renewal.productID)
      writer.member("auto_renew_product_id", renewal.renewsAs)
      writer.optional("auto_renew_status", renewal.willRenew)
      writer.optional("is_in_billing_retry_period", renewal.isInBillingRetry)
      writer.member("grace_period_expires", renewal.graceExpires?.rfc3339)
      writer.key("expiration_intent")
      if let intent = renewal.expirationIntent {
        writer.coded(intent, StatusWords.expirationIntent(intent))
      } else {
        writer.null()
      }
      writer.optional("agreed_to_price_increase", renewal.agreedToPriceIncrease)
      writer.member("offer_id", renewal.offerID)
    }
  }

  private mutating func optional(_ name: String, _ flag: Bool?) {
    key(name)
    if let flag { bool(flag) } else { null() }
  }

  fileprivate mutating func otherPurchase(_ purchase: PurchaseRecord) {
    object { writer in
      writer.member("transaction_id", purchase.transactionID)
      writer.member("original_transaction_id", purchase.originalTransactionID)
      writer.member("product_id", purchase.productID)
      writer.member("type", purchase.productType?.name)
      writer.key("quantity")
      if let quantity = purchase.quantity { writer.integer(quantity) } else { writer.null() }
      writer.member("purchased", purchase.purchased?.rfc3339)
      writer.cancellation(purchase)
      writer.member("ownership", purchase.ownership)
    }
    handOver()
  }
}

extension Subscription.State {
  /// The moment of the state.
  var instant: Instant? {
    switch self {
    case .active(let instant), .gracePeriod(let instant), .billingRetry(let instant), .refunded(let instant, _),
      .expired(let instant), .notStarted(let instant):
      instant
    case .unknown: nil
    }
  }
}
