import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("Transaction receipt: decoding")
struct TransactionReceiptTests {
  @Test(arguments: TransactionVersion.allCases) func minted(_ version: TransactionVersion) throws {
    let minted = try TransactionReceiptFixture.minted(version)
    let receipt = try TransactionReceipt(Array(minted.propertyList.utf8))
    #expect(receipt.entries.map(\.key) == ["signature", "purchase-info", "environment", "pod", "signing-status"])
    #expect(receipt.purchaseInfo == minted.purchaseInfo)
    #expect(receipt.signatureBlob == minted.signatureBlob)
    let description = TransactionReceiptFixture.description(version)
    let expected = TransactionDescription.Key.allCases.compactMap { key in
      description.purchaseInfo[key].map { [key.rawValue, $0] }
    }
    #expect(receipt.purchaseEntries.map { [$0.key, $0.value] } == expected)
    #expect(receipt.environment == .sandbox && receipt.entry("pod") == "100")
    #expect(receipt.bundleIdentifier == "com.example.test" && receipt.productID == "com.example.test.monthly")
    #expect(receipt.transactionID == "1000000000000002" && receipt.originalTransactionID == "1000000000000001")
    #expect(receipt.applicationVersion == "1" && receipt.quantity == "1" && receipt.expiresInstant == nil)
    #expect(receipt.purchaseInstant == TransactionReceiptFixture.instant(version))
    #expect(receipt.originalPurchaseInstant == Instant(milliseconds: 1_447_778_081_000))
  }

  @Test(
    arguments: [
      ("", .production), (#""environment" = "Sandbox";"#, .sandbox), ("environment = Production;", .production),
      ("environment = elsewhere;", nil), ("environment = \"\";", nil),
    ] as [(String, ReceiptEnvironment?)])
  func environment(_ entry: String, _ expected: ReceiptEnvironment?) throws {
    let receipt = try TransactionReceipt(Array("{ purchase-info = 'e30='; \(entry) }".utf8))
    #expect(receipt.environment == expected)
  }

  @Test(
    arguments: [
      ("0", 0), ("1447821281000", 1_447_821_281_000), ("9223372036854775807", .max), ("9223372036854775808", nil),
      ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil), (" 1", nil), ("١", nil),
    ] as [(String, Int64?)])
  func milliseconds(_ text: String, _ expected: Int64?) throws {
    let inner = Array("{ purchase-date-ms = \"\(text)\"; }".utf8)
    let receipt = try TransactionReceiptFixture.receipt(blob: nil, purchaseInfo: inner)
    #expect(receipt.purchaseInstant?.milliseconds == expected)
    // The far ends can be printed too.
    _ = receipt.purchaseInstant?.rfc3339
  }

  @Test(arguments: try TableCase.read("json", "no transaction receipts"))
  func refuses(_ row: TableCase) throws {
    let error = try #require(throws: ReceiptError.self) { try TransactionReceipt(row.bytes) }
    #expect("\(error.code.rawValue) \(error.offset ?? -1)" == row.expected[0], "\(error)")
    #expect(error.message.description.contains(row.expected[1]), "\(error.message)")
  }

  @Test func whiteSpaceInBase64() throws {
    let receipt = try TransactionReceipt(Array("{ signature = ' AA\r\n\tAA '; purchase-info = \"e3\n 0=\\n\"; }".utf8))
    #expect(receipt.purchaseInfo == Array("{}".utf8) && receipt.purchaseEntries.isEmpty)
    #expect(receipt.signatureBlob == [0, 0, 0])
  }

  @Test func json() throws {
    let inner = #"{ "z-b-c" = "1"; a = "x\"\U0007-é"; "a-b" = "2"; a = "again"; a_b = "3"; "" = ""; }"#
    let receipt = try TransactionReceiptFixture.receipt(blob: nil, purchaseInfo: Array(inner.utf8))
    var writer = JSONWriter(layout: .compact)
    receipt.writeReceipt(to: &writer)
    let expected = #"{"z_b_c":"1","a":"x\"\u0007-é","a_b":"2","":""}"#
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }

  @Test func cuts() throws {
    let whole = Array(try TransactionReceiptFixture.minted(.two).propertyList.utf8)
    for end in whole.indices {
      let error = try #require(throws: ReceiptError.self) { try TransactionReceipt(Array(whole[..<end])) }
      #expect(error.code == .invalidPropertyList && (error.offset ?? -1) >= 0)
    }
    let inner = try TransactionReceiptFixture.minted(.two).purchaseInfo
    for end in 1..<inner.count {
      #expect(throws: ReceiptError.self) {
        try TransactionReceiptFixture.receipt(blob: nil, purchaseInfo: Array(inner[..<end]))
      }
    }
  }
}
