import ReceiptKit

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
    func writeCounts(_ title: Message, _ counts: Counts) {
      guard !counts.isEmpty else { return }
      page.heading(title)
      for (name, count) in counts {
        page.field(page.state(name), StyledText("\(count)"), nameWidth: 20)
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
    writeCounts("Orders", orders)
    writeCounts("Purchases", purchases)
    writeCounts("Subscriptions", subscriptions)
    writeCounts("Answers of Apple in 24 hours", answers)
    writeCounts("Events", events)
    return page.text
  }
}

extension TextPage {
  /// A state, in English by the word that `--state` takes.
  ///
  /// - Parameter other: the state that decides the role, if it is another one.
  fileprivate func state(_ name: String, as other: String? = nil) -> StyledText {
    let word = layout.language == .english ? Message(english: name) : LedgerText.word(name)
    return StyledText(word, .state(other ?? name))
  }

  /// Writes a table.
  ///
  /// - Parameters:
  ///   - titles: the titles of the columns.
  ///   - texts: the rows.
  ///   - states: the state of each row, which decides the role of its words below NOW or STATE.
  ///   - indent: the number of spaces before each line.
  mutating func table(_ titles: [Message], _ texts: [[String?]], states: [String], indent: Int = 2) {
    let rows = zip(texts, states).map { texts, state in
      zip(titles, texts).map { title, text -> StyledText in
        guard let text, title == "NOW" || title == "STATE" else { return StyledText(text) }
        return self.state(text, as: state)
      }
    }
    // Names that people chose and sentences may be wrapped; values to be copied may not.
    let foldable: Set<Message> = ["ORDER", "ACCOUNT", "PRODUCT", "ANSWER"]
    table(
      TextTable(
        titles.map { TextTable.Column($0, foldableTo: foldable.contains($0) ? 8 : nil) }, rows, isNeeded: true,
        indent: indent))
  }
}

extension TextRole {
  /// The role of a state or an event.
  static func state(_ name: String) -> TextRole {
    switch name {
    case "accepted", "verified", "active", "restored", "renewed", "recovered": .good
    case "rejected", "replay", "refunded", "no_longer_shared", "seat_taken_back", "replay_detected", "refused",
      "expired":
      .bad
    case "pending", "billing_retry", "grace_period", "in_billing_retry", "in_grace_period", "unclaimed", "order_reused",
      "account_mismatch", "stale_receipt", "lapsed", "duplicate":
      .warning
    default: .plain
    }
  }
}

extension Instant {
  /// `2025-12-26 18:39`
  var utcMinute: String { LedgerText.minute(rfc3339) }

  /// `2025-12-26`
  var utcDay: String { String(rfc3339.prefix { $0 != "T" }) }
}
