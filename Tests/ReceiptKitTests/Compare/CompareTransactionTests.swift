import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

/// iOS 6 transaction receipts: one purchase, underscores for hyphens, every value a string (FORMAT.md).
@Suite("Comparison of an iOS 6 receipt")
struct CompareTransactionTests {
  private func pair() throws -> ComparePair {
    let decoder = InputDecoder()
    let decoded = try decoder.decode(try PackageFiles.read("TestReceipts/transaction-receipt.b64"))
    // The sidecar's `receipt` is written by the minter's tests, not by us.
    let sidecar = try JSONReader().read(try PackageFiles.read("TestReceipts/transaction-receipt.json"))
    let receipt = try #require(sidecar["receipt"])
    return ComparePair(
      decoded: decoded, answer: .object([.init("status", .number("0")), .init("receipt", receipt)]), decoder: decoder)
  }

  @Test("agrees, with its own additions")
  func equal() throws {
    let pair = try pair()
    let comparison = try pair.compare()
    #expect(comparison.unexpected.isEmpty && comparison.count(.equal, expected: true) > 10)
    let more = try pair.changed { answer in
      let receipt = try #require(answer["receipt"])
      answer = answer.adding("latest_receipt_info", receipt).adding("auto_renew_status", .number("1"))
    }
    #expect(more.unexpected.isEmpty && more.expected.map(\.cause).allSatisfy { $0 == .serverState })
  }

  @Test("one edited field is named")
  func edited() throws {
    let comparison = try pair().changed { try $0.set("/receipt/product_id", to: .string("x")) }
    #expect(comparison.unexpected.map(\.pointer) == ["/receipt/product_id"])
    #expect(comparison.unexpected.map(\.cause) == [.edited])
  }

  @Test("the answer to another transaction, and to an app receipt")
  func another() throws {
    let comparison = try pair().changed {
      try $0.set("/receipt/transaction_id", to: .string("1"))
      try $0.set("/receipt/purchase_date_ms", to: .string("1"))
    }
    #expect(comparison.anotherReceipt?.contains("another transaction, 1") ?? false)
    let app = try pair().changed { try $0.set("/receipt", to: .object([.init("in_app", .array([]))])) }
    #expect(app.anotherReceipt?.contains("app receipt") ?? false)
  }

  @Test("21006 agrees: the subscription has expired")
  func expired() throws {
    var description = TransactionReceiptFixture.description(.two)
    description.purchaseInfo[.expiresDate] = "1450413281000"
    let minted = try TransactionReceiptFixture.chain(.two).mint(description)
    let decoded = try InputDecoder().decode(minted.base64)
    func comparison(_ decoded: DecodedInput) throws -> Comparison {
      let answer = JSONValue.object([
        .init("status", .number("21006")), .init("receipt", try JSONValue(receiptOf: decoded)),
      ])
      return try Comparison(decoded, with: VerifyReceiptResponse(document: answer), decoder: InputDecoder())
    }
    #expect(try comparison(decoded).status.outcome == .agrees && comparison(decoded).verdict == .agrees)
    // What is no subscription cannot expire.
    #expect(try comparison(pair().decoded).status.outcome == .disagrees)
  }

  @Test("signed data of StoreKit 2 has no answer")
  func jws() throws {
    let decoded = try InputDecoder().decode(try PackageFiles.read("TestReceipts/jws.jws"))
    #expect {
      try Comparison(
        decoded, with: VerifyReceiptResponse(document: .object([.init("status", .number("0"))])),
        decoder: InputDecoder())
    } throws: {
      ($0 as? ReceiptError)?.code == .otherFormat
    }
  }
}
