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

  /// The content that is shown as it was decoded; `nil` for a saved answer of verifyReceipt without a receipt, a
  /// notification of version 1, decoded payloads, or several pieces of signed data.
  private var decoded: DecodedInput? {
    guard case .single(let item) = examination.conclusion else { return nil }
    return !examination.question.showsSteps && item.history?.isWholeAnswer ?? false ? nil : item.decoded
  }

  private var history: PurchaseHistory? {
    switch examination.conclusion {
    case .single(let item): item.history
    case .together(let history): history
    case .apart, .unreadable: nil
    }
  }

  /// The verdict on what signs all of it; `nil` if nothing does, if a part could not be read, or if it may be of two
  /// customers.
  package var authenticity: Authenticity? {
    isWholeRead ? decoded?.authenticity ?? history?.authenticity : nil
  }
  /// Why nothing proves it, if the verdict does not say.
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
