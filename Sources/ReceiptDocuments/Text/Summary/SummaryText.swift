/// A summary of purchases in sentences of one language: the first lines of `inspect`, and the first of the page.
///
/// Text from the input is shortened, but not escaped for terminals.
package struct SummaryText: Sendable {
  /// One sentence, or one product.
  package struct Line: Equatable, Sendable {
    package var tone: PurchaseSummary.Tone
    package var text: String

    package init(tone: PurchaseSummary.Tone, text: String) {
      self.tone = tone
      self.text = text
    }

    /// A sentence in a language.
    package init(_ tone: PurchaseSummary.Tone, _ sentence: Message, in language: SummaryLanguage) {
      self.init(tone: tone, text: sentence.text(in: language))
    }
  }

  /// The answer: one sentence, or one line for each product.
  package private(set) var lines: [Line] = []
  /// Remarks about the answer: the date of the evidence, the product, the app.
  package private(set) var remarks: [String] = []

  private let summary: PurchaseSummary
  fileprivate let language: SummaryLanguage
  private let namesZone: Bool
  /// The maximum number of products with their own line.
  static let maximumLines = 10

  /// - Parameter namesZone: whether each time is followed by UTC; a report states it once.
  package init(_ summary: PurchaseSummary, in language: SummaryLanguage, namesZone: Bool = false) {
    self.summary = summary
    self.language = language
    self.namesZone = namesZone
    if let obstacle = summary.obstacle {
      answer(obstacle)
    } else if summary.lines.count == 1, summary.missing.isEmpty, let only = summary.lines.first {
      answerWithOneLine(only)
    } else if summary.lines.isEmpty, summary.missing.count == 1 {
      lines = [Line(summary.tone, sentence(missing(summary.missing[0])), in: language)]
      remark(asOf)
    } else if !summary.isRecorded || !summary.lines.isEmpty {
      // The empty record of a ledger has no answer.
      answerWithLines()
    }
    if summary.mayBeOfTwoCustomers {
      let doubt: Message = "Two inputs have no purchase in common: they may be of two customers."
      lines.insert(Line(.caution, doubt, in: language), at: 0)
    }
    remarkOnBundleID()
    if let (count, all) = summary.provenPieces {
      let limitation: Message =
        """
        Partly proven: \(grouped: count) of \(grouped: all) pieces. The answer follows from these alone; the others \
        are only claims.
        """
      lines.append(Line(.caution, limitation, in: language))
    }
  }

  private mutating func remarkOnBundleID() {
    guard let app = summary.bundleID?.displayed(limit: 200) else { return }
    // An obstacle names the app if it is another one, and of several lines each ends with a product, whose name may
    // begin with that of the app. A single sentence about one product may name another product, but never the app.
    let mayNameApp = summary.obstacle != nil || lines.count > 1
    if mayNameApp, lines.contains(where: { $0.text.contains(app) }) { return }
    remark(summary.isFromProduction ? "App: \(app), from production" : "App: \(app)")
  }

  /// The same text with reservations below the answer, whose tone is never better than theirs.
  ///
  /// - Parameter floor: the best tone that the answer may have.
  func limited(by reservations: [Line], floor: PurchaseSummary.Tone = .good) -> SummaryText {
    var text = self
    let worst = reservations.map(\.tone).max() ?? .good
    text.lines = lines.map { Line(tone: max($0.tone, worst, floor), text: $0.text) } + reservations
    return text
  }

  /// Writes the summary for the page of `serve`, which lays out the text itself.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("language", language.rawValue)
      writer.objects("lines", lines) { writer, line in
        writer.member("tone", "\(line.tone)")
        writer.member("text", line.text.terminalSafe)
      }
      writer.member("remarks", remarks.map(\.terminalSafe))
    }
  }

  private func say(_ message: Message) -> String { message.text(in: language) }

  private mutating func remark(_ message: Message) { remarks.append(say(message)) }

  // -- The answer if there is an obstacle.

  private mutating func answer(_ obstacle: PurchaseSummary.Obstacle) {
    // The action follows the sentence in small print.
    let sentences = say(sentence(about: obstacle)).split(separator: "\n").map(String.init)
    let isProven = summary.provenBundleID != nil
    let isProvenTest = summary.isTest && isProven
    let isOfOtherApp = if case .otherApp = obstacle { true } else { false }
    // That it is of another app matters more than that it is a test, which is said below.
    lines = sentences.prefix(1).map {
      Line(tone: summary.tone, text: isProvenTest && !isOfOtherApp ? say("Test: \($0)") : $0)
    }
    remarks += sentences.dropFirst()
    remarkOnApp()
    for line in summary.lines.prefix(Self.maximumLines) where line.holding.state.isClaim {
      let state = withProduct(line, state(line, isShort: true))
      // The sentence about Xcode already says that it is a test.
      let text = summary.isTest && obstacle != .xcode ? say("Test: \(state)") : state
      // A receipt that Apple signed for another app is true but useless. Under every other obstacle, it is a claim.
      remarks.append(isOfOtherApp && isProven ? text : claim(text))
    }
    remarks += programClaims
    if isProvenTest, isOfOtherApp, !summary.lines.isEmpty { remark(.testPurchase) }
    remarkOnFurtherLines()
  }

  // -- Claims, and what other programs say.

  /// A state that nothing proves, with the program that says it.
  private func claim(_ state: String) -> String {
    say(program.map { "\($0) says: \(state)." } ?? "It claims: \(state).")
  }

  /// What another program says of purchases that give nothing, and the transactions that it names.
  private var programClaims: [String] {
    guard let claims = summary.claims else { return [] }
    var sentences = claims.statements.prefix(Self.maximumLines).map { statement in
      let product = statement.product.map { " — " + $0.displayed(limit: 200) } ?? ""
      return claim(say(claimedState(statement)) + product)
    }
    if claims.hasOtherWords { sentences.append(say("Words beside it were not understood; they may say otherwise.")) }
    if !claims.notUnderstood.isEmpty {
      let names = claims.notUnderstood.map { $0.displayed(limit: 40) }.joined(separator: ", ")
      sentences.append(say("Members that were not understood: \(names); they may say otherwise."))
    }
    if !claims.transactions.isEmpty {
      let names = claims.transactions.map { $0.displayed(limit: 60) }.joined(separator: ", ")
      sentences.append(say("Transactions in it, which Apple can be asked about: \(names)."))
    }
    return sentences
  }

  /// What another program says of one purchase, with what is to come of it: `Whether it was paid for is not said,
  /// auto-renew off`.
  private func claimedState(_ statement: ProgramClaims.Statement) -> Message {
    let state = claimedStateAlone(statement)
    guard let end = statement.end ?? statement.date, end > summary.moment else { return state }
    if [.purchased, .unknown].contains(statement.state), let renews = statement.willRenew {
      return renews ? "\(state), auto-renew on" : .autoRenewOff(state)
    }
    let isStopped = [.cancelled, .inactive, .revoked, .refunded].contains(statement.state)
    return isStopped ? "\(state); it was to end on \(date(end))" : state
  }

  /// The same without what is to come.
  private func claimedStateAlone(_ statement: ProgramClaims.Statement) -> Message {
    // The date of the statement is one of these. What is over is not said with a future date, which contradicts it.
    let past = statement.date.flatMap { $0 <= summary.moment ? $0 : nil }
    let future = statement.date.flatMap { $0 > summary.moment ? $0 : nil }
    switch statement.state {
    // After the date, it has expired, whatever else the program says.
    case .purchased:
      if let past { return expired(past) }
      return future.map { "Subscribed until \(date($0))" } ?? .bought
    case .unknown:
      if let past { return expired(past) }
      return future.map { runs(until: $0) } ?? dated(statement.purchased)
    // The date is the end of the grace period.
    case .grace:
      if let past { return billingRetry(since: past) }
      let end = future ?? statement.end.flatMap { $0 > summary.moment ? $0 : nil }
      return end.map { gracePeriod(until: $0) } ?? "Payment failed; access continues for some days"
    // The date is the end of what was paid for.
    case .billingRetry: return future.map { gracePeriod(until: $0) } ?? billingRetry(since: past)
    case .replaced: return replaced(at: past)
    case .inactive: return "Not active"
    case .pending: return "Pending: nothing was paid yet"
    case .deferred: return "Deferred: nothing was paid yet, it waits for approval"
    case .cancelled: return "Cancelled, which may mean auto-renew or a refund"
    case .failed:
      return statement.reason.map { "Failed (\($0.displayed(limit: 100))): nothing was paid" }
        ?? "Failed: nothing was paid"
    case .expired: return expired(past)
    case .revoked: return past.map { "Revoked on \(date($0))" } ?? "Revoked, at an unknown time"
    case .refunded:
      if past == nil, let reported = statement.reported, reported <= summary.moment {
        return "Refunded on or before \(date(reported))"
      }
      return refunded(at: past)
    }
  }

  /// The date of a purchase of which nothing says for sure that it was paid for.
  private func dated(_ purchased: Instant?) -> Message {
    guard let date = purchased.map(date) else { return .paymentUnknown }
    return summary.obstacle == .cutOff
      ? "Purchase date \(date), as far as it was read" : "\(Message.paymentUnknown); the purchase date is \(date)"
  }

  private var otherProgram: Message {
    let name = program ?? "another program"
    guard let form = programName(summary.claims?.signedForm) else {
      return """
        Cannot tell: it is an object of \(name), and nothing in it is signed by Apple.
        Ask the customer for the receipt itself.
        """
    }
    return """
      Cannot tell: it is an object of \(name), and nothing in it is signed by Apple.
      Its signed form would be in \(form).
      """
  }

  private var program: Message? { programName(summary.claims?.program) }

  /// A name of another program, or of its members. It is a message because the "or" in it is translated.
  private func programName(_ name: String?) -> Message? { name.map { Message(english: $0) } }

  // -- Without purchases.

  /// The app itself, which may be all that the customer bought.
  private mutating func remarkOnApp() {
    guard [.noPurchases, .appOnly].contains(summary.obstacle) else { return }
    if summary.isOfOrganization {
      return remark("An organization bought the app itself and provides it to the customer.")
    }
    guard let date = summary.appBegins.map(date) else { return }
    let app: Message = "The app itself was bought, or downloaded for free, on \(date)"
    let version = summary.appFirstVersion?.displayed(limit: 100).terminalSafe
    remark(sentence(version.map { "\(app), first version \($0)" } ?? app))
    remark("Whether the app cost money is not in it.")
  }

  /// What a receipt without purchases says: the app itself may be what was bought.
  private var withoutPurchases: Message {
    guard let known = summary.knownUntil else { return .noPurchaseInThis }
    let state: Message = "No purchases, as of \(source) of \(date(known))"
    let app = summary.isOfOrganization ? nil : summary.appBegins.map(date)
    let first = app.map { "\(state); the customer has had the app itself since \($0)" } ?? state
    let request: Message = "If the customer bought something, ask them to restore purchases and send it again."
    return "\(sentence(first))\n\(request)"
  }

  // -- The answer without an obstacle.

  private mutating func answerWithOneLine(_ line: PurchaseSummary.Line) {
    let text = sentence(state(line))
    lines = [Line(line.tone, summary.isTest ? "Test: \(text)" : text, in: language)]
    if summary.isTest { remark(.testPurchase) }
    if !line.holding.state.namesItsEvidence, !summary.isRecorded { remark(asOf) }
    if line.holding.state.isLapsed || line.holding.asksAgain, !summary.isTest { remark(.askAgain) }
    if line.isRenewalUnknown, !summary.isRecorded { remark(.renewalUnknown) }
    remarkOnSurprises([line])
    remarkOnUnknownGrace()
    if summary.isOfUnknownEnvironment { remark(.environmentUnknown) }
    if let product = line.productID { remark("Product: \(product.displayed(limit: 200))") }
  }

  /// The date of the evidence, in small print below the statement.
  private var asOf: Message {
    summary.knownUntil.map { "As of \(source) of \(date($0)); this may have changed since." }
      ?? "When it was signed is unknown; this may have changed since."
  }

  private func missing(_ product: String) -> Message { "No purchase of \(product.displayed(limit: 200))" }

  private mutating func answerWithLines() {
    if summary.isTest { lines = [Line(.caution, .testPurchases, in: language)] }
    for line in summary.lines.prefix(Self.maximumLines) {
      lines.append(Line(tone: line.tone, text: withProduct(line, state(line, isShort: true))))
    }
    for product in summary.missing.prefix(Self.maximumLines) {
      lines.append(Line(.bad, missing(product), in: language))
    }
    remarkOnFurtherLines()
    if summary.isRecorded { return }
    remark(asOf)
    if summary.lines.contains(where: \.isRenewalUnknown) { remark(.renewalUnknown) }
    remarkOnSurprises(summary.lines)
    if !summary.isTest, summary.lines.contains(where: \.holding.state.isLapsed) {
      remark(
        """
        Whether it was renewed after that cannot be told: ask the customer to restore purchases and send it again.
        """)
    } else if !summary.isTest, summary.lines.contains(where: \.holding.asksAgain) {
      remark(.askAgain)
    }
    remarkOnUnknownGrace()
    if summary.isOfUnknownEnvironment { remark(.environmentUnknown) }
  }

  /// Adds remarks for answers that may be surprising.
  private mutating func remarkOnSurprises(_ lines: [PurchaseSummary.Line]) {
    for line in lines {
      switch line.holding.remark {
      case .renewed(let begins)?:
        remark("It is a renewal: its period begins on \(date(begins)), and the period before it is not in this.")
      case .earlierRefund?:
        remark("Apple refunded an earlier period, which takes nothing away from the running one.")
      case nil: break
      }
    }
    if lines.contains(where: \.holding.state.isOfUnknownShare), Self.withoutShares.contains(summary.kind) {
      remark("Whether all of it was refunded, or only a part, is not in it.")
    }
  }

  /// Sources that never state how much of the price Apple paid back.
  private static let withoutShares: [PurchaseHistory.Kind] = [
    .receipt, .transactionReceipt, .verifyReceiptResponse, .notificationV1,
  ]

  /// Adds that a receipt does not say whether Apple still grants access after a recent expiry.
  private mutating func remarkOnUnknownGrace() {
    guard summary.kind == .receipt else { return }
    let mayBeInGrace = summary.lines.contains { line in
      guard case .expired(let end?, _) = line.holding.state else { return false }
      let (age, overflow) = summary.moment.milliseconds.subtractingReportingOverflow(end.milliseconds)
      return !overflow && age < Subscription.longestGrace
    }
    if mayBeInGrace { remark("A receipt does not say whether a billing grace period is running.") }
  }

  private mutating func remarkOnFurtherLines() {
    let left = summary.lines.count - Self.maximumLines
    if left > 0 { remark("And \(grouped: left) more, below.") }
  }

  private func withProduct(_ line: PurchaseSummary.Line, _ state: Message) -> String {
    say(state) + (line.productID.map { " — " + $0.displayed(limit: 200) } ?? "")
  }

  /// A clause as a sentence, with its full stop.
  private func sentence(_ clause: Message) -> Message { "\(clause)." }

  /// The answer without its evidence and without full stops, one line for each product.
  ///
  /// - Parameter namesProducts: whether each line ends with its product.
  package func answers(namesProducts: Bool) -> [String] {
    guard summary.obstacle == nil else {
      let text = lines.first?.text ?? ""
      return [text.hasSuffix(".") || text.hasSuffix("。") ? String(text.dropLast()) : text]
    }
    return summary.lines.prefix(Self.maximumLines).map { line in
      let state = state(line, isShort: true)
      return namesProducts ? withProduct(line, state) : say(state)
    }
  }

  // -- States.

  /// The state of a line without a full stop, and what is to come of it.
  ///
  /// - Parameter isShort: whether the date of the evidence, and what to ask for, are written elsewhere.
  private func state(_ line: PurchaseSummary.Line, isShort: Bool = false) -> Message {
    var state = words(line.holding)
    if case .lapsed(let end) = line.holding.state {
      // In a test, there is no question to ask the customer.
      if isShort || summary.isTest { state = "The last known period ended on \(date(end))" }
      return line.continuation == .ends ? "\(state); renewal was off" : state
    }
    if line.isNonRenewing, case .bought = line.holding.state { return "\(state); the app decides how long it lasts" }
    switch line.continuation {
    case .unknown: return state
    case .ends: return .autoRenewOff(state)
    case .renewsUntil(let end): return "\(state); renews every month until \(date(end)), then ends"
    case .needsConsent: return "\(state); ends then unless the customer agrees to a higher price"
    case .renews:
      guard let next = line.nextProduct else { return "\(state), auto-renew on" }
      return "\(state), then renews as \(next.displayed(limit: 200))"
    }
  }

  /// The state of one holding, without the date of the evidence and without a full stop.
  func words(_ holding: Holding) -> Message {
    switch holding.state {
    // The part that is missing may say that the purchase was taken back.
    case .active(let until?) where summary.obstacle == .cutOff: runs(until: until)
    case .bought(let moment, _) where summary.obstacle == .cutOff: dated(moment)
    case .active(let until?): active(holding.origin, until: date(until))
    case .active(nil): "Subscribed; the end is not in it"
    case .gracePeriod(let until): gracePeriod(until: until)
    case .graceWithoutEnd(let latest): "Payment failed; access continues until \(date(latest)) at the latest"
    case .billingRetry(let since): billingRetry(since: since)
    case .refunded(let moment, let share, let reason): refunded(at: moment, share: share, reason: reason)
    case .noLongerShared(let since):
      since.map { "No longer shared by the family since \(date($0))" } ?? "No longer shared by the family"
    case .refundedOrUnshared(let moment):
      moment.map { "Refunded, or no longer shared by the family, on \(date($0))" }
        ?? "Refunded, or no longer shared by the family"
    case .seatTakenBack(let since):
      since.map { "The seat was taken back on \(date($0))" } ?? "The seat was taken back"
    case .moved(let moment?):
      """
      Cannot tell: Apple ended it on \(date(moment)) for a reason that need not be a refund, such as a move to a \
      bundle; ask for the status of all subscriptions
      """
    case .moved(nil):
      """
      Cannot tell: Apple ended it for a reason that need not be a refund, such as a move to a bundle; ask for the \
      status of all subscriptions
      """
    case .replaced(let product?, _) where holding.isOf(product): "Replaced by another subscription to the same product"
    case .replaced(let product?, _): "Replaced by \(product.displayed(limit: 200))"
    case .replaced(nil, let moment): replaced(at: moment)
    case .expired(let end, let intent): expired(end, intent: intent)
    case .lapsed(let end):
      if let known = summary.knownUntil {
        """
        Cannot tell: the period ended on \(date(end)), after \(source) of \(date(known)), which knows of no \
        later renewal
        """
      } else {
        "Cannot tell: the period ended on \(date(end)), and a renewal may be missing here"
      }
    case .earlierOnly(let newest):
      """
      Cannot tell: this is about an earlier period, and the newest one ends on \(date(newest)); ask for its transaction
      """
    case .notStarted(let start): "Starts on \(date(start))"
    case .bought(let moment, let times): bought(holding.origin, moment, times)
    case .notBought(let moment): "Not at that time, only later: \(bought(holding.origin, moment, 1))"
    case .renewalOnly(true?): "Auto-renew is on. It does not contain the purchase; ask for the transaction"
    case .renewalOnly(false?): "Auto-renew is off. It does not contain the purchase; ask for the transaction"
    case .renewalOnly(nil): "Cannot tell: it says nothing about a payment; ask for the transaction"
    case .unknown where holding.contradictions.isEmpty: "Cannot tell: its dates are missing"
    case .unknown: "Cannot tell: it contradicts itself; ask for the status of the subscription"
    }
  }

  private func bought(_ origin: Holding.Origin, _ moment: Instant?, _ times: Int) -> Message {
    let date = moment.map(date)
    switch origin {
    case .familyShare:
      return date.map { "Shared by a family member since \($0)" } ?? "Shared by a family member, since an unknown time"
    case .seat:
      return date.map { "Assigned by an organization or a group since \($0)" }
        ?? "Assigned by an organization or a group, since an unknown time"
    case .free, .freeOffer: return date.map { "Got for free on \($0)" } ?? "Got for free, at an unknown time"
    case .purchase, .trial, .introductory, .offer, .unknown:
      guard let date else { return .bought }
      return times > 1 ? "Bought \(grouped: times) times, the last time on \(date)" : "Bought on \(date)"
    }
  }

  private func active(_ origin: Holding.Origin, until date: String) -> Message {
    switch origin {
    case .trial: "Free trial until \(date)"
    case .introductory: "Subscribed at an introductory price until \(date)"
    case .offer: "Subscribed with an offer until \(date)"
    case .free: "Subscribed for free until \(date)"
    case .freeOffer: "Subscribed for free, with an offer, until \(date)"
    case .familyShare: "Shared by a family member until \(date)"
    case .seat: "A seat, assigned until \(date)"
    // In a test no one paid, and claims do not prove a payment.
    case .purchase where !summary.isTest && summary.obstacle == nil: "Subscribed: paid until \(date)"
    case .purchase, .unknown: "Subscribed until \(date)"
    }
  }

  private func runs(until end: Instant) -> Message { "Until \(date(end)); whether it was paid for is not said" }

  private func gracePeriod(until end: Instant) -> Message { "Payment failed; access continues until \(date(end))" }

  private func billingRetry(since end: Instant?) -> Message {
    end.map { "Payment failed: not paid since \(date($0))" } ?? "Payment failed: not paid"
  }

  private func replaced(at moment: Instant?) -> Message {
    moment.map { "Replaced by another product on \(date($0)); ask for the newest transaction" }
      ?? "Replaced by another product, at an unknown time; ask for the newest transaction"
  }

  private func expired(_ end: Instant?, intent: Int64? = nil) -> Message {
    let text: Message = end.map { "Expired on \(date($0))" } ?? "Expired"
    return switch intent {
    case 1?: "\(text): the customer turned off auto-renew"
    case 2?: "\(text): the payment failed"
    case 3?: "\(text): the customer did not accept a higher price"
    case 4?: "\(text): the product was no longer for sale"
    default: text
    }
  }

  private func refunded(at moment: Instant?, share: Int64? = nil, reason: Int64? = nil) -> Message {
    let text: Message =
      switch (moment.map(date), share) {
      case (let date?, let share?): "Refunded in part (\(PayloadWording.share(share))) on \(date)"
      case (let date?, nil): "Refunded on \(date)"
      case (nil, _): "Refunded, at an unknown time"
      }
    return switch reason {
    case 1?: "\(text) because of a reported problem with the app"
    case 0?: "\(text) (another reason)"
    default: text
    }
  }

  // -- Obstacles in words.

  private func sentence(about obstacle: PurchaseSummary.Obstacle) -> Message {
    switch obstacle {
    case .partlyRead: "Cannot tell: only a part of it was read; send one at a time."
    case .cutOff: "Cannot tell: a part of it is missing; send all of it."
    case .signedDataCut: "Cannot tell: the signed data in it was cut off or masked; send all of the signed data."
    case .pageMissing:
      """
      Cannot tell: more pages of this answer are missing.
      Ask for the next one with the revision of this one, and put all pages together.
      """
    case .otherApp(let found): "Of another app: \(found.displayed(limit: 200))."
    case .noApp: "Cannot tell: it does not say which app it is of; ask for the transaction."
    case .incomplete: "Incomplete: the end of its signature is missing; ask for all of it."
    case .outsideValidity(let judgedAt): outsideValidity(judgedAt)
    case .notProven(.badSignature): "Not from Apple: contents and signature do not belong together."
    case .notProven(.unsigned): "Not from Apple: it is not signed."
    case .notProven(.wrongPurpose): "Not proof of a purchase: it was signed for something else."
    case .notProven(.untrustedChain) where summary.kind == .transactionReceipt:
      """
      Not proven: a receipt of iOS 6 does not contain the certificate that shows who signed it.
      Ask the customer for a new receipt.
      """
    // The verdicts after the first are no reason for this obstacle.
    case .notProven(.untrustedChain), .notProven(.outsideValidity), .notProven(.testSigned), .notProven(.authentic):
      "Not from Apple: the signer is not trusted."
    case .xcode where summary.lines.isEmpty && summary.kind == .receipt:
      "No purchases, in a test receipt made by Xcode."
    case .xcode: "Test purchase, made by Xcode: nothing was paid."
    case .notSigned:
      """
      Cannot tell: it is not signed, so anyone could have written it.
      Ask the customer for the receipt itself.
      """
    case .otherProgram: otherProgram
    case .receiptCut: "Cannot tell: the signed receipt in it (latest_receipt) was cut off.\nAsk for all of it."
    case .refusedByApple(let status):
      """
      Apple refused it with status \(status.displayed(limit: 100)).
      Ask the customer to restore purchases and send it again.
      """
    case .token(let token) where token.isSecret:
      "A developer's token, not a receipt. It is secret: do not pass it on."
    case .token(let token): "A token of \(owner(of: token)), not a receipt: it says nothing about purchases."
    case .appOnly:
      """
      Cannot tell: this is about the app itself, and not about purchases in it.
      Ask for a transaction or a receipt.
      """
    case .noPurchaseInThis: .noPurchaseInThis
    case .noPurchases: withoutPurchases
    }
  }

  private func owner(of token: ForeignToken) -> Message {
    switch token {
    case .signInWithApple: "Sign in with Apple"
    case .firebase: "Firebase"
    case .google: "Google"
    default: "another service"
    }
  }

  /// The moment at which certificates were judged, and the reason for it.
  private func outsideValidity(_ judgedAt: Authenticity.JudgedAt?) -> Message {
    guard let judgedAt else {
      return "Cannot tell: it has no date at which its certificates could be judged.\nAsk for a new receipt."
    }
    let date = date(judgedAt.instant)
    return switch judgedAt.source {
    case .receiptCreationDate, .purchaseDate, .signedDate:
      """
      Cannot tell: a certificate was not valid on \(date), when it says that it was signed.
      Ask for a new receipt.
      """
    case .override:
      """
      Cannot tell: a certificate was not valid on \(date), the moment that was asked for.
      Without it, its own date counts.
      """
    case .now:
      """
      Cannot tell: it has no date, so its certificates were judged on \(date), and one of them was not valid then.
      """
    }
  }

  // -- The evidence and its date.

  private var source: Message {
    switch summary.kind {
    case .receipt, .transactionReceipt: "this receipt"
    case .verifyReceiptResponse: "this answer"
    case .notificationV1, .notificationV2: "this notification"
    case .signedTransaction: "this transaction"
    case .signedRenewal: "this renewal information"
    case .signedHistory, .combined, .signedAppTransaction, .decodedPayload, .otherProgram: "the newest piece"
    }
  }

  /// The date, with the time of day if the day alone could mislead because the date is close to the moment of the
  /// question or of the evidence.
  private func date(_ instant: Instant) -> String {
    let isNear = [summary.moment, summary.knownUntil].compactMap { $0 }.contains { other in
      let (distance, overflow) = instant.milliseconds.subtractingReportingOverflow(other.milliseconds)
      let twoDays = 2 * 86_400_000
      return !overflow && distance != 0 && distance.magnitude < twoDays
    }
    return language.date(instant, withTime: isNear, namesZone: namesZone)
  }
}

/// What is said in several places.
extension Message {
  fileprivate static let testPurchase: Message = "Test purchase: nothing was paid."
  static let testPurchases: Message = "Test purchases: nothing was paid."
  fileprivate static let askAgain: Message = "Ask the customer to restore purchases and send it again."
  fileprivate static let renewalUnknown: Message = "This does not say whether the subscription will renew."
  fileprivate static let environmentUnknown: Message =
    "It may be a test purchase: that it is from production is not proven."
  fileprivate static let bought: Message = "Bought, at an unknown time"
  fileprivate static let paymentUnknown: Message = "Whether it was paid for is not said"
  fileprivate static let noPurchaseInThis: Message =
    "Cannot tell: it is not about a purchase; ask for a transaction or a receipt."

  fileprivate static func autoRenewOff(_ state: Message) -> Message { "\(state), auto-renew off" }
}

extension Holding {
  /// Whether a newer receipt may answer what this one leaves open.
  fileprivate var asksAgain: Bool { state == .unknown && contradictions.isEmpty }
}

extension Holding.State {
  /// Whether the state says something that could be a claim.
  fileprivate var isClaim: Bool {
    switch self {
    case .renewalOnly, .unknown: false
    default: true
    }
  }

  /// Whether Apple may have paid back only a part of the price.
  fileprivate var isOfUnknownShare: Bool {
    switch self {
    case .refunded(_, nil, _), .refundedOrUnshared: true
    default: false
    }
  }

  /// Whether the last known period ended after the source was signed, so that a renewal may be missing.
  fileprivate var isLapsed: Bool {
    if case .lapsed = self { true } else { false }
  }

  /// Whether the words of the state already say that the evidence is too old or insufficient.
  fileprivate var namesItsEvidence: Bool {
    switch self {
    case .lapsed, .earlierOnly, .renewalOnly, .unknown: true
    default: false
    }
  }
}

extension PurchaseSummary.Tone {
  /// A mark with the same meaning as the colour.
  package var mark: String {
    switch self {
    case .good: "✓"
    case .caution: "!"
    case .bad: "✗"
    }
  }
}

extension TextPage {
  /// Writes the answer to "has she paid?" above everything else.
  mutating func summary(_ text: SummaryText) { answer(text.lines, remarks: text.remarks) }

  /// Writes an answer with its remarks.
  package mutating func answer(_ lines: [SummaryText.Line], remarks: [String]) {
    for line in lines {
      let role: TextRole =
        switch line.tone {
        case .good: .good
        case .caution: .warning
        case .bad: .bad
        }
      paragraph(StyledText("\(line.tone.mark) ", role) + StyledText(line.text, role), hanging: 2)
    }
    for remark in remarks { paragraph(StyledText(remark, .faint), indent: 2, hanging: 2) }
    timesAreUTC()
    blank()
  }
}
