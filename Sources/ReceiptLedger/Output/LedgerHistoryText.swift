import ReceiptKit

extension LedgerHistory {
  /// The history as text for people; ends with a line feed.
  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    let what = subjects.map(\.rawValue).joined(separator: " and ")
    page.line(StyledText("\(name.displayedName)  ", .heading) + StyledText(what, .faint))
    page.timesAreUTC()
    writePresentations(to: &page)
    writePurchases(to: &page)
    for subscription in subscriptions { subscription.write(words(of: subscription), to: &page) }
    page.heading("What happened", entries.isEmpty ? "nothing that is still kept" : "in this order")
    for entry in entries { entry.write(to: &page) }
    if isCut { page.paragraph(StyledText("Only the newest are shown; --limit shows more.", .faint)) }
    return page.text
  }

  private func writePresentations(to page: inout TextPage) {
    guard !presentations.isEmpty else { return }
    page.heading("Presented")
    page.table(
      ["ORDER", "ACCOUNT", "WHEN", "ANSWER", "NOW", "AGAIN"],
      presentations.map { presented in
        [
          presented.order, presented.account, presented.at.utcMinute, presented.decision, words(of: presented),
          presented.repeats == 0 ? "" : "\(presented.repeats)×",
        ]
      }, states: presentations.map(\.state))
  }

  private func writePurchases(to page: inout TextPage) {
    guard !purchases.isEmpty else { return }
    page.heading("Purchases")
    page.table(
      ["TRANSACTION", "PRODUCT", "BOUGHT", "EXPIRES", "ORDER", "ACCOUNT", "NOW"],
      purchases.map { purchase in
        [
          purchase.record.transactionID, purchase.record.productID, purchase.record.purchased?.utcDay,
          purchase.record.expires?.utcDay, purchase.order, purchase.account, purchase.words,
        ]
      }, states: purchases.map(\.state))
  }

  /// The state of an order. If Apple took it back, the words are those of its purchases, if these agree.
  private func words(of presented: Presented) -> String {
    let taken = Set(
      purchases.filter { $0.record.cancelled != nil && $0.order?.isSame(as: presented.order) ?? false }.map(\.words))
    guard presented.state == PurchaseState.refunded.rawValue, taken.count == 1 else { return presented.state }
    return taken.first ?? presented.state
  }

  /// The state of a subscription, in the words of the period that Apple took back.
  private func words(of subscription: Renewal) -> String {
    guard subscription.state == PurchaseState.refunded.rawValue else { return subscription.state }
    let taken = purchases.last {
      $0.record.cancelled != nil && subscription.originalTransactionID.isSame(as: $0.record.originalTransactionID)
    }
    return taken?.words ?? subscription.state
  }
}

extension LedgerHistory.Purchase {
  /// The state, as far as Apple stated it: a receipt does not distinguish a refund from the end of family sharing.
  fileprivate var words: String {
    guard state == PurchaseState.refunded.rawValue else { return state }
    if record.isRefundedOrUnshared { return state + " or no longer shared" }
    return record.revocationPercentage.map { share in
      share < 100_000 ? "\(state) (\(PayloadWording.share(share)))" : state
    } ?? state
  }
}

extension LedgerHistory.Renewal {
  fileprivate func write(_ words: String, to page: inout TextPage) {
    page.heading("Subscription \(originalTransactionID.displayedName)")
    page.field("Product", productID ?? "unknown")
    page.field("State", words, .state(state))
    if let expires { page.field("Expires", expires.utcMinute) }
    if let nextPoll { page.field("Asked next", nextPoll.utcMinute) }
  }
}

extension LedgerHistory.Entry {
  fileprivate func write(to page: inout TextPage) {
    switch self {
    case .event(let event):
      let details =
        ([event.order.map { "order \($0)" }, event.account.map { "account \($0)" }] + [event.transactionID])
        .compactMap { $0 }.joined(separator: ", ")
      let more = event.details.compactMap { Self.text($0) }.joined(separator: "; ")
      page.paragraph(
        StyledText(event.at.utcMinute + "  ", .faint) + StyledText(event.name, .state(event.name))
          + StyledText("  \(details)\(more.isEmpty ? "" : " (\(more))")"), indent: 2, hanging: 18)
    case .answer(let answer):
      let said = answer.status.map { "Apple answered \($0)" } ?? answer.text ?? "no answer"
      page.paragraph(
        StyledText(answer.at.utcMinute + "  ", .faint)
          + StyledText("asked \(answer.endpoint): \(said) (\(answer.meaning))"), indent: 2, hanging: 18)
    }
  }

  /// A detail of an event in words; lists are given as counts.
  private static func text(_ member: JSONValue.Member) -> String? {
    let name = member.name.replacing("_", with: " ")
    switch member.value {
    case .null: return nil
    case .string(let text): return member.name == "text" || member.name == "product_id" ? text : "\(name) \(text)"
    case .number(let digits): return "\(name) \(digits)"
    case .bool(let flag): return "\(name) \(flag)"
    // Names of lists are plural.
    case .array(let elements): return "\(elements.count) \(elements.count == 1 ? String(name.dropLast()) : name)"
    case .object:
      let parts = ["order", "account", "at"].compactMap { key in member.value[key]?.stringValue.map { "\(key) \($0)" } }
      return "\(name) \(parts.joined(separator: ", "))"
    }
  }
}

extension [ListedItem] {
  /// The rows of `ledger list` as text for people; ends with a line feed.
  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    page.table(
      ["STATE", "ORDER", "ACCOUNT", "PRODUCT", "TRANSACTION", "SINCE", "UNTIL"],
      map { item in
        [
          item.state, item.order, item.account, item.productID, item.transactionID, item.at?.utcDay,
          item.kind == .subscription ? item.until?.utcDay : nil,
        ]
      }, states: map(\.state), indent: 0)
    return page.text
  }
}

extension LedgerStatistics {
  /// The numbers as text for people; ends with a line feed.
  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    func counts(_ title: Message, _ counts: Counts) {
      guard !counts.isEmpty else { return }
      page.heading(title)
      for (name, count) in counts {
        page.field(StyledText(name, .state(name)), StyledText("\(count)"), nameWidth: 20)
      }
    }
    page.line(StyledText("Ledger for \(Message(english: environment.rawValue))", .heading))
    page.field("Last event", "\(lastEvent)", nameWidth: 20)
    let pending: Message = oldestPending.map { "since \($0.utcMinute) UTC" } ?? "none"
    page.field("Oldest pending", pending, oldestPending == nil ? .good : .warning, nameWidth: 20)
    page.field("Due to be asked", "\(due)", nameWidth: 20)
    let share = "\(replaysPerThousand / 10).\(replaysPerThousand % 10) %"
    page.field("Share of replays", share, nameWidth: 20)
    page.field("Receipts", "\(receipts.count), \(receipts.stored) of them stored", nameWidth: 20)
    page.field("Size", "\(grouped: Int(bytes)) bytes", nameWidth: 20)
    counts("Orders", orders)
    counts("Purchases", purchases)
    counts("Subscriptions", subscriptions)
    counts("Answers of Apple in 24 hours", answers)
    counts("Events", events)
    return page.text
  }
}

extension TextPage {
  /// Writes a table.
  ///
  /// - Parameters:
  ///   - titles: the titles of the columns.
  ///   - texts: the rows.
  ///   - states: the state of each row, which decides the role of its words below NOW or STATE.
  ///   - indent: the number of spaces before each line.
  mutating func table(_ titles: [Message], _ texts: [[String?]], states: [String], indent: Int = 2) {
    let rows = zip(texts, states).map { texts, state in
      zip(titles, texts).map { title, text in
        StyledText(text, title == "NOW" || title == "STATE" ? .state(state) : .plain)
      }
    }
    // Names that people chose may be wrapped; values to be copied may not.
    let foldable: Set<Message> = ["ORDER", "ACCOUNT", "PRODUCT"]
    table(
      TextTable(
        titles.map { TextTable.Column($0, foldableTo: foldable.contains($0) ? 8 : nil) }, rows, isNeeded: true,
        indent: indent))
  }
}

extension TextRole {
  /// The role of a state or an event.
  fileprivate static func state(_ name: String) -> TextRole {
    switch name {
    case "accepted", "verified", "active", "restored", "renewed", "recovered": .good
    case "rejected", "replay", "refunded", "no_longer_shared", "seat_taken_back", "replay_detected", "refused",
      "expired":
      .bad
    case "pending", "billing_retry", "grace_period", "in_billing_retry", "in_grace_period", "unclaimed", "order_reused",
      "account_mismatch", "stale_receipt", "lapsed":
      .warning
    default: .plain
    }
  }
}

extension Instant {
  /// `2025-12-26 18:39`
  var utcMinute: String {
    let text = rfc3339
    guard text.count >= 16 else { return text }
    return String(text.prefix(16)).replacing("T", with: " ")
  }

  /// `2025-12-26`
  fileprivate var utcDay: String { String(rfc3339.prefix { $0 != "T" }) }
}

extension String {
  /// A name shortened for a heading.
  fileprivate var displayedName: String { count <= 80 ? self : prefix(77) + "..." }
}
