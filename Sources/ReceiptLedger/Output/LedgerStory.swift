import ReceiptKit

/// What happened to a name of the ledger: one sentence for each event, presentation and answer of Apple.
struct LedgerStory {
  let history: LedgerHistory
  let text: LedgerText

  /// One thing that happened, and what else is known of it.
  private struct Entry {
    let at: Instant
    let sentence: StyledText
    var facts: [StyledText] = []
  }

  /// A table with the newest first.
  func write(to page: inout TextPage) {
    let rows = entries.reversed().map { entry in
      [text.when(entry.at), StyledText.joined([entry.sentence] + entry.facts, by: StyledText(" · ", .faint))]
    }
    page.heading("What happened", rows.isEmpty ? "" : "The newest first.")
    if rows.isEmpty { page.paragraph(StyledText("Nothing that is still kept."), indent: 2) }
    page.table(TextTable([TextTable.Column("WHEN"), TextTable.Column("WHAT", foldableTo: 20)], rows, isNeeded: true))
  }

  /// Everything in the order of the ledger. Times only determine where presentations without an event belong.
  private var entries: [Entry] {
    // The orders and accounts of the presentations that events report, as octets, by which names are compared.
    var mentioned: Set<[[UInt8]]> = []
    let recorded = history.entries.map { entry(about: $0, &mentioned) }
    var others = history.presentations.flatMap { presented in
      mentioned.contains([Array(presented.order.utf8), Array(presented.account.utf8)])
        ? repeatedEntries(presented) : [plainEntry(presented)] + repeatedEntries(presented)
    }.sorted { $0.at < $1.at }[...]
    var merged: [Entry] = []
    for entry in recorded {
      let earlier = others.prefix { $0.at < entry.at }
      merged += earlier + [entry]
      others = others.dropFirst(earlier.count)
    }
    return merged + others
  }

  private func entry(about entry: LedgerHistory.Entry, _ mentioned: inout Set<[[UInt8]]>) -> Entry {
    switch entry {
    case .answer(let answer): self.entry(about: answer)
    case .event(let event): self.entry(about: event, &mentioned)
    }
  }

  private func entry(about answer: LedgerHistory.Answer) -> Entry {
    let server = text.word(answer.endpoint)
    let meaning = text.say(Self.meanings[answer.meaning] ?? LedgerText.word(answer.meaning))
    let sentence =
      answer.status.map {
        text.say(
          "Apple’s {1} server was asked: it answered {2} ({3})", server, StyledText("\($0)" as String), meaning)
      } ?? text.say("Apple’s {1} server was asked: no answer ({2})", server, meaning)
    return Entry(at: answer.at, sentence: sentence, facts: answer.text.map { [StyledText($0)] } ?? [])
  }

  private static let meanings: [String: Message] = [
    "valid": "the receipt is valid", "refused": "refused", "doubtful": "doubtful; it is asked again",
    "later": "it is asked again later", "unreachable": "it could not be reached",
    "elsewhere": "the receipt is of the other environment", "wrong_secret": "the shared secret is wrong",
  ]

  // -- Presentations.

  /// The entry for a presentation without events, because they were pruned.
  private func plainEntry(_ presented: LedgerHistory.Presented) -> Entry {
    let sentence = text.say(
      "Presented for order {1} by {2}: {3}", text.order(presented.order), text.account(presented.account),
      text.state(Self.statesOfDecisions[presented.decision] ?? presented.decision))
    return Entry(at: presented.at, sentence: sentence, facts: failures(of: presented))
  }

  private static let statesOfDecisions = ["accept": "accepted", "reject": "rejected"]

  private func repeatedEntries(_ presented: LedgerHistory.Presented) -> [Entry] {
    guard presented.repeats > 0 else { return [] }
    let order = text.order(presented.order)
    let account = text.account(presented.account)
    let sentence =
      presented.repeats == 1
      ? text.say("Order {1} of {2} was presented again, once: the first answer stands", order, account)
      : text.say(
        "Order {1} of {2} was presented again, {3} times, now last: the first answer stands", order, account,
        StyledText(presented.repeats.grouped))
    return [Entry(at: presented.repeatedAt ?? presented.at, sentence: sentence)]
  }

  /// The checks that a presentation failed.
  private func failures(of presented: LedgerHistory.Presented) -> [StyledText] {
    guard case .array(let checks)? = JSONValue.object(presented.details)["failed_checks"] else { return [] }
    return checks.map { check in
      let values: [StyledText] = [
        check["expected"]?.stringValue.map { text.say("expected {1}", StyledText($0)) },
        check["found"]?.stringValue.map { text.say("found {1}", StyledText($0)) },
        check["reason"]?.stringValue.map { StyledText($0) },
      ].compactMap(\.self)
      let name = text.word(check["check"]?.stringValue ?? "") + text.say(": ")
      return name + StyledText.joined(values, by: text.say(", "))
    }
  }

  // -- Events.

  private func entry(about event: LedgerEvent, _ mentioned: inout Set<[[UInt8]]>) -> Entry {
    let details = JSONValue.object(event.details)
    // Apple's later refusal is an event of the same kind as a presentation that checks rejected.
    let isByApple = details["by"]?.stringValue == "apple"
    let presentation = isByApple ? nil : event.kind.flatMap { Self.presentationSentences[$0] }
    var facts = facts(of: event, details, isPresented: presentation != nil)
    guard let presentation else {
      return Entry(at: event.at, sentence: sentence(about: event, details), facts: facts)
    }
    if let order = event.order, let account = event.account {
      mentioned.insert([Array(order.utf8), Array(account.utf8)])
    }
    let state = event.kind == .replayDetected ? "replay" : event.name
    var sentence = text.say(
      presentation, text.order(event.order), text.account(event.account), text.state(state))
    if event.kind == .replayDetected { sentence = sentence + ownership(details, "the purchase belongs to {1}") }
    if event.kind == .rejected, details["by"]?.stringValue == "checks",
      let presented = history.presentations.last(where: {
        $0.order.isSame(as: event.order) && $0.account.isSame(as: event.account)
      })
    {
      facts += failures(of: presented)
    }
    return Entry(at: event.at, sentence: sentence, facts: facts)
  }

  private static let presentationSentences: [LedgerEventKind: Message] = [
    .accepted: "Presented for order {1} by {2}: {3}",
    .pending: "Presented for order {1} by {2}: {3} until Apple has been asked",
    .restored: "Presented for order {1} by {2}: {3}; the account had the purchase already",
    .rejected: "Presented for order {1} by {2}: {3} by checks",
    .replayDetected: "Presented for order {1} by {2}: {3}; ",
    .orderReused: "Presented for order {1} by {2}: the order was used before, for another product or account",
    .accountMismatch: """
    Presented for order {1} by {2}: the purchase names another account (its applicationUsername is another one)
    """,
    .staleReceipt: "Presented for order {1} by {2}: the purchase is older than the order",
    .familyShared: """
    Presented for order {1} by {2}: the purchase is shared by the family and not the customer’s own
    """,
  ]

  private func sentence(about event: LedgerEvent, _ details: JSONValue) -> StyledText {
    switch event.kind {
    case .rejected?: return text.say("Apple did not confirm {1}: {2}", order(of: event), text.state(event.name))
    case .verified?: return text.say("Apple confirmed {1}: {2}", order(of: event), text.state(event.name))
    case .renewed?, .recovered?, .inBillingRetry?, .inGracePeriod?, .expired?, .priceIncrease?, .commitmentCancelled?,
      .commitmentResumed?:
      return renewalSentence(about: event, details)
    case .refunded?, .noLongerShared?, .seatTakenBack?, .refundReversed?, .upgraded?, .moved?:
      return refundSentence(about: event, details)
    case .consumptionRequested?:
      return text.say("The customer asked Apple for a refund. Apple asks how much of the purchase was used")
        + (details["answer_by"]?.stringValue.map { text.say(": answer by {1}", text.when($0)) } ?? StyledText(""))
    case .consumptionSent?: return text.say("Apple was told how the purchase was used")
    case .consumptionRefused?: return text.say("Apple refused what it was told of the use of the purchase")
    case .consumptionSkipped?: return text.say("Apple was not told how the purchase was used")
    case .consentGiven?: return text.say("The customer agreed that Apple is told how purchases were used")
    case .consentWithdrawn?:
      return text.say("The customer does not agree any more that Apple is told how purchases were used")
    case .unclaimed?:
      return state(of: event, "A lost order") + text.say(": Apple tells of a purchase that no order asked for")
    case .transferred?:
      let account = event.account.map { text.account($0) } ?? text.say("another account")
      return details["held_by"]?["account"]?.stringValue.map {
        text.say("Moved to {1} from {2}", account, text.account($0))
      } ?? text.say("Moved to {1}", account)
    case .merged?:
      return text.say(
        "Account {1} was merged into {2}", text.account(details["from"]?.stringValue),
        text.account(details["into"]?.stringValue))
    case .erased?: return text.say("What happened here was erased with its account")
    // The first eight have their sentences in `presentationSentences`. The event of an erasure has no account to name,
    // and a newer version may write events that are unknown here.
    case .accepted?, .pending?, .restored?, .replayDetected?, .orderReused?, .accountMismatch?, .staleReceipt?,
      .familyShared?, .accountErased?, nil:
      return text.word(event.name)
    }
  }

  /// The sentence for an event about the renewal of a subscription.
  private func renewalSentence(about event: LedgerEvent, _ details: JSONValue) -> StyledText {
    switch event.kind {
    case .renewed?: return state(of: event, "Renewed", details, "expires_at") { "Renewed until \($0)" }
    case .recovered?:
      return state(of: event, "Renewed after charging had failed", details, "expires_at") {
        "Renewed after charging had failed, until \($0)"
      }
    case .inBillingRetry?: return state(of: event, "The renewal could not be charged") + text.say("; Apple tries again")
    case .inGracePeriod?:
      return state(of: event, "The renewal could not be charged")
        + state(of: event, "; Apple tries again and grants access", details, "grace_period_expires_at") {
          "; Apple tries again and grants access until \($0)"
        }
    case .expired?:
      let expired = state(of: event, "Expired", details, "expires_at") { "Expired on \($0)" }
      let reason = details["expiration_intent"]?.stringValue.flatMap { Self.expirations[$0] }
      return reason.map { expired + text.say($0) } ?? expired
    case .priceIncrease?:
      return text.say(
        Self.consents[details["price_consent"]?.stringValue ?? ""] ?? "The price of the next period rises")
    case .commitmentCancelled?:
      return state(of: event, "The customer cancelled the commitment: no other one follows")
        + commitmentEnd(details, "; its months go on until {1}")
    case .commitmentResumed?:
      return text.say("The customer took the cancellation of the commitment back: another one follows")
    // The caller passes no other events.
    default: return text.word(event.name)
    }
  }

  /// The sentence for an event about a purchase that Apple took back or gave back.
  private func refundSentence(about event: LedgerEvent, _ details: JSONValue) -> StyledText {
    switch event.kind {
    case .noLongerShared?: return unshared(event, details)
    case .seatTakenBack?:
      return state(of: event, "The seat was taken back", details, "refunded_at") { "The seat was taken back on \($0)" }
    case .refunded? where details["revocation_type"]?.stringValue == "FAMILY_REVOKE": return unshared(event, details)
    case .refunded? where details["may_be_no_longer_shared"] == .bool(true):
      return state(of: event, "Apple refunded it, or the family no longer shares it", details, "refunded_at") {
        "Apple refunded it, or the family no longer shares it, on \($0)"
      }
    case .refunded?:
      return state(of: event, "Apple refunded it", details, "refunded_at") { "Apple refunded it on \($0)" }
        + share(details)
    case .refundReversed?:
      return text.state("active", "Apple took the refund back") + text.say(": the customer has the purchase again")
    case .upgraded?: return text.say("Apple ended this period: the customer changed to another product")
    case .moved?:
      return text.say("Apple ended it for a reason that is no refund: the customer moved to a bundle, for example")
    // The caller passes no other events.
    default: return text.word(event.name)
    }
  }

  /// Words in the colour of an event.
  private func state(of event: LedgerEvent, _ words: Message) -> StyledText { text.state(event.name, words) }

  /// Words in the colour of an event, with the moment in a member if it is there.
  private func state(
    of event: LedgerEvent, _ words: Message, _ details: JSONValue, _ member: String, _ dated: (String) -> Message
  ) -> StyledText {
    state(of: event, details[member]?.stringValue.map { dated(LedgerText.minute($0)) } ?? words)
  }

  private func unshared(_ event: LedgerEvent, _ details: JSONValue) -> StyledText {
    state(of: event, "Family sharing ended", details, "refunded_at") { "Family sharing ended on \($0)" }
  }

  private static let expirations: [String: Message] = [
    "1": ": the customer cancelled", "2": ": the customer could not be charged",
    "3": ": the customer did not agree to a higher price", "4": ": the product was not for sale any more",
  ]

  private static let consents: [String: Message] = [
    "pending": "The customer has to agree to a higher price, or the subscription ends with its period",
    "agreed": "The customer agreed to a higher price",
    "agreed_or_told": "The customer agreed to a higher price, or was only told of it",
  ]

  /// The end of the commitment, if it is known.
  private func commitmentEnd(_ details: JSONValue, _ template: Message) -> StyledText {
    details["commitment"]?["ends_at"]?.stringValue.map { text.say(template, text.when($0)) } ?? StyledText("")
  }

  /// The share of the price that was refunded, if it was not all of it.
  private func share(_ details: JSONValue) -> StyledText {
    // 100,000 is all of it: the percentage is in thousandths.
    guard case .number(let digits)? = details["revocation_percentage"], let share = Int64(digits), share < 100_000
    else {
      return StyledText("")
    }
    return text.say(", {1} of the price", StyledText(PayloadWording.share(share)))
  }

  private func order(of event: LedgerEvent) -> StyledText {
    guard let order = event.order else { return text.say("an order") }
    guard let account = event.account else { return text.say("order {1}", text.order(order)) }
    return text.say("order {1} of {2}", text.order(order), text.account(account))
  }

  /// Whose a purchase is that was presented once more.
  ///
  /// - Parameter template: a sentence in which the owner is `{1}`; with `first`, that is `{1}` and the owner `{2}`.
  private func ownership(_ details: JSONValue, _ template: Message, _ first: StyledText? = nil) -> StyledText {
    let holder = details["held_by"]
    let order = holder?["order"]?.stringValue
    let account = holder?["account"]?.stringValue
    let whose =
      if let order, let account {
        text.say("order {1} of {2}", text.order(order), text.account(account))
      } else if let order {
        text.say("order {1}", text.order(order))
      } else if let account {
        text.say("account {1}", text.account(account))
      } else {
        text.say("another order")
      }
    let since = holder?["at"]?.stringValue.map { text.say(" since {1}", text.when($0)) } ?? StyledText("")
    return (first.map { text.say(template, $0, whose) } ?? text.say(template, whose)) + since
  }

  /// Whose the purchases of replayed orders are: one sentence for each order.
  func replays(of orders: [String]) -> [StyledText] {
    orders.map { order in
      let event = history.entries.reversed().lazy.compactMap { entry -> LedgerEvent? in
        guard case .event(let event) = entry, event.kind == .replayDetected, order.isSame(as: event.order) else {
          return nil
        }
        return event
      }.first
      // Without the event it is not known whose it is.
      return ownership(
        .object(event?.details ?? []), "The purchase that was presented for order {1} belongs to {2}", text.order(order)
      )
        + text.say(".")
    }
  }

  /// What an event states besides its sentence.
  private func facts(of event: LedgerEvent, _ details: JSONValue, isPresented: Bool) -> [StyledText] {
    func list(_ member: String) -> [String]? {
      guard case .array(let elements)? = details[member] else { return nil }
      return elements.compactMap(\.stringValue)
    }
    let products = list("product_ids") ?? [details["product_id"]?.stringValue].compactMap(\.self)
    let transactions = list("transactions") ?? [event.transactionID].compactMap(\.self)
    var facts = products.map { StyledText($0) }
    facts += transactions.map { text.say("transaction {1}", text.name(.transaction, $0)) }
    if case .number(let count)? = details["periods"], let count = Int(count), count > 1 {
      facts.append(StyledText("\(grouped: count) periods of it" as Message).said(in: text.language))
    }
    if case .number(let period)? = details["commitment"]?["period"],
      case .number(let periods)? = details["commitment"]?["periods"]
    {
      facts.append(
        text.say("period {1} of {2} of the commitment", StyledText(period), StyledText(periods)))
    }
    if details["order_was_refused"] == .bool(true) {
      facts.append(text.say("the order was refused while the refund stood"))
    }
    // The sentences about presentations and about Apple's answers name the order.
    if !isPresented, event.order != nil, event.kind != .verified, event.kind != .rejected {
      facts.append(order(of: event))
    }
    if case .number(let status)? = details["status"] {
      facts.append(
        text.say(
          "status {1} from Apple’s {2} server", StyledText(status),
          text.word(details["endpoint"]?.stringValue ?? "")))
    }
    if let words = details["text"]?.stringValue { facts.append(StyledText(words)) }
    if let reason = details["reason"]?.stringValue {
      if event.kind == .consumptionRequested { facts.append(text.say("reason: {1}", text.word(reason.lowercased()))) }
      if event.kind == .consumptionSkipped, let obstacle = ConsumptionObstacle(rawValue: reason) {
        facts.append(text.say(obstacle.words))
      }
      if event.kind == .refunded, reason == "1" { facts.append(text.say("the customer named a problem with the app")) }
    }
    if case .object(let members)? = details["sent"] {
      facts += members.compactMap { $0.value.stringValue }.map { StyledText($0) }
    }
    if let place = details["said_in"]?.stringValue { facts.append(text.say("said in: {1}", StyledText(place))) }
    if let source = details["source"]?.stringValue {
      facts.append(
        source == "verifyReceipt"
          ? text.say("Apple said so when asked (verifyReceipt)")
          : text.say("Apple’s notification {1}", StyledText(source)))
    }
    return facts
  }
}
