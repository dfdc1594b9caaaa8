import Foundation
import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

/// A document that is read where it stands says what the same document says as a tree, and nothing goes unsaid.
@Suite("Status: documents in the text")
struct TextHistoryTests {
  /// Everything that a reader finds.
  private func found(_ document: some JSONNode) -> String {
    guard document.memberNodes != nil,
      let history = PurchaseHistory(notificationV1: document) ?? PurchaseHistory(verifyReceiptResponse: document)
    else { return "\(MissingReceipt.error(document)) \(JSONWrapper(document).unread(except: []))" }
    let read = history.kind == .notificationV1 ? UnreadPurchases.ofNotification : UnreadPurchases.ofResponse
    let refusal = Result { () throws(ReceiptError) in try UnreadPurchases.refuseRepeatedNames(in: document, read) }
    let unwrapped = Result { () throws(ReceiptError) in try JSONWrapper(document).unwrap() }
    return """
      \(history) \(refusal) \(JSONWrapper(document).unread(except: read)) \
      \(UnreadPurchases.find(in: document, except: read, history)) \(unwrapped)
      """
  }

  @Test("the same purchases, and the same parts that were not read")
  func same() throws {
    let first = try StatusSamples.info("1 2026-09-01T00:00:00Z 2026-10-01T00:00:00Z")
    let second = try StatusSamples.info("2 2026-10-01T00:00:00Z 2026-11-01T00:00:00Z")
    let receipt = try Mint.envelope().0.mint().base64
    let values: [Any] = [
      first, [first, second], [[first]], ["in_app": [second]], ["receipt": ["in_app": [first]]], receipt, [receipt],
      "eyJhIjoxfQ." + String(repeating: "a", count: 80) + ".b", NSNull(), 0, "x",
      "{\"receipt-data\":\"\(receipt.prefix(80))\",\"b\":[]}",
      ["transaction_id": "3", "latest_receipt_info": [second]],
    ]
    let names = [
      "receipt", "in_app", "latest_receipt_info", "pending_renewal_info", "unified_receipt", "latest_receipt", "status",
      "other", "bid", "a~b/c", String(repeating: "n", count: 120),
    ]
    var generator = SplitMix(seed: 13)
    func object(_ depth: Int) -> [(String, Any)] {
      (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        let name = names[Int.random(in: 0..<names.count, using: &generator)]
        if depth < 3, Bool.random(using: &generator) { return (name, object(depth + 1)) }
        return (name, values[Int.random(in: 0..<values.count, using: &generator)])
      }
    }
    func text(_ value: Any) throws -> String {
      guard let members = value as? [(String, Any)] else {
        return String(
          decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed), as: UTF8.self)
      }
      return "{" + (try members.map { "\"\($0)\":" + (try text($1)) }).joined(separator: ",") + "}"
    }
    var (histories, unread) = (0, 0)
    for _ in 0..<400 {
      let bytes = Array(try text(object(0)).utf8)
      let inText = found(try JSONReader().outline(bytes, 0..<bytes.count))
      #expect(inText == found(try JSONReader().read(bytes)))
      if inText.hasPrefix("PurchaseHistory") { histories += 1 }
      if inText.contains("UnreadPart(") { unread += 1 }
    }
    #expect(histories > 80)
    #expect(unread > 80)
  }
}
