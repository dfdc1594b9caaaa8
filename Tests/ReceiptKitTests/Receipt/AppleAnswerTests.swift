import Foundation
import ReceiptKit
import Testing

/// The one published receipt that came with Apple's own answer: nine purchases, as verifyReceipt printed them.
@Suite("Apple's answer", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct AppleAnswerTests {
  private static let name = "sandbox-sha1-nine-purchases"

  private func theirs() throws -> [UInt8] {
    try RealReceipts.file(Self.name + ".verifyReceipt.json")
  }

  private func ours(_ layout: JSONWriter.Layout) throws -> [UInt8] {
    let receipt = try #require(try InputDecoder().decode(try RealReceipts.text(Self.name)).claims)
    var writer = JSONWriter(layout: layout)
    writer.receipt(receipt)
    return writer.bytes
  }

  /// Only the server knows when it was asked.
  private static let requestKeys = ["request_date", "request_date_ms", "request_date_pst"]

  @Test("is reproduced: every key, every value, every type, in Apple's order", arguments: [true, false])
  func ordered(pretty: Bool) throws {
    guard case .object(var members)? = try JSONReader().read(try theirs())["receipt"] else {
      Issue.record("the answer has no receipt")
      return
    }
    #expect(members.count == 18)
    members.removeAll { Self.requestKeys.contains($0.name) }
    #expect(members.count == 15)
    let mine = try JSONReader().read(try ours(pretty ? .pretty : .compact))
    #expect(mine == .object(members))
    guard case .array(let purchases)? = mine["in_app"] else {
      Issue.record("no in_app")
      return
    }
    #expect(purchases.count == 9)
  }

  @Test("is reproduced for a reader that is not ours")
  func foundation() throws {
    let answer = try JSONSerialization.jsonObject(with: Data(try theirs())) as? NSDictionary
    let expected = try #require((answer?["receipt"] as? NSDictionary)?.mutableCopy() as? NSMutableDictionary)
    expected.removeObjects(forKeys: Self.requestKeys)
    #expect(expected.count == 15)
    let mine = try JSONSerialization.jsonObject(with: Data(try ours(.pretty))) as? NSDictionary
    #expect(mine == expected)
  }

  /// Its text, not its values: `jq -c .receipt` and ours are the same bytes.
  @Test("is reproduced byte for byte once white space is gone")
  func text() throws {
    func squeezed(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .map { $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\": ", with: "\":") }.joined()
        .replacingOccurrences(of: ", \"", with: ",\"")
    }
    let answer = squeezed(try theirs())
    let purchases = try #require(squeezed(try ours(.pretty)).firstRange(of: "\"in_app\":["))
    let tail = String(squeezed(try ours(.pretty))[purchases.lowerBound...].dropLast())
    #expect(tail.count > 5_000)
    #expect(answer.contains(tail))
  }
}
