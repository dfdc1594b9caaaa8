/// Checks whether StoreKit accepts an offer that a developer's server signed, and if not, which mistake explains it.
///
/// Sources: Apple, "Generating a signature for promotional offers"; "Generating JWS to sign App Store requests".
package struct OfferCheck: Sendable {
  /// The form of the signed text.
  package enum Form: String, CaseIterable, Sendable {
    case signature
    case jws
  }

  /// The values used for the purchase, and the key that verifies the signature.
  package struct Purchase {
    package var key: InAppPurchasePublicKey
    /// The known values of the purchase.
    package var fields: [OfferField: String]
    /// Further possible values: the id in the name of the key's file, other apps of the developer.
    package var others: [OfferField: [String]]
    package var transactionIdentifier: String?
    /// The moment of use; if `nil`, the age of the signature is not judged.
    package var now: Instant?
    /// What may be tried to explain signatures that do not fit; all checks of one purchase share it.
    let budget = OfferSearchBudget()

    package init(
      key: InAppPurchasePublicKey, fields: [OfferField: String] = [:], others: [OfferField: [String]] = [:],
      transactionIdentifier: String? = nil, now: Instant? = nil
    ) {
      self.key = key
      self.fields = fields
      self.others = others
      self.transactionIdentifier = transactionIdentifier
      self.now = now
    }
  }

  package let form: Form
  /// The most important first; never empty.
  package private(set) var findings: [Diagnosis.Finding] = []
  /// Whether the key made the signature over the correct text, in the required form.
  package private(set) var isVerified = false
  /// The values that should have been signed, or those in the JWS.
  package private(set) var fields: [OfferField: String] = [:]

  /// Whether no fault was found.
  package var isInOrder: Bool { findings.map(\.cause) == [.offerInOrder] }

  /// - Throws: `.otherFormat` for a JWS that cannot be read, or for missing values, which the message names.
  package init(_ answer: OfferAnswer, _ purchase: Purchase) throws(ReceiptError) {
    if let jws = answer.jws {
      form = .jws
      try check(jws: jws, answer, purchase)
    } else {
      form = .signature
      try check(signature: answer.signature ?? "", answer, purchase)
    }
    if findings.isEmpty { add(.offerInOrder, howToPass) }
    findings.sort { $0.cause.rank < $1.cause.rank }
  }

  /// Adds faults that only several checks together show: a nonce may be used for only one purchase.
  package static func noteRepetitions(_ checks: inout [OfferCheck]) {
    var seen: Set<String> = []
    for index in checks.indices {
      guard let nonce = checks[index].fields[.nonce]?.lowercased(), !seen.insert(nonce).inserted else { continue }
      checks[index].findings.removeAll { $0.cause == .offerInOrder }
      checks[index].add(.offerNonceReused)
      checks[index].findings.sort { $0.cause.rank < $1.cause.rank }
    }
  }

  private mutating func add(_ cause: Cause, _ detail: Message? = nil) {
    findings.append(Diagnosis.Finding(cause, details: detail))
  }

  /// How the app passes what was signed.
  private var howToPass: Message {
    switch form {
    case .signature: "StoreKit 2 takes the octets of the signature, Data(base64Encoded:), and not its text."
    case .jws: "StoreKit takes a JWS as text, as it is: .promotionalOffer(_:compactJWS:) for a promotional offer."
    }
  }

  // MARK: The original signature

  private mutating func check(
    signature: String, _ answer: OfferAnswer, _ purchase: Purchase
  ) throws(ReceiptError) {
    var others = purchase.others
    for (field, value) in answer.fields { others[field, default: []].insert(value, at: 0) }
    // If the purchase does not state a value, the first of the other values is the best guess.
    let values = Dictionary(
      uniqueKeysWithValues: OfferField.allCases.compactMap { field in
        (purchase.fields[field] ?? others[field]?.first).map { (field, $0) }
      })
    let missing = OfferField.allCases.filter { $0 != .token && values[$0] == nil }.map(\.name)
    guard missing.isEmpty else {
      throw ReceiptError(
        .otherFormat, "the signature alone does not say \(missing.joined(separator: ", "))",
        hint:
          "\(missing.map { "--" + $0.replacing("_", with: "-") }.joined(separator: ", ")): give what the purchase used")
    }
    let expected = OfferFields { values[$0] }
    for field in OfferField.allCases { fields[field] = expected[field] }
    judgeSignature(signature, expected, others, purchase)
    judgeNonce(values[.nonce] ?? "")
    judgeTimestamp(expected[.timestamp], purchase.now)
  }

  private mutating func judgeSignature(
    _ text: String, _ expected: OfferFields, _ others: [OfferField: [String]], _ purchase: Purchase
  ) {
    let key = purchase.key
    let forms = SignatureForm.all(text, isJWS: false)
    guard !forms.isEmpty else { return add(.offerNoSignature) }
    let message = expected.message
    if let fitting = forms.first(where: { key.verifies($0.signature, over: message) }) {
      isVerified = fitting.causes.isEmpty
      for cause in fitting.causes { add(cause) }
      return
    }
    // No form fits the correct text, so other texts are tried.
    let budget = purchase.budget
    let budgetBefore = budget.remaining
    for signatureForm in forms {
      let search = OfferSearch(expected, others: others) {
        budget.take() && key.verifies(signatureForm.signature, over: $0)
      }
      guard let found = search.found() else { continue }
      for cause in signatureForm.causes { add(cause) }
      findings += found
      return
    }
    let seconds = OfferSearch.longestDistance / 1_000
    let limit = OfferSearchBudget.limit.grouped
    let tried = "It fits none of \((budgetBefore - budget.remaining).grouped) texts with known mistakes"
    add(
      .offerOtherKey,
      "Either another key signed it, or other values. \(tried)"
        + (budget.remaining > 0
          ? ", a timestamp within \(seconds) seconds of the given one among them."
          : "; no more are tried, because one run tries \(limit) at most: check this one alone.")
    )
  }

  private mutating func judgeNonce(_ nonce: String) {
    if !nonce.utf8.isUUID { add(.offerNonce, "It is \(OfferSearch.shown(nonce)).") }
  }

  private mutating func judgeTimestamp(_ text: String, _ now: Instant?) {
    // Thirteen digits are milliseconds, from 2001 to 2286.
    guard text.utf8.count == 13, text.utf8.allSatisfy(\.isASCIIDigit), let milliseconds = Int64(text) else {
      if !findings.contains(where: { $0.cause == .offerTimestampUnit }) {
        add(.offerTimestampUnit, "The purchase has \(OfferSearch.shown(text)).")
      }
      return
    }
    guard let now else { return }
    let (age, overflows) = now.milliseconds.subtractingReportingOverflow(milliseconds)
    guard !overflows else { return }
    // The message states the age in hours: a signature from yesterday and one from last year have the same cause, but
    // are different mistakes.
    if age > 24 * 3_600_000 { add(.offerExpired, "It is \(Int(age / 3_600_000).grouped) hours old.") }
    // Clocks may differ by a minute.
    if age < -60_000 { add(.offerEarly, "It is \(Int(age / -60_000).grouped) minutes ahead.") }
  }

  // MARK: The JWS

  private mutating func check(jws: String, _ answer: OfferAnswer, _ purchase: Purchase) throws(ReceiptError) {
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false).map { Array($0.utf8) }
    guard parts.count == 3, let header = Self.object(parts[0]), let payload = Self.object(parts[1]) else {
      throw ReceiptError(
        .otherFormat, "this is no JWS: its header and its payload have to be JSON in base64url",
        hint: "give all of it: three parts, joined by dots")
    }
    let text = Array(jws.utf8)
    let token = JSONWebSignature(header: header, payload: payload, text: text)
    if header["x5c"] != nil {
      throw ReceiptError(
        .otherFormat, "this is signed data of the App Store, and nothing that a developer signs",
        hint: "receipt-tool inspect says what is in it")
    }
    judgeJWSSignature(parts, purchase.key)
    fields = [
      .bundle: payload["bid"], .key: header["kid"], .product: payload["productId"],
      .offer: payload["offerIdentifier"], .nonce: payload["nonce"],
    ].compactMapValues { $0?.stringValue }
    let bundles = (purchase.fields[.bundle] ?? answer.fields[.bundle]).map { [$0] } ?? []
    findings +=
      TokenFaults(token, .storeKitRequest, bundleIdentifiers: bundles, at: purchase.now, signer: nil).findings
      .filter { $0.cause != .tokenInOrder }
    compareWithPurchase(payload, answer, purchase)
  }

  /// The JSON object that a part of a JWS encodes.
  private static func object(_ part: [UInt8]) -> JSONValue? {
    guard let octets = SignatureForm.part(part),
      let value = try? JSONReader(maximumDepth: 12, maximumValues: 10_000).tree(octets, 0..<octets.count),
      case .object = value
    else { return nil }
    return value
  }

  private mutating func judgeJWSSignature(_ parts: [[UInt8]], _ key: InAppPurchasePublicKey) {
    if parts.dropLast().contains(where: { Base64.decodeURL($0[...]) == nil }) { add(.offerTextForm) }
    let forms = SignatureForm.all(String(decoding: parts[2], as: UTF8.self), isJWS: true)
    guard !forms.isEmpty else { return add(.offerNoSignature) }
    let message = parts[0] + [UInt8(ascii: ".")] + parts[1]
    guard let fitting = forms.first(where: { key.verifies($0.signature, over: message) }) else {
      return add(.offerOtherKey)
    }
    isVerified = fitting.causes.isEmpty
    for cause in fitting.causes { add(cause) }
  }

  /// Compares the values of the purchase with the signed ones. ``TokenFaults`` compares the app.
  private mutating func compareWithPurchase(_ payload: JSONValue, _ answer: OfferAnswer, _ purchase: Purchase) {
    for field in [OfferField.key, .product, .offer, .nonce] {
      let used = purchase.fields[field] ?? answer.fields[field] ?? purchase.others[field]?.first
      guard let used, let signed = fields[field] else { continue }
      let isSame = field == .nonce ? used.lowercased() == signed.lowercased() : used.utf8.elementsEqual(signed.utf8)
      if !isSame { add(.offerDiffers, OfferSearch.difference(field.name, signed: signed, used: used)) }
    }
    if let used = purchase.transactionIdentifier, let signed = payload["transactionId"]?.stringValue, used != signed {
      add(.offerDiffers, OfferSearch.difference("transaction_id", signed: signed, used: used))
    }
  }
}
