/// What was pasted or opened, read once for everything that is said about it: `inspect`, `inspect --html` and the page.
package struct Examination: Sendable {
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
    /// Whether the input is one file, which is not taken apart at empty lines; ages are counted from the moment of the
    /// question.
    package var isOneFile = false
    /// Whether the steps of the proof are shown, and the certificates beside them.
    package var showsSteps = false
    /// The present.
    package var now: Instant
    package var language: SummaryLanguage

    package init(_ expectations: Expectations, now: Instant, in language: SummaryLanguage) {
      self.expectations = expectations
      self.now = now
      self.language = language
    }

    /// The moment of the question.
    var at: Instant { moment ?? now }

    /// The moment from which ages are counted.
    var origin: Instant { isOneFile ? at : now }

    /// All products that the question is about: those that were to be bought, and those that were to be active.
    var products: [String] {
      expectations.products + expectations.activeProducts.filter { !expectations.products.contains($0) }
    }
  }

  /// One item of the input.
  struct Item: Sendable {
    let pasted: PastedItem
    let input: ExaminedInput

    /// The decoded content; `nil` if the item cannot be decoded.
    var decoded: DecodedInput? { try? input.decoded.get() }
    /// The history of purchases and subscriptions in the item; `nil` if it cannot be read.
    var history: PurchaseHistory? { try? input.history.get() }
    /// Why the item cannot be decoded.
    var error: ReceiptError? { if case .failure(let error) = input.decoded { error } else { nil } }

    var outcome: PartOutcome { error.map { PartOutcome($0, pasted.bytes) } ?? .readable }
    /// Whether the item is a receipt, may be one that cannot be read, or contains one.
    var isEvidence: Bool { outcome.isEvidence || pasted.hidesReceipt }

    /// The kind of token, if the text is a token; `nil` for any other text.
    var token: ForeignToken? {
      guard case .jws(let signature)? = decoded?.document else { return nil }
      return ForeignToken(signature)
    }
  }

  /// What the items are together.
  enum Conclusion: Sendable {
    /// Nothing could be read.
    case unreadable
    case single(Item)
    /// Several items of one customer.
    case together(PurchaseHistory)
    /// Several items that cannot be of one customer.
    case apart(ReceiptError)
  }

  /// What the input was compared with.
  enum Comparison: Sendable {
    case answer(ReceiptAnalysis.Comparison)
    case history(HistoryDifference)
    case nothingToCompare
    case unread(ReceiptError)
  }

  let question: Question
  let conclusion: Conclusion
  /// The items that count: the readable ones, and no tokens beside them. If nothing can be read, all items.
  let items: [Item]
  /// Tokens beside a receipt, which say nothing about the customer.
  let tokens: [(item: PastedItem, token: ForeignToken)]
  /// Items that may be receipts and cannot be read, beside others that can.
  let unread: [PastedItem]
  /// Items that are no evidence of a purchase, beside items that are: pictures, signatures, words.
  let asides: [PastedItem]
  /// The private keys among ``asides``.
  let keys: [PastedItem]
  /// The notifications of saved answers, with what came of the attempts to send each.
  let sent: [SentNotification]
  /// The comparison with ``Question/other``, if that is given.
  let comparison: Comparison?
  /// Judges what is decoded.
  let decoder: InputDecoder
}

extension Examination.Item {
  init(_ pasted: PastedItem, _ worker: ReceiptWorker) {
    self.init(pasted: pasted, input: ExaminedInput(pasted.bytes, with: worker))
  }
}

extension Examination {
  /// Reads and judges the input.
  ///
  /// - Parameters:
  ///   - pasted: the pasted text, or the files.
  ///   - question: the question about the input.
  package init(_ pasted: [PastedItem], _ question: Question, _ worker: ReceiptWorker) {
    self.question = question
    decoder = worker.decoder
    var all: [Item] = []
    var asides: [PastedItem] = []
    var keys: [PastedItem] = []
    for text in pasted {
      let parts = Parts.of(text, isOneFile: question.isOneFile, worker)
      all += parts.items
      asides += parts.asides
      keys += parts.keys
    }
    if all.isEmpty { all = [Item(PastedItem([]), worker)] }
    let readable = all.filter(\.input.isReadable)
    let notTokens = readable.filter { $0.token == nil }
    if readable.isEmpty {
      items = all
      tokens = []
      unread = []
    } else {
      // Tokens alone are what the question is about.
      items = notTokens.isEmpty ? readable : notTokens
      tokens = notTokens.isEmpty ? [] : readable.compactMap { item in item.token.map { (item.pasted, $0) } }
      let others = all.filter { !$0.input.isReadable }
      unread = others.filter(\.isEvidence).map(\.pasted)
      asides += others.filter { !$0.isEvidence }.map(\.pasted)
      keys += others.filter { $0.outcome == .privateKey }.map(\.pasted)
    }
    self.asides = asides
    self.keys = keys
    let conclusion = readable.isEmpty ? .unreadable : Self.conclude(items, question.language, worker.decoder)
    self.conclusion = conclusion
    sent = pasted.flatMap { SentNotification.all(in: $0.bytes, all.map(\.input), worker) }
    comparison = question.other.map { Self.compare(conclusion, with: $0, at: question.at, worker) }
  }

  private static func conclude(
    _ items: [Item], _ language: SummaryLanguage, _ decoder: InputDecoder
  ) -> Conclusion {
    guard items.count > 1 else { return .single(items[0]) }
    var combined = CombinedHistory(PurchaseHistoryReader(decoder))
    do throws(ReceiptError) {
      for (index, item) in items.enumerated() {
        try combined.add(item.input, from: item.pasted.label(in: language) ?? "\((index + 1).grouped)")
      }
      return .together(try combined.history())
    } catch {
      return .apart(error)
    }
  }

  private static func compare(
    _ conclusion: Conclusion, with other: [UInt8], at moment: Instant, _ worker: ReceiptWorker
  ) -> Comparison {
    var history: PurchaseHistory?
    var decoded: DecodedInput?
    switch conclusion {
    case .single(let item):
      history = item.history
      decoded = item.decoded
    case .together(let combined): history = combined
    case .apart, .unreadable: break
    }
    do throws(ReceiptError) {
      // An answer of verifyReceipt has a status.
      if let decoded, JSONText.document(other)?["status"] != nil {
        return .answer(
          try ReceiptAnalysis.Comparison(decoded, with: try VerifyReceiptResponse(other), decoder: worker.decoder))
      }
      guard let history else { return .nothingToCompare }
      let second = try PurchaseHistoryReader(worker.decoder).read(other, with: worker)
      return .history(HistoryDifference(history, second, at: moment))
    } catch {
      return .unread(error)
    }
  }

  /// The names of all items, as they were given and as reports shorten them, and the folders in them.
  var names: [String] {
    let all = items.map(\.pasted) + tokens.map(\.item) + unread + asides
    return all.compactMap(\.name).flatMap { name in
      [name, name.displayed(limit: 60), name.displayed(limit: 200)] + name.split(separator: "/").map(String.init)
    }
  }

  /// Whether an item is shown as it was decoded, and not by its history alone.
  ///
  /// Of a page of an answer of the App Store Server API, the history has all pieces, and what was decoded has only one.
  /// So the history alone is shown, unless something on the page was not read, or the steps of the proof, which are
  /// those of the one piece, are asked for.
  func showsDecoded(_ item: Item) -> Bool {
    guard item.decoded != nil else { return false }
    guard !question.showsSteps, let history = item.history, history.kind == .signedHistory else { return true }
    return !history.unread.isEmpty && !history.unread.isOnlyPages
  }

  /// The purchases of all items, proven or not.
  var purchases: [PurchaseRecord] {
    switch conclusion {
    case .unreadable: []
    case .single(let item): item.history?.purchases ?? []
    case .together(let history): history.purchases
    case .apart: items.flatMap { $0.history?.purchases ?? [] }
    }
  }
}
