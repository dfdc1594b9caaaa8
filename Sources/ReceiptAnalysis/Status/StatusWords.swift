/// Apple's numbers in words. The table of `explain` has whole sentences for them.
package enum StatusWords {
  /// A text with the reason in brackets: `refunded … (reason 1: a reported problem with the app)`.
  package static func with(cancellationReason number: Int64?, _ text: Message) -> Message {
    switch number {
    case 1?: "\(text) (reason 1: a reported problem with the app)"
    case 0?: "\(text) (reason 0: another reason)"
    case let number?: "\(text) (reason \(number): not known)"
    case nil: text
    }
  }

  /// `a part of the price was refunded, 60 %`; `nil` if Apple does not say.
  package static func revocation(_ purchase: PurchaseRecord) -> Message? {
    guard let type = purchase.revocationType else { return nil }
    let words = PayloadWords.revocationType[type]?.words ?? "\(type.displayed(limit: 100))"
    return purchase.revocationPercentage.map { "\(words), \(PayloadWording.share($0))" } ?? words
  }

  /// What was taken back, when and why: `refunded 2025-12-01 (reason 1: …): a part of the price was refunded`.
  package static func ended(_ purchase: PurchaseRecord, _ what: Message, _ date: Message) -> Message {
    let text = with(cancellationReason: purchase.cancellationReason, "\(what) \(date)")
    return revocation(purchase).map { "\(text): \($0)" } ?? text
  }

  /// `10 seats, 2 given back, 9.99 USD each on average`
  package static func seats(_ seats: SeatCount, currency: String?) -> Message {
    var words: [Message] = [seats.bought == 1 ? "1 seat" : "\(seats.bought) seats"]
    if seats.givenBack > 0 { words.append("\(seats.givenBack) given back") }
    if let price = seats.averagePrice {
      words.append("\(PayloadWording.money(price, currency: currency)) each on average")
    }
    return words.joined(separator: ", ")
  }

  /// An end that is no refund, in words for use before a date.
  package static let endedForAnother: Message = "ended for another product"

  /// What Apple did when it took back a purchase, in words for use before a date.
  package static func takenBack(_ purchase: PurchaseRecord) -> Message {
    if purchase.isUpgraded == true { return endedForAnother }
    return switch Holding.State(takenBack: purchase) {
    case .noLongerShared: "no longer shared"
    case .refundedOrUnshared: "refunded or no longer shared"
    case .seatTakenBack: "seat taken back"
    case .moved: "ended"
    default: "refunded"
    }
  }

  /// The state in words, as a clause without a final full stop.
  ///
  /// - Parameters:
  ///   - isRetryOver: whether Apple no longer tries to charge; see ``Subscription/isRetryOver(at:newestStatement:)``.
  ///   - retryDays: for how many days Apple tries to charge; see ``Subscription/retryDays``.
  ///   - continuation: what should have followed the last known period.
  ///   - dated: writes a moment in words.
  package static func state(
    _ holding: Holding, isRetryOver: Bool = false, retryDays: Int = 60,
    continuation: Subscription.Continuation = .unknown, dated: (Instant) -> Message
  ) -> Message {
    func words(_ moment: Instant?) -> Message { moment.map(dated) ?? "at an unknown time" }
    switch holding.state {
    case .active(let until?): return "active until \(dated(until))"
    case .active(nil): return "active by Apple's status; its end is not in it"
    case .gracePeriod(let until):
      return "in Apple's grace period until \(dated(until)): access, although not paid yet"
    case .graceWithoutEnd(let latest):
      return """
        in Apple's grace period: access, although not paid yet; its end is not in it, and is at the latest \
        \(dated(latest))
        """
    case .billingRetry(let since) where isRetryOver:
      return """
        not paid, no access: expired \(words(since)), and Apple tried to charge for up to \(retryDays) days; a payment \
        may be missing
        """
    case .billingRetry(let since):
      return """
        in billing retry, no access: expired \(words(since)), and Apple tries to charge for up to \(retryDays) days
        """
    case .refunded(let moment, _, let reason):
      return with(cancellationReason: reason, "refunded \(words(moment))")
    case .noLongerShared(let since): return "no longer shared \(words(since))"
    case .refundedOrUnshared(let moment): return "refunded, or no longer shared by the family, \(words(moment))"
    case .seatTakenBack(let since): return "the seat was taken back \(words(since))"
    case .moved(let moment):
      return "ended \(words(moment)) for a reason that need not be a refund, such as a move to a bundle"
    case .replaced(let product, let moment):
      let other: Message =
        switch product {
        case nil: "another product"
        case let product? where holding.isOf(product): "another subscription to it"
        case let product?: "\(product.displayed(limit: 200))"
        }
      return moment.map { "replaced by \(other) at \(dated($0))" } ?? "replaced by \(other) at an unknown time"
    case .expired(let moment, _): return "expired \(words(moment))"
    case .lapsed(let end):
      let remark: Message =
        switch continuation {
        case .ends: "renewal was off"
        case .needsConsent: "the customer had not agreed to a higher price yet"
        case .renewsUntil(let last): "renewals may be missing; the commitment ends \(dated(last))"
        case .renews, .unknown: "a renewal may be missing"
        }
      return "the last known period ended \(dated(end)); \(remark)"
    case .earlierOnly(let newest): return "only earlier periods are in it; the newest one ends \(dated(newest))"
    case .notStarted(let begins): return "not begun: begins \(dated(begins))"
    case .bought(let moment, let times): return bought(holding.origin, words(moment), times)
    case .notBought(let moment): return "not yet: \(bought(holding.origin, words(moment), 1))"
    case .renewalOnly: return "not known: whether anything is paid is not in it"
    case .unknown: return "not known: no period has dates that tell"
    }
  }

  /// A product that does not expire by itself, in words for use before a date.
  private static func bought(_ origin: Holding.Origin, _ date: Message, _ times: Int) -> Message {
    switch origin {
    case .familyShare: "shared by the family \(date)"
    case .seat: "assigned \(date)"
    case .free, .freeOffer: "got for free \(date)"
    default: times == 1 ? "bought \(date)" : "bought \(grouped: times) times, the last time \(date)"
    }
  }

  /// `9.99 EUR`, or `free`; `nil` without a price.
  package static func price(_ purchase: PurchaseRecord) -> Message? {
    purchase.price.map { $0 == 0 ? "free" : PayloadWording.money($0, currency: purchase.currency) }
  }

  package static func cancellationReason(_ number: Int64) -> Message { meaning(.cancellationReason, number) }

  package static func expirationIntent(_ number: Int64) -> Message { meaning(.expirationIntent, number) }

  /// `4 (in the grace period)`
  package static func status(_ code: Int64) -> Message {
    PayloadWords.subscriptionStatus[String(code)].map { "\(code) (\($0.words))" } ?? "\(code)"
  }

  /// How a customer has a purchase that somebody else bought; `nil` for the customer's own.
  package static func ownership(_ word: String) -> Message? {
    switch word {
    case "PURCHASED": nil
    case "FAMILY_SHARED": "shared by the family"
    case "ASSIGNED": "an assigned seat"
    default: "ownership \(word)"
    }
  }

  private static func meaning(_ topic: ReferenceEntry.Kind, _ number: Int64) -> Message {
    let code = String(number)
    return ReferenceEntry.reasons.first { $0.kind == topic && $0.key == code }.map { Message(english: $0.meaning) }
      ?? "A number that Apple has not described."
  }
}

extension SubscriptionStatus {
  /// The known state of a product that occurs in the source, as a clause without a final full stop.
  package func words(for product: String) -> Message {
    if let subscription = subscription(with: product) {
      let upcoming = subscription.upcoming(after: moment).first { $0.purchase.isOf(product) }
      if !subscription.holding.grants(product), let begins = upcoming?.start {
        return "not begun: begins \(begins.rfc3339)"
      }
      if subscription.holding.access == .yes, !subscription.holding.grants(product) {
        let products = subscription.holding.products.map { $0.displayed(limit: 200) }
        let other: Message = products.isEmpty ? "another product" : products.joined { "\($0) and \($1)" }
        let end = subscription.periods.last { $0.purchase.isOf(product) && $0.replacement != nil }?.end
        return end.map { "replaced by \(other) at \($0.rfc3339)" } ?? "replaced by \(other)"
      }
      let isRetryOver = subscription.isRetryOver(at: moment, newestStatement: history.knownUntil?.instant)
      return StatusWords.state(
        subscription.holding, isRetryOver: isRetryOver, retryDays: subscription.retryDays,
        continuation: subscription.continuation
      ) { "\($0.rfc3339)" }
    }
    let found = holdings.purchases.filter { $0.isOf(product) }
    guard let first = found.first(where: { $0.access == .yes }) ?? found.first else { return "not known" }
    return StatusWords.state(first) { "\($0.rfc3339)" }
  }

  /// The subscription with a product: preferably one that gives access to it, otherwise the newest.
  func subscription(with product: String) -> Subscription? {
    subscriptions.first { $0.holding.grants(product) }
      ?? subscriptions.first { $0.isOf(product) }
  }
}
