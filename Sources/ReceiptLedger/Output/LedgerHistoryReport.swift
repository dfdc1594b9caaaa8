import ReceiptKit

/// What a ledger knows of one name, for people: `ledger show` prints it, and the page for support shows it.
package struct LedgerHistoryReport: Sendable {
  package let history: LedgerHistory
  /// What the only account concerned may use; `nil` if the name concerns several accounts, or none.
  private let entitlements: LedgerEntitlements?
  private let now: Instant
  private let text: LedgerText
  private var language: SummaryLanguage { text.language }

  fileprivate init(
    _ history: LedgerHistory, _ entitlements: LedgerEntitlements?, now: Instant, in language: SummaryLanguage
  ) {
    (self.history, self.entitlements, self.now) = (history, entitlements, now)
    text = LedgerText(language: language)
  }

  /// The report for a terminal; ends with a line feed.
  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    page.line(StyledText(title.text as String?, .heading))
    page.answer(answer, remarks: summary?.remarks ?? [])
    writeAnswer(to: &page)
    writeDetails(to: &page)
    return page.text
  }

  /// The report for the page.
  package var report: Report {
    var report = Report(in: language)
    report.title = title
    report.tone = tone
    report.lines = answer
    report.remarks = summary?.remarks ?? []
    report.append(details: { writeAnswer(to: &$0) })
    report.insert("ledger") { writeDetails(to: &$0) }
    return report
  }

  /// The title without roles, for the title of a page.
  package var heading: String { title.text }

  /// What was found, in one sentence.
  package var found: String {
    ("\(history.subjects.first?.noun ?? "") found: \(counts)." as Message).text(in: language)
  }

  /// The numbers of purchases, subscriptions and orders.
  var counts: String {
    let orders = Set(history.presentations.map(\.order)).count
    let counts: [Message] = [
      history.purchases.count == 1 ? "1 purchase" : "\(grouped: history.purchases.count) purchases",
      history.subscriptions.count == 1 ? "1 subscription" : "\(grouped: history.subscriptions.count) subscriptions",
      orders == 1 ? "1 presented order" : "\(grouped: orders) presented orders",
    ]
    return counts.map { $0.text(in: language) }.joined(separator: language.comma)
  }

  /// Writes replies to the customer. There are none for a replayed order: its purchase belongs to another account.
  package func writeReplies(_ frames: ReplyFrames, to writer: inout JSONWriter) {
    guard ownOrder?.state != OrderState.replay.rawValue else { return }
    entitlements?.findings?.writeReplies(frames, to: &writer)
  }

  private var title: StyledText {
    let titles = history.subjects.map { text.say($0.title, StyledText(history.name)) }
    return titles.dropFirst().reduce(titles.first ?? StyledText("")) { $0 + StyledText(" / ") + $1 }
  }

  // -- The answer.

  /// The presentation that the report is about, if the name is an order's.
  private var ownOrder: LedgerHistory.Presented? {
    history.subjects == [.order] ? history.presentations.last : nil
  }

  /// The orders whose purchases belong to other orders. That comes before what their own account may use.
  private var replayedOrders: [String] {
    let own = ownOrder.map { [$0] } ?? (history.subjects == [.account] ? history.presentations.reversed() : [])
    return own.filter { $0.state == OrderState.replay.rawValue }.map(\.order)
  }

  private var replays: [StyledText] {
    LedgerStory(history: history, text: text).replays(of: Array(replayedOrders.prefix(Self.maximumReplays)))
  }

  private static let maximumReplays = 5

  /// Has the customer paid? As for all purchases of the account, after what belongs to somebody else.
  private var answer: [SummaryText.Line] {
    let lines = replays.map { SummaryText.Line(tone: .bad, text: $0.text) }
    return lines + (summary?.lines ?? [])
  }

  /// Nothing is said of an order's account if the purchase belongs to another account.
  private var summary: SummaryText? { ownOrder != nil && !replayedOrders.isEmpty ? nil : entitlements?.summary }

  private var tone: PurchaseSummary.Tone {
    replayedOrders.isEmpty ? entitlements?.findings?.tone ?? .caution : .bad
  }

  private func writeAnswer(to page: inout TextPage) {
    if let entitlements {
      write(entitlements, to: &page)
    } else {
      page.paragraph(
        history.accounts.isEmpty
          ? text.say("No account has it, by what this ledger knows.")
          : text.say("It has to do with several accounts: {1}.", text.names(.account, history.accounts)))
    }
    if let ownOrder {
      page.paragraph(
        text.say(
          "The order was presented by {1} on {2}; it is now: {3}.", text.account(ownOrder.account),
          text.when(ownOrder.at), state(of: ownOrder)))
    }
    let waiting = history.presentations.filter { $0.state == "pending" }.map(\.order)
    if !waiting.isEmpty {
      let count: Message =
        waiting.count == 1
        ? "1 order waiting for Apple’s answer, and not counted yet: "
        : "\(grouped: waiting.count) orders waiting for Apple’s answer, and not counted yet: "
      page.paragraph(StyledText(count).said(in: language) + text.names(.order, waiting) + text.say("."))
    }
    guard history.isCut else { return }
    page.paragraph(
      text.state("pending", "This is not all.") + StyledText(" ")
        + text.say(
          """
          The ledger knows more than is shown here, which is the newest of each kind. “receipt-tool ledger show \
          --limit” shows more.
          """))
  }

  /// What the account may use: no more than the ledger knows.
  private func write(_ found: LedgerEntitlements, to page: inout TextPage) {
    let uses = found.entitlements
    let what =
      switch uses.count {
      case 0: text.say("nothing")
      case 1: words(about: uses[0])
      default: StyledText("\(grouped: uses.count) products" as Message).said(in: language)
      }
    let isOwn = history.subjects == [.account]
    page.paragraph(
      text.say(
        uses.count > 1
          ? "By what this ledger knows, as of {1}, account {2} may use {3}:"
          : "By what this ledger knows, as of {1}, account {2} may use {3}.", text.when(found.moment),
        isOwn ? StyledText(found.account) : text.account(found.account), what))
    if uses.count > 1 {
      for use in uses.prefix(Self.maximumUses) { page.paragraph(words(about: use), indent: 2, hanging: 2) }
      if uses.count > Self.maximumUses {
        page.paragraph(text.say(" and {1} more", StyledText((uses.count - Self.maximumUses).grouped)), indent: 2)
      }
    }
    if !found.unjudged.isEmpty {
      page.paragraph(
        text.say("Not judged, because they may be consumables: ")
          + text.names(.transaction, found.unjudged.map(\.transactionID)))
    }
    var remark = StyledText("Consumables are not counted: the app knows what was used.", .faint).said(in: language)
    if found.environment == .sandbox {
      remark = remark + StyledText(" This ledger is for the sandbox: nothing was paid.", .faint).said(in: language)
    }
    page.paragraph(remark)
  }

  private static let maximumUses = 100

  private func words(about use: LedgerEntitlements.Entitlement) -> StyledText {
    let end = use.until.map { text.say(" until {1}", text.when($0)) } ?? text.say(", without an end")
    let product = StyledText(use.productID) + end
    if use.state == RenewalState.gracePeriod.rawValue {
      return product
        + text.say("; {1}: the renewal could not be charged, and Apple tries again", text.state("grace_period"))
    }
    return use.willRenew.map { product + text.say($0 ? "; it renews then" : "; it does not renew") } ?? product
  }

  // -- The details.

  private func writeDetails(to page: inout TextPage) {
    writePurchases(to: &page)
    for subscription in history.subscriptions { write(subscription, to: &page) }
    LedgerStory(history: history, text: text).write(to: &page)
  }

  private func writePurchases(to page: inout TextPage) {
    let purchases = history.purchases
    let own = history.subjects == [.account] ? history.name : nil
    // A terminal has no space for three times in one row.
    let isShort = !page.isForBrowser
    guard !purchases.isEmpty else {
      page.heading("Purchases")
      return page.paragraph(StyledText("The ledger knows of none."), indent: 2)
    }
    page.heading("Purchases: \(grouped: purchases.count)", "The newest first.")
    page.table(
      TextTable(
        [
          TextTable.Column("PRODUCT", foldableTo: 8), TextTable.Column("NOW"), TextTable.Column("BOUGHT"),
          TextTable.Column("EXPIRES"), TextTable.Column("ORDER", foldableTo: 8),
          TextTable.Column("ACCOUNT", foldableTo: 8), TextTable.Column("TRANSACTION"),
        ],
        purchases.reversed().map { purchase in
          let (record, order) = (purchase.record, purchase.order)
          let account = purchase.account.flatMap { $0.isSame(as: own) ? nil : $0 }
          let taken = record.cancelled.map { StyledText(" ") + text.when($0, isShort) } ?? StyledText("")
          return [
            record.productID.map { StyledText($0) } ?? text.say("unknown"),
            text.state(purchase.state, purchase.words, isOver: purchase.isOver(at: now)) + taken,
            record.purchased.map { text.when($0, isShort) } ?? StyledText(""),
            record.expires.map { text.when($0, isShort) } ?? StyledText(""),
            order.map { text.order($0) } ?? StyledText(""), account.map { text.account($0) } ?? StyledText(""),
            text.name(.transaction, record.transactionID),
          ]
        }, isNeeded: true))
  }

  private func write(_ subscription: LedgerHistory.Renewal, to page: inout TextPage) {
    let original = subscription.originalTransactionID
    let periods = history.purchases.filter { original.isSame(as: $0.record.originalTransactionID) }
    let words = subscription.state == PurchaseState.refunded.rawValue ? periods.last(where: \.isTakenBack)?.words : nil
    let own = history.subjects == [.account] ? history.name : nil
    page.heading(
      subscription.productID.map { "Subscription \($0.displayed(limit: 200))" } ?? "Subscription")
    page.field(StyledText("State", .label), text.state(subscription.state, words))
    page.drawing(drawing(of: subscription, periods))
    if let expires = subscription.expires { page.field(StyledText("Expires", .label), text.when(expires)) }
    if let next = subscription.nextPoll { page.field(StyledText("Asked next", .label), text.when(next)) }
    if let account = subscription.account, !account.isSame(as: own) {
      page.field(StyledText("Account", .label), text.account(account))
    }
    page.field(StyledText("Original transaction", .label), text.name(.transaction, original))
  }

  private func drawing(
    of subscription: LedgerHistory.Renewal, _ periods: [LedgerHistory.Purchase]
  ) -> PeriodDrawing {
    var drawing = PeriodDrawing.empty
    for period in periods {
      guard let start = period.record.purchased, let end = period.record.expires else { continue }
      let product = period.record.productID?.displayed(limit: 100) ?? "–"
      let dates: Message = "\(start.utcMinute) to \(end.utcMinute)"
      let isGood = TextRole.state(period.state) == .good
      drawing.add(
        start, end, kind: period.isTakenBack ? "refunded" : "paid",
        name: period.isTakenBack ? "period that was taken back" : "period",
        title: isGood ? "\(dates), \(product)" : "\(dates), \(product), \(period.words)")
      if period.isTakenBack, let taken = period.record.cancelled {
        drawing.mark(taken, kind: "taken", name: "taken back", title: "\(period.words) \(taken.utcMinute)")
      }
    }
    drawing.mark(now, kind: "now", name: "now", title: "now, \(now.utcMinute)")
    guard let end = drawing.end else { return drawing }
    // What became of it since then is not known: Apple has not been asked, or has not answered.
    if subscription.state == RenewalState.lapsed.rawValue, end < now {
      drawing.add(end, now, kind: "doubtful", name: "not known", title: "not known since \(end.utcMinute)")
    }
    let grace = entitlements?.entitlements.first {
      $0.state == RenewalState.gracePeriod.rawValue
        && $0.purchase.originalTransactionID.isSame(as: subscription.originalTransactionID)
    }
    if let until = grace?.until, until > end {
      drawing.add(end, until, kind: "grace", name: "grace period", title: "grace period until \(until.utcMinute)")
    }
    return drawing
  }

  /// The state of an order. If Apple took it back, the words are those of its purchases, if these agree.
  private func state(of presented: LedgerHistory.Presented) -> StyledText {
    let own = history.purchases.filter { $0.order?.isSame(as: presented.order) ?? false }
    let taken = Set(own.filter(\.isTakenBack).map(\.words))
    let words = presented.state == PurchaseState.refunded.rawValue && taken.count == 1 ? taken.first : nil
    return text.state(presented.state, words, isOver: !own.isEmpty && own.allSatisfy { $0.isOver(at: now) })
  }
}

extension Ledger {
  /// Returns the report about one name; its history has no subjects if the ledger does not know the name.
  ///
  /// The parameters are those of ``history(of:as:limit:now:)``.
  package func report(
    of name: String, as subject: LedgerHistory.Subject? = nil, limit: Int = 1_000, now: Instant,
    in language: SummaryLanguage
  ) throws -> LedgerHistoryReport {
    let history = try history(of: name, as: subject, limit: limit, now: now)
    let accounts = history.accounts
    let entitlements =
      accounts.count == 1
      ? try self.entitlements(
        of: [EntitlementQuestion(account: accounts[0], moment: now, language: language)])[0] : nil
    return LedgerHistoryReport(history, entitlements, now: now, in: language)
  }
}

extension LedgerHistory {
  /// The accounts concerned, sorted.
  fileprivate var accounts: [String] {
    guard subjects != [.account] else { return [name] }
    let all = presentations.map(\.account) + purchases.compactMap(\.account) + subscriptions.compactMap(\.account)
    return Set(all.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}

extension LedgerHistory.Subject {
  fileprivate var title: Message {
    switch self {
    case .account: "Account {1}"
    case .order: "Order {1}"
    case .transaction: "Transaction {1}"
    }
  }

  package var noun: Message {
    switch self {
    case .account: "Account"
    case .order: "Order"
    case .transaction: "Transaction"
    }
  }
}

extension LedgerHistory.Purchase {
  /// Whether Apple took it back.
  var isTakenBack: Bool { ["refunded", "no_longer_shared", "seat_taken_back"].contains(state) }

  /// Whether it is over by its own date.
  func isOver(at now: Instant) -> Bool { record.expires.map { $0 <= now } ?? false }

  /// The state, as far as Apple stated it: a receipt does not distinguish a refund from the end of family sharing.
  var words: Message {
    let word = Message(english: state.replacing("_", with: " "))
    guard state == PurchaseState.refunded.rawValue else { return word }
    if record.isRefundedOrUnshared { return "refunded or no longer shared" }
    guard let share = record.revocationPercentage, share < 100_000 else { return word }
    return "refunded in part (\(PayloadWording.share(share)))"
  }
}
