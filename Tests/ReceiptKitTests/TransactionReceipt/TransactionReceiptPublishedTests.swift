import Foundation
import ReceiptKit
import ReceiptMint
import Testing

/// The one that its owner published; it stays outside this repository, and nothing that identifies anybody is quoted.
private enum Published {
  static func propertyList() throws -> [UInt8] {
    try RealReceipts.bytes("legacy-transaction-receipt")
  }

  /// Read by Foundation's regular expressions, which share nothing with the parser: the receipt has no escapes.
  static func pairs(_ list: [UInt8]) throws -> [[String]] {
    let text = String(decoding: list, as: UTF8.self)
    let expression = try NSRegularExpression(pattern: #""([^"\\]*)" = "([^"\\]*)";"#)
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map { match in
      (1...2).map { group in Range(match.range(at: group), in: text).map { String(text[$0]) } ?? "" }
    }
  }
}

@Suite("Transaction receipt: the published one", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct TransactionReceiptPublishedTests {
  @Test func decodes() throws {
    let list = try Published.propertyList()
    let receipt = try TransactionReceipt(list)
    #expect(receipt.entries.map { [$0.key, $0.value] } == (try Published.pairs(list)))
    #expect(receipt.entries.map(\.key) == ["signature", "purchase-info", "environment", "pod", "signing-status"])
    let info = try #require(receipt.entry("purchase-info").flatMap { Data(base64Encoded: $0) })
    #expect(receipt.purchaseInfo == Array(info))
    #expect(receipt.purchaseEntries.map { [$0.key, $0.value] } == (try Published.pairs(Array(info))))
    #expect(receipt.purchaseEntries.count == 19 && receipt.purchaseEntries.first?.key == "original-purchase-date-pst")
    #expect(receipt.environment == .sandbox)
    // Three forms of each date name the same moment.
    let dates = [
      (receipt.purchaseInstant, "purchase-date"), (receipt.originalPurchaseInstant, "original-purchase-date"),
    ]
    for (instant, stem) in dates {
      let instant = try #require(instant)
      let whole = Instant(milliseconds: instant.milliseconds / 1_000 * 1_000)
      #expect(receipt.purchaseEntry(stem) == whole.gmtText)
      #expect(receipt.purchaseEntry(stem + "-pst") == whole.pacificText)
    }
    let expires = try #require(receipt.expiresInstant)
    let whole = Instant(milliseconds: expires.milliseconds / 1_000 * 1_000)
    #expect(receipt.purchaseEntry("expires-date-formatted") == whole.gmtText)
    #expect(receipt.purchaseEntry("expires-date-formatted-pst") == whole.pacificText)
  }

  @Test func json() throws {
    let receipt = try TransactionReceipt(try Published.propertyList())
    var writer = JSONWriter(layout: .pretty)
    receipt.writeReceipt(to: &writer)
    let read = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: String]
    let pairs = try Published.pairs(receipt.purchaseInfo)
    let expected = Dictionary(
      pairs.map { ($0[0].replacingOccurrences(of: "-", with: "_"), $0[1]) }, uniquingKeysWith: { first, _ in first })
    #expect(read == expected)
  }

  @Test func signatureHolds() throws {
    let receipt = try TransactionReceipt(try Published.propertyList())
    let judged = TransactionReceiptFixture.judge(receipt)
    #expect(judged.verdict == .untrustedChain && judged.outcome(.signature) == .passed)
    #expect(judged.reason.contains("CN=Apple iTunes Store Certification Authority"))
    let signer = try #require(judged.certificates.first)
    #expect(signer.commonName == "PurchaseReceiptCertificate")
    #expect(signer.markerOIDs == [MarkerOID.purchaseReceiptSigning])
    // Its own certificate as the anchor shows that it was valid at the purchase.
    let trusted = TransactionReceiptFixture.judge(receipt, [TrustAnchor(signer)])
    #expect(trusted.verdict == .testSigned && trusted.outcome(.validity) == .passed)
    // A test authority's issuer of the same shape does not vouch for it.
    let stranger = try TransactionReceiptFixture.anchor(try TransactionReceiptFixture.chain(.two).issuer)
    #expect(TransactionReceiptFixture.judge(receipt, [stranger]).verdict == .untrustedChain)
  }

  @Test func changedByteIsABadSignature() throws {
    let receipt = try TransactionReceipt(try Published.propertyList())
    var info = receipt.purchaseInfo
    let last = try #require(info.lastIndex(of: UInt8(ascii: ";")))
    info.insert(UInt8(ascii: " "), at: last)
    let changed = try TransactionReceiptFixture.receipt(blob: receipt.signatureBlob, purchaseInfo: info)
    #expect(TransactionReceiptFixture.judge(changed).verdict == .badSignature)
  }
}
