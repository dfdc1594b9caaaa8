/// The report of `status` for people: each subscription with its state, a timeline of all subscriptions, and their
/// periods.
package struct StatusReport: Sendable {
  /// The kind of the moment of the question.
  package enum Moment: Sendable {
    /// The present.
    case present
    /// The user chose the moment.
    case chosen
    /// The date of the newest signature.
    case ofNewestSignature

    fileprivate var words: Message? {
      switch self {
      case .present: nil
      case .chosen: "as asked for"
      case .ofNewestSignature: "when the newest piece was signed"
      }
    }
  }

  package var status: SubscriptionStatus
  package var moment: Moment
  /// The maximum number of subscriptions that are written in full.
  static let maximumSubscriptions = 50

  package init(_ status: SubscriptionStatus, momentIsChosen: Bool = false) {
    self.init(status, moment: momentIsChosen ? .chosen : .present)
  }

  package init(_ status: SubscriptionStatus, moment: Moment) {
    self.status = status
    self.moment = moment
  }

  /// The report as lines that end with a line feed and are no wider than the layout.
  ///
  /// Text from the input is escaped if it could act on a terminal. Ages are counted from the moment of the question: "2
  /// days ago" is two days before it.
  package func text(_ layout: TextLayout) -> String { page(layout, isAlone: true).text }

  /// The report for a terminal. A browser shows ``proof(_:)``, ``subscriptions(_:)`` and ``surroundings(_:)`` apart.
  ///
  /// - Parameter isAlone: whether the report must itself name the time zone, because nothing around it does.
  func page(_ layout: TextLayout, isAlone: Bool = false) -> TextPage {
    let layout = layout.asOf(status.moment)
    var page = proof(layout)
    page.blank()
    page.origin(status, moment)
    if isAlone { page.timesAreUTC() }
    page.pieces(status.history)
    let labelled = self.labelled
    page.summaries(labelled, status)
    Timeline(labelled, at: status.moment, layout)?.write(to: &page)
    page.notifications(status.history)
    for (label, subscription) in labelled where !subscription.periods.isEmpty {
      page.heading(periodsTitle(label, subscription))
      PeriodList(subscription, at: status.moment, layout).write(to: &page)
    }
    page.otherPurchases(status)
    page.notes(status)
    return page
  }

  private func periodsTitle(_ label: String, _ subscription: Subscription) -> Message {
    let count = subscription.listedPeriods.count
    return labelled.count == 1
      ? "Periods: \(grouped: count)" : "Periods of subscription \(label): \(grouped: count)"
  }

  /// The unread parts, and how far the rest can be believed.
  func proof(_ layout: TextLayout) -> TextPage {
    var page = TextPage(layout)
    let history = status.history
    page.unread(history.unread)
    if let authenticity = history.authenticity {
      if let unproven = history.unproven {
        page.verdict(authenticity, unproven: unproven, isMixed: history.isMixed)
      } else {
        page.verdict(authenticity, showsSteps: false)
      }
    } else {
      page.paragraph(
        StyledText("! NOT VERIFIED", .warning)
          + StyledText(" — \(history.unverifiedBecause ?? "it was not looked at")"),
        hanging: 2)
    }
    if history.sharesNothing {
      page.paragraph(
        StyledText("! ", .warning) + StyledText("Note", .warning)
          + StyledText(": \(PurchaseHistory.sharesNothingNote)"),
        hanging: 2)
    }
    return page
  }

  /// Each subscription and its periods, for a browser, which lays out tables itself.
  func subscriptions(_ layout: TextLayout) -> TextPage {
    var page = TextPage(layout.asOf(status.moment), isForBrowser: true)
    let labelled = self.labelled
    page.summaries(labelled, status)
    for (label, subscription) in labelled where !subscription.periods.isEmpty {
      page.heading(periodsTitle(label, subscription))
      page.drawing(PeriodDrawing(subscription, at: status.moment))
      page.table(PeriodList(subscription, at: status.moment, page.layout).table(of: subscription.listedPeriods))
    }
    return page
  }

  /// Everything except the subscriptions: the source, its pieces, notifications, other purchases and notes.
  func surroundings(_ layout: TextLayout) -> TextPage {
    var page = TextPage(layout.asOf(status.moment), isForBrowser: true)
    page.origin(status, moment)
    page.pieces(status.history)
    page.notifications(status.history)
    page.otherPurchases(status)
    page.notes(status)
    return page
  }

  /// The written subscriptions with their numbers, from 1.
  private var labelled: [(label: String, subscription: Subscription)] {
    status.subscriptions.prefix(StatusReport.maximumSubscriptions).enumerated().map { ("\($0.offset + 1)", $0.element) }
  }
}

extension TextPage {
  /// Writes the source, its app, and the moment.
  fileprivate mutating func origin(_ status: SubscriptionStatus, _ moment: StatusReport.Moment) {
    let history = status.history
    var kind = history.kind.words
    if let type = history.notificationType {
      let event = type.displayed()
      kind = history.notificationSubtype.map { "\(kind): \(event) (\($0.displayed()))" } ?? "\(kind): \(event)"
    }
    field("Source", kind)
    if let bundle = history.bundleID { field("App", bundle.displayed()) }
    if let environment = history.environment { field("Environment", Message(english: environment.displayed())) }
    if let words = moment.words {
      field("As of", "\(status.moment.utcText), \(words); ages are counted from it")
    }
    if let known = history.knownUntil {
      let words: Message = "\(layout.dated(known.instant)) (\(known.source.words))"
      let isOlder = known.instant < status.moment
      field("Known until", isOlder ? "\(words): renewals and refunds after it are not in it" : words)
    }
  }

  /// Writes each subscription with its state.
  fileprivate mutating func summaries(
    _ labelled: [(label: String, subscription: Subscription)], _ status: SubscriptionStatus
  ) {
    let count = status.subscriptions.count
    if count == 0 {
      // What another program says is in the answer, and is no list of Apple's.
      if status.history.claims?.statements.isEmpty == false { return }
      heading("Subscriptions: none")
      if status.otherPurchases.isEmpty {
        paragraph(StyledText("There are no purchases at all in it."), indent: 2)
        appItself(status.history)
      }
      return
    }
    heading("Subscriptions: \(grouped: count)")
    for (index, (label, subscription)) in labelled.enumerated() {
      if index > 0 { blank() }
      writeSubscription(subscription, label, status)
    }
    if labelled.count < count {
      blank()
      paragraph(
        StyledText("\(grouped: count - labelled.count) more are not shown; --json lists them.", .warning), indent: 2)
    }
  }

  /// - Parameter label: the number of the subscription.
  private mutating func writeSubscription(
    _ subscription: Subscription, _ label: String, _ status: SubscriptionStatus
  ) {
    // The product that the customer may use need not be the newest one that a purchase names.
    let product = subscription.currentProduct
    paragraph(StyledText(label + "  ", .heading) + .product(product), indent: 2, hanging: 3)
    let isRetryOver = subscription.isRetryOver(at: status.moment, newestStatement: status.history.knownUntil?.instant)
    let state = subscription.holding.stateWords(
      layout, isRetryOver: isRetryOver, retryDays: subscription.retryDays, continuation: subscription.continuation)
    let isProven = subscription.isProven
    // Green is for states that a reader may act on, so an unproven state is a warning. A bad one stays bad.
    let (mark, role) = isProven || state.role == .bad ? (state.mark, state.role) : ("!", .warning)
    // The words are a separate piece: the page extracts them and writes the mark itself.
    paragraph(
      StyledText(isProven ? "\(mark) " as Message : "\(mark) claimed: ", role) + StyledText(state.words, role),
      indent: 5, hanging: 2)
    if status.history.isMixed { claims(subscription) }
    detail(
      "Original",
      subscription.originalTransactionID.map { "\($0.displayed())" }
        ?? "none; the periods of one product are taken together")
    if let group = subscription.groupID { detail("Group", "\(group.displayed())") }
    if case .status(let code, let date?) = subscription.holding.basis {
      detail("Status", "\(StatusWords.status(code)), by Apple \(layout.dated(date))")
    }
    if let origin = subscription.holding.origin.words { detail("By way of", origin) }
    // The newest product is no earlier one if the first line names it.
    let earlier = subscription.products.last == product ? subscription.products.dropLast() : subscription.products[...]
    if !earlier.isEmpty {
      let words = earlier.suffix(5).map { $0.displayed() }.joined { "\($0), then \($1)" }
      detail("Before that", earlier.count > 5 ? "…, \(words)" : words)
    }
    if let renewal = subscription.renewal { self.renewal(renewal, of: subscription, isRetryOver: isRetryOver) }
  }

  /// Writes the unproven part of a state beside the proven one.
  private mutating func claims(_ subscription: Subscription) {
    if !subscription.isProven { detail("Proof", "none: nothing of it is proven", .warning) }
    if subscription.claimedState != nil, let claimed = subscription.claimed {
      detail("Not proven", claimed.stateWords(layout).words, .warning)
    }
  }

  private mutating func detail(_ name: Message, _ value: Message, _ role: TextRole = .plain) {
    field(name, value, role, indent: 5)
  }

  private mutating func renewal(_ renewal: RenewalRecord, of subscription: Subscription, isRetryOver: Bool) {
    switch subscription.continuation {
    case .renews:
      let other = renewal.renewsAs.flatMap { $0 == subscription.currentProduct ? nil : $0 }
      detail("Renewal", other.map { "on, as \($0.displayed())" } ?? "on")
    case .renewsUntil(let end):
      detail("Renewal", "on, every month until the commitment ends \(layout.dated(end))")
    case .needsConsent: detail("Renewal", "on, if the customer agrees to the higher price", .warning)
    case .ends:
      // Apple also turns off renewal when it gives up charging: then the expiration intent is not 1.
      let isOffByApple = renewal.expirationIntent.map { $0 != 1 } ?? false
      detail("Renewal", isOffByApple ? "off" : "off: the customer does not want another period")
    case .unknown: break
    }
    if let intent = renewal.expirationIntent {
      detail("Expired for", "\(intent): \(StatusWords.expirationIntent(intent))")
    }
    if renewal.triesToCharge {
      let days = subscription.retryDays
      detail(
        "Billing",
        isRetryOver
          ? "Apple tried to charge for up to \(days) days" : "Apple tries to charge for up to \(days) days", .warning)
    }
    if let grace = renewal.graceExpires { detail("Grace period", "until \(layout.dated(grace))") }
    switch renewal.priceIncrease {
    case .pending?: detail("Price", "has not agreed to the increase yet", .warning)
    case .agreed?: detail("Price", "agreed to the increase")
    case .agreedOrTold?: detail("Price", "agreed to the increase, or was only told of it")
    case nil: break
    }
    if let seats = renewal.seats { detail("Next seats", "\(seats)") }
    if let price = renewal.price, subscription.continuation != .ends {
      detail("Next price", PayloadWording.money(price, currency: renewal.currency))
    }
    if let offer = renewal.offerID { detail("Next offer", "\(offer.displayed())") }
    if !renewal.winBackOffers.isEmpty {
      detail(
        "Win-back", "\(renewal.winBackOffers.prefix(5).map { $0.displayed(limit: 100) }.joined(separator: ", "))")
    }
  }

  /// Writes the other purchases.
  fileprivate mutating func otherPurchases(_ status: SubscriptionStatus) {
    let purchases = status.listedPurchases
    guard !purchases.isEmpty else { return }
    heading("Other purchases: \(grouped: purchases.count)")
    let maximum = 100
    for purchase in purchases.suffix(maximum) {
      let isCancelled = purchase.cancelled.map { $0 <= status.moment } ?? false
      let quantity = purchase.quantity.flatMap { $0 == 1 ? nil : " × \($0)" } ?? ""
      let type: Message? = (purchase.productType?.name).map { " (\(Message(english: $0)))" }
      let details: [Message] = [
        StatusWords.price(purchase), purchase.ownership.flatMap(StatusWords.ownership),
        purchase.purchased.map(layout.dated) ?? "no date", purchase.statement?.piece.map { "piece \($0)" },
      ].compactMap(\.self)
      let isUnproven = status.history.isMixed && purchase.statement?.isProven != true
      paragraph(
        StyledText(isCancelled ? "✗ " : "– ", isCancelled ? .bad : .faint) + .product(purchase.productID)
          + StyledText(quantity) + StyledText(type ?? "") + StyledText(", ")
          + StyledText(details.joined(separator: ", ")) + StyledText(isUnproven ? ", not proven" : "", .warning),
        indent: 2, hanging: 2)
      if let cancelled = purchase.cancelled {
        let words = StatusWords.ended(purchase, StatusWords.takenBack(purchase), layout.dated(cancelled))
        paragraph(StyledText(words, .bad), indent: 4, hanging: 2)
      }
    }
    if purchases.count > maximum {
      paragraph(StyledText("\(grouped: purchases.count - maximum) earlier ones are not shown.", .warning), indent: 2)
    }
    if purchases.contains(where: { $0.productType == .nonRenewingSubscription }) {
      paragraph(
        StyledText("How long a non-renewing subscription lasts is in no receipt: the app decides.", .faint), indent: 2)
    }
  }

  /// Writes the notes of the history, and the irregularities.
  fileprivate mutating func notes(_ status: SubscriptionStatus) {
    // The top of the report already names the unproven pieces, and the possibility of two customers.
    let notes = status.history.notes.filter {
      $0 != status.history.unproven && $0 != PurchaseHistory.sharesNothingNote
    }
    if !notes.isEmpty {
      heading("Notes")
      for note in notes { paragraph(StyledText(note), indent: 2, hanging: 2) }
    }
    irregularities(status.irregularities, listedBy: "--json", alikeBy: \.message.description) { irregularity in
      let message = irregularity.message
      return irregularity.transactionID.map { "transaction \($0.displayed()): \(message)" } ?? message
    }
  }
}

extension Holding.Origin {
  /// Words for a purchase that is not the customer's own; `nil` for others, which the periods show.
  fileprivate var words: Message? {
    switch self {
    case .familyShare: "Family Sharing"
    case .seat: "a seat that was assigned"
    default: nil
    }
  }
}

extension Holding {
  /// The state in words, with a mark that has the same meaning without colours.
  fileprivate func stateWords(
    _ layout: TextLayout, isRetryOver: Bool = false, retryDays: Int = 60,
    continuation: Subscription.Continuation = .unknown
  ) -> (mark: String, words: Message, role: TextRole) {
    if case .active(let until?) = state, until.isFarAway {
      return ("✓", "active without an end (\(until.utcText))", .good)
    }
    let words = StatusWords.state(
      self, isRetryOver: isRetryOver, retryDays: retryDays, continuation: continuation, dated: layout.dated)
    switch state {
    case .gracePeriod, .graceWithoutEnd: return ("✓", words, .warning)
    case .replaced, .notStarted, .notBought, .renewalOnly, .unknown: return ("–", words, .warning)
    default:
      switch access {
      case .yes: return ("✓", words, .good)
      case .no: return ("✗", words, .bad)
      case .unknown: return ("!", words, .warning)
      }
    }
  }
}

extension PurchaseHistory.Kind {
  fileprivate var words: Message {
    switch self {
    case .receipt: "app receipt"
    case .transactionReceipt: "iOS 6 transaction receipt: one purchase, and nothing of any other"
    case .verifyReceiptResponse: "saved answer of verifyReceipt"
    case .notificationV1: "App Store server notification, version 1"
    case .notificationV2: "App Store server notification, version 2"
    case .signedTransaction: "signed transaction of StoreKit 2: one purchase, and nothing of any other"
    case .signedRenewal: "signed renewal information of StoreKit 2: no purchases"
    case .signedAppTransaction: "AppTransaction of StoreKit 2: the app, and no purchases"
    case .combined: "several inputs, put together"
    case .signedHistory: "several pieces of signed data, as the App Store Server API gives them"
    case .decodedPayload: "what signed data of StoreKit 2 says, decoded, without its signature"
    case .otherProgram: "an object of another program: only what that program says"
    }
  }
}

extension PurchaseHistory.Knowledge.Source {
  fileprivate var words: Message {
    switch self {
    case .receiptCreationDate: "when the receipt was made"
    case .requestDate: "when Apple was asked"
    case .signedDate: "when it was signed"
    case .purchaseDate: "the date of its purchase"
    }
  }
}
