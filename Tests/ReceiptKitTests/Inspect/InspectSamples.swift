import ReceiptKit
import ReceiptMint

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptReading

extension Inspection {
  /// What `inspect` says of content that was decoded already.
  init(
    _ decoded: DecodedInput, showsCertificates: Bool = false, bundleIDs: [String] = [],
    language: SummaryLanguage = .english, at moment: Instant = InspectSamples.now
  ) throws(ReceiptError) {
    let piece = Result { () throws(ReceiptError) in try FoundPiece(decoded, from: nil) }
    let read = ReadInput(bytes: [], recognized: decoded.input, decoded: .success(decoded), usedCachedChain: false)
    let input = ExaminedInput(
      read: read, pieces: piece.map { [$0] },
      history: Result { () throws(ReceiptError) in try PurchaseHistory(decoded) })
    let item = Examination.Item(pasted: PastedItem([]), input: input)
    var question = Examination.Question(Expectations(), now: moment, in: language)
    question.expectations.bundleIdentifiers = bundleIDs
    (question.isOneFile, question.showsSteps) = (true, showsCertificates)
    try self.init(
      Examination(
        question: question, conclusion: .single(item), items: [item], tokens: [], unread: [], asides: [], keys: [],
        sent: [],
        comparison: nil, decoder: InputDecoder()))
  }

  /// What `inspect` says of an input.
  init(
    _ bytes: [UInt8], _ decoder: InputDecoder, bundleIDs: [String] = [], language: SummaryLanguage = .english,
    at moment: Instant, chosen: Instant? = nil
  ) throws(ReceiptError) {
    var question = Examination.Question(Expectations(), now: moment, in: language)
    question.expectations.bundleIdentifiers = bundleIDs
    (question.isOneFile, question.moment) = (true, chosen)
    try self.init(Examination([PastedItem(bytes)], question, ReceiptWorker(decoder)))
  }
}

/// Minted receipts, and what the library decodes them to.
enum InspectSamples {
  private static let authority = Result { () throws(MintError) in
    try TestAuthority(seed: "receipt-kit inspect tests", keySize: .bits1024)
  }

  /// The moment at which every text of these tests is laid out: 2026-11-21T12:00:00Z.
  static let now = Instant(milliseconds: 1_795_262_400_000)

  static func layout(_ width: Int, usesColor: Bool = false) -> TextLayout {
    TextLayout(width: width, usesColor: usesColor, now: now)
  }

  static func envelope(_ receipt: ReceiptDescription) throws -> SignedDataDescription {
    try EnvelopeMinter(try authority.get().chain()).envelope(receipt)
  }

  static func xcodeEnvelope(_ receipt: ReceiptDescription) throws -> SignedDataDescription {
    try EnvelopeMinter(xcode: try authority.get().xcodeCertificate()).envelope(receipt)
  }

  /// Decodes with the authority's root as the only anchor that the user gave.
  static func decode(_ bytes: [UInt8], judgingTime: Instant? = nil) throws -> DecodedInput {
    let root = try Certificate(der: try authority.get().chain().root.der)
    let authenticator = Authenticator(anchors: [TrustAnchor(root)])
    return try InputDecoder(authenticator: authenticator, judgingTime: judgingTime).decode(bytes)
  }

  static func decode(_ receipt: ReceiptDescription) throws -> DecodedInput {
    try decode(try envelope(receipt).mint().bytes)
  }

  /// The same receipt as Apple would have signed it: nobody can mint that, so the verdict is put in.
  static func authentic(_ decoded: DecodedInput) -> DecodedInput {
    var authenticity = decoded.authenticity
    authenticity?.verdict = .authentic
    return DecodedInput(
      input: decoded.input, document: decoded.document, authenticity: authenticity, signedParts: decoded.signedParts)
  }

  /// Every kind of purchase once.
  static var variety: ReceiptDescription {
    var receipt = ReceiptDescription.sandboxSample()
    var renewal = InAppDescription.subscriptionSample(transactionID: "2000000000000007")
    renewal.purchaseDate = "2025-12-26T18:13:07Z"
    renewal.expiresDate = "2027-01-26T18:13:07Z"
    renewal.promotionalOfferID = "come-back-2025"
    var trial = InAppDescription.subscriptionSample()
    trial.isTrialPeriod = true
    var cancelled = InAppDescription.subscriptionSample(
      transactionID: "2000000000000005", productID: "com.example.test.a.rather.long.product.id.annual")
    cancelled.originalTransactionID = "2000000000000005"
    cancelled.purchaseDate = "2025-11-30T08:00:00Z"
    cancelled.expiresDate = "2026-11-30T08:00:00Z"
    cancelled.cancellationDate = "2025-12-01T09:30:00Z"
    cancelled.cancellationReason = 1
    cancelled.isInIntroOfferPeriod = true
    receipt.inApp = [
      trial, cancelled, once("coins.100", type: 1, quantity: 3, date: "2025-12-26T18:20:00Z"),
      once("pro", type: 0, date: "2024-02-29T23:59:59Z"), once("season", type: 2, date: "2025-06-01T00:00:00Z"),
      once("future", type: 9, date: "2025-06-02T00:00:00Z", ownership: 1), renewal,
    ]
    return receipt
  }

  private static func once(
    _ name: String, type: Int64, quantity: Int64 = 1, date: String, ownership: Int64 = 0
  ) -> InAppDescription {
    let identifier = "30000000000000\(10 + type)"
    var purchase = InAppDescription.subscriptionSample(transactionID: identifier, productID: "com.example.test.\(name)")
    purchase.originalTransactionID = identifier
    (purchase.productType, purchase.quantity, purchase.ownershipType) = (type, quantity, ownership)
    (purchase.purchaseDate, purchase.originalPurchaseDate, purchase.expiresDate) = (date, date, "")
    return purchase
  }

  /// As many purchases as in a receipt of a customer who never finished a transaction.
  static func many(_ count: Int) -> ReceiptDescription {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.receiptType = "Production"
    receipt.inApp = (0..<count).map { index in
      // 7 has no divisor in common with the lengths used: every day once, in no order.
      let day = index * 7 % count
      var purchase = InAppDescription.subscriptionSample(
        transactionID: "\(4_000_000_000_000_000 + day)",
        productID: "com.example.test.\(index % 3 == 0 ? "monthly" : "weekly")")
      purchase.purchaseDate = Instant(milliseconds: 1_700_000_000_000 + Int64(day) * 86_400_000).rfc3339
      purchase.expiresDate = Instant(milliseconds: 1_700_000_000_000 + Int64(day + 7) * 86_400_000).rfc3339
      return purchase
    }
    return receipt
  }

  /// Strings that would like to do something to a terminal, or to a table.
  static let hostileStrings = [
    "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;title\u{07}", "a\u{0}b\r\nc\td", "\u{9B}2J", "\u{202E}gnp.tpiecer\u{202C}",
    "فاتورة.شراء.قسط", "קבלה", "购买.高级会员.年度订阅服务", "프리미엄.구독", "🏳️‍🌈👨‍👩‍👧‍👦🇩🇪❤️👍🏽", "e\u{301}\u{301}\u{301}\u{301}\u{301}z",
    "ก็ำคี่", "\u{1100}\u{1161}\u{11A8}", String(repeating: "x", count: 700), String(repeating: "宽", count: 333),
    String(repeating: "word ", count: 100), String(repeating: "\u{903}", count: 200), " ", "", "\u{FEFF}\u{200B}",
    String(repeating: "\u{1B}", count: 90), "{\"a\": \"b\"}", "..", "\u{FFFD}", "𓀀𓀁", "\u{E0041}\u{E0042}", "ﷺ",
  ]

  static func hostile(_ text: String, _ other: String) -> ReceiptDescription {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.receiptType = text
    receipt.bundleIdentifier = text
    receipt.applicationVersion = other
    receipt.originalApplicationVersion = text
    var purchase = InAppDescription.subscriptionSample(transactionID: text, productID: other)
    purchase.originalTransactionID = other
    purchase.promotionalOfferID = text
    purchase.expiresDate = text
    purchase.productType = .min
    purchase.quantity = .max
    var second = InAppDescription.subscriptionSample(transactionID: other, productID: text)
    second.cancellationDate = "9999-12-31T23:59:59Z"
    second.cancellationReason = .min
    receipt.inApp = [purchase, second]
    receipt.extraAttributes = [.utf8(4_711, text), .utf8(2, other), .ia5(12, text)]
    return receipt
  }
}
