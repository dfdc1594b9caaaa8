import ReceiptMint

/// All vectors. Keys, and with them every octet, follow from the seeds.
struct VectorList {
  let authority: TestAuthority
  private let chain: SigningChain
  /// Whoever gives it to `receipt-tool mint --seed` has the same authority, and makes the same octets.
  static let seed = "TestReceipts"

  init() throws {
    authority = try TestAuthority(seed: Self.seed)
    chain = try authority.chain()
  }

  /// Certificates that vectors name as anchors; the keys behind them are not kept.
  func anchors() throws -> [String: String] {
    [
      "root.pem": chain.root.pem + (try authority.signedDataRoot()).pem,
      "xcode.pem": try authority.xcodeCertificate().pem, "xcode-jws.pem": try xcodeSignedDataAnchor().pem,
      Self.tokenKey: try tokenPublicKey(),
    ]
  }

  func all() throws -> [Vector] {
    let described = try templates() + transactionReceipts() + forms() + verdicts() + oddities() + checks()
    return described.map { vector in
      var vector = vector
      vector.judgements = VectorJudgementTable.all[vector.name] ?? []
      return vector
    } + (try mintedTemplates()) + (try mintedFlaws()) + (try signedData()) + (try tokens())
  }

  private typealias R = VectorReceipts

  private func envelope(_ receipt: ReceiptDescription, _ options: ChainOptions? = nil) throws -> SignedDataDescription {
    try EnvelopeMinter(try options.map(authority.chain) ?? chain).envelope(receipt)
  }

  func vector(
    _ name: String, _ what: String, _ receipt: ReceiptDescription, _ options: ChainOptions? = nil,
    verdict: String = "test-signed", step: String? = nil, understood: ReceiptDescription? = nil,
    irregularities: [(kind: String, type: Int64?)] = [],
    change: (inout SignedDataDescription) throws -> Void = { _ in }
  ) throws -> Vector {
    var envelope = try envelope(receipt, options)
    try change(&envelope)
    return Vector(
      name: name, what: what, bytes: Array(VectorText.base64(try envelope.mint().bytes).utf8),
      expectation: .receipt(
        .init(
          verdict: verdict, failedStep: step, receipt: understood ?? receipt, irregularities: irregularities)))
  }

  /// What apps and stores make.
  private func templates() throws -> [Vector] {
    var sha1 = R.production(R.oneOff("pro", type: 0, id: "490000000000001"))
    sha1.creationDate = Era.sha1.sampleDate
    let consumables = R.sandbox(
      R.oneOff("coins", type: 1, quantity: 3, id: "2000000000000011"),
      R.oneOff("coins", type: 1, id: "2000000000000012"))
    var family = R.oneOff("pro", type: 0, id: "490000000000002")
    family.ownershipType = 1
    return [
      try vector(
        "sandbox-subscription", "A subscription in the sandbox: a renewal, its trial, and a cancelled period",
        R.subscription()),
      try vector("consumable", "Consumables in the sandbox, one of them three times", consumables),
      try vector(
        "non-consumable", "A product that is bought once", R.sandbox(R.oneOff("pro", type: 0, id: "2000000000000021"))),
      try vector("empty", "A sandbox receipt without purchases", R.sandbox()),
      try vector(
        "vpp", "A receipt of the Volume Purchase Program, which expires; self-made, none was ever seen", R.vpp()),
      try vector("mac", "A receipt of the Mac App Store with fractional seconds", R.mac()),
      try vector(
        "production", "A production receipt with numbers above 2^53", R.production(.subscriptionSample())),
      try vector("production-sha1", "A production receipt of the SHA-1 era", sha1, ChainOptions(.sha1)),
      try vector("large", "A production receipt with 187 purchases", R.large()),
      try vector("ownership", "A purchase of an ownership type that was never seen", R.production(family)),
      try xcode("xcode", "StoreKit testing in Xcode, with Xcode's certificate as anchor", anchor: "xcode.pem"),
      try xcode("xcode-unknown", "StoreKit testing in Xcode, without an anchor for it", anchor: "root.pem"),
    ]
  }

  private func xcode(_ name: String, _ what: String, anchor: String) throws -> Vector {
    let receipt = R.xcode()
    let minted = try EnvelopeMinter(xcode: try authority.xcodeCertificate()).mint(receipt)
    let isKnown = anchor == "xcode.pem"
    return Vector(
      name: name, what: what, bytes: Array(VectorText.base64(minted.bytes).utf8), anchor: anchor,
      expectation: .receipt(
        .init(
          verdict: isKnown ? "test-signed" : "untrusted-chain", failedStep: isKnown ? nil : "chain", receipt: receipt)))
  }

  /// The forms in which one receipt arrives.
  private func forms() throws -> [Vector] {
    let receipt = R.subscription()
    let octets = try envelope(receipt).mint().bytes
    let base64 = VectorText.base64(octets)
    func form(
      _ name: String, _ suffix: String, _ what: String, _ text: String, _ layers: [String],
      _ repairs: [(what: String, count: Int)] = []
    ) -> Vector {
      Vector(
        name: name, suffix: suffix, what: what, bytes: Array(text.utf8), layers: layers, repairs: repairs,
        expectation: .receipt(.init(verdict: "test-signed", failedStep: nil, receipt: receipt)))
    }
    let breaks = (base64.count - 1) / 76 + 1
    let urlRepairs = [
      (what: "URL-safe characters translated", count: VectorText.count("+/", in: base64)),
      (what: "padding added", count: VectorText.count("=", in: base64)),
    ].filter { $0.count > 0 }
    var der = form("der", "der", "The octets of a receipt, as in a file of an app", "", [])
    der.bytes = octets
    var cut = form("truncated", "b64", "Base64 that was cut in the middle", String(base64.prefix(base64.count / 2)), [])
    cut.expectation = .error("truncated")
    return [
      form(
        "wrapped", "b64", "Base64 in lines of 76 characters with CRLF",
        VectorText.lines(base64, of: 76, joinedBy: "\r\n") + "\r\n", ["base64"], [("line breaks removed", breaks)]),
      form(
        "base64url", "b64", "Base64 with the URL-safe alphabet, not padded", VectorText.urlSafe(octets), ["base64"],
        urlRepairs),
      form(
        "verifyreceipt-request", "body", "The body of a request to verifyReceipt",
        "{\"receipt-data\":\"\(base64)\",\"password\":\"not a secret\",\"exclude-old-transactions\":true}\n",
        ["verifyReceipt-request", "base64"]),
      form(
        "verifyreceipt-response", "body", "An answer of verifyReceipt with its latest receipt",
        "{\"status\":0,\"environment\":\"Sandbox\",\"latest_receipt\":\"\(base64)\"}\n",
        ["verifyReceipt-response", "base64"]),
      try answer(to: receipt),
      form("pem", "pem", "A PEM block", VectorText.pem(octets), ["pem"]),
      form("hex", "hex", "Hexadecimal digits", VectorText.hex(octets), ["hex"]),
      der, cut, jws(),
      Vector(
        name: "not-a-receipt", suffix: "txt", what: "A text that is none",
        bytes: Array("Hello, world! No receipt.\n".utf8),
        expectation: .error("not_a_receipt")),
    ]
  }

  /// Signed by nobody: the third part is noise.
  private func jws() -> Vector {
    let header = "{\"alg\":\"ES256\",\"x5c\":[\"bm8gY2VydGlmaWNhdGU=\"]}"
    let payload =
      "{\"transactionId\":\"2000000000000031\",\"bundleId\":\"com.example.reader\",\"environment\":\"Sandbox\","
      + "\"purchaseDate\":1766774587000,\"appAccountToken\":\"\\u001b[31mred\"}"
    let parts = [header, payload, "no signature at all"].map { VectorText.urlSafe(Array($0.utf8)) }
    return Vector(
      name: "jws", suffix: "jws", what: "A StoreKit 2 transaction whose signature is nonsense",
      bytes: Array(parts.joined(separator: ".").utf8), layers: [],
      expectation: .jws(transactionID: "2000000000000031", environment: "Sandbox"))
  }

  /// Everything but authentic, which only Apple can make.
  private func verdicts() throws -> [Vector] {
    let receipt = R.subscription()
    var noSigner = ChainOptions()
    noSigner.hasSignerMarker = false
    var noIntermediate = ChainOptions()
    noIntermediate.hasIntermediateMarker = false
    var expired = receipt
    expired.creationDate = "2026-08-23T14:50:03Z"
    var other = receipt
    other.bundleIdentifier = "com.example.other"
    let stranger = try TestAuthority(seed: "TestReceipts: a stranger").chain()
    let original = try receipt.payload()
    var wrongRoot = try vector(
      "wrong-root", "Signed under a root of the same name that is not the anchor", receipt, verdict: "untrusted-chain",
      step: "chain"
    ) { envelope in
      envelope = try EnvelopeMinter(stranger).envelope(receipt)
    }
    wrongRoot.anchor = "root.pem"
    var bare = try vector("bare-payload", "The payload alone, without any envelope", receipt)
    bare.bytes = Array(VectorText.base64(original).utf8)
    bare.expectation = .receipt(.init(verdict: "unsigned", failedStep: nil, receipt: receipt, format: "payload"))
    var noAnchor = try vector(
      "no-anchor", "A sound receipt, judged without the test authority's root", receipt, verdict: "untrusted-chain",
      step: "chain")
    noAnchor.anchor = nil
    return [
      try vector(
        "bad-signature", "One bit of the signature is flipped", receipt, verdict: "bad-signature", step: "signature"
      ) { $0.signers[0].flaw = .flippedSignature },
      try vector(
        "changed-content", "The bundle identifier was changed after signing", other, verdict: "bad-signature",
        step: "signature"
      ) { $0.signers[0].flaw = .signedOther(original) },
      try vector(
        "missing-signer-marker", "The signer lacks Apple's marker", receipt, noSigner, verdict: "wrong-purpose",
        step: "marker_oids"),
      try vector(
        "missing-intermediate-marker", "The intermediate lacks Apple's marker", receipt, noIntermediate,
        verdict: "wrong-purpose", step: "marker_oids"),
      try vector(
        "expired", "Made one second after its signer's certificate expired", expired, verdict: "outside-validity",
        step: "validity"),
      try vector("unsigned", "It is not signed", receipt, verdict: "unsigned") { $0.signers = [] },
      try vector(
        "missing-certificates", "No certificate is embedded", receipt, verdict: "untrusted-chain",
        step: "signer_certificate"
      ) { $0.certificates = [] },
      wrongRoot, bare, noAnchor,
    ]
  }

  /// Payloads that can be read although something about them is odd.
  private func oddities() throws -> [Vector] {
    let plain = R.subscription()
    var unknown = plain
    unknown.extraAttributes = [.utf8(4_711, "nobody knows"), RawAttribute(type: 99, version: 2, value: [0xDE, 0xAD])]
    unknown.inApp[0].extraAttributes = [.integer(1_799, -1)]
    var unknownAsPlain = plain
    unknownAsPlain.extraAttributes = []

    var odd = plain
    (odd.bundleIdentifier, odd.applicationVersion, odd.appItemID) = (nil, nil, nil)
    (odd.originalPurchaseDate, odd.versionExternalIdentifier) = (nil, nil)
    odd.extraAttributes = [
      .ia5(2, VectorReceipts.bundle),  // another string type: kept
      RawAttribute(type: 3, value: [0x0C, 0x02, 0x34, 0xFF]),  // not UTF-8: kept, with U+FFFD
      RawAttribute(type: 1, value: [0x02, 0x09, 1, 2, 3, 4, 5, 6, 7, 8, 9]),  // nine octets: nothing to print
      .ia5(18, "2024-13-01T00:00:00Z"),  // no such month
      RawAttribute(type: 16, value: [0x02, 0x01, 0x07, 0x00]),  // an octet behind the INTEGER
      .integer(15, 5),  // again: the first counts
      RawAttribute(type: 17, value: [0x31, 0x03, 0x30, 0x05, 0x02]),  // a purchase that is cut
    ]
    var oddAsUnderstood = odd
    oddAsUnderstood.bundleIdentifier = VectorReceipts.bundle
    oddAsUnderstood.applicationVersion = "4\u{FFFD}"
    return [
      try vector(
        "unknown-attribute", "Attributes that have not been described, in the receipt and in a purchase", unknown,
        understood: unknownAsPlain,
        irregularities: [("unknown_type", 1_799), ("unknown_type", 4_711), ("unknown_type", 99)]),
      try vector(
        "odd-values", "Values that are not encoded as their types demand", odd, understood: oddAsUnderstood,
        irregularities: [
          ("odd_value", 2), ("odd_value", 3), ("odd_value", 1), ("odd_value", 18), ("odd_value", 16), ("duplicate", 15),
          ("odd_value", 17),
        ]),
      try vector(
        "double-wrapped", "The payload is wrapped in a second OCTET STRING", plain,
        irregularities: [("double_wrapped", nil)]
      ) { $0.wrappings = 1 },
      try vector(
        "null-strings", "The string null as bundle identifier and version, as one genuine receipt has it", nulls()),
    ]
  }

  private func nulls() -> ReceiptDescription {
    var receipt = R.sandbox()
    (receipt.bundleIdentifier, receipt.applicationVersion) = ("null", "null")
    receipt.originalApplicationVersion = ""
    return receipt
  }
}
