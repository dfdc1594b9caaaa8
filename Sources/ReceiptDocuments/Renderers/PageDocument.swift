/// What there is to say about one or several inputs, as one report: the page of `serve` shows it, and `inspect --html`
/// writes it as a file.
///
/// It combines the results of `inspect`, `status`, `validate`, `diagnose`, `diff` and `compare`. The document for the
/// page has no schema: only this program uses it, and both ends have the same version.
package struct PageDocument: Sendable {
  /// The question about the input.
  package struct Question: Sendable {
    /// The expectations. The answer distinguishes test signatures from Apple's, so no check does.
    package var expectations: Expectations
    /// The moment of the question about subscriptions; `nil` for now.
    package var moment: Instant?
    /// Text that was entered as a moment but could not be read as one.
    package var unreadMoment: String?
    /// The content of "Compare with".
    package var other: [UInt8]?
    /// The greetings and closings of replies.
    package var frames = ReplyFrames()
    /// Whether the input is one file, which is read as `inspect` reads it: it is not taken apart at empty lines, and
    /// ages are counted from the moment of the question.
    package var isOneFile = false
    /// Whether the steps of the proof are shown, and the certificates beside them.
    package var showsSteps = false
    package var now: Instant
    package var language: SummaryLanguage

    package init(_ expectations: Expectations, now: Instant, in language: SummaryLanguage) {
      (self.expectations, self.now, self.language) = (expectations, now, language)
    }

    fileprivate var at: Instant { moment ?? now }

    /// The moment from which ages are counted.
    fileprivate var origin: Instant { isOneFile ? at : now }
  }

  /// What is said, with the parts in the order in which people ask about them.
  package var report: Report
  package var lines: [SummaryText.Line] { report.lines }
  package var remarks: [String] { report.remarks }
  package var tone: PurchaseSummary.Tone { report.tone }

  private let question: Question
  private let decoder: InputDecoder
  private let layout: TextLayout
  /// The entered texts and the names of files, which are in no document.
  private let identifying: [String]
  private var summary: PurchaseSummary?
  /// Whether a reply can only say that the answer is unknown.
  private var isDoubted = false
  /// Why nothing could be read.
  private var cause: Cause?
  /// The purchases that a reply asks the customer to choose from, if two items may belong to two customers.
  private var choices: [PurchaseRecord]?
  /// The reservations about the answer, each as a line below it.
  private var limits: [SummaryText.Line] = []
  /// The purchases of all items, proven or not.
  private var purchases: [PurchaseRecord] = []
  /// The remark for unsigned data.
  private var claim: Message?
  private var documents: [(name: String, bytes: [UInt8])] = []

  /// Reads and judges the pasted input.
  ///
  /// - Parameters:
  ///   - items: the pasted text, or the files.
  ///   - question: the question about the input.
  ///   - decoder: reads the input and judges its signer.
  package init(_ items: [PastedItem], _ question: Question, _ decoder: InputDecoder) {
    (self.question, self.decoder) = (question, decoder)
    report = Report(in: question.language)
    // The browser breaks lines itself.
    layout = TextLayout(width: 200, usesColor: false, now: question.origin)
    let expectations = question.expectations
    identifying =
      [expectations.accountToken, expectations.deviceID].compactMap(\.self)
      + items.compactMap(\.name)
    let worker = ReceiptWorker(decoder)
    let parts = items.flatMap { question.isOneFile && !$0.isSeveral(worker) ? [$0] : $0.items(worker) }
    let all = parts.map { (item: $0, isReadable: $0.isReadable(worker)) }
    var readable = all.filter(\.isReadable).map(\.item)
    // A token beside a receipt says nothing about the customer.
    let tokens = readable.map { $0.token(worker) }
    if tokens.contains(nil) {
      for (item, token) in zip(readable, tokens) {
        guard let token, let name = item.label(in: question.language) else { continue }
        limit(token.isSecret ? .secretBeside : .tokenBeside, name)
      }
      readable = zip(readable, tokens).filter { $0.1 == nil }.map(\.0)
    }
    if let text = question.unreadMoment { limit(.undated, text) }
    switch readable.count {
    case 0: unreadable(all.isEmpty ? [PastedItem([])] : all.map(\.item))
    case 1: single(readable[0], worker)
    default: together(readable, worker)
    }
    if !readable.isEmpty {
      for one in all where !one.isReadable { limit(.itemUnread, one.item.label(in: question.language) ?? "–") }
    }
    let sent = items.flatMap { SentNotification.all(in: $0.bytes, decoder) }
    if !sent.isEmpty {
      var page = TextPage(layout)
      page.sent(sent)
      report.append(page, name: "sent", quotesInput: true)
    }
    conclude()
    report.parts = Self.order.flatMap { name in report.parts.filter { $0.name == name } }
  }

  // -- The answer.

  private mutating func limit(_ phrase: SummaryPhrase, _ name: String = "", _ tone: PurchaseSummary.Tone = .caution) {
    let text = question.language.text(phrase, ["name": name.displayed(limit: 200)])
    limits.append(SummaryText.Line(tone: tone, text: text))
  }

  /// Draws the conclusion. The answer is never better than its limits. A green answer needs all of this: Apple signed
  /// everything in production, every requested check passed, and the customer has something now.
  private mutating func conclude() {
    guard let summary else {
      report.lines += limits
      return
    }
    let worst = limits.map(\.tone).max() ?? .good
    // On the page the answer can only be good for the present: what the customer had at another moment is a different
    // question. A file has the mark of `inspect`.
    let isOfAnotherMoment = question.moment != nil && !question.isOneFile
    let floor: PurchaseSummary.Tone = summary.isFromProduction && !isOfAnotherMoment ? .good : .caution
    let partly: PurchaseSummary.Tone = summary.provenPieces == nil ? .good : .caution
    report.tone = max(summary.tone, worst, floor, partly)
    let text = SummaryText(summary, in: question.language).limited(by: limits, floor: floor)
    report.lines = text.lines
    let moment = question.moment.map {
      question.language.text(.asAsked, ["date": question.language.date($0, withTime: false)])
    }
    report.remarks =
      [moment].compactMap(\.self) + text.remarks + [("Times are in UTC." as Message).text(in: question.language)]
      + report.remarks
    let apps = question.expectations.bundleIdentifiers
    if !apps.isEmpty {
      let names = apps.map { $0.displayed(limit: 200) }.joined(separator: question.language.comma)
      report.remarks.append(question.language.text(.appAsked, ["name": names]))
    } else if summary.obstacle == nil, !question.isOneFile {
      // This matters most before access is granted, so it is the first remark, which is always shown.
      report.remarks.insert(
        question.language.text(.noAppAsked, [:]), at: tone == .bad ? report.remarks.endIndex : 0)
    }
  }

  private mutating func unreadable(_ items: [PastedItem]) {
    refuse(.unreadable)
    let diagnostician = Diagnostician(decoder: decoder, now: question.origin)
    for item in items.prefix(SummaryText.maximumLines) {
      let diagnosis = diagnostician.diagnose(item.bytes)
      cause = cause ?? diagnosis.cause
      let advice = diagnosis.advice(in: question.language)
      let name = items.count > 1 ? item.label(in: question.language)?.displayed(limit: 200) : nil
      report.remarks += [advice.map { (name.map { $0 + ": " } ?? "") + $0 }].compactMap(\.self)
      report.append(diagnosis.page(layout, in: question.language), name: "diagnosis", untitled: "Cause")
      add(DiagnosisRenderer(diagnostician), diagnosis)
    }
  }

  private mutating func refuse(_ phrase: SummaryPhrase) {
    report.tone = .bad
    report.lines = [SummaryText.Line(tone: .bad, text: question.language.text(phrase, [:]))]
  }

  /// All requested products, however they were requested.
  private var products: [String] {
    let expectations = question.expectations
    return expectations.products + expectations.activeProducts.filter { !expectations.products.contains($0) }
  }

  // -- One item.

  private mutating func single(_ item: PastedItem, _ worker: ReceiptWorker) {
    let apps = question.expectations.bundleIdentifiers
    let decoded = try? worker.decode(item.bytes)
    let history = item.history(worker)
    purchases = history?.purchases ?? []
    summary = (try? PurchaseSummary(item.bytes, decoder, bundleIDs: apps, at: question.at))?.about(products)
    claim = Self.claim(history.map(\.authenticity) ?? decoded?.authenticity, isMixed: history?.isMixed ?? false)
    compare(decoded, history)
    let isWholeAnswer = !question.showsSteps && history?.isWholeAnswer ?? false
    if let decoded, !isWholeAnswer { inspect(decoded, worker) }
    if let history { tell(history, isDecoded: decoded != nil && !isWholeAnswer) }
    guard let decoded else { return limitChecks(.notChecked) }
    check(decoded)
    let diagnostician = Diagnostician(decoder: decoder, bundleIdentifiers: apps, now: question.origin)
    let diagnosis = diagnostician.diagnose(item.bytes, with: worker)
    if !decoded.isAtLeastTestSigned {
      // That verifyReceipt does not know a JWS matters less than what is wrong with its signature.
      let causes = diagnosis.findings.map(\.cause).filter { !$0.isNote }
      let cause = causes.first { $0 != .jws } ?? causes.first
      report.remarks += [cause?.advice(in: question.language)].compactMap(\.self)
    }
    report.append(
      diagnosis.page(layout, isWhole: false, in: question.language), name: "diagnosis", untitled: "Cause")
    add(DiagnosisRenderer(diagnostician), diagnosis)
    guard !question.showsSteps, let authenticity = decoded.authenticity, !authenticity.certificates.isEmpty else {
      return
    }
    var page = TextPage(layout)
    page.certificates(authenticity)
    report.append(page, name: "certificates", quotesInput: true)
  }

  private mutating func inspect(_ decoded: DecodedInput, _ worker: ReceiptWorker) {
    let page = InspectReport(decoded, showsCertificates: question.showsSteps)
      .page(layout, hasAnswer: false, isForBrowser: true)
    report.append(page, name: "inspect", untitled: "Proof", claim: claim, quotesInput: decoded.isSignedData)
    add(DecodeRenderer(worker), decoded)
  }

  // -- Purchases and subscriptions.

  private mutating func tell(_ history: PurchaseHistory, isDecoded: Bool) {
    let status = SubscriptionStatus(history, at: question.at)
    let text = StatusReport(status, momentIsChosen: question.moment != nil)
    if !isDecoded { report.append(text.proof(layout), name: "proof", untitled: "Proof") }
    if !status.subscriptions.isEmpty {
      report.append(text.subscriptions(layout), name: "subscriptions", claim: claim)
    }
    // For a receipt, or one piece of signed data, the blocks above contain the rest.
    if !isDecoded || !history.pieces.isEmpty || [.verifyReceiptResponse, .notificationV1].contains(history.kind) {
      report.append(text.surroundings(layout), name: "status", untitled: "Source", claim: claim, quotesInput: true)
    }
    add(
      StatusRenderer(
        PurchaseHistoryReader(decoder), at: question.at, from: question.moment == nil ? .clock : .option), status)
  }

  private mutating func together(_ items: [PastedItem], _ worker: ReceiptWorker) {
    var combined = CombinedHistory(PurchaseHistoryReader(decoder))
    do throws(ReceiptError) {
      for (index, item) in items.enumerated() {
        try combined.add(item.bytes, from: item.label(in: .english) ?? "input \((index + 1).grouped)")
      }
      let history = try combined.history()
      purchases = history.purchases
      summary = PurchaseSummary(
        SubscriptionStatus(history, at: question.at), bundleIDs: question.expectations.bundleIdentifiers
      ).about(products)
      if history.sharesNothing { ask(about: [history]) }
      claim = Self.claim(history.authenticity, isMixed: history.isMixed)
      limitChecks(.appOnlyChecked)
      compare(nil, history)
      tell(history, isDecoded: false)
    } catch {
      let histories = items.compactMap { $0.history(worker) }
      let (environments, apps) = (Set(histories.compactMap(\.environment)), Set(histories.compactMap(\.bundleID)))
      refuse(environments.count > 1 && apps.count < 2 ? .twoEnvironmentsTogether : .notTogether)
      purchases = histories.flatMap(\.purchases)
      ask(about: histories)
      var page = TextPage(layout)
      page.paragraph(StyledText(error.message))
      report.append(page, name: "proof", untitled: "Cause", quotesInput: true)
    }
  }

  /// Offers a choice of purchases: the newest purchase of each product in each history that is proven separately.
  private mutating func ask(about histories: [PurchaseHistory]) {
    choices = histories.filter(\.isProven).flatMap { history in
      var products: Set<String?> = []
      return history.purchases.sorted { ($0.purchased?.milliseconds ?? .min) > ($1.purchased?.milliseconds ?? .min) }
        .filter { products.insert($0.productID).inserted }
    }
  }

  private static func claim(_ authenticity: Authenticity?, isMixed: Bool) -> Message? {
    if isMixed { return "Not all of it is proven. What is not proven is marked." }
    return switch authenticity?.verdict {
    case .authentic?: nil
    case .testSigned?: "What it says; a test authority signed it, not Apple."
    default: "What it claims; Apple does not vouch for it."
    }
  }

  // -- Expectations and comparisons.

  /// Reports that expectations other than app and products were not checked, because they do not apply to this input.
  /// They must not improve the answer.
  private mutating func limitChecks(_ phrase: SummaryPhrase) {
    var others = question.expectations
    (others.bundleIdentifiers, others.products, others.activeProducts) = ([], [], [])
    if others != Expectations() { limit(phrase) }
  }

  private static let activeCheck = "active_subscription"
  private static let productsCheck = "products"

  /// Checks active subscriptions as of the moment of the question, and everything else as of now: at a later moment,
  /// the certificates of every receipt have expired. The answer already says who signed the input.
  private mutating func check(_ decoded: DecodedInput) {
    let expectations = question.expectations
    func results(_ moment: Instant) -> [CheckResult] {
      Validator(expectations: expectations, now: moment).validate(decoded).checks.filter { !$0.isAboutProof }
    }
    let then =
      expectations.activeProducts.isEmpty ? [] : results(question.at).filter { $0.identifier == Self.activeCheck }
    let checks = results(question.now).map { check in then.first { $0.identifier == check.identifier } ?? check }
    let failed = checks.filter { $0.outcome == .failed }
    let missing = checks.filter(\.isMissing)
    let isProven = decoded.isAtLeastTestSigned
    let result: Message =
      !failed.isEmpty ? "failed" : !missing.isEmpty ? "incomplete" : isProven ? "passed" : "only claims"
    isDoubted = failed.contains { ![Self.productsCheck, Self.activeCheck].contains($0.identifier) }
    limits += question.language.lines(about: checks, beside: summary)
    var page = TextPage(layout)
    page.heading(
      "Checks: \(result)",
      expectations.activeProducts.isEmpty
        ? "" : question.moment.map { "as of now; whether a subscription is active as of \($0.utcText)" } ?? "")
    page.checks(checks, isProven: isProven)
    report.append(page, name: "checks")
  }

  /// Compares with a second receipt, or a saved answer of verifyReceipt.
  private mutating func compare(_ decoded: DecodedInput?, _ history: PurchaseHistory?) {
    guard let other = question.other else { return }
    var page = TextPage(layout)
    do throws(ReceiptError) {
      if let decoded, JSONText.document(other)?["status"] != nil {
        let comparison = try Comparison(decoded, with: try VerifyReceiptResponse(other), decoder: decoder)
        page = comparison.page(layout, isForBrowser: true)
        if comparison.verdict != .agrees { limit(.besideDiffers) }
      } else if let history {
        let second = try PurchaseHistoryReader(decoder).read(other)
        let difference = HistoryDifference(history, second, at: question.at)
        if difference.verdict != .same { limit(.besideDiffers) }
        let names = (["the first", "the second"] as [Message]).map { $0.text(in: question.language) }
        let report = DiffReport(difference, sources: names, language: question.language)
        page = report.page(layout)
      } else {
        limit(.besideUnread)
        page.paragraph(StyledText("! There is no purchase in it to compare.", .warning))
      }
    } catch {
      limit(.besideUnread)
      page.paragraph(StyledText("! It could not be compared: \(error.message)", .warning))
    }
    report.append(page, name: "beside", untitled: "Compared", quotesInput: true)
  }

  private mutating func add<Renderer: DocumentRenderer>(_ renderer: Renderer, _ content: Renderer.Content) {
    var writer = JSONWriter(layout: .pretty)
    renderer.write(content, head: DocumentHead(source: nil), to: &writer)
    documents.append((String(renderer.schema.split(separator: "/").dropFirst().first ?? ""), writer.bytes))
  }

  // -- JSON.

  /// The purchases that have a transaction identifier, with which a ledger can be asked about them; the newest first.
  package var transactions: [PurchaseRecord] {
    purchases.filter { $0.transactionID != nil }
      .sorted { ($0.purchased?.milliseconds ?? .min) > ($1.purchased?.milliseconds ?? .min) }
  }

  /// The names of the parts, in the order in which people ask about them: comparisons, running subscriptions, purchases
  /// and signers, and last the details for developers.
  private static let order = [
    "beside", "subscriptions", "proof", "inspect", "sent", "status", "checks", "diagnosis", "certificates",
  ]

  /// - Parameter hasDocuments: whether the documents of the commands are added, and what in them identifies somebody.
  package func write(to writer: inout JSONWriter, hasDocuments: Bool = true) {
    writer.object { writer in
      writer.member("title", report.lines.first.map { "\($0.tone.mark) \($0.text)".terminalSafe })
      writer.member("html", report.html)
      writer.member("is_undated", question.unreadMoment != nil)
      ReplyText.write(to: &writer) { language in
        ReplyText(
          summary: summary, cause: cause, choices: choices, language: language, isDoubted: isDoubted,
          moment: question.moment, frames: question.frames)
      }
      guard hasDocuments else { return }
      writer.member("identifying", Self.identifyingValues(in: documents.map(\.bytes), and: identifying))
      writer.objects("documents", documents) { writer, document in
        writer.member("name", document.name)
        writer.member("text", String(decoding: document.bytes, as: UTF8.self))
      }
    }
  }
}

extension DecodedInput {
  fileprivate var isSignedData: Bool { if case .jws = document { true } else { false } }
  fileprivate var isAtLeastTestSigned: Bool { authenticity?.verdict.isAtLeast(.testSigned) ?? false }
}
