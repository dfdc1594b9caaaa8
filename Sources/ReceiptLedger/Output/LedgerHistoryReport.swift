import ReceiptKit

/// What a ledger knows of one name, for people: `ledger show` prints it, and the page for support shows it.
package struct LedgerHistoryReport: Sendable {
  package let history: LedgerHistory
  /// What the only account concerned may use; `nil` if the name concerns several accounts, or none.
  private let entitlements: LedgerEntitlements?
  private let now: Instant
  private let text: LedgerText
  /// What the name is. A report is about one kind of thing; see ``Ledger/search(for:as:limit:now:in:)``, which leaves
  /// out the report about an unknown name: it has no kind.
  var subject: LedgerHistory.Subject { history.subjects.first ?? .account }
  private var language: SummaryLanguage { text.language }

  fileprivate init(
    _ history: LedgerHistory, _ entitlements: LedgerEntitlements?, now: Instant, in language: SummaryLanguage
  ) {
    self.history = history
    self.entitlements = entitlements
    self.now = now
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
    // Purchases are the first part, and the story is the last. Of the subscriptions between them, the rest is folded.
    let folded = report.parts.indices.dropFirst(1 + Self.maximumOpen).dropLast()
    for index in folded { report.parts[index].isOpen = false }
    return report
  }

  /// The number of subscriptions that are shown at once.
  private static let maximumOpen = 20

  /// The title without roles, for the title of a page.
  package var heading: String { title.text }

  /// What was found, in one sentence.
  package var countSentence: String {
    ("\(subject.noun) found: \(counts)." as Message).text(in: language)
  }

  /// The numbers of purchases, subscriptions and orders.
  var counts: String {
    let orders = Set(history.presentations.map { Array($0.order.utf8) }).count
    let counts: [Message] = [
      history.purchases.count == 1 ? "1 purchase" : "\(grouped: history.purchases.count) purchases",
      history.subscriptions.count == 1 ? "1 subscription" : "\(grouped: history.subscriptions.count) subscriptions",
      orders == 1 ? "1 presented order" : "\(grouped: orders) presented orders",
    ]
    return counts.map { $0.text(in: language) }.joined(separator: language.comma)
  }

  /// Replies to the customer. There are none for a replayed order: its purchase belongs to another account.
  package func replies(_ frames: ReplyFrames) -> [ReplyText] {
    guard ownOrder?.state != OrderState.replay.rawValue else { return [] }
    return entitlements?.findings?.replies(frames) ?? []
  }

  /// What the report is about. Beside an order or a transaction stands the account whose answer follows.
  private var title: StyledText {
    let title = text.say(subject.title, StyledText(history.name))
    guard subject != .account, let account = entitlements?.account else { return title }
    return title + StyledText(" · ", .faint) + text.say(LedgerHistory.Subject.account.title, text.account(account))
  }

  // -- The answer.

  /// The presentation that the report is about, if the name is an order's.
  private var ownOrder: LedgerHistory.Presented? {
    subject == .order ? history.presentations.last : nil
  }

  /// The orders whose purchases belong to other orders, the newest first.
  private var replayedOrders: [String] {
    let own = ownOrder.map { [$0] } ?? (subject == .account ? history.presentations.reversed() : [])
    return own.filter { $0.state == OrderState.replay.rawValue }.map(\.order)
  }

  private var replays: [StyledText] {
    LedgerStory(history: history, text: text).replays(of: Array(replayedOrders.prefix(Self.maximumReplays)))
  }

  private static let maximumReplays = 5

  /// The answer to “has the customer paid?”: first the purchases that belong to other orders, then the state of an
  /// order that was not accepted, then the summary of all purchases of the account.
  private var answer: [SummaryText.Line] {
    var lines = replays.map { SummaryText.Line(tone: .bad, text: $0.text) }
    if let ownOrder, let tone = refusal {
      lines.append(SummaryText.Line(tone: tone, text: presented(ownOrder).text))
    }
    lines += summary?.lines ?? []
    guard lines.isEmpty, entitlements != nil else { return lines }
    return [SummaryText.Line(tone: .caution, text: text.say("Nothing is known that was paid for.").text)]
  }

  /// The tone of an order that was not accepted.
  private var refusal: PurchaseSummary.Tone? {
    switch ownOrder?.state {
    case OrderState.rejected.rawValue: .bad
    case OrderState.pending.rawValue: .caution
    default: nil
    }
  }

  /// The summary of the account's purchases; `nil` for an order whose purchase belongs to another account.
  private var summary: SummaryText? { ownOrder != nil && !replayedOrders.isEmpty ? nil : entitlements?.summary }

  private var tone: PurchaseSummary.Tone {
    guard replayedOrders.isEmpty else { return .bad }
    return max(entitlements?.findings?.tone ?? .caution, refusal ?? .good)
  }

  private func presented(_ order: LedgerHistory.Presented) -> StyledText {
    text.say(
      "The order was presented by {1} on {2}; it is now: {3}.", text.account(order.account), text.when(order.at),
      state(of: order))
  }

  private func writeAnswer(to page: inout TextPage) {
    if let entitlements {
      writeEntitlements(entitlements, to: &page)
    } else {
      page.paragraph(sentence(about: history.accounts))
    }
    if let ownOrder, refusal == nil { page.paragraph(presented(ownOrder)) }
    let waiting = history.presentations.filter { $0.state == OrderState.pending.rawValue }.map(\.order)
    if !waiting.isEmpty {
      let count: Message =
        waiting.count == 1
        ? "1 order waiting for Apple’s answer, and not counted yet: "
        : "\(grouped: waiting.count) orders waiting for Apple’s answer, and not counted yet: "
      page.paragraph(StyledText(count).said(in: language) + text.names(.order, waiting) + text.say("."))
    }
    guard history.isCut else { return }
    page.paragraph(
      StyledText("This is not all.", .warning).said(in: language) + StyledText(" ").said(in: language)
        + text.say(
          """
          The ledger knows more than is shown here, which is the newest of each kind. “receipt-tool ledger show \
          --limit” shows more.
          """))
  }

  private func sentence(about accounts: [String]) -> StyledText {
    switch accounts.count {
    case 0: text.say("No account has it, by what this ledger knows.")
    // What was left out may concern another account, so nothing is said of what this one may use.
    case 1: text.say("Account {1}", text.account(accounts[0]))
    default: text.say("It has to do with several accounts: {1}.", text.names(.account, accounts))
    }
  }

  /// What the account may use: no more than the ledger knows.
  private func writeEntitlements(_ found: LedgerEntitlements, to page: inout TextPage) {
    let uses = found.entitlements
    let what =
      switch uses.count {
      case 0: text.say("nothing")
      case 1: words(about: uses[0])
      default: StyledText("\(grouped: uses.count) products" as Message).said(in: language)
      }
    page.paragraph(
      text.say(
        uses.count > 1
          ? "By what this ledger knows, as of {1}, account {2} may use {3}:"
          : "By what this ledger knows, as of {1}, account {2} may use {3}.", text.when(found.moment),
        subject == .account ? StyledText(found.account) : text.account(found.account), what))
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
    for subscription in history.subscriptions { writeSubscription(subscription, to: &page) }
    LedgerStory(history: history, text: text).write(to: &page)
  }

  private func writePurchases(to page: inout TextPage) {
    let purchases = history.purchases
    let own = subject == .account ? history.name : nil
    // A terminal has no space for three times in one row.
    let isShort = !page.isForBrowser
    guard !purchases.isEmpty else {
      page.heading("Purchases")
      return page.paragraph(StyledText("The ledger knows of none."), indent: 2)
    }
    page.heading("Purchases: \(grouped: purchases.count)", remark(about: purchases))
    page.table(
      TextTable(
        [
          TextTable.Column("PRODUCT", foldableTo: 8), TextTable.Column("NOW", foldableTo: 8),
          TextTable.Column("BOUGHT"),
          TextTable.Column("EXPIRES"), TextTable.Column("ORDER", foldableTo: 8),
          TextTable.Column("ACCOUNT", foldableTo: 8), TextTable.Column("TRANSACTION"),
        ],
        purchases.reversed().map { purchase in
          let record = purchase.record
          let order = purchase.order
          let account = purchase.account.flatMap { $0.isSame(as: own) ? nil : $0 }
          return [
            record.productID.map { StyledText($0) } ?? text.say("unknown"),
            text.state(of: purchase, at: now, isShort: isShort),
            record.purchased.map { text.when($0, isShort: isShort) } ?? StyledText(""),
            record.expires.map { text.when($0, isShort: isShort) } ?? StyledText(""),
            order.map { text.order($0) } ?? StyledText(""), account.map { text.account($0) } ?? StyledText(""),
            text.name(.transaction, record.transactionID),
          ]
        }, isNeeded: true))
  }

  /// How many were taken back, and how: `The newest first; 2 refunded, 1 no longer shared.`
  private func remark(about purchases: [LedgerHistory.Purchase]) -> Message {
    let taken = purchases.filter(\.isTakenBack).map(\.words)
    let counts = taken.reduce(into: [Message]()) { if !$0.contains($1) { $0.append($1) } }
      .map { words in "\(grouped: taken.count { $0 == words }) \(words)" as Message }
    guard let first = counts.first else { return "The newest first." }
    return "The newest first; \(counts.dropFirst().reduce(first) { "\($0), \($1)" })."
  }

  private func writeSubscription(_ subscription: LedgerHistory.Renewal, to page: inout TextPage) {
    let original = subscription.originalTransactionID
    let periods = history.purchases.filter { original.isSame(as: $0.record.originalTransactionID) }
    let words = subscription.state == PurchaseState.refunded.rawValue ? periods.last(where: \.isTakenBack)?.words : nil
    let own = subject == .account ? history.name : nil
    func field(_ name: Message, _ value: StyledText) {
      page.field(StyledText(name, .label), value, nameWidth: 22)
    }
    page.heading(
      subscription.productID.map { "Subscription \($0.displayed(limit: 200))" } ?? "Subscription")
    field("State", text.state(subscription.state, words))
    page.drawing(drawing(of: subscription, periods))
    if let expires = subscription.expires { field("Expires", text.when(expires)) }
    if let next = subscription.nextPoll { field("Asked next", text.when(next)) }
    if let account = subscription.account, !account.isSame(as: own) { field("Account", text.account(account)) }
    field("Original transaction", text.name(.transaction, original))
  }

  /// The periods of a subscription on a time line.
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
        start, end, colorClass: period.isTakenBack ? "refunded" : "paid",
        name: period.isTakenBack ? "period that was taken back" : "period",
        title: isGood ? "\(dates), \(product)" : "\(dates), \(product), \(period.words)")
      if period.isTakenBack, let taken = period.record.cancelled {
        drawing.mark(taken, colorClass: "taken", name: "taken back", title: "\(period.words) \(taken.utcMinute)")
      }
    }
    drawing.mark(now, colorClass: "now", name: "now", title: "now, \(now.utcMinute)")
    guard let end = drawing.end else { return drawing }
    // The state since the end is not known: Apple has not been asked, or has not answered.
    if subscription.state == RenewalState.lapsed.rawValue, end < now {
      drawing.add(end, now, colorClass: "doubtful", name: "not known", title: "not known since \(end.utcMinute)")
    }
    let grace = entitlements?.entitlements.first {
      $0.state == RenewalState.gracePeriod.rawValue
        && $0.purchase.originalTransactionID.isSame(as: subscription.originalTransactionID)
    }
    if let until = grace?.until, until > end {
      drawing.add(end, until, colorClass: "grace", name: "grace period", title: "grace period until \(until.utcMinute)")
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
  /// Returns the report about a name of one kind; its history has no subjects if the ledger does not know the name.
  ///
  /// The parameters are those of ``history(of:as:limit:now:)``.
  package func report(
    of name: String, as subject: LedgerHistory.Subject, limit: Int = 1_000, now: Instant, in language: SummaryLanguage
  ) throws -> LedgerHistoryReport {
    let history = try history(of: name, as: subject, limit: limit, now: now)
    let accounts = history.accounts
    // What was left out may concern another account.
    let isOnly = accounts.count == 1 && (subject == .account || !history.isCut)
    let entitlements =
      isOnly
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
  var title: Message {
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
    let word = LedgerText.word(state)
    guard state == PurchaseState.refunded.rawValue else { return word }
    if record.isRefundedOrUnshared { return "refunded or no longer shared" }
    // 100,000 is all of it: the percentage is in thousandths.
    guard let share = record.revocationPercentage, share < 100_000 else { return word }
    return "refunded in part (\(PayloadWording.share(share)))"
  }
}

extension LedgerText {
  /// The state of a purchase, and when Apple took it back.
  func state(of purchase: LedgerHistory.Purchase, at now: Instant, isShort: Bool = false) -> StyledText {
    let state = state(purchase.state, purchase.words, isOver: purchase.isOver(at: now))
    return purchase.record.cancelled.map { state + StyledText(" " as String?) + when($0, isShort: isShort) } ?? state
  }
}
