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
    (self.summary, self.language, self.namesZone) = (summary, language, namesZone)
    if let obstacle = summary.obstacle {
      self.obstacle(obstacle)
    } else if summary.lines.count == 1, summary.missing.isEmpty, let only = summary.lines.first {
      single(only)
    } else if summary.lines.isEmpty, summary.missing.count == 1 {
      lines = [Line(tone: summary.tone, text: ended(missing(summary.missing[0])))]
      remarks = [asOf]
    } else if !summary.isRecorded || !summary.lines.isEmpty {
      several()
    }
    if summary.mayBeOfTwoCustomers { lines.insert(Line(tone: .caution, text: phrase(.mayBeOfTwo, [:])), at: 0) }
    defer {
      if let (count, all) = summary.provenPieces {
        lines.append(Line(tone: .caution, text: phrase(.partlyProven, ["count": count.grouped, "all": all.grouped])))
      }
    }
    guard let app = summary.bundleID else { return }
    // A single sentence about one product may name another product of the app, but never the app.
    let mayName = summary.obstacle != nil || lines.count > 1
    guard !mayName || !lines.contains(where: { $0.text.contains(app.displayed(limit: 200)) }) else { return }
    remarks.append(phrase(summary.isFromProduction ? .appInProduction : .app, ["app": app.displayed(limit: 200)]))
  }

  /// The same text with lines below the answer. The tone of the answer is never better than that of these lines.
  ///
  /// - Parameter floor: the best tone that the answer may have.
  func limited(by limits: [Line], floor: PurchaseSummary.Tone = .good) -> SummaryText {
    var text = self
    let worst = limits.map(\.tone).max() ?? .good
    text.lines = lines.map { Line(tone: max($0.tone, worst, floor), text: $0.text) } + limits
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

  private mutating func obstacle(_ obstacle: PurchaseSummary.Obstacle) {
    // The action follows the sentence in small print.
    let sentences = words(obstacle).split(separator: "\n").map(String.init)
    let isTest = summary.isTest && summary.provenBundleID != nil
    var isAboutOther = false
    if case .otherApp = obstacle { isAboutOther = true }
    lines = sentences.prefix(1).map {
      Line(tone: summary.tone, text: isTest && !isAboutOther ? phrase(.test, ["state": $0]) : $0)
    }
    remarks += sentences.dropFirst()
    remarks += appItself
    for line in summary.lines.prefix(Self.maximumLines) where line.holding.state.isClaim {
      let state = named(line, state(line, isShort: true))
      // A receipt that Apple signed for another app is true but useless. A receipt that Xcode signed is still only a
      // claim.
      let isTrue = isAboutOther && summary.provenBundleID != nil
      let text = summary.isTest && obstacle != .xcode ? phrase(.test, ["state": state]) : state
      remarks.append(isTrue ? text : claim(text))
    }
    remarks += programClaims
    if isTest, isAboutOther, !summary.lines.isEmpty { remarks.append(phrase(.testRemark, [:])) }
    more()
  }

  /// A state that nothing proves, with the program that says it.
  private func claim(_ state: String) -> String {
    guard let program = said(summary.claims?.program) else { return phrase(.claims, ["state": state]) }
    return phrase(.programSays, ["name": program, "state": state])
  }

  /// What another program says of purchases that give nothing, and the transactions that it names.
  private var programClaims: [String] {
    guard let claims = summary.claims else { return [] }
    var said = claims.statements.prefix(Self.maximumLines).map { statement in
      let product = statement.product.map { " — " + $0.displayed(limit: 200) } ?? ""
      return claim(words(statement) + product)
    }
    if claims.hasOtherWords { said.append(phrase(.programOtherWords, [:])) }
    if !claims.transactions.isEmpty {
      let names = claims.transactions.map { $0.displayed(limit: 60) }.joined(separator: ", ")
      said.append(phrase(.programTransactions, ["name": names]))
    }
    return said
  }

  private func words(_ statement: ProgramClaims.Statement) -> String {
    let state = state(of: statement)
    guard let end = statement.end ?? statement.date, end > summary.moment else { return state }
    if statement.state <= .unknown, let renews = statement.willRenew {
      return phrase(renews ? .autoRenewOn : .autoRenewOff, ["state": state])
    }
    let isStopped = [.cancelled, .inactive, .revoked, .refunded].contains(statement.state)
    return isStopped ? phrase(.programEnd, ["state": state, "date": date(end)]) : state
  }

  private func state(of statement: ProgramClaims.Statement) -> String {
    // A date after the moment of the question would contradict the state.
    let date = statement.date.flatMap { $0 <= summary.moment ? $0 : nil }
    switch statement.state {
    case .purchased where statement.date == nil: return phrase(.boughtUndated, [:])
    case .purchased where date == nil: return statement.date.map { phrase(.subscribed, $0) } ?? ""
    // An end that has passed is one, whatever else is said.
    case .purchased, .unknown:
      return date.map { phrase(.expired, $0) } ?? statement.date.map { phrase(.programEnds, $0) }
        ?? phrase(.programUnknown, [:])
    case .grace:
      guard let end = statement.date ?? statement.end.flatMap({ $0 > summary.moment ? $0 : nil }) else {
        return phrase(.programGrace, [:])
      }
      return end > summary.moment ? phrase(.gracePeriod, end) : phrase(.billingRetry, end)
    case .billingRetry where statement.date.map { $0 > summary.moment } ?? false:
      return statement.date.map { phrase(.gracePeriod, $0) } ?? phrase(.programGrace, [:])
    case .billingRetry: return date.map { phrase(.billingRetry, $0) } ?? phrase(.billingRetryNow, [:])
    case .replaced: return date.map { phrase(.upgraded, $0) } ?? phrase(.upgradedUndated, [:])
    case .inactive: return phrase(.programInactive, [:])
    case .pending: return phrase(.programPending, [:])
    case .deferred: return phrase(.programDeferred, [:])
    case .cancelled: return phrase(.programCancelled, [:])
    case .failed: return phrase(.programFailed, [:])
    case .expired: return date.map { phrase(.expired, $0) } ?? phrase(.expiredUndated, [:])
    case .revoked: return date.map { phrase(.programRevoked, $0) } ?? phrase(.programRevokedUndated, [:])
    case .refunded:
      let reported = statement.reported.flatMap { $0 <= summary.moment ? $0 : nil }
      return date.map { phrase(.refunded, $0) } ?? reported.map { phrase(.programRefundReported, $0) }
        ?? phrase(.refundedUndated, [:])
    }
  }

  private var otherProgram: String {
    let name = said(summary.claims?.program) ?? phrase(.unknownProgram, [:])
    guard let form = said(summary.claims?.signedForm) else { return phrase(.otherProgram, ["name": name]) }
    return phrase(.otherProgramForm, ["name": name, "source": form])
  }

  /// A name of another program, or of its members, which may have an "or" in it.
  private func said(_ name: String?) -> String? {
    name.map { TextCatalog.translation(of: $0, in: language) }
  }

  /// The app itself, which may be all that the customer bought.
  private var appItself: [String] {
    guard [.noPurchases, .appOnly].contains(summary.obstacle) else { return [] }
    if summary.isOfOrganization { return [phrase(.appOfOrganization, [:])] }
    guard let date = summary.appBegins else { return [] }
    let app = phrase(.appItself, date)
    let version = summary.appFirstVersion?.displayed(limit: 100).terminalSafe
    let whole = version.map { phrase(.appFirstVersion, ["state": app, "name": $0]) } ?? app
    return [ended(whole), phrase(.appPriceUnknown, [:])]
  }

  /// What a receipt without purchases says: the app itself may be what was bought.
  private var withoutPurchases: String {
    guard let known = summary.knownUntil else { return phrase(.noPurchaseInThis, [:]) }
    let state = phrase(.noPurchases, ["source": source, "known": date(known)])
    let app = summary.isOfOrganization ? nil : summary.appBegins
    let first = app.map { phrase(.noPurchasesButApp, ["state": state, "date": date($0)]) } ?? state
    return ended(first) + "\n" + phrase(.noPurchasesAsk, [:])
  }

  private mutating func single(_ line: PurchaseSummary.Line) {
    let text = ended(state(line))
    lines = [Line(tone: line.tone, text: summary.isTest ? phrase(.test, ["state": text]) : text)]
    if summary.isTest { remarks.append(phrase(.testRemark, [:])) }
    if !line.holding.state.isOpen, !summary.isRecorded { remarks.append(asOf) }
    if line.holding.state.isOver || line.holding.asksAgain, !summary.isTest { remarks.append(phrase(.askAgain, [:])) }
    if line.isRenewalUnknown, !summary.isRecorded { remarks.append(phrase(.renewalUnknown, [:])) }
    add(remarksOf: [line])
    graceUnknown()
    if summary.isOfUnknownEnvironment { remarks.append(phrase(.environmentUnknown, [:])) }
    if let product = line.productID { remarks.append(phrase(.product, ["product": product.displayed(limit: 200)])) }
  }

  /// The date of the evidence, in small print below the statement.
  private var asOf: String {
    summary.knownUntil.map { phrase(.asOf, ["source": source, "known": date($0)]) } ?? phrase(.asOfUnknown, [:])
  }

  private func missing(_ product: String) -> String {
    phrase(.missing, ["product": product.displayed(limit: 200)])
  }

  private mutating func several() {
    if summary.isTest { lines = [Line(tone: .caution, text: phrase(.tests, [:]))] }
    for line in summary.lines.prefix(Self.maximumLines) {
      lines.append(Line(tone: line.tone, text: named(line, state(line, isShort: true))))
    }
    for product in summary.missing.prefix(Self.maximumLines) { lines.append(Line(tone: .bad, text: missing(product))) }
    more()
    if summary.isRecorded { return }
    remarks.append(asOf)
    if summary.lines.contains(where: \.isRenewalUnknown) { remarks.append(phrase(.renewalUnknown, [:])) }
    add(remarksOf: summary.lines)
    if !summary.isTest, summary.lines.contains(where: \.holding.state.isOver) {
      remarks.append(phrase(.overRemark, [:]))
    } else if !summary.isTest, summary.lines.contains(where: \.holding.asksAgain) {
      remarks.append(phrase(.askAgain, [:]))
    }
    graceUnknown()
    if summary.isOfUnknownEnvironment { remarks.append(phrase(.environmentUnknown, [:])) }
  }

  /// Adds remarks for answers that may be surprising.
  private mutating func add(remarksOf lines: [PurchaseSummary.Line]) {
    for line in lines {
      switch line.holding.remark {
      case .renewed(let begins)?: remarks.append(phrase(.renewedAhead, begins))
      case .earlierRefund?: remarks.append(phrase(.earlierRefund, [:]))
      case nil: break
      }
    }
    if lines.contains(where: \.holding.state.isOfUnknownShare), Self.withoutShares.contains(summary.kind) {
      remarks.append(phrase(.shareUnknown, [:]))
    }
  }

  /// Sources that never state how much of the price Apple paid back.
  private static let withoutShares: [PurchaseHistory.Kind] = [
    .receipt, .transactionReceipt, .verifyReceiptResponse, .notificationV1,
  ]

  /// Adds that a receipt does not say whether Apple still grants access after a recent expiry.
  private mutating func graceUnknown() {
    guard summary.kind == .receipt else { return }
    let mayBeInGrace = summary.lines.contains { line in
      guard case .expired(let end?, _) = line.holding.state else { return false }
      let (age, overflow) = summary.moment.milliseconds.subtractingReportingOverflow(end.milliseconds)
      return !overflow && age < Subscription.longestGrace
    }
    if mayBeInGrace { remarks.append(phrase(.graceUnknown, [:])) }
  }

  private mutating func more() {
    let left = summary.lines.count - Self.maximumLines
    if left > 0 { remarks.append(phrase(.more, ["count": left.grouped])) }
  }

  private func named(_ line: PurchaseSummary.Line, _ state: String) -> String {
    state + (line.productID.map { " — " + $0.displayed(limit: 200) } ?? "")
  }

  private func ended(_ text: String) -> String { text + (language == .chinese ? "。" : ".") }

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
      return namesProducts ? named(line, state) : state
    }
  }

  // -- States.

  /// - Parameter isShort: whether the date of the evidence, and what to ask for, are written elsewhere.
  private func state(_ line: PurchaseSummary.Line, isShort: Bool = false) -> String {
    // In a test, there is no question to ask the customer.
    var state = words(line.holding)
    if case .lapsed(let end) = line.holding.state {
      if isShort || summary.isTest { state = phrase(.overShort, end) }
      return line.continuation == .ends ? phrase(.renewalWasOff, ["state": state]) : state
    }
    if line.isNonRenewing, case .bought = line.holding.state { return phrase(.appDecides, ["state": state]) }
    switch line.continuation {
    case .unknown: return state
    case .ends: return phrase(.autoRenewOff, ["state": state])
    case .renewsUntil(let end): return phrase(.renewsUntil, ["state": state, "date": date(end)])
    case .needsConsent: return phrase(.needsConsent, ["state": state])
    case .renews:
      guard let next = line.nextProduct else { return phrase(.autoRenewOn, ["state": state]) }
      return phrase(.renewsAs, ["state": state, "product": next.displayed(limit: 200)])
    }
  }

  /// The state of one holding, without the date of the evidence and without a full stop.
  func words(_ holding: Holding) -> String {
    switch holding.state {
    // What is missing may say that it was taken back.
    case .active(let until?) where summary.obstacle == .cutOff: return phrase(.programEnds, until)
    case .bought where summary.obstacle == .cutOff: return phrase(.programUnknown, [:])
    case .active(let until?): return phrase(active(holding.origin), until)
    case .active(nil): return phrase(.activeUndated, [:])
    case .gracePeriod(let until): return phrase(.gracePeriod, until)
    case .graceWithoutEnd(let latest): return phrase(.graceWithoutEnd, latest)
    case .billingRetry(let since): return since.map { phrase(.billingRetry, $0) } ?? phrase(.billingRetryNow, [:])
    case .refunded(let moment, let share, let reason): return refunded(moment, share, reason)
    case .noLongerShared(let since):
      return since.map { phrase(.noLongerShared, $0) } ?? phrase(.noLongerSharedUndated, [:])
    case .refundedOrUnshared(let moment):
      return moment.map { phrase(.refundedOrUnshared, $0) } ?? phrase(.refundedOrUnsharedUndated, [:])
    case .seatTakenBack(let since):
      return since.map { phrase(.seatTakenBack, $0) } ?? phrase(.seatTakenBackUndated, [:])
    case .moved(let moment): return moment.map { phrase(.moved, $0) } ?? phrase(.movedUndated, [:])
    case .replaced(let product?, _) where holding.isOf(product): return phrase(.replacedBySame, [:])
    case .replaced(let product?, _): return phrase(.replaced, ["product": product.displayed(limit: 200)])
    case .replaced(nil, let moment): return moment.map { phrase(.upgraded, $0) } ?? phrase(.upgradedUndated, [:])
    case .expired(let end, let intent):
      let text = end.map { phrase(.expired, $0) } ?? phrase(.expiredUndated, [:])
      let reasons: [Int64: SummaryPhrase] = [
        1: .customerTurnedOff, 2: .billingError, 3: .priceNotAccepted, 4: .notForSale,
      ]
      return intent.flatMap { reasons[$0] }.map { phrase($0, ["state": text]) } ?? text
    case .lapsed(let end):
      guard let known = summary.knownUntil else { return phrase(.overUndated, end) }
      return phrase(.over, ["date": date(end), "source": source, "known": date(known)])
    case .earlierOnly(let newest): return phrase(.earlierOnly, newest)
    case .notStarted(let start): return phrase(.begins, start)
    case .bought(let moment, let times): return bought(holding.origin, moment, times)
    case .notBought(let moment): return phrase(.later, ["state": bought(holding.origin, moment, 1)])
    case .renewalOnly(let renews): return phrase(renews.map { $0 ? .renewalOn : .renewalOff } ?? .renewalOnly, [:])
    case .unknown: return phrase(holding.contradictions.isEmpty ? .unknown : .contradicted, [:])
    }
  }

  private func bought(_ origin: Holding.Origin, _ moment: Instant?, _ times: Int) -> String {
    let (dated, undated): (SummaryPhrase, SummaryPhrase) =
      switch origin {
      case .familyShare: (.sharedSince, .sharedUndated)
      case .seat: (.assignedSince, .assignedUndated)
      case .free, .freeOffer: (.gotFree, .gotFreeUndated)
      case .purchase, .trial, .introductory, .offer, .unknown: (.bought, .boughtUndated)
      }
    guard let moment else { return phrase(undated, [:]) }
    guard dated == .bought, times > 1 else { return phrase(dated, moment) }
    return phrase(.boughtOften, ["count": times.grouped, "date": date(moment)])
  }

  private func active(_ origin: Holding.Origin) -> SummaryPhrase {
    switch origin {
    case .trial: .freeTrial
    case .introductory: .introductory
    case .offer: .offer
    case .free: .free
    case .freeOffer: .freeOffer
    case .familyShare: .shared
    case .seat: .seat
    // In a test no one paid, and claims do not prove a payment.
    case .purchase: summary.isTest || summary.obstacle != nil ? .subscribed : .paid
    case .unknown: .subscribed
    }
  }

  private func refunded(_ moment: Instant?, _ share: Int64?, _ reason: Int64?) -> String {
    var text = phrase(.refundedUndated, [:])
    if let moment, let share {
      text = phrase(.refundedInPart, ["date": date(moment), "share": PayloadWording.share(share)])
    } else if let moment {
      text = phrase(.refunded, moment)
    }
    switch reason {
    case 1?: return phrase(.becauseOfApp, ["state": text])
    case 0?: return phrase(.notBecauseOfApp, ["state": text])
    default: return text
    }
  }

  private func words(_ obstacle: PurchaseSummary.Obstacle) -> String {
    switch obstacle {
    case .partlyRead: phrase(.partlyRead, [:])
    case .cutOff: phrase(.cutOff, [:])
    case .pageMissing: phrase(.pageMissing, [:])
    case .otherApp(let found): phrase(.otherApp, ["app": found.displayed(limit: 200)])
    case .noApp: phrase(.noApp, [:])
    case .incomplete: phrase(.incomplete, [:])
    case .outsideValidity(let judgedAt): outsideValidity(judgedAt)
    case .notProven(let verdict):
      switch verdict {
      case .badSignature: phrase(.signatureMismatch, [:])
      case .unsigned: phrase(.unsigned, [:])
      case .wrongPurpose: phrase(.wrongPurpose, [:])
      case .untrustedChain where summary.kind == .transactionReceipt: phrase(.signerNotInIt, [:])
      case .untrustedChain, .outsideValidity, .testSigned, .authentic: phrase(.untrustedSigner, [:])
      }
    case .xcode: phrase(summary.lines.isEmpty && summary.kind == .receipt ? .xcodeEmpty : .xcode, [:])
    case .notSigned: phrase(.notSigned, [:])
    case .otherProgram: otherProgram
    case .receiptCut: phrase(.receiptCut, [:])
    case .refusedByApple(let status): phrase(.refusedByApple, ["status": status.displayed(limit: 100)])
    case .token(let token): words(token)
    case .appOnly: phrase(.appOnly, [:])
    case .noPurchaseInThis: phrase(.noPurchaseInThis, [:])
    case .noPurchases: withoutPurchases
    }
  }

  private func words(_ token: ForeignToken) -> String {
    let name =
      switch token {
      case .signInWithApple: phrase(.signInWithApple, [:])
      case .firebase: "Firebase"
      case .google: "Google"
      default: phrase(.otherService, [:])
      }
    return token.isSecret ? phrase(.developerToken, [:]) : phrase(.foreignToken, ["name": name])
  }

  /// The moment at which certificates were judged, and the reason for it.
  private func outsideValidity(_ judgedAt: Authenticity.JudgedAt?) -> String {
    guard let judgedAt else { return phrase(.notJudged, [:]) }
    return switch judgedAt.source {
    case .receiptCreationDate, .purchaseDate, .signedDate: phrase(.outsideValidity, judgedAt.instant)
    case .override: phrase(.outsideValidityAsked, judgedAt.instant)
    case .now: phrase(.outsideValidityUndated, judgedAt.instant)
    }
  }

  private var source: String {
    let name: SummaryPhrase =
      switch summary.kind {
      case .receipt, .transactionReceipt: .receipt
      case .verifyReceiptResponse: .answer
      case .notificationV1, .notificationV2: .notification
      case .signedTransaction: .transaction
      case .signedRenewal: .renewal
      case .signedHistory, .combined, .signedAppTransaction, .decodedPayload, .otherProgram: .history
      }
    return phrase(name, [:])
  }

  // -- Templates.

  /// The date, with the time of day if the day alone could mislead because the date is close to the moment of the
  /// question or of the evidence.
  private func date(_ instant: Instant) -> String {
    let near = [summary.moment, summary.knownUntil].compactMap { $0 }.contains { other in
      let (distance, overflow) = instant.milliseconds.subtractingReportingOverflow(other.milliseconds)
      return !overflow && distance != 0 && distance.magnitude < 2 * 86_400_000
    }
    return language.date(instant, withTime: near, namesZone: namesZone)
  }

  private func phrase(_ phrase: SummaryPhrase, _ instant: Instant) -> String {
    self.phrase(phrase, ["date": date(instant)])
  }

  private func phrase(_ phrase: SummaryPhrase, _ values: [String: String]) -> String {
    language.text(phrase, values)
  }
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

  /// Whether the subscription ended after the source was signed.
  fileprivate var isOver: Bool {
    if case .lapsed = self { true } else { false }
  }

  /// Whether the state itself says that the evidence is too old or insufficient.
  fileprivate var isOpen: Bool {
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
