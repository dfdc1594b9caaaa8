import Foundation
import ReceiptMint
import Testing

@Suite("status, run as a program")
struct StatusTests {
  private static let answer = """
    {"status": 0, "environment": "Production", "latest_receipt_info": [{"product_id": "com.example.test.monthly",
     "transaction_id": "9000000000000001", "original_transaction_id": "9000000000000001",
     "purchase_date_ms": "1766770987000", "expires_date_ms": "1766772787000", "is_trial_period": "false"}]}
    """

  @Test("Scripts/status.txt", arguments: try CommandScript.cases("status"))
  func script(_ one: CommandScript.Case) throws {
    try one.run { place in
      try place.file("answer.json", Self.answer.utf8)
      let receipt = try Minted.receipt().bytes
      // The last byte is the signature's.
      try place.file("changed.der", receipt.dropLast() + [receipt[receipt.count - 1] ^ 1])
      try place.file(
        "stranger.der",
        Minted.receipt { ($0.inApp[0].transactionID, $0.inApp[0].originalTransactionID) = ("900", "900") }.bytes)
      for (name, type, refunded) in [
        ("bought-0", 0, ""), ("bought-1", 1, ""), ("bought-2", 2, ""), ("refunded-0", 0, "2026-01-01T00:00:00Z"),
      ] as [(String, Int64, String)] {
        let receipt = try Minted.receipt { receipt in
          receipt.inApp[0].productType = type
          receipt.inApp[0].expiresDate = ""
          receipt.inApp[0].cancellationDate = refunded
        }
        try place.file(name + ".der", receipt.bytes)
      }
    }
  }

  @Test(
    "the published receipt with nine purchases, and Apple's answer for it",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let name = "sandbox-sha1-nine-purchases"
    let during = ["--at", "2020-07-22T18:00:00Z"]
    let document = try ToolRun(["status", "--json", name + ".b64"] + during, directory: Package.realReceipts).json()
    let subscription = try #require((document["subscriptions"] as? [[String: Any]])?.first)
    let periods = try #require(subscription["periods"] as? [[String: Any]])
    let starts = periods.compactMap { $0["start"] as? String }
    #expect(starts == starts.sorted())
    let gaps = periods.compactMap { $0["gap_before_seconds"] as? Int }.filter { $0 > 0 }
    #expect(periods.count == 9 && gaps.count == 4)
    #expect((document["authenticity"] as? [String: String])?["verdict"] == "authentic")
    let products = try #require(subscription["products"] as? [String])
    #expect(products.count == 2)
    let (receipt, answer) = (name + ".b64", name + ".verifyReceipt.json")
    let inputs = [[receipt], ["--unverified", answer], [answer]]
    let statuses = try products.flatMap { product in
      try inputs.map { input in
        let arguments = ["status", "--is-active", product] + during + input
        return try ToolRun(arguments, directory: Package.realReceipts).status
      }
    }
    #expect(statuses == [1, 1, 1, 0, 0, 1])
  }
}
