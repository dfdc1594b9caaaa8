/// What `inspect` says of an input of any kind in a terminal, and what decides the exit status.
package struct Inspection: Sendable {
  package let answer: ExaminationAnswer
  private let examination: Examination

  /// - Throws: the reason why the input cannot be read, or belongs to several customers.
  package init(_ examination: Examination) throws(ReceiptError) {
    switch examination.conclusion {
    case .unreadable: throw examination.items[0].error ?? ReceiptError(.emptyInput, "nothing to read")
    case .apart(let error): throw error
    case .single, .together: break
    }
    self.examination = examination
    answer = ExaminationAnswer(examination)
  }

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

  /// The verdict on what signs all of it; `nil` if nothing does.
  package var authenticity: Authenticity? { decoded?.authenticity ?? history?.authenticity }
  /// Why nothing proves it, if the verdict does not say.
  package var reason: Message? { decoded == nil ? history?.unverifiedBecause : nil }
  /// The app that the input provably belongs to.
  package var app: String? { answer.summary?.provenBundleID }

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
