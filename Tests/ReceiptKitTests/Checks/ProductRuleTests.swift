import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

/// "Bought and not refunded", by the kind of product (attribute 1707).
@Suite("Checks: which purchase of a product counts")
struct ProductRuleTests {
  /// Purchases as `FROM UNTIL REFUNDED`, days of December 2025, `-` for none; asked on the 26th.
  private func result(_ type: Int64?, _ purchases: [String], products: [String] = ["p"]) throws -> CheckResult {
    func date(_ day: Substring) -> String { day == "-" ? "" : "2025-12-\(day)T00:00:00Z" }
    let decoded = try CheckSamples.decoded { receipt in
      receipt.inApp = purchases.enumerated().map { index, text in
        let parts = text.split(separator: " ")
        var purchase = InAppDescription.subscriptionSample(
          transactionID: "\(9_000_000_000_000_001 + index)", productID: parts.count > 3 ? String(parts[3]) : "p")
        purchase.originalTransactionID = "9000000000000001"
        purchase.productType = type
        (purchase.purchaseDate, purchase.expiresDate) = (date(parts[0]), date(parts[1]))
        purchase.cancellationDate = date(parts[2])
        return purchase
      }
    }
    return try #require(try CheckSamples.validate(decoded) { $0.products = products }["products"])
  }

  /// A row has a type, purchases as `result` reads them, the outcome and the end of what is told of it. It is asked on
  /// 26 December at 19:00.
  @Test(
    "what counts is the latest purchase, any purchase, or the running period; the report says which",
    arguments: try TableCase.read("product-rules"))
  func rules(_ row: TableCase) throws {
    let parts = row.text.components(separatedBy: ": ")
    let result = try result(Int64(parts[0]), parts[1].components(separatedBy: ", "))
    let told = result.outcome == .passed ? result.found : result.reason?.description
    #expect(result.outcome.rawValue == row.expected[0] && told?.hasSuffix(row.expected[1]) == true, "\(told ?? "-")")
  }

  @Test("several products are judged each by its own rule")
  func several() throws {
    let result = try result(0, ["01 - -", "01 - 02 q"], products: ["p", "q"])
    #expect(result.outcome == .failed && result.found?.hasPrefix("p: non-consumable") == true)
    #expect(result.reason?.description == "q: non-consumable, refunded 2025-12-02T00:00:00Z")
  }

  @Test("a refund whose date cannot be read is one, and copies that contradict each other are refunded")
  func withoutDate() throws {
    let odd = try CheckSamples.outcome("products") {
      ($0.productType, $0.productID, $0.cancellationDate) = (0, "p", "yesterday")
    } _: {
      $0.products = ["p"]
    }
    #expect(odd.outcome == .failed && odd.reason?.description.hasSuffix("refunded at an unknown time") == true)
    let copies = try CheckSamples.decoded { receipt in
      var sample = InAppDescription.subscriptionSample(transactionID: "9000000000000001", productID: "p")
      sample.productType = 1
      receipt.inApp = [sample, sample]
      receipt.inApp[1].cancellationDate = "2025-12-26T18:00:00Z"
    }
    let result = try CheckSamples.validate(copies) { $0.products = ["p"] }["products"]
    #expect(result?.outcome == .failed, "\(result?.found ?? "-")")
  }

  @Test("the order of the receipt means nothing")
  func order() throws {
    var random = SplitMix(seed: 4)
    let texts = ["01 06 -", "06 11 07", "11 16 -", "16 31 17", "12 31 -"]
    for type in [0, 1, 2, 3, nil] as [Int64?] {
      var told: Set<String> = []
      for _ in 0..<12 {
        let result = try result(type, texts.shuffled(using: &random))
        told.insert(result.outcome.rawValue + (result.found ?? "") + (result.reason?.description ?? ""))
      }
      #expect(told.count == 1, "\(told)")
      // What ends by itself still runs, and of consumables two are kept; of the others the latest is refunded.
      #expect(told.first?.hasPrefix([1, 3, nil].contains(type) ? "passed" : "failed") == true)
    }
  }

  @Test("inspect names the refund of the last period, and not the period before it")
  func inspect() throws {
    let layout = TextLayout(width: 200, usesColor: false, now: CheckSamples.moment("2025-12-26T19:00:00Z"))
    func text(_ refunded: String) throws -> String {
      let decoded = try CheckSamples.decoded { receipt in
        receipt.inApp = (0..<2).map { index in
          var purchase = InAppDescription.subscriptionSample(transactionID: "900000000000000\(index)", productID: "p")
          purchase.originalTransactionID = "9000000000000000"
          (purchase.purchaseDate, purchase.expiresDate) =
            index == 0
            ? ("2025-11-01T00:00:00Z", "2025-12-01T00:00:00Z") : ("2025-12-01T00:00:00Z", "2025-12-31T00:00:00Z")
          if index == 1 { purchase.cancellationDate = refunded }
          return purchase
        }
      }
      return try Inspection(decoded, at: layout.now).text(layout)
    }
    #expect(try text("").contains("Subscribed until 31 December 2025."))
    let refunded = try text("2025-12-02T00:00:00Z")
    #expect(refunded.contains("Refunded on 2 December 2025.") && !refunded.contains("Expired"))
  }
}
