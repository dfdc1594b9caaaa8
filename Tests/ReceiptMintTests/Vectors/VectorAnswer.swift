import ReceiptMint

/// What a reader in any language has to answer about a vector, in the words of TestReceipts/README.md.
struct VectorAnswer: Equatable {
  enum Word: String {
    case accept, reject
    /// A reader may accept it, and a stricter one may refuse it.
    case either
  }

  /// The kind of reader that is asked.
  enum Suite: String {
    case receipts, tokens
    case signedData = "signed-data"
  }

  let suite: Suite
  let word: Word
  /// What is wrong with it, or what a stricter reader finds wrong; `nil` if nothing is.
  let failure: String?

  private static let unreadable = "unreadable"
  private static let content = "content"
  /// What `validate` finds wrong with contents, whatever is expected of them.
  private static let contentChecks: Set = [
    "attributes", "purchase_dates", "duplicate_transactions", "quantity", "product_type_known", "expiration_date",
  ]

  /// What Apple's own library (app-store-server-library of Python, 3.1.2) accepts and receipt-tool refuses: no stranger can
  /// make it, so that no reader has to see it. With what a strict reader finds.
  private static let acceptedByApple = [
    "jws-flaw-broken-root-embedded": "untrusted-chain", "jws-flaw-trailing-certificate-octets": "untrusted-chain",
    "jws-flaw-wrong-key-usage": "wrong-purpose", "jws-flaw-duplicate-member": content, "jws-flaw-two-dates": content,
    "jws-flaw-nested-of-another-purchase": content,
  ]

  init(_ vector: Vector) {
    if let failure = Self.acceptedByApple[vector.name] {
      self.init(.signedData, .either, failure)
      return
    }
    switch vector.expectation {
    case .error:
      self.init(vector.suffix == "jws" ? .signedData : .receipts, .reject, Self.unreadable)
    case .jws: self.init(.signedData, .reject, "bad-signature")
    case .signedData(let expected): self.init(.signedData, verdict: expected.promise.authenticity)
    case .token(let expected):
      let isInOrder = expected.cause == "token-in-order"
      self.init(.tokens, isInOrder ? .accept : .reject, isInOrder ? nil : expected.cause)
    case .transactionReceipt(let verdict, _, _): self.init(.receipts, verdict: verdict)
    case .receipt(let expected):
      guard expected.verdict == "test-signed" else { self.init(.receipts, verdict: expected.verdict); return }
      if Self.hasWrongContent(vector, expected) {
        self.init(.receipts, .either, Self.content)
      } else if !Self.isPlain(vector, expected) {
        self.init(.receipts, .either, Self.unreadable)
      } else {
        self.init(.receipts, .accept, nil)
      }
    }
  }

  private init(_ suite: Suite, _ word: Word, _ failure: String?) {
    self.suite = suite
    self.word = word
    self.failure = failure
  }

  private init(_ suite: Suite, verdict: String?) {
    let isSigned = verdict == "test-signed"
    self.init(suite, isSigned ? .accept : .reject, isSigned ? nil : verdict ?? Self.unreadable)
  }

  /// Whether a reader that looks at more than signatures has a reason to refuse it: it expires, names no app, is of the
  /// future, or contradicts itself.
  private static func hasWrongContent(_ vector: Vector, _ expected: Vector.ReceiptExpectation) -> Bool {
    let flaw = vector.flaw.flatMap(MintFlaw.named)?.promise.failedChecks ?? []
    let failed = flaw + vector.judgements.flatMap(\.failed)
    // Receipts of Xcode expire in the year 4001.
    let expires = expected.receipt.expirationDate.map { $0 < "3000" } ?? false
    let isEarly = expected.receipt.creationDate.map { $0 > "2027" } ?? false
    return !contentChecks.isDisjoint(with: failed) || expires || isEarly || expected.receipt.bundleIdentifier == nil
  }

  /// Whether it is unbroken base64 around a payload that is wrapped once, as receipts of Apple are.
  private static func isPlain(_ vector: Vector, _ expected: Vector.ReceiptExpectation) -> Bool {
    vector.layers == ["base64"] && vector.repairs.isEmpty
      && !expected.irregularities.contains { $0.kind == "double_wrapped" }
  }
}
