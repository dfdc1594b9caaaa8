/// What `inspect` says of an input of any kind in a terminal, and what decides the exit status.
package struct Inspection: Sendable {
  package let answer: ExaminationAnswer
  private let examination: Examination

  /// - Throws: the reason why the input cannot be read.
  package init(_ examination: Examination) throws(ReceiptError) {
    switch examination.conclusion {
    case .unreadable:
      throw examination.items[0].error ?? ReceiptError(.emptyInput, "nothing but white space to read", offset: 0)
    case .single, .together, .apart: break
    }
    self.examination = examination
    answer = ExaminationAnswer(examination)
  }

  /// Why the items of the input are not of one customer; `nil` if they are, as far as is known.
  package var division: ReceiptError? { if case .apart(let error) = examination.conclusion { error } else { nil } }

  /// The content that is shown as it was decoded; `nil` if the history is shown instead: for a saved answer of
  /// verifyReceipt without a receipt, a notification of version 1, decoded payloads, or several pieces of signed data.
  private var decoded: DecodedInput? {
    guard case .single(let item) = examination.conclusion else { return nil }
    return examination.showsDecoded(item) ? item.decoded : nil
  }

  private var history: PurchaseHistory? {
    switch examination.conclusion {
    case .single(let item): item.history
    case .together(let history): history
    case .apart, .unreadable: nil
    }
  }

  /// The verdict on the whole input; `nil` if it has none, if a part could not be read, or if it may be of two
  /// customers.
  package var authenticity: Authenticity? {
    isWholeRead ? decoded?.authenticity ?? history?.authenticity : nil
  }
  /// Why the whole input has no verdict; `nil` if it has one, or if nothing more can be said.
  package var reason: Message? {
    if let item = examination.unread.first {
      let name = item.label(in: examination.question.language) ?? "–"
      return "\(name.displayed(limit: 200)) could not be read, and is not in the answer"
    }
    if mayBeOfTwoCustomers { return PurchaseHistory.sharesNothingNote }
    return decoded == nil ? history?.unverifiedBecause : nil
  }
  /// The app that the input provably belongs to.
  package var app: String? { isWholeRead ? answer.summary?.provenBundleID : nil }

  private var isWholeRead: Bool { examination.unread.isEmpty && !mayBeOfTwoCustomers }

  private var mayBeOfTwoCustomers: Bool {
    if case .together(let history) = examination.conclusion { history.sharesNothing } else { false }
  }

  /// Writes the document of `decode`, or that of `status` about what `decode` does not read; nothing if the items are
  /// not of one customer.
  package func writeDocument(head: DocumentHead, to writer: inout JSONWriter) {
    let question = examination.question
    if let decoded {
      DecodeDocument(decoded).write(to: &writer, head: head)
    } else if let history {
      StatusRenderer(
        PurchaseHistoryReader(examination.decoder), at: question.at, from: question.moment == nil ? .clock : .option
      ).write(SubscriptionStatus(history, at: question.at), head: head, to: &writer)
    }
  }

  /// The report as lines that end with a line feed and are no wider than the layout.
  package func text(_ layout: TextLayout) -> String {
    var text: String
    if let decoded {
      let report = InspectReport(decoded, showsCertificates: examination.question.showsSteps)
      text = report.page(layout, answer: (answer.lines, answer.remarks)).text
    } else {
      var page = TextPage(layout)
      page.answer(answer.lines, remarks: answer.remarks)
      text = page.text
      if let history {
        text += StatusReport(SubscriptionStatus(history, at: examination.question.at)).page(layout).text
      }
    }
    guard !examination.sent.isEmpty else { return text }
    var page = TextPage(layout)
    page.blank()
    page.sent(examination.sent)
    return text + page.text
  }
}

/// A decoded input for people: the signer and the verdict, the app, the purchases.
struct InspectReport {
  let decoded: DecodedInput
  /// Whether the steps of the proof and every certificate are shown.
  let showsCertificates: Bool

  init(_ decoded: DecodedInput, showsCertificates: Bool) {
    self.decoded = decoded
    self.showsCertificates = showsCertificates
  }

  /// Text from the input is escaped if it could act on a terminal.
  ///
  /// - Parameters:
  ///   - answer: the answer, with which the page begins; `nil` if the caller shows it separately.
  ///   - isForBrowser: whether a browser, which has its own tables, lays out the page.
  func page(
    _ layout: TextLayout, answer: (lines: [SummaryText.Line], remarks: [String])? = nil, isForBrowser: Bool = false
  ) -> TextPage {
    var page = TextPage(layout, isForBrowser: isForBrowser)
    page.unread(decoded.unread)
    if let answer { page.answer(answer.lines, remarks: answer.remarks) }
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
