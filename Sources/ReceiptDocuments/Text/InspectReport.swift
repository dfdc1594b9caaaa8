/// A report of `inspect`.
package protocol ReportForPeople: Sendable {
  /// The report as lines that end with a line feed and are no wider than the layout.
  func text(_ layout: TextLayout) -> String
  /// The first lines of the report.
  ///
  /// - Parameter now: the moment of the question.
  func answer(at now: Instant) -> SummaryText
}

/// The report of `inspect` for people: whether the customer paid, the signer and the verdict, the app, the purchases.
package struct InspectReport: ReportForPeople {
  package var decoded: DecodedInput
  /// Whether the steps of the proof and every certificate are shown.
  package var showsCertificates: Bool

  /// The language of the first sentence.
  package var language: SummaryLanguage
  /// The accepted apps; empty accepts any.
  package var bundleIDs: [String]
  /// The history of an answer or a notification whose signed receipt is ``decoded``.
  private let history: PurchaseHistory?
  /// The moment of the checks; `nil` if it is the moment of the question.
  private let checked: Instant?

  package init(
    _ decoded: DecodedInput, of history: PurchaseHistory? = nil, showsCertificates: Bool = false,
    language: SummaryLanguage = .english, bundleIDs: [String] = [], checkedAt checked: Instant? = nil
  ) {
    self.decoded = decoded
    self.showsCertificates = showsCertificates
    (self.language, self.bundleIDs, self.history, self.checked) = (language, bundleIDs, history, checked)
  }

  /// The report as lines that end with a line feed and are no wider than the layout.
  ///
  /// Text from the input is escaped if it could act on a terminal.
  package func text(_ layout: TextLayout) -> String { page(layout).text }

  /// The summary for the first sentence.
  package func summary(at now: Instant) -> PurchaseSummary {
    history.map { PurchaseSummary(SubscriptionStatus($0, at: now), bundleIDs: bundleIDs) }
      ?? PurchaseSummary(decoded, bundleIDs: bundleIDs, at: now)
  }

  /// The first sentence, and the checks that failed.
  package func answer(at now: Instant) -> SummaryText {
    let summary = summary(at: now)
    var expectations = Expectations()
    expectations.bundleIdentifiers = bundleIDs
    let checks = Validator(expectations: expectations, now: checked ?? now).validate(decoded).checks
    return SummaryText(summary, in: language).limited(by: language.lines(about: checks, beside: summary))
  }

  /// - Parameters:
  ///   - hasAnswer: whether the page begins with the answer; otherwise the caller shows the answer separately.
  ///   - isForBrowser: whether a browser, which has its own tables, lays out the page.
  func page(_ layout: TextLayout, hasAnswer: Bool = true, isForBrowser: Bool = false) -> TextPage {
    var page = TextPage(layout, isForBrowser: isForBrowser)
    page.unread(decoded.unread)
    if hasAnswer { page.summary(answer(at: layout.now)) }
    // The rules for Apple's signatures do not apply to a token.
    let isToken = if case .jws(let signature) = decoded.document { ForeignToken(signature) != nil } else { false }
    if let authenticity = decoded.authenticity, !isToken {
      page.verdict(authenticity, showsSteps: showsCertificates)
    } else {
      page.notVerified(decoded.document)
    }
    page.blank()
    page.input(decoded.input)
    switch decoded.document {
    case .receipt(let receipt): page.receipt(receipt)
    case .transactionReceipt(let receipt): page.transactionReceipt(receipt)
    case .jws(let signature): page.jws(signature, parts: decoded.signedParts)
    }
    if showsCertificates, let authenticity = decoded.authenticity { page.certificates(authenticity) }
    return page
  }
}

/// The report of `inspect` on an input that is not a single receipt or piece of signed data: a saved answer of
/// verifyReceipt, a notification of version 1, decoded payloads, or several pieces of signed data in one text.
package struct ClaimsReport: ReportForPeople {
  package let status: SubscriptionStatus
  /// The summary for the first sentence.
  package let summary: PurchaseSummary
  let answer: SummaryText
  let language: SummaryLanguage

  /// - Parameters:
  ///   - bytes: the pasted or read bytes; untrusted.
  ///   - decoder: reads the input.
  ///   - bundleIDs: the accepted apps; empty accepts any.
  ///   - language: the language of the first sentence.
  ///   - now: the moment of the question.
  /// - Returns: `nil` for anything else.
  package init?(
    _ bytes: [UInt8], _ decoder: InputDecoder, bundleIDs: [String], language: SummaryLanguage, at now: Instant
  ) {
    guard let history = try? PurchaseHistoryReader(decoder).read(bytes), history.authenticity == nil else { return nil }
    self.init(history, bundleIDs, language, at: now)
  }

  /// Makes the report on an answer of the App Store Server API with several pieces of signed data, as one history;
  /// `nil` for anything else.
  ///
  /// - Parameters:
  ///   - bytes: the pasted or read bytes; untrusted.
  ///   - decoder: reads the input.
  ///   - bundleIDs: the accepted apps; empty accepts any.
  ///   - language: the language of the first sentence.
  ///   - now: the moment of the question.
  package init?(
    answer bytes: [UInt8], _ decoder: InputDecoder, bundleIDs: [String], language: SummaryLanguage, at now: Instant
  ) {
    guard let history = try? PurchaseHistoryReader(decoder).read(bytes), history.isWholeAnswer else { return nil }
    self.init(history, bundleIDs, language, at: now)
  }

  init(_ history: PurchaseHistory, _ bundleIDs: [String], _ language: SummaryLanguage, at now: Instant) {
    status = SubscriptionStatus(history, at: now)
    summary = PurchaseSummary(status, bundleIDs: bundleIDs)
    answer = SummaryText(summary, in: language)
    self.language = language
  }

  /// Why the history is not proven, as a clause without a final full stop.
  package var reason: Message? { status.history.unverifiedBecause }

  package func answer(at now: Instant) -> SummaryText { answer }

  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    page.summary(answer)
    return page.text + StatusReport(status).page(layout).text
  }
}

extension PurchaseHistory {
  /// Whether the history is a page of an answer of the App Store Server API that was read completely, and therefore
  /// contains more than one of its pieces.
  var isWholeAnswer: Bool { kind == .signedHistory && (unread.isEmpty || unread.isOnlyPages) }
}

extension TextPage {
  /// Writes the repairs, and the place of the receipt if it is not the usual one.
  fileprivate mutating func input(_ input: RecognizedInput) {
    if ![[], [.base64]].contains(input.layers) {
      field("Found in", input.layers.map(\.rawValue).joined(separator: " > ") as String?)
    }
    for (index, repair) in input.repairs.enumerated() {
      field(index == 0 ? "Repaired" : "", repair.words, .warning)
    }
    if let copies = input.copies { field("Warning", copies.words, .warning) }
  }
}

/// A report on a saved answer about notifications, and below it each notification, with what came of the attempts to
/// send it.
private struct DeliveryReport: ReportForPeople {
  let report: any ReportForPeople
  let sent: [SentNotification]

  func answer(at now: Instant) -> SummaryText { report.answer(at: now) }

  func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    page.blank()
    page.sent(sent)
    return report.text(layout) + page.text
  }
}

extension TextPage {
  /// Writes the notifications of an answer. They can be those of several customers.
  mutating func sent(_ notifications: [SentNotification]) {
    let count = notifications.count
    heading(
      count == 1 ? "1 notification in the answer" : "\(grouped: count) notifications in the answer",
      "and whether your server took it")
    for notification in notifications { notification.write(to: &self) }
  }
}

/// What `inspect` says of an input of any kind, and what decides the exit status.
package struct Inspection: Sendable {
  package let report: any ReportForPeople
  /// The verdict on what signs all of it; `nil` if nothing does.
  package let authenticity: Authenticity?
  /// Why nothing proves it, if the verdict does not say.
  package let reason: Message?
  /// The app that the input provably belongs to.
  package let app: String?

  /// - Parameters:
  ///   - bytes: the pasted or read bytes; untrusted.
  ///   - bundleIDs: the accepted apps; empty accepts any.
  ///   - now: the moment of the question.
  ///   - checked: the moment of the checks.
  /// - Throws: the reason why it cannot be read, or belongs to several customers.
  package init(
    _ bytes: [UInt8], _ worker: ReceiptWorker, showsCertificates: Bool = false, bundleIDs: [String] = [],
    language: SummaryLanguage, at now: Instant, checkedAt checked: Instant
  ) throws(ReceiptError) {
    let decoder = worker.decoder
    let sent = SentNotification.all(in: bytes, decoder)
    do throws(ReceiptError) {
      let decoded = try worker.decode(bytes)
      if !decoded.unread.isEmpty, !showsCertificates,
        let report = ClaimsReport(answer: bytes, decoder, bundleIDs: bundleIDs, language: language, at: now)
      {
        self.init(report, sent)
        return
      }
      let isAnswer = JSONText.document(bytes)?.isAnswerOrNotification ?? false
      let report = InspectReport(
        decoded, of: isAnswer ? try? PurchaseHistoryReader(decoder).read(bytes) : nil,
        showsCertificates: showsCertificates, language: language, bundleIDs: bundleIDs, checkedAt: checked)
      self.init(report, sent, authenticity: decoded.authenticity, app: report.summary(at: now).provenBundleID)
    } catch {
      if error.cause == .severalSignedData,
        let report = try? ClaimsReport(several: bytes, decoder, bundleIDs: bundleIDs, language: language, at: now)
      {
        self.init(report, sent)
        return
      }
      // A damaged receipt claims nothing, but the lists beside it do.
      guard let report = ClaimsReport(bytes, decoder, bundleIDs: bundleIDs, language: language, at: now),
        [.responseWithoutReceipt, .decodedTransaction, .otherProgram, .latestReceiptCut].contains(error.cause)
          || report.status.history.isReceiptCut
      else { throw error }
      self.init(report, sent)
    }
  }

  private init(_ report: ClaimsReport, _ sent: [SentNotification]) {
    self.init(
      report, sent, authenticity: report.status.history.authenticity, reason: report.reason,
      app: report.summary.provenBundleID)
  }

  private init(
    _ report: any ReportForPeople, _ sent: [SentNotification], authenticity: Authenticity?, reason: Message? = nil,
    app: String?
  ) {
    self.report = sent.isEmpty ? report : DeliveryReport(report: report, sent: sent)
    self.authenticity = authenticity
    self.reason = reason
    self.app = app
  }
}
