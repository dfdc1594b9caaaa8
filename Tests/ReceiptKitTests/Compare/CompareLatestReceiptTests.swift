import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis

@Suite("Comparison: latest_receipt beside latest_receipt_info")
struct CompareLatestReceiptTests {
  private static func receipt(_ ids: [String], _ change: (inout ReceiptDescription) -> Void = { _ in })
    -> ReceiptDescription
  {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = ids.enumerated().map { index, id in
      var purchase = InAppDescription.subscriptionSample(transactionID: id)
      purchase.webOrderLineItemID = Int64(1_000 + index)
      return purchase
    }
    change(&receipt)
    return receipt
  }

  /// A pair whose answer has a latest_receipt, and beside it what the servers told of the same purchases.
  private func pair(
    _ latest: ReceiptDescription = receipt(["11", "12", "13"]), root: Bool = true
  ) throws -> ComparePair {
    var pair = try ComparePair.minted(Self.receipt(["11", "12", "13"]))
    let other = try TestAuthority(seed: "another authority", keySize: .bits1024)
    let chain = try root ? Mint.authority.chain() : other.chain()
    let minted = try EnvelopeMinter(chain).mint(latest)
    let told = try JSONValue(receiptOf: try pair.decoder.decode(minted.bytes)).purchases.reversed().map {
      $0.adding("subscription_group_identifier", .string("7"))
    }
    pair.answer = pair.answer.adding("latest_receipt_info", .array(Array(told)))
      .adding("latest_receipt", .string(minted.base64))
    return pair
  }

  @Test("the same purchases in another order agree; what only the servers know is no word worth")
  func equal() throws {
    let comparison = try pair().compare()
    let latest = try #require(comparison.latestReceipt)
    #expect(comparison.verdict == .agrees && latest.fields.isEmpty && latest.error == nil)
    #expect(latest.equalCount == 3 * 17 && latest.decoded?.authenticity?.verdict == .testSigned)
  }

  @Test("edited, added and taken out")
  func changes() throws {
    let edited = try pair().changed { try $0.set("/latest_receipt_info/0/product_id", to: .string("x.y.z")) }
    #expect(edited.latestReceipt?.fields.map(\.pointer) == ["/latest_receipt_info/0/product_id"])
    // Beside the receipt itself it is the same: both say so.
    #expect(edited.verdict == .differs && edited.unexpected.map(\.cause) == [.edited, .edited])
    let missing = try pair().changed { try $0.set("/latest_receipt_info/0", to: nil) }
    #expect(missing.latestReceipt?.fields.map(\.cause) == [.missing])
    #expect(missing.latestReceipt?.fields.map(\.pointer) == ["/receipt/in_app/2"])
    let added = try pair().changed { answer in
      try answer.set("/latest_receipt_info") { list in list.reordered { $0.append($0[0]) } }
      try answer.set("/latest_receipt_info/3/transaction_id", to: .string("99"))
      try answer.set("/latest_receipt_info/3/purchase_date_ms", to: .string("1600000000000"))
      try answer.set("/latest_receipt_info/3/purchase_date", to: .string("2020-09-13 12:26:40 Etc/GMT"))
    }
    #expect(added.latestReceipt?.fields.map(\.cause) == [.added])
  }

  @Test("a consumable that is missing, and old transactions that were not asked for")
  func explained() throws {
    var consumable = Self.receipt(["11", "12", "13"])
    consumable.inApp[1].productType = 1
    let finished = try pair(consumable).changed { try $0.set("/latest_receipt_info/1", to: nil) }
    #expect(finished.latestReceipt?.fields.map(\.cause) == [.consumableFinished])
    let newest = try pair().changed { try $0.set("/latest_receipt_info") { $0.reordered { $0.removeLast(2) } } }
    #expect(newest.verdict == .agrees && newest.latestReceipt?.fields.map(\.cause) == [.oldExcluded, .oldExcluded])
  }

  @Test("a member that was taken out of an entry is missed, whichever it is")
  func members() throws {
    let names = try #require(try pair().answer["latest_receipt_info"]?.purchaseList?.first).members.map(\.name)
    #expect(names.contains("transaction_id") && names.contains("quantity") && names.count > 15)
    for name in names where name != "subscription_group_identifier" {
      let comparison = try pair().changed { try $0.set("/latest_receipt_info/0/\(name)", to: nil) }
      let fields = try #require(comparison.latestReceipt).fields
      #expect(fields.map(\.cause) == [.missing] && fields.map(\.pointer) == ["/receipt/in_app/2/\(name)"], "\(name)")
      #expect(comparison.verdict == .differs)
    }
  }

  @Test("an empty list beside a receipt with purchases, and one that lacks the newest, are not what was asked for")
  func emptied() throws {
    let empty = try pair().changed { try $0.set("/latest_receipt_info", to: .array([])) }
    #expect(empty.verdict == .differs && empty.latestReceipt?.fields.map(\.cause) == [.emptied, .emptied, .emptied])
    // Three subscriptions, of which one is not there at all.
    let three = Self.receipt(["11", "12", "13"]) { receipt in
      for index in 0..<3 { receipt.inApp[index].originalTransactionID = receipt.inApp[index].transactionID }
    }
    let gone = try pair(three).changed { try $0.set("/latest_receipt_info/0", to: nil) }
    #expect(gone.latestReceipt?.fields.map(\.cause) == [.missing])
    // One subscription, of which an older period is there and the newest is not.
    let periods = Self.receipt(["11", "12"]) { receipt in
      receipt.inApp[1].purchaseDate = "2025-12-26T12:00:00Z"
      receipt.inApp[0].purchaseDate = "2025-12-25T12:00:00Z"
    }
    for (index, cause) in [(0, DifferenceCause.missing), (1, .oldExcluded)] {
      let one = try pair(periods).changed { try $0.set("/latest_receipt_info/\(index)", to: nil) }
      #expect(one.latestReceipt?.fields.map(\.cause) == [cause], "\(index)")
    }
  }

  @Test("another app's, or one that is proven less well")
  func identity() throws {
    let other = try pair(Self.receipt(["11", "12", "13"]) { $0.bundleIdentifier = "com.example.other" }).compare()
    #expect(other.verdict == .differs && other.latestReceipt?.fields.map(\.cause) == [.anotherReceipt])
    let forged = try pair(root: false).compare()
    #expect(forged.verdict == .differs && forged.latestReceipt?.fields.map(\.cause) == [.unproven])
    #expect(forged.findings.map(\.cause).first == .unproven)
  }

  @Test(
    "what cannot be read is reported and is not a failure", arguments: ["...", "", "MIIA", "eyJ", "not base64 at all"])
  func unreadable(_ text: String) throws {
    let comparison = try pair().changed { try $0.set("/latest_receipt", to: .string(text)) }
    let latest = try #require(comparison.latestReceipt)
    #expect(latest.error != nil && latest.decoded == nil && latest.fields.isEmpty)
    #expect(comparison.verdict == .agrees)
  }

  @Test("signed data of StoreKit 2 in its place is not compared")
  func jws() throws {
    let jws = String(decoding: try PackageFiles.read("TestReceipts/jws.jws"), as: UTF8.self)
    let comparison = try pair().changed { try $0.set("/latest_receipt", to: .string(jws)) }
    #expect(comparison.latestReceipt?.error?.code == .otherFormat)
  }
}
