/// The answer to the question of an examination, in one language: its sentences, its mark, and what a reply says.
///
/// The mark is never better than what limits the answer. A green mark needs all of this: Apple signed everything in
/// production, every requested check passed, and the customer has something now.
package struct ExaminationAnswer: Sendable {
  /// The overall conclusion.
  package private(set) var tone: PurchaseSummary.Tone
  /// The answer, line by line.
  package private(set) var lines: [SummaryText.Line] = []
  /// Remarks about the answer.
  package private(set) var remarks: [String] = []
  /// The last remark, about inputs that are no evidence of a purchase; `nil` if there are none.
  package private(set) var aside: String?
  /// What the customer has; `nil` if nothing could be read, or if the items do not belong together.
  package private(set) var summary: PurchaseSummary?
  /// Whether a reply can only say that the answer is unknown.
  private(set) var isDoubted = false
  /// The purchases that a reply asks the customer to choose from, if two items may belong to two customers.
  private(set) var choices: [PurchaseRecord]?
  /// The checks, if they apply to the input.
  private(set) var checks: [CheckResult]?
  /// The remark for data that is not proven.
  private(set) var claim: Message?

  private let language: SummaryLanguage
  /// The reservations about the answer, each as a line below it.
  private var reservations: [SummaryText.Line] = []

  package init(_ examination: Examination) {
    let question = examination.question
    language = question.language
    tone = .bad
    for (item, token) in examination.tokens {
      guard let name = self.name(of: item) else { continue }
      addReservation(
        token.isSecret
          ? "\(name) is a developer's token. It is secret: do not pass this on."
          : "\(name) is a token of another service, and says nothing about purchases.")
    }
    for item in examination.keys {
      addReservation("\(name(of: item) ?? "–") is a private key. It is secret: tell your developers at once.")
    }
    if let text = question.unreadMoment?.displayed(limit: 200) {
      addReservation(
        """
        The date “\(text)” was not understood: write it as year-month-day, such as 2025-12-05. All of this is as \
        of now.
        """)
    }
    switch examination.conclusion {
    case .unreadable:
      refuse(
        examination.items.contains { $0.error?.cause == .privateKey }
          ? "A private key, not a receipt. It is secret: tell your developers at once."
          : "This cannot be read as a receipt.")
    case .single(let item): single(item, question)
    case .together(let history):
      summarize(SubscriptionStatus(history, at: question.at), question)
      if history.sharesNothing { offerChoice(of: [history]) }
      claim = Self.claim(history.authenticity, isMixed: history.isMixed)
      addReservationAboutChecks("Of several items only the app and products are checked.", question)
    case .apart(let error):
      let histories = examination.items.compactMap(\.history)
      let environments = Set(histories.compactMap(\.environment))
      let apps = Set(histories.compactMap(\.bundleID))
      refuse(
        environments.count > 1 && apps.count < 2
          ? "These items cannot be combined: some are from production, and some from a test environment."
          : "These items cannot be combined: all items have to be of one customer and one app.")
      lines += examination.items.compactMap { line(about: $0, question) }
      remarks = [("\(error.message.capitalized)." as Message).text(in: language)]
      offerChoice(of: histories)
    }
    addReservation(about: examination.comparison)
    for item in examination.unread {
      addReservation("\(name(of: item) ?? "–") could not be read, and is not in the answer.")
    }
    addSummary(question)
    aside = Self.sentence(about: examination.asides, language)
    if let aside { remarks.append(aside) }
  }

  private mutating func addReservation(_ sentence: Message) {
    reservations.append(SummaryText.Line(.caution, sentence, in: language))
  }

  private func name(of item: PastedItem) -> String? { item.label(in: language)?.displayed(limit: 200) }

  /// The sentence that names each input without a purchase in it; `nil` if every input has one.
  private static func sentence(about items: [PastedItem], _ language: SummaryLanguage) -> String? {
    let names = items.map { item -> Message in
      item.label(in: language).map { "\($0.displayed(limit: 60))" }
        ?? (item.isTextOfMail ? "the text of the mail" : "pasted text")
    }
    guard !names.isEmpty else { return nil }
    return ("Left out, because it is no evidence of a purchase: \(names.summarized())." as Message).text(in: language)
  }

  private mutating func addReservation(about comparison: Examination.Comparison?) {
    switch comparison {
    case .answer(let comparison)?: if comparison.verdict != .agrees { addReservation(Self.comparisonDiffers) }
    case .history(let difference)?: if difference.verdict != .same { addReservation(Self.comparisonDiffers) }
    case .nothingToCompare?, .unread?: addReservation("It could not be compared; see below.")
    case nil: break
    }
  }

  private static let comparisonDiffers: Message = "What it was compared with says something else; see below."

  private mutating func refuse(_ sentence: Message) {
    lines = [SummaryText.Line(.bad, sentence, in: language)]
  }

  private mutating func summarize(_ status: SubscriptionStatus, _ question: Examination.Question) {
    summary = PurchaseSummary(status, bundleIDs: question.expectations.bundleIdentifiers).about(question.products)
  }

  private mutating func single(_ item: Examination.Item, _ question: Examination.Question) {
    let history = item.history
    let apps = question.expectations.bundleIdentifiers
    summary = (try? PurchaseSummary(item.input, bundleIDs: apps, at: question.at))?.about(question.products)
    claim = Self.claim(
      history.map(\.authenticity) ?? item.decoded?.authenticity, isMixed: history?.isMixed ?? false)
    guard let decoded = item.decoded else {
      return addReservationAboutChecks("What was asked for is not checked: it is not signed.", question)
    }
    check(decoded, question)
  }

  /// What one of several items says by itself. Which of them counts is unknown, so the line is never green.
  private func line(about item: Examination.Item, _ question: Examination.Question) -> SummaryText.Line? {
    let summary = try? PurchaseSummary(
      item.input, bundleIDs: question.expectations.bundleIdentifiers, at: question.at)
    guard let summary, let name = item.pasted.label(in: language),
      let line = SummaryText(summary.about(question.products), in: language).lines.first
    else { return nil }
    let app = summary.bundleID.map { " (\($0.displayed(limit: 60)))" } ?? ""
    let text: Message = "\(name.displayed(limit: 60) + app): \(line.text)"
    return SummaryText.Line(max(line.tone, .caution), text, in: language)
  }

  private static func claim(_ authenticity: Authenticity?, isMixed: Bool) -> Message? {
    if isMixed { return "Not all of it is proven. What is not proven is marked." }
    return switch authenticity?.verdict {
    case .authentic?: nil
    case .testSigned?: "What it says; a test authority signed it, not Apple."
    default: "What it claims; Apple does not vouch for it."
    }
  }

  /// Offers a choice of purchases: the newest purchase of each product in each history that is proven separately.
  private mutating func offerChoice(of histories: [PurchaseHistory]) {
    choices = histories.filter(\.isProven).flatMap { history in
      var products: Set<String?> = []
      return history.purchases.sorted { ($0.purchased?.milliseconds ?? .min) > ($1.purchased?.milliseconds ?? .min) }
        .filter { products.insert($0.productID).inserted }
    }
  }

  /// Reports that expectations other than app and products were not checked, because they do not apply to this input.
  /// They must not improve the answer.
  private mutating func addReservationAboutChecks(_ sentence: Message, _ question: Examination.Question) {
    var others = question.expectations
    others.bundleIdentifiers = []
    others.products = []
    others.activeProducts = []
    if others != Expectations() { addReservation(sentence) }
  }

  private static let activeCheck = "active_subscription"
  private static let productsCheck = "products"

  /// Checks active subscriptions as of the moment of the question, and everything else as of now: at a later moment,
  /// the certificates of every receipt have expired. The answer already says who signed the input.
  private mutating func check(_ decoded: DecodedInput, _ question: Examination.Question) {
    let expectations = question.expectations
    func results(_ moment: Instant) -> [CheckResult] {
      Validator(expectations: expectations, now: moment).validate(decoded).checks.filter { !$0.isAboutProof }
    }
    let active =
      expectations.activeProducts.isEmpty ? nil : results(question.at).first { $0.identifier == Self.activeCheck }
    let checks = results(question.now).map { check in check.identifier == Self.activeCheck ? active ?? check : check }
    let failed = checks.filter { $0.outcome == .failed }
    // What the customer does not have is itself an answer.
    isDoubted = failed.contains { ![Self.productsCheck, Self.activeCheck].contains($0.identifier) }
    reservations += language.lines(about: checks, beside: summary, future: decoded.dateInFuture(of: question.now))
    self.checks = checks
  }

  /// Completes lines, remarks and tone with those of the summary.
  private mutating func addSummary(_ question: Examination.Question) {
    guard let summary else {
      lines += reservations
      return
    }
    let worst = reservations.map(\.tone).max() ?? .good
    // On the page the answer can only be good for the present: what the customer had at another moment is a different
    // question. A file has the mark of `inspect`.
    let isOfAnotherMoment = question.moment != nil && !question.isOneFile
    let floor: PurchaseSummary.Tone = summary.isFromProduction && !isOfAnotherMoment ? .good : .caution
    // `nil` means that all pieces are proven.
    let toneOfProof: PurchaseSummary.Tone = summary.provenPieces == nil ? .good : .caution
    tone = max(summary.tone, worst, floor, toneOfProof)
    let text = SummaryText(summary, in: language).limited(by: reservations, floor: floor)
    lines = text.lines
    remarks = text.remarks
  }
}
