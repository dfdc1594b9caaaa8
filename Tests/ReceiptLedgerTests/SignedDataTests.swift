import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// A transaction of StoreKit 2 (a JWS) is presented like a receipt with one purchase.
@Suite("Signed transactions", .overBothStorages)
struct SignedDataTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func coins(_ transaction: String = "1", signed: String = "2025-12-27", revoked: String? = nil) throws
    -> String
  {
    try Shop.jws(.transaction, Payload.transaction(transaction, signed: signed, revoked: revoked))
  }

  @Test("accepted once, then a duplicate, and a replay for others")
  func once() throws {
    let jws = try coins()
    #expect(try shop.add(jws: jws, order: "A").decision == .accept)
    #expect(try shop.add(jws: jws, order: "A").decision == .duplicate)
    #expect(try shop.add(jws: jws, order: "B").decision == .replay)
    #expect(try shop.add(jws: jws, order: "A", account: "joe").decision == .replay)
    #expect(try shop.ledger.check() == [])
  }

  @Test("what was honoured with a receipt is not honoured with a JWS, and the reverse")
  func bothForms() throws {
    #expect(try shop.add(shop.receipt(.purchase("1")), order: "A").decision == .accept)
    #expect(try shop.add(jws: coins(), order: "B").decision == .replay)
    #expect(try shop.add(jws: coins(), order: "A").decision == .duplicate)
    #expect(try shop.add(jws: coins("2"), order: "C").decision == .accept)
    #expect(try shop.add(shop.receipt(.purchase("2")), order: "D").decision == .replay)
    // Signed again, it is another text about the same transaction.
    #expect(try shop.add(jws: coins("2", signed: "2025-12-28"), order: "D").decision == .replay)
  }

  @Test("an answer with more than one piece is refused, and what to present is said")
  func answers() throws {
    let (one, two) = (try coins("1"), try coins("2"))
    #expect(try shop.add(jws: #"{"signedTransactions":["\#(one)"]}"#, order: "A").decision == .accept)
    for json in [
      #"{"signedTransactions":["\#(one)","\#(two)"],"hasMore":false}"#,
      #"{"signedTransactions":["\#(two)"],"hasMore":true}"#,
      #"{"signedTransactionInfo":"\#(two)","signedRenewalInfo":"\#(one)"}"#,
    ] {
      let decision = try shop.add(jws: json, order: "B")
      #expect(decision.decision == .reject)
      let reason = decision.failures.first { $0.check == "input" }?.reason ?? ""
      #expect(reason.contains("an order is about one transaction: present its JWS alone"), "\(reason)")
    }
    #expect(try shop.add(jws: two, order: "B").decision == .accept)
  }

  @Test("a device's GUID is not compared with signed data, and members have its names")
  func words() throws {
    let jws = try coins("1")
    let receipt = PresentedReceipt(
      Array(jws.utf8), worker: ReceiptWorker(shop.decoder),
      validator: Validator(
        expectations: try {
          var expectations = Expectations()
          expectations.allowsTestSigned = true
          expectations.deviceGUID = try DeviceGUID("00:1B:63:84:45:E6")
          return expectations
        }(), now: shop.now), environment: .sandbox)
    let failure = receipt.failures.first { $0.check == "device_hash" }
    #expect(failure?.reason?.contains("leave the GUID out") == true, "\(String(describing: failure))")
    let odd = try shop.add(jws: Shop.jws(.transaction, Payload.transaction("1\\u0000")), order: "A")
    #expect(
      odd.failures.compactMap(\.reason).joined().contains("`transactionId` is not an identifier"), "\(odd.failures)")
  }

  @Test("(r, n - s) is a second valid signature of the same data, and no second purchase")
  func secondSignature() throws {
    let jws = try coins()
    let other = try Self.withOtherSignature(jws)
    #expect(other != jws)
    let first = try shop.add(jws: jws, order: "A")
    let second = try shop.add(jws: other, order: "A")
    #expect(second.receipt.verdict == .testSigned && second.decision == .duplicate)
    #expect(first.receipt.signedSHA256 == second.receipt.signedSHA256 && first.receipt.sha256 != second.receipt.sha256)
    #expect(try shop.add(jws: other, order: "B").decision == .replay)
  }

  /// The order of P-256 (SEC 2, 2.4.2).
  private static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7,
    0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]

  private static func withOtherSignature(_ jws: String) throws -> String {
    let parts = jws.split(separator: ".")
    let text = parts[2].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/") + "=="
    var signature = Array(try #require(Data(base64Encoded: text)))
    var borrow = 0
    for index in (0..<32).reversed() {
      let difference = Int(order[index]) - Int(signature[32 + index]) - borrow
      borrow = difference < 0 ? 1 : 0
      signature[32 + index] = UInt8(difference < 0 ? difference + 256 : difference)
    }
    let encoded = Data(signature).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    return parts[0] + "." + parts[1] + "." + encoded
  }

  @Test("another app or environment, none, no date, no proof: rejected, and nothing is remembered of it")
  func strangers() throws {
    let rows = [
      ("bundle_identifier", Payload.transaction("1", bundle: "com.evil")),
      ("bundle_identifier", Payload.transaction("1", bundle: nil)),
      ("environment", Payload.transaction("1", environment: "Production")),
      ("environment", Payload.transaction("1", environment: "Xcode")), ("input", Payload.transaction("1", signed: "")),
      ("environment", Payload.transaction("1", environment: "")),
    ]
    for (check, payload) in rows {
      let decision = try shop.add(jws: Shop.jws(.transaction, payload), order: "A")
      #expect(decision.decision == .reject && decision.failures.contains { $0.check == check }, "\(payload)")
    }
    var parts = try coins(revoked: "2025-12-27").split(separator: ".").map(String.init)
    parts[1] = String(try coins().split(separator: ".")[1])
    #expect(try shop.add(jws: parts.joined(separator: "."), order: "A").failures.contains { $0.check == "signature" })
    shop.expectations.allowsTestSigned = false
    #expect(try shop.add(jws: coins(), order: "A").failures.contains { $0.check == "signature" })
    #expect(try shop.state("1") == nil)
    shop.expectations.allowsTestSigned = true
    #expect(try shop.add(jws: coins(), order: "A").decision == .accept)
  }

  @Test("signed data without a purchase is told what to do instead")
  func others() throws {
    let rows: [(SignedPayloadKind, String, String)] = [
      (.renewal, Payload.renewal(signed: "2025-12-27", ",\"autoRenewStatus\":1"), "present the transaction"),
      (.notification, Payload.notification("TEST", "u", signed: "2025-12-27"), "ledger notify"),
      (
        .appTransaction,
        #"{"receiptType":"Sandbox","bundleId":"\#(Shop.bundle)","receiptCreationDate":1766800000000}"#,
        "present the transaction"
      ),
      (
        .realtime, #"{"userLocale":"en-US","signedDate":1766800000000,"environment":"Sandbox"}"#,
        "present the transaction"
      ),
      (.transaction, #"{"hello":1,"signedDate":1766800000000}"#, "present a transaction"),
    ]
    for (kind, payload, words) in rows {
      let decision = try shop.add(jws: Shop.jws(kind, payload), order: "A")
      #expect(decision.decision == .reject && decision.items.isEmpty, "\(kind)")
      let reasons = decision.failures.filter { $0.check == "input" }.compactMap(\.reason)
      #expect(reasons.count == 1 && reasons[0].contains(words), "\(kind): \(reasons)")
    }
  }

  @Test("a revoked transaction is refused and remembered; what was signed last counts, in any order")
  func revoked() throws {
    #expect(try shop.add(jws: coins(signed: "2025-12-28", revoked: "2025-12-27"), order: "A").decision == .reject)
    #expect(try shop.state("1") == "refunded -")
    // Older, and equally old: still taken back.
    for signed in ["2025-12-27", "2025-12-28"] {
      #expect(try shop.add(jws: coins(signed: signed), order: "A").decision == .reject)
    }
    #expect(try shop.add(shop.receipt(.purchase("1")), order: "A").decision == .reject)
    #expect(try shop.add(jws: coins(signed: "2025-12-29"), order: "A").decision == .accept)
    // An older statement comes late.
    #expect(try shop.add(jws: coins(signed: "2025-12-28", revoked: "2025-12-27"), order: "A").isGood)
    #expect(try shop.state("1") == "accepted jane")
    let late = try shop.add(shop.receipt(.refunded("1"), created: "2025-12-28T12:00:00Z"), order: "A")
    #expect(late.isGood)
    let again = try shop.add(jws: coins(signed: "2025-12-30", revoked: "2025-12-29"), order: "A")
    #expect(!again.isGood && again.decision == .duplicate)
    #expect(try shop.state("1") == "refunded jane")
    #expect(try shop.events().suffix(1) == ["refunded"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a period that was ended for an upgrade is not honoured, and says so")
  func upgraded() throws {
    let old = Payload.period(
      "1000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-28", ",\"isUpgraded\":true")
    let decision = try shop.add(jws: Shop.jws(.transaction, old), order: "A")
    #expect(decision.decision == .reject && decision.failures[0].reason?.contains("another product") == true)
  }

  @Test("what was got at a price of 0 is free in the answers of a ledger")
  func free() throws {
    let price = #","price":0,"currency":"EUR""#
    let period = Payload.period("1000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-27", price)
    #expect(try shop.add(jws: Shop.jws(.transaction, period), order: "A").isGood)
    let once = Payload.transaction("7", type: "Non-Consumable", price)
    #expect(try shop.add(jws: Shop.jws(.transaction, once), order: "B").isGood)
    let question = Ledger.EntitlementQuestion(account: "jane", moment: shop.now, language: .english)
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 10)
    try shop.ledger.entitlements(of: [question])[0].write(to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    for words in ["Subscribed for free until ", "Got for free on "] { #expect(text.contains(words), "\(text)") }
    #expect(!text.contains("Bought") && !text.contains("paid until"))
    #expect(try shop.ledger.check() == [])
  }

  @Test("quantity, family sharing and the account token are those of the transaction")
  func details() throws {
    let shared = Payload.transaction("7", type: "Non-Consumable").replacing("\"PURCHASED\"", with: "\"FAMILY_SHARED\"")
      .replacing("\"quantity\":1", with: "\"quantity\":3,\"appAccountToken\":\"A0B1C2D3-0000-4000-8000-000000000001\"")
    shop.expectations.accountToken = "a0b1c2d3-0000-4000-8000-000000000002"
    #expect(try shop.add(jws: Shop.jws(.transaction, shared), order: "A").failures.map(\.check) == ["account_token"])
    shop.expectations.accountToken = "a0b1c2d3-0000-4000-8000-000000000001"
    let decision = try shop.add(jws: Shop.jws(.transaction, shared), order: "A")
    #expect(decision.decision == .accept && decision.items[0].purchase.quantity == 3)
    #expect(decision.reports.map(\.kind) == [.familyShared])
    let seat = shared.replacing("FAMILY_SHARED", with: "ASSIGNED").replacing("\"7\"", with: "\"8\"")
    #expect(try shop.add(jws: Shop.jws(.transaction, seat), order: "B").reports == [])
  }

  @Test("--verify cannot ask verifyReceipt about a JWS; --keep-receipts keeps it, and nothing is polled")
  func asking() async throws {
    shop.rules.asksApple = true
    let refused = try shop.add(jws: coins(), order: "A")
    #expect(refused.decision == .reject && refused.failures.map(\.check) == ["apple"])
    shop.rules.asksApple = false
    shop.rules.keepsReceipts = true
    let period = Payload.period("1000", from: "2025-12-01", to: "2025-12-30", signed: "2025-12-02")
    #expect(try shop.add(jws: coins(), order: "A").decision == .accept)
    #expect(try shop.add(jws: Shop.jws(.transaction, period), order: "S").decision == .accept)
    let apple = try ScriptedVerifier(Said.answer([]))
    try await shop.run(apple)
    #expect(await apple.calls.isEmpty)
    #expect(try shop.ledger.statistics(now: shop.now).receipts.stored == 2)
    #expect(try shop.ledger.check() == [])
  }
}
