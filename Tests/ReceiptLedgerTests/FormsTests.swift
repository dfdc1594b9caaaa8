import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// What anybody can do to a receipt without breaking its signature.
enum Form: CaseIterable, Sendable {
  case der, ber, pieces, extraCertificate, otherOrder, unsignedAttribute

  func change(_ envelope: inout SignedDataDescription, extra: TestCertificate) {
    switch self {
    case .der: break
    case .ber: envelope.encoding = .ber(chunkSize: .max)
    case .pieces: envelope.encoding = .ber(chunkSize: 100)
    case .extraCertificate: envelope.certificates.append(extra)
    case .otherOrder: envelope.certificates.reverse()
    case .unsignedAttribute:
      envelope.signers[0].unsignedAttributes = [
        DEREncoder.sequence(DEREncoder.objectIdentifier(OID(1, 2, 3)), DEREncoder.set([DEREncoder.integer(1)]))
      ]
    }
  }
}

extension Shop {
  /// A receipt in one of its forms.
  func receipt(
    _ form: Form, _ purchases: [InAppDescription], created: String = "2025-12-26T18:39:47Z"
  ) throws -> (bytes: [UInt8], signed: [UInt8]) {
    var description = ReceiptDescription.sandboxSample()
    description.creationDate = created
    description.inApp = purchases
    var envelope = try minter.envelope(description)
    form.change(&envelope, extra: try Shop.authority.get().xcodeCertificate())
    return (try envelope.mint().bytes, DigestAlgorithm.sha256.digest(envelope.content))
  }
}

@Suite("One receipt in many forms", .overBothStorages)
struct FormsTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func bytes(_ form: Form, _ transactions: String..., created: String = "2025-12-26T18:39:47Z") throws
    -> [UInt8]
  {
    try shop.receipt(form, transactions.map { .purchase($0, product: $0) }, created: created).bytes
  }

  private func refuse(_ bytes: [UInt8], order: String = "A", _ change: (inout Presentation) -> Void = { _ in })
    async throws
  {
    shop.rules.asksApple = true
    #expect(try shop.add(bytes, order: order, change).decision == .pending)
    try await shop.run(ScriptedVerifier([try .status(21003)]))
    #expect(try shop.events().last == "rejected")
  }

  @Test("is the same receipt: what was signed is the same, the bytes are not", arguments: Form.allCases)
  func signed(_ form: Form) throws {
    let (bytes, signed) = try shop.receipt(form, [.purchase("1")])
    let presented = shop.presentation(bytes, order: "A").receipt
    #expect(presented.failures.isEmpty && presented.signedSHA256 == signed)
    let plain = try shop.receipt(.der, [.purchase("1")])
    #expect(signed == plain.signed && (form == .der || bytes != plain.bytes))
  }

  @Test("a signature that does not hold makes nothing known")
  func forged() throws {
    var envelope = try shop.minter.envelope(.sandboxSample())
    envelope.signers[0].flaw = .flippedSignature
    let presented = shop.presentation(try envelope.mint().bytes, order: "A").receipt
    #expect(presented.verdict == .badSignature && presented.signedSHA256 == nil)
    #expect(shop.presentation(Array("no receipt".utf8), order: "A").receipt.signedSHA256 == nil)
  }

  @Test(
    "what Apple refused is refused in every form, whoever presents it, and also where Apple would be asked",
    arguments: Form.allCases, [true, false])
  func refused(_ form: Form, _ asksApple: Bool) async throws {
    try await refuse(bytes(.der, "1"))
    shop.rules.asksApple = asksApple
    for (order, account) in [("A", "jane"), ("B", "joe")] {
      let decision = try shop.add(bytes(form, "1"), order: order, account: account)
      #expect(decision.decision == .reject && decision.failures.map(\.check) == ["apple"])
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("what Apple refused in another form than the usual one is refused in that too")
  func refusedOddForm() async throws {
    try await refuse(bytes(.unsignedAttribute, "1"))
    #expect(try shop.add(bytes(.der, "1"), order: "B").decision == .reject)
  }

  @Test(
    "another receipt with a purchase of one that was refused waits for Apple, and is rejected where Apple is not asked")
  func sameTransaction() async throws {
    try await refuse(bytes(.der, "1", "2")) { $0.products = ["1"] }
    // Purchase 2 stood in the receipt, though the order was not about it.
    for transaction in ["1", "2"] {
      shop.rules.asksApple = false
      let later = try bytes(.der, transaction, "3", created: "2025-12-27T00:00:00Z")
      let about: (inout Presentation) -> Void = { $0.products = [transaction] }
      let alone = try shop.add(later, order: "B\(transaction)", about)
      #expect(alone.decision == .reject && alone.failures.map(\.check) == ["apple"])
      // What was never refused is nobody's doubt.
      #expect(try shop.add(later, order: "C\(transaction)") { $0.products = ["3"] }.decision != .reject)
      shop.rules.asksApple = true
      #expect(try shop.add(later, order: "B\(transaction)", about).decision == .pending)
      try await shop.run(ScriptedVerifier([try .status(0)]))
      #expect(try shop.add(later, order: "B\(transaction)", about).isGood)
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("a restored copy of a kept product is the purchase that was refused; a new period of a subscription is not")
  func copies() async throws {
    let pro = try shop.receipt(.purchase("1", product: "pro", type: 0))
    try await refuse(pro)
    let monthly = try shop.receipt(.monthly("1000", from: "2025-11-01T00:00:00Z", to: "2025-12-01T00:00:00Z"))
    try await refuse(monthly, order: "B")
    shop.rules.asksApple = false
    let copy = try shop.receipt(.purchase("2", original: "1", product: "pro", type: 0))
    #expect(try shop.add(copy, order: "C").decision == .reject)
    let renewal = try shop.receipt(.monthly("1001", from: "2025-12-01T00:00:00Z", to: "2026-02-01T00:00:00Z"))
    #expect(try shop.add(renewal, order: "D").decision == .accept)
  }

  @Test("the same refusal in other forms is counted and not written down again")
  func counted() throws {
    #expect(try shop.add(bytes(.der, "1"), order: "A").decision == .accept)
    for form in Form.allCases {
      #expect(try shop.add(bytes(form, "1"), order: "B", account: "joe").decision == .replay)
    }
    for form in Form.allCases { #expect(try shop.add(bytes(form, "1"), order: "A").decision == .duplicate) }
    let rows = try shop.ledger.list(nil, limit: 99, now: shop.now)
    #expect(rows.count == 2)
    #expect(try shop.events() == ["accepted", "replay_detected"])
  }

  @Test("of a receipt that is kept one form is stored")
  func stored() throws {
    shop.rules.keepsReceipts = true
    for form in Form.allCases { try shop.add(bytes(form, "1"), order: "A") }
    #expect(try shop.ledger.statistics(now: shop.now).receipts == (1, 1))
  }

  @Test("of an iOS 6 receipt the version and purchase-info are signed, and nothing else")
  func transactionReceipt() throws {
    let chain = try Shop.authority.get().transactionChain(.three)
    let decoder = InputDecoder(
      authenticator: Authenticator(anchors: try TrustAnchor.read(Array((chain.issuer.pem + chain.root.pem).utf8))))
    let minted = try chain.mint(.sample)
    let expected = DigestAlgorithm.sha256.digest([3] + minted.purchaseInfo)
    let texts = [
      minted.propertyList, minted.propertyList.replacing("\"pod\" = \"100\"", with: "\"pod\" = \"44\""),
      minted.propertyList.replacing("=", with: " = "), minted.propertyList.replacing("\n", with: "\n\n"),
    ]
    var bytes: Set<[UInt8]> = []
    for text in texts {
      let presented = PresentedReceipt(
        Array(text.utf8), worker: ReceiptWorker(decoder),
        validator: Validator(expectations: shop.expectations, now: shop.now),
        environment: .sandbox)
      #expect(presented.signedSHA256 == expected, "\(presented.failures)")
      bytes.insert(presented.sha256)
    }
    #expect(bytes.count > 1)
  }
}
