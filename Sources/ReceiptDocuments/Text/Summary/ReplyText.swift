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
    let body = body(namesProducts).map { $0.text(in: language) }.joined(separator: "\n")
    let letter: Message = "\(frame.greeting ?? "Hello,")\n\n\(body)\n\n\(frame.closing ?? "Kind regards")\n"
    return letter.text(in: language)
  }

  private func body(_ namesProducts: Bool) -> [Message] {
    guard let summary else { return choices.map { askToChoose($0, namesProducts) } ?? unread }
    if summary.isRecorded, summary.lines.isEmpty { return ["We cannot find a purchase for your account.", request] }
    if case .xcode? = summary.obstacle { return [test] }
    let isTest = summary.isTest && !frames.isRehearsal
    // Of a test nothing else is said, whatever check fails.
    if summary.obstacle != nil || isDoubted && !isTest { return [obstacle(summary), request] }
    if isTest { return [test] }
    if let choices { return askToChoose(choices, namesProducts) }
    let lines = current(summary.lines)
    let count = lines.count + summary.missing.count
    // Of several purchases, the sentences do not say which one they mean unless they name the product.
    if count > 1, !namesProducts || count > SummaryText.maximumLines {
      return ["Which purchase do you mean? Please tell us what it is called, and when you bought it."]
    }
    var body = lines.map { sentence($0, summary, namesProducts) }
    body += summary.missing.map {
      named($0, "We cannot find this purchase in what you sent us.", namesProducts)
    }
    let areOpen = lines.map { Self.isOpen($0.holding.state) }
    if areOpen.contains(true) || !summary.missing.isEmpty { body.append(request) }
    if let moment { body.append("This is about the situation on \(date(moment)).") }
    // Of a moment before the evidence, everything is known.
    if let known = summary.knownUntil, areOpen.contains(false), moment.map({ known < $0 }) ?? true {
      body.append("This is what we can see as of \(date(known)). Anything newer is not included.")
    }
    return body
  }

  /// The lines without subscriptions that the product of another line replaced: that line says what the customer has.
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
  private var request: Message {
    frames[language].request ?? "Please open the app, restore your purchases, and then send us the receipt."
  }

  private var isRecorded: Bool { summary?.isRecorded == true }

  private var test: Message {
    isRecorded
      ? "This is a test purchase. Nothing is charged for it."
      : "What you sent us comes from a test purchase. Nothing is charged for it."
  }

  private var cannotTell: Message {
    isRecorded
      ? "We cannot tell yet whether this was paid." : "From what you sent us we cannot tell whether this was paid."
  }

  /// Sentences that say what the customer sent instead of a receipt, and what to send.
  private var unread: [Message] {
    switch cause {
    case .googlePlay?: ["What you sent us is about a purchase from Google Play, and not from the App Store."]
    case .orderNumber?, .transactionIdentifier?:
      ["Thank you for the number. To check the purchase we also need the receipt from the app.", request]
    case .picture?:
      ["Thank you for the file. To check the purchase we need the receipt itself, and not a picture of it.", request]
    case .otherFormat?, .errorText?, .notAReceipt?, .appAttest?:
      ["We found no receipt from the app in what you sent us, so we cannot check the purchase yet.", request]
    case .truncated?, .columnLimit?, .latestReceiptCut?, .signedDataCut?, .printedData?, .bytesAsText?,
      .brokenEncoding?, .brokenJSON?, .brokenASN1?, .brokenEnvelope?, .brokenPayload?, .brokenPropertyList?:
      [
        "What you sent us is not complete: a part of it was lost or changed on the way.", request,
        "A file arrives best: long texts are often cut off on the way.",
      ]
    default: ["We cannot read what you sent us.", request]
    }
  }

  /// Asks the customer which of the purchases the question is about.
  private func askToChoose(_ choices: [PurchaseRecord], _ namesProducts: Bool) -> [Message] {
    guard choices.count > 1 else { return [cannotTell, request] }
    let doubt: Message = "What you sent us contains purchases that may not all be yours."
    for withTime in [false, true] {
      let lines = choices.prefix(SummaryText.maximumLines).compactMap { choice($0, namesProducts, withTime) }
      // The customer must be able to tell them apart.
      if lines.count > 1, Set(lines).count == lines.count { return [doubt, "Which one is yours?"] + lines }
    }
    return [doubt, "Please send us the order number of yours. It is in the email that Apple sent you."]
  }

  private func choice(_ purchase: PurchaseRecord, _ namesProduct: Bool, _ withTime: Bool) -> Message? {
    let date = purchase.purchased.map { language.date($0, withTime: withTime, namesZone: true) }
    guard namesProduct, let product = purchase.productID?.displayed(limit: 200).terminalSafe else {
      return date.map { "– the purchase of \($0)" }
    }
    return date.map { "– \(product), bought on \($0)" } ?? "– \(product)"
  }

  /// The sentence about an obstacle. Of most obstacles, it only says that the answer is unknown.
  private func obstacle(_ summary: PurchaseSummary) -> Message {
    switch summary.obstacle {
    case .noPurchases? where !summary.isTest && summary.isOfOrganization:
      "An organization provides the app itself to you. We cannot find another purchase in what you sent us."
    case .noPurchases?:
      if let date = summary.appBegins.map(date), !summary.isTest {
        """
        We can see that you have had the app itself since \(date). We cannot find another purchase in what you sent us.
        """
      } else {
        "We cannot find a purchase in what you sent us."
      }
    case .otherApp?: "What you sent us belongs to another app, so we cannot find your purchase in it."
    case .notProven?, .outsideValidity?: "We could not verify what you sent us."
    default: cannotTell
    }
  }

  private func sentence(_ line: PurchaseSummary.Line, _ summary: PurchaseSummary, _ namesProducts: Bool) -> Message {
    var text = state(line.holding, summary)
    if let next = line.replacement { text = "\(text) \(state(next, summary))" }
    let renewal: Message? =
      switch line.continuation {
      case .ends where line.holding.access == .yes: "Automatic renewal is turned off."
      case .renewsUntil(let end): "You cancelled it: it renews every month until \(date(end)) and then ends."
      case .needsConsent: "It ends then unless you agree to the new price in the App Store."
      case .ends, .renews, .unknown: nil
      }
    if let renewal { text = "\(text) \(renewal)" }
    return named(line.productID, text, namesProducts, bought: line.bought)
  }

  private func named(_ product: String?, _ text: Message, _ namesProduct: Bool, bought: Instant? = nil) -> Message {
    guard namesProduct, let product = product?.displayed(limit: 200).terminalSafe else { return text }
    return bought.map { "\(product), bought on \(date($0)): \(text)" } ?? "\(product): \(text)"
  }

  private func state(_ holding: Holding, _ summary: PurchaseSummary) -> Message {
    let date = holding.state.instant.map(date)
    // Without a date, the first sentence is said, or that the answer is unknown.
    func dated(_ undated: Message? = nil, _ sentence: (String) -> Message) -> Message {
      date.map(sentence) ?? undated ?? cannotTell
    }
    switch holding.state {
    case .active:
      switch holding.origin {
      case .familyShare: return dated { "You use the subscription of a family member. It runs until \($0)." }
      case .trial: return dated { "Your free trial runs until \($0)." }
      // If it is not proven that the purchase is from production, it is not proven that the customer paid.
      case .purchase where !summary.isOfUnknownEnvironment: return dated { "Your subscription is paid until \($0)." }
      default: return dated { "Your subscription runs until \($0)." }
      }
    case .gracePeriod, .graceWithoutEnd:
      return dated {
        """
        Apple could not collect the payment for your subscription. The grace period ends on \($0). Please check your \
        payment details in the App Store.
        """
      }
    case .billingRetry(nil):
      return """
        Apple could not collect the payment for your subscription. Please check your payment details in the App Store.
        """
    case .billingRetry:
      return dated {
        """
        Apple has not been able to collect the payment for your subscription since \($0). Please check your payment \
        details in the App Store.
        """
      }
    case .refunded(_, nil, _):
      return dated("Apple refunded this purchase.") { "Apple refunded this purchase on \($0)." }
    case .refunded:
      return dated("Apple refunded a part of this purchase.") { "Apple refunded a part of this purchase on \($0)." }
    case .noLongerShared:
      return dated("This purchase is no longer shared with you by your family.") {
        "This purchase has not been shared with you by your family since \($0)."
      }
    case .refundedOrUnshared:
      return dated("Apple refunded this purchase, or your family no longer shares it with you.") {
        "Apple refunded this purchase on \($0), or your family has not shared it with you since."
      }
    case .expired: return dated("Your subscription has ended.") { "Your subscription ended on \($0)." }
    case .lapsed where isRecorded:
      return dated {
        "The last period that we know of ended on \($0). We may not know of a later renewal yet."
      }
    case .lapsed:
      return dated {
        "The last period that we can see ended on \($0). A later renewal may be missing in what you sent us."
      }
    case .notStarted: return dated { "Your subscription starts on \($0)." }
    case .bought where holding.origin == .familyShare: return "A member of your family shares this purchase with you."
    case .bought where holding.origin == .seat: return "An organization or a group gave you this purchase."
    case .bought where holding.origin == .free || holding.origin == .freeOffer:
      return dated("You got this for free.") { "You got this for free on \($0)." }
    case .bought(_, let times):
      return dated("We can see your purchase.") {
        times > 1
          ? "We can see \(grouped: times) purchases, the last one of \($0)." : "We can see your purchase of \($0)."
      }
    case .notBought: return dated { "You did not have this purchase at that time. It was made on \($0)." }
    case .replaced: return "This subscription was replaced by another one."
    case .seatTakenBack, .moved, .earlierOnly, .renewalOnly, .unknown: return cannotTell
    }
  }

  /// Whether a newer receipt could answer more.
  private static func isOpen(_ state: Holding.State) -> Bool {
    switch state {
    case .seatTakenBack, .moved, .lapsed, .earlierOnly, .renewalOnly, .unknown, .replaced(nil, _): true
    default: false
    }
  }

  private func date(_ instant: Instant) -> String { language.date(instant, withTime: false) }
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
