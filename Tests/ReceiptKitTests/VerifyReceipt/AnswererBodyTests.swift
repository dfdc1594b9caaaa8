import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("verifyReceipt: bodies of answers")
struct AnswererBodyTests {
  /// 2026-01-01T12:34:56.789Z
  private static let now = Instant(milliseconds: 1_767_270_896_789)

  private func json(_ answer: VerifyReceiptAnswer) throws -> JSONValue {
    var writer = JSONWriter(layout: .compact)
    answer.write(to: &writer)
    return try JSONReader().read(writer.bytes)
  }

  private func names(_ value: JSONValue?) -> [String] {
    guard case .object(let members)? = value else { return [] }
    return members.map(\.name)
  }

  private func elements(_ value: JSONValue?) -> [JSONValue] {
    guard case .array(let elements)? = value else { return [] }
    return elements
  }

  /// A receipt of these purchases, and an answerer that trusts its authority.
  private func minted(_ purchases: [InAppDescription]) throws -> (VerifyReceiptAnswerer, String) {
    let chain = try Mint.authority.chain()
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = purchases
    let base64 = try EnvelopeMinter(chain).mint(receipt).base64
    return (VerifyReceiptAnswerer(decoder: try Mint.decoder(trusting: chain.root)), base64)
  }

  private func purchase(_ transaction: String, of original: String, at date: String) -> InAppDescription {
    var purchase = InAppDescription.subscriptionSample(transactionID: transaction, productID: "p" + original)
    purchase.originalTransactionID = original
    purchase.purchaseDate = date
    return purchase
  }

  @Test("a receipt without subscriptions: three members, request_date at its place")
  func plain() throws {
    let (answerer, base64) = try minted([])
    let answer = try json(answerer.answer(receiptData: base64, server: .sandbox, at: Self.now))
    #expect(names(answer) == ["status", "environment", "receipt"])
    #expect(answer["status"] == .number("0") && answer["environment"] == .string("Sandbox"))
    let receipt = names(answer["receipt"])
    let creation = try #require(receipt.firstIndex(of: "receipt_creation_date_pst"))
    #expect(
      Array(receipt[(creation + 1)...(creation + 4)])
        == ["request_date", "request_date_ms", "request_date_pst", "original_purchase_date"])
    #expect(answer["receipt"]?["request_date"] == .string("2026-01-01 12:34:56 Etc/GMT"))
    #expect(answer["receipt"]?["request_date_ms"] == .string("1767270896789"))
    #expect(answer["receipt"]?["request_date_pst"] == .string("2026-01-01 04:34:56 America/Los_Angeles"))
  }

  @Test("subscriptions: the receipt's own purchases, latest first, and what is known of renewals")
  func subscriptions() throws {
    var coins = InAppDescription.subscriptionSample(transactionID: "9", productID: "coins")
    (coins.originalTransactionID, coins.productType, coins.expiresDate) = ("9", 1, "")
    coins.purchaseDate = "2025-03-01T00:00:00Z"
    let (answerer, base64) = try minted([
      purchase("2", of: "1", at: "2025-02-01T00:00:00Z"), purchase("1", of: "1", at: "2025-01-01T00:00:00Z"), coins,
      purchase("5", of: "5", at: "2025-04-01T00:00:00Z"), purchase("3", of: "1", at: "2025-03-01T00:00:00Z"),
    ])
    let answer = try json(answerer.answer(receiptData: base64, server: .sandbox, at: Self.now))
    #expect(
      names(answer)
        == ["status", "environment", "receipt", "latest_receipt_info", "latest_receipt", "pending_renewal_info"])
    let latest = elements(answer["latest_receipt_info"])
    #expect(latest.map { $0["transaction_id"]?.stringValue } == ["5", "9", "3", "2", "1"])
    let inApp = elements(answer["receipt"]?["in_app"])
    #expect(inApp.map { $0["transaction_id"]?.stringValue } == ["2", "1", "9", "5", "3"])
    #expect(latest.allSatisfy(inApp.contains))
    #expect(answer["latest_receipt"] == .string(base64))
    let renewals = elements(answer["pending_renewal_info"])
    #expect(
      renewals == [
        .object([.init("original_transaction_id", .string("5")), .init("product_id", .string("p5"))]),
        .object([.init("original_transaction_id", .string("1")), .init("product_id", .string("p1"))]),
      ])

    let short = try json(
      answerer.answer(receiptData: base64, excludesOldTransactions: true, server: .sandbox, at: Self.now))
    #expect(elements(short["latest_receipt_info"]).map { $0["transaction_id"]?.stringValue } == ["5", "9", "3"])
    #expect(short["receipt"] == answer["receipt"])
  }

  @Test("latest_receipt is the receipt in canonical base64, without the octets that were sent behind it")
  func mended() throws {
    let (answerer, base64) = try minted([.subscriptionSample()])
    let octets = try #require(Data(base64Encoded: base64))
    let sent = (octets + [0]).base64EncodedString()
    let answer = try json(answerer.answer(receiptData: sent, server: .sandbox, at: Self.now))
    #expect(answer["latest_receipt"] == .string(base64))
  }

  @Test("anything but 0 and 21006 is a status and nothing else")
  func refusals() throws {
    let (answerer, base64) = try minted([.subscriptionSample()])
    for answer in [
      answerer.answer(receiptData: base64, server: .production, at: Self.now), .notPost, .simulatedOutage(21005),
      answerer.answer(receiptData: "x", server: .production, at: Self.now),
    ] {
      #expect(names(try json(answer)) == ["status"])
    }
    #expect(names(try json(.simulatedOutage(21150))) == ["status", "is-retryable"])
    var writer = JSONWriter(layout: .compact)
    VerifyReceiptAnswer.tooLarge.write(to: &writer)
    #expect(writer.bytes.isEmpty)
  }

  @Test("iOS 6 receipts are answered in their old shape; 21006 once a subscription has expired", arguments: [2, 3, 4])
  func transactionReceipts(_ number: UInt8) throws {
    let version = try #require(TransactionVersion(rawValue: number))
    let chain = try Mint.authority.transactionChain(version)
    let answerer = VerifyReceiptAnswerer(decoder: try Mint.decoder(trusting: chain.issuer, chain.root))
    var description = TransactionDescription.sample
    description.environment = "Sandbox"
    // The signers of version 4 were not born when the sample was bought.
    if version == .four { description.purchaseInfo[.purchaseDateMS] = "1766774387000" }
    func answer(_ server: VerifyReceiptAnswer.Server = .sandbox) throws -> JSONValue {
      let base64 = try chain.mint(description).base64
      return try json(answerer.answer(receiptData: base64, server: server, at: Self.now))
    }
    description.purchaseInfo[.expiresDate] = nil
    let plain = try answer()
    #expect(names(plain) == ["status", "receipt"] && plain["status"] == .number("0"))
    #expect(plain["receipt"]?["product_id"]?.stringValue == description.purchaseInfo[.productID])
    #expect(try answer(.production)["status"] == .number("21007"))

    description.purchaseInfo[.expiresDate] = "\(Self.now.milliseconds + 1)"
    let active = try answer()
    #expect(names(active) == ["status", "receipt", "latest_receipt_info", "latest_receipt"])
    #expect(active["status"] == .number("0") && active["latest_receipt_info"] == active["receipt"])

    description.purchaseInfo[.expiresDate] = "\(Self.now.milliseconds)"
    let expired = try answer()
    #expect(names(expired) == ["status", "receipt", "latest_expired_receipt_info"])
    #expect(expired["status"] == .number("21006") && expired["latest_expired_receipt_info"] == expired["receipt"])

    description.environment = nil
    #expect(try answer(.production)["status"] == .number("21006"))
    #expect(try answer()["status"] == .number("21008"))
  }

  @Test(
    "the published receipt and Apple's answer for it: equal in values and order",
    .enabled(if: RealReceipts.areHere, RealReceipts.missing))
  func published() throws {
    let apple = try JSONReader().read(try RealReceipts.file("sandbox-sha1-nine-purchases.verifyReceipt.json"))
    // The moment of Apple's answer.
    let moment = Instant(milliseconds: 1_595_440_486_402)
    let text = String(decoding: try RealReceipts.text("sandbox-sha1-nine-purchases"), as: UTF8.self)
    let ours = try json(VerifyReceiptAnswerer().answer(receiptData: text, server: .sandbox, at: moment))
    #expect(names(ours) == names(apple))
    for name in ["status", "environment", "receipt"] { #expect(ours[name] == apple[name], "\(name)") }
    // What only Apple's servers know is missing, everything else is the same.
    let latest = elements(apple["latest_receipt_info"]).map { element -> JSONValue in
      guard case .object(let members) = element else { return element }
      return .object(members.filter { $0.name != "subscription_group_identifier" })
    }
    let own = elements(ours["latest_receipt_info"])
    #expect(own.count == latest.count && latest.allSatisfy(own.contains))
  }

  @Test("a secret does not show itself")
  func secret() {
    let secret = Secret(Array("s3cret".utf8))
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(![secret.description, "\(secret)", secret.debugDescription, dumped].contains { $0.contains("s3cret") })
    #expect(!dumped.contains("115"))
    for (credentials, isRight) in [
      ("anyone:s3cret", true), (":s3cret", true), ("s3cret", false), ("a:b:s3cret", false), ("a:", false),
      ("a:s3cret\u{0}", false), ("a:s3cre", false),
    ] {
      #expect(secret.matchesPassword(ofBasicCredentials: Array(Base64.encode(Array(credentials.utf8)).utf8)) == isRight)
    }
    #expect(!secret.matchesPassword(ofBasicCredentials: []) && !secret.matches([]))
  }
}
