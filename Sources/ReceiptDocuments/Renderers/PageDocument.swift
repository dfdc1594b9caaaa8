/// The report about one or several inputs: the page of `serve` shows it, and `inspect --html` writes it as a file.
///
/// It combines the results of `inspect`, `status`, `validate`, `diagnose`, `diff` and `compare`.
package struct PageDocument: Sendable {
  /// The parts are in the order in which people ask about them.
  package var report: Report
  package var lines: [SummaryText.Line] { report.lines }
  package var remarks: [String] { report.remarks }
  package var tone: PurchaseSummary.Tone { report.tone }

  private let examination: Examination
  private let answer: ExaminationAnswer
  private let question: Examination.Question
  private let layout: TextLayout
  /// The entered texts and the names of files, which are in no document.
  private let identifying: [String]
  /// The cause that a diagnosis names, if nothing could be read.
  private var cause: Cause?
  /// The documents of the commands, as they print them.
  private(set) var documents: [(name: String, bytes: [UInt8])] = []

  /// Reads and judges the pasted input.
  ///
  /// - Parameters:
  ///   - items: the pasted text, or the files.
  ///   - question: the question about the input.
  ///   - decoder: reads the input and judges its signer.
  package init(_ items: [PastedItem], _ question: Examination.Question, _ decoder: InputDecoder) {
    let expectations = question.expectations
    let texts = [expectations.accountToken, expectations.deviceID] + items.map(\.name)
    let worker = ReceiptWorker(decoder)
    self.init(Examination(items, question, worker), identifying: texts.compactMap(\.self), worker)
  }

  /// - Parameters:
  ///   - identifying: texts that may identify somebody.
  ///   - worker: the worker that read the input.
  package init(_ examination: Examination, identifying: [String] = [], _ worker: ReceiptWorker) {
    self.examination = examination
    self.identifying = identifying + examination.names
    question = examination.question
    answer = ExaminationAnswer(examination)
    report = Report(in: question.language)
    // The browser breaks lines itself.
    layout = TextLayout(width: 200, usesColor: false, now: question.origin)
    switch examination.conclusion {
    case .unreadable: appendDiagnoses(of: examination.items)
    case .single(let item): appendParts(of: item, worker)
    case .together(let history): appendHistory(history, isDecoded: false)
    case .apart(let error):
      var page = TextPage(layout)
      page.paragraph(StyledText(error.message))
      report.append(page, name: "proof", untitled: "Cause", quotesInput: true)
    }
    if let comparison = examination.comparison { appendComparison(comparison) }
    if !examination.sent.isEmpty {
      var page = TextPage(layout)
      page.sent(examination.sent)
      report.append(page, name: "sent", quotesInput: true)
    }
    addAnswer()
    report.parts = Self.order.flatMap { name in report.parts.filter { $0.name == name } }
  }

  // -- The answer.

  private mutating func addAnswer() {
    report.tone = answer.tone
    report.lines = answer.lines
    // Without a summary, parts of the report say why: the remarks of the answer would repeat that.
    guard let summary = answer.summary else {
      // Of the other remarks there is a block of its own.
      if let aside = answer.aside { report.remarks.append(aside) }
      return
    }
    let language = question.language
    let moment: Message? = question.moment.map {
      "As of \(language.date($0, withTime: false)), the moment that was asked for."
    }
    report.remarks =
      [moment?.text(in: language)].compactMap(\.self) + answer.remarks
      + [("Times are in UTC." as Message).text(in: language)] + report.remarks
    let apps = question.expectations.bundleIdentifiers
    if !apps.isEmpty {
      let names = apps.map { $0.displayed(limit: 200) }.joined(separator: language.comma)
      report.remarks.append(("Checked for: \(names)." as Message).text(in: language))
    } else if summary.obstacle == nil, !question.isOneFile {
      // This matters most before access is granted, so it is the first remark, which is always shown.
      let remark: Message = "You entered no app. Whether it is yours was not checked."
      report.remarks.insert(remark.text(in: language), at: tone == .bad ? report.remarks.endIndex : 0)
    }
  }

  private mutating func appendDiagnoses(of items: [Examination.Item]) {
    let diagnostician = Diagnostician(decoder: examination.decoder, now: question.origin)
    for item in items.prefix(SummaryText.maximumLines) {
      let diagnosis = diagnostician.diagnose(item.input.read)
      // A picture is the cause only if there is nothing else.
      if cause == nil || cause == .picture { cause = diagnosis.cause }
      if let advice = diagnosis.advice(in: question.language) {
        let name = items.count > 1 ? item.pasted.label(in: question.language)?.displayed(limit: 200) : nil
        report.remarks.append(name.map { "\($0): \(advice)" } ?? advice)
      }
      // A diagnosis may quote numbers of orders and names of attachments.
      report.append(
        diagnosis.page(layout, in: question.language), name: "diagnosis", untitled: "Cause", quotesInput: true)
      addDocument(of: diagnosis, DiagnosisRenderer(diagnostician))
    }
  }

  // -- One item.

  private mutating func appendParts(of item: Examination.Item, _ worker: ReceiptWorker) {
    let isDecoded = examination.showsDecoded(item)
    if let decoded = item.decoded, isDecoded {
      let page = InspectReport(decoded, showsCertificates: question.showsSteps).page(layout, isForBrowser: true)
      report.append(
        page, name: "inspect", untitled: "Proof", claim: answer.claim, quotesInput: decoded.isSignedData)
      addDocument(of: decoded, DecodeRenderer(worker))
    }
    if let history = item.history { appendHistory(history, isDecoded: isDecoded) }
    guard let decoded = item.decoded else { return }
    if let checks = answer.checks { appendChecks(checks, isProven: decoded.isAtLeastTestSigned) }
    let diagnostician = Diagnostician(
      decoder: examination.decoder, bundleIdentifiers: question.expectations.bundleIdentifiers, now: question.origin)
    let diagnosis = diagnostician.diagnose(item.input.read)
    if !decoded.isAtLeastTestSigned {
      // That verifyReceipt does not know a JWS matters less than what is wrong with its signature.
      let causes = diagnosis.findings.map(\.cause).filter { !$0.isNote }
      let cause = causes.first { $0 != .jws } ?? causes.first
      if let advice = cause?.advice(in: question.language) { report.remarks.append(advice) }
    }
    report.append(
      diagnosis.page(layout, isWhole: false, in: question.language), name: "diagnosis", untitled: "Cause")
    addDocument(of: diagnosis, DiagnosisRenderer(diagnostician))
    guard !question.showsSteps, let authenticity = decoded.authenticity, !authenticity.certificates.isEmpty else {
      return
    }
    var page = TextPage(layout)
    page.certificates(authenticity)
    report.append(page, name: "certificates", quotesInput: true)
  }

  // -- Purchases and subscriptions.

  /// - Parameter isDecoded: whether the report shows the decoded input, with its proof and its purchases.
  private mutating func appendHistory(_ history: PurchaseHistory, isDecoded: Bool) {
    let status = SubscriptionStatus(history, at: question.at)
    let statusReport = StatusReport(status, momentIsChosen: question.moment != nil)
    if !isDecoded { report.append(statusReport.proof(layout), name: "proof", untitled: "Proof") }
    if !status.subscriptions.isEmpty {
      report.append(statusReport.subscriptions(layout), name: "subscriptions", claim: answer.claim)
    }
    // For a receipt, or one piece of signed data, the blocks above contain the rest.
    if !isDecoded || !history.pieces.isEmpty || [.verifyReceiptResponse, .notificationV1].contains(history.kind) {
      report.append(
        statusReport.surroundings(layout), name: "status", untitled: "Source", claim: answer.claim, quotesInput: true)
    }
    addDocument(
      of: status,
      StatusRenderer(
        PurchaseHistoryReader(examination.decoder), at: question.at, from: question.moment == nil ? .clock : .option))
  }

  // -- Expectations and comparisons.

  private mutating func appendChecks(_ checks: [CheckResult], isProven: Bool) {
    let result: Message =
      if checks.contains(where: { $0.outcome == .failed }) {
        "failed"
      } else if checks.contains(where: \.isMissing) {
        "incomplete"
      } else {
        isProven ? "passed" : "only claims"
      }
    var remark: Message = ""
    if let moment = question.moment, !question.expectations.activeProducts.isEmpty {
      remark = "as of now; whether a subscription is active as of \(moment.utcText)"
    }
    var page = TextPage(layout)
    page.heading("Checks: \(result)", remark)
    page.checks(checks, isProven: isProven)
    report.append(page, name: "checks")
  }

  /// Appends the comparison with a second receipt, or with a saved answer of verifyReceipt.
  private mutating func appendComparison(_ comparison: Examination.Comparison) {
    var page = TextPage(layout)
    switch comparison {
    case .answer(let comparison): page = comparison.page(layout, isForBrowser: true)
    case .history(let difference):
      let names = (["the first", "the second"] as [Message]).map { $0.text(in: question.language) }
      page = DiffReport(difference, sources: names, language: question.language).page(layout)
    case .nothingToCompare:
      page.paragraph(StyledText("! There is no purchase in it to compare.", .warning))
    case .unread(let error):
      page.paragraph(StyledText("! It could not be compared: \(error.message)", .warning))
    }
    report.append(page, name: "beside", untitled: "Compared", quotesInput: true)
  }

  private mutating func addDocument<Renderer: DocumentRenderer>(of content: Renderer.Content, _ renderer: Renderer) {
    var writer = JSONWriter(layout: .pretty)
    renderer.write(content, head: DocumentHead(source: nil), to: &writer)
    // `receipt-tool/status/1`: the second part is the name.
    let name = renderer.schema.split(separator: "/").dropFirst().first ?? ""
    documents.append((String(name), writer.bytes))
  }

  // -- For the page.

  /// The purchases that have a transaction identifier, with which a ledger can be asked about them; the newest first.
  package var transactions: [PurchaseRecord] {
    examination.purchases.filter { $0.transactionID != nil }
      .sorted { ($0.purchased?.milliseconds ?? .min) > ($1.purchased?.milliseconds ?? .min) }
  }

  /// The names of the parts, in the order in which people ask about them: comparisons, running subscriptions, purchases
  /// and signers, and last the details for developers.
  private static let order = [
    "beside", "subscriptions", "proof", "inspect", "sent", "status", "checks", "diagnosis", "certificates",
  ]

  /// The first line of the answer, with its mark.
  package var title: String { report.lines.first.map { "\($0.tone.mark) \($0.text)".terminalSafe } ?? "" }

  /// Whether a moment was entered that could not be read.
  package var hasUnreadMoment: Bool { question.unreadMoment != nil }

  /// The replies to the customer, one in each language.
  package var replies: [ReplyText] {
    SummaryLanguage.allCases.map { language in
      ReplyText(
        summary: answer.summary, cause: cause, choices: answer.choices, language: language,
        isDoubted: answer.isDoubted, moment: question.moment, frames: question.frames)
    }
  }

  /// Values that may identify a person, the longest first.
  var identifyingValues: [String] { Self.identifyingValues(in: documents.map(\.bytes), and: identifying) }

  /// Leaves out of the report what may identify a person.
  package mutating func leaveOutPeople() { report.leaveOut(identifyingValues) }

  /// The report and the replies as HTML.
  ///
  /// - Parameter hasDocuments: whether the documents of the commands follow.
  package func html(hasDocuments: Bool = true) -> String {
    report.html(replies: replies, documents: hasDocuments ? documents : [])
  }
}

extension DecodedInput {
  fileprivate var isSignedData: Bool { if case .jws = document { true } else { false } }
  fileprivate var isAtLeastTestSigned: Bool { authenticity?.verdict.isAtLeast(.testSigned) ?? false }
}
