/// A reply to the customer, made from the same summary as the first sentence. The reply says no more than that
/// sentence, and contains no identifiers.
package struct ReplyText: Sendable {
  /// The summary; `nil` if nothing could be read, or if the items do not belong together.
  let summary: PurchaseSummary?
  /// Why nothing could be read.
  let cause: Cause?
  /// Purchases that do not belong together or may belong to two customers, from which the customer is asked to choose;
  /// `nil` if they belong to one customer.
  let choices: [PurchaseRecord]?
  let language: SummaryLanguage
  /// Whether a check failed, so that the findings prove nothing.
  let isDoubted: Bool
  /// The moment of the question; `nil` for now.
  let moment: Instant?
  /// The greetings and closings of the team.
  let frames: ReplyFrames

  /// Writes replies as the member `replies`.
  static func write(_ replies: [ReplyText], to writer: inout JSONWriter) {
    writer.objects("replies", replies) { writer, reply in
      writer.member("language", reply.language.rawValue)
      writer.member("text", reply.text(namesProducts: false))
      writer.member("with_products", reply.text(namesProducts: true))
    }
  }

  /// The letter.
  func text(namesProducts: Bool) -> String {
    let frame = frames[language]
    return [
      frame.greeting ?? words(.greeting), body(namesProducts).joined(separator: "\n"), frame.closing ?? words(.closing),
    ].joined(separator: "\n\n") + "\n"
  }

  private func body(_ namesProducts: Bool) -> [String] {
    guard let summary else { return choices.map { ask($0, namesProducts) } ?? unread }
    if summary.isRecorded, summary.lines.isEmpty { return [words(.noneRecorded), request] }
    if case .xcode? = summary.obstacle { return [words(.test)] }
    let isTest = summary.isTest && !frames.isRehearsal
    if summary.obstacle != nil || isDoubted && !isTest { return [obstacle(summary), request] }
    if isTest { return [words(.test)] }
    if let choices { return ask(choices, namesProducts) }
    let lines = current(summary.lines)
    let count = lines.count + summary.missing.count
    // If there are several purchases, "this purchase" is not precise enough.
    if count > 1, !namesProducts || count > SummaryText.maximumLines { return [words(.which)] }
    var body = lines.map { sentence($0, summary, namesProducts) }
    body += summary.missing.map { named($0, words(.missing), namesProducts) }
    let isOpen = lines.map { Self.isOpen($0.holding.state) }
    if isOpen.contains(true) || !summary.missing.isEmpty { body.append(request) }
    if let moment { body.append(words(.asAsked, moment)) }
    if let known = summary.knownUntil, isOpen.contains(false), moment.map({ known < $0 }) ?? true {
      body.append(words(.asOf, known))
    }
    return body
  }

  /// The lines without subscriptions that another line replaced: that line says what the customer has now.
  private func current(_ lines: [PurchaseSummary.Line]) -> [PurchaseSummary.Line] {
    lines.filter { line in
      guard case .replaced(let product?, _) = line.holding.state else { return true }
      return !lines.contains { other in
        if case .replaced = other.holding.state { return false }
        return other.holding.isOf(product)
      }
    }
  }

  /// The sentence that says how the customer gets a receipt out of the app: the team's own one, or the default.
  private var request: String { frames[language].request ?? words(.send) }

  /// Sentences that say what the customer sent instead of a receipt, and what to send.
  private var unread: [String] {
    switch cause {
    case .googlePlay?: [words(.googlePlay)]
    case .orderNumber?, .transactionIdentifier?: [words(.number), request]
    case .picture?: [words(.picture), request]
    case .otherFormat?, .errorText?, .notAReceipt?, .appAttest?: [words(.otherThing), request]
    case .truncated?, .columnLimit?, .latestReceiptCut?, .signedDataCut?, .printedData?, .bytesAsText?,
      .brokenEncoding?, .brokenJSON?, .brokenASN1?, .brokenEnvelope?, .brokenPayload?, .brokenPropertyList?:
      [words(.damaged), request, words(.asFile)]
    default: [words(.unreadable), request]
    }
  }

  /// Asks the customer which of the purchases the question is about.
  private func ask(_ choices: [PurchaseRecord], _ namesProducts: Bool) -> [String] {
    guard choices.count > 1 else { return [words(.cannotTell), request] }
    for withTime in [false, true] {
      let lines = choices.prefix(SummaryText.maximumLines).compactMap { choice($0, namesProducts, withTime) }
      // The customer must be able to tell them apart.
      if lines.count > 1, Set(lines).count == lines.count { return [words(.apart), words(.whichIsYours)] + lines }
    }
    return [words(.apart), words(.whichOrder)]
  }

  private func choice(_ choice: PurchaseRecord, _ isNamed: Bool, _ withTime: Bool) -> String? {
    let date = choice.purchased.map { language.date($0, withTime: withTime, namesZone: true) }
    guard isNamed, let product = choice.productID?.displayed(limit: 200).terminalSafe else {
      return date.map { words(.choice, ["date": $0]) }
    }
    return date.map { words(.choiceOf, ["product": product, "date": $0]) }
      ?? words(.choiceUndated, ["product": product])
  }

  /// The sentence about an obstacle. Of most obstacles, it only says that the answer is unknown.
  private func obstacle(_ summary: PurchaseSummary) -> String {
    switch summary.obstacle {
    case .noPurchases? where summary.isTest: words(.noPurchases)
    case .noPurchases? where summary.isOfOrganization: words(.onlyAppOfOrganization)
    case .noPurchases?: summary.appBegins.map { words(.onlyApp, $0) } ?? words(.noPurchases)
    case .otherApp?: words(.otherApp)
    case .notProven?, .outsideValidity?: words(.notProven)
    default: words(.cannotTell)
    }
  }

  private func sentence(_ line: PurchaseSummary.Line, _ summary: PurchaseSummary, _ namesProducts: Bool) -> String {
    var text = state(line.holding, summary)
    let space = language == .chinese ? "" : " "
    if let next = line.replacement { text += space + state(next, summary) }
    switch line.continuation {
    case .ends where line.holding.access == .yes: text += space + words(.autoRenewOff)
    case .renewsUntil(let end): text += space + words(.renewsUntil, end)
    case .needsConsent: text += space + words(.needsConsent)
    case .ends, .renews, .unknown: break
    }
    return named(line.productID, text, namesProducts, bought: line.bought)
  }

  private func named(_ product: String?, _ text: String, _ isNamed: Bool, bought: Instant? = nil) -> String {
    guard isNamed, let product = product?.displayed(limit: 200).terminalSafe else { return text }
    guard let bought else { return words(.product, ["product": product, "text": text]) }
    return words(.productOf, ["product": product, "date": date(bought), "text": text])
  }

  private func state(_ holding: Holding, _ summary: PurchaseSummary) -> String {
    let date = holding.state.instant
    func either(_ dated: ReplyPhrase, _ undated: ReplyPhrase = .cannotTell) -> String {
      date.map { words(dated, $0) } ?? words(undated)
    }
    switch holding.state {
    case .active:
      switch holding.origin {
      case .familyShare: return either(.shared)
      case .trial: return either(.trial)
      // If it is not proven that the purchase is from production, it is not proven that the customer paid.
      case .purchase where !summary.isOfUnknownEnvironment: return either(.paid)
      default: return either(.subscribed)
      }
    case .gracePeriod, .graceWithoutEnd: return either(.gracePeriod)
    case .billingRetry: return either(.billingRetry, .billingRetryUndated)
    case .refunded(_, nil, _): return either(.refunded, .refundedUndated)
    case .refunded: return either(.refundedInPart, .refundedInPartUndated)
    case .noLongerShared: return either(.noLongerShared, .noLongerSharedUndated)
    case .refundedOrUnshared: return either(.refundedOrUnshared, .refundedOrUnsharedUndated)
    case .expired: return either(.expired, .expiredUndated)
    case .lapsed: return either(.over)
    case .notStarted: return either(.begins)
    case .bought where holding.origin == .familyShare: return words(.boughtShared)
    case .bought where holding.origin == .seat: return words(.boughtAssigned)
    case .bought where holding.origin == .free || holding.origin == .freeOffer: return either(.gotFree, .gotFreeUndated)
    case .bought(let last?, let times) where times > 1:
      return words(.boughtOften, ["count": times.grouped, "date": self.date(last)])
    case .bought: return either(.bought, .boughtUndated)
    case .notBought: return either(.boughtLater)
    case .replaced: return words(.replaced)
    case .seatTakenBack, .moved, .earlierOnly, .renewalOnly, .unknown: return words(.cannotTell)
    }
  }

  /// Whether a newer receipt could answer more.
  private static func isOpen(_ state: Holding.State) -> Bool {
    switch state {
    case .seatTakenBack, .moved, .lapsed, .earlierOnly, .renewalOnly, .unknown, .replaced(nil, _): true
    default: false
    }
  }

  private func words(_ phrase: ReplyPhrase, _ date: Instant) -> String {
    words(phrase, ["date": self.date(date)])
  }

  private func date(_ instant: Instant) -> String { language.date(instant, withTime: false) }

  private func words(_ phrase: ReplyPhrase, _ values: [String: String] = [:]) -> String {
    let phrase = summary?.isRecorded == true ? phrase.recorded : phrase
    return Message.filled(TextCatalog.translation(of: phrase.rawValue, in: language), with: values, in: language)
  }
}

extension PurchaseSummary {
  /// The replies about purchases that a ledger recorded, one in each language.
  package func replies(_ frames: ReplyFrames) -> [ReplyText] {
    SummaryLanguage.allCases.map { language in
      ReplyText(
        summary: self, cause: nil, choices: nil, language: language, isDoubted: false, moment: nil, frames: frames)
    }
  }

  /// Writes these replies.
  package func writeReplies(_ frames: ReplyFrames, to writer: inout JSONWriter) {
    ReplyText.write(replies(frames), to: &writer)
  }
}

extension ReplyPhrase {
  /// The same phrase for a purchase that is known from a ledger, so that the customer sent nothing.
  fileprivate var recorded: ReplyPhrase {
    switch self {
    case .over: .overRecorded
    case .test: .testRecorded
    case .cannotTell: .unknownRecorded
    default: self
    }
  }
}
