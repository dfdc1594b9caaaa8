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
