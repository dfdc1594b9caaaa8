import ReceiptKit
import Testing

@Suite("Status of verifyReceipt")
struct VerifyReceiptStatusTests {
  /// FORMAT.md, "verifyReceipt": what is final, what is asked again, and where.
  private static let expected: [(Int, VerifyReceiptStatus.FollowUp)] = [
    (0, .accept), (21000, .giveUp), (21001, .giveUp), (21002, .retryOnce), (21003, .giveUp), (21004, .giveUp),
    (21005, .retry), (21006, .giveUp), (21007, .askSandbox), (21008, .askProduction), (21009, .retry), (21010, .giveUp),
    (21099, .giveUp), (21100, .giveUp), (21199, .giveUp), (21200, .giveUp), (-1, .giveUp), (Int.max, .giveUp),
  ]

  @Test("says what to do", arguments: expected)
  func followUp(_ row: (Int, VerifyReceiptStatus.FollowUp)) {
    let status = VerifyReceiptStatus(row.0)
    #expect(status.followUp(retryFlag: nil) == row.1)
    #expect(status.followUp(retryFlag: false) == row.1)
    #expect(status.isValid == (row.0 == 0))
  }

  @Test("the flag decides from 21100 to 21199, and nothing that is documented otherwise")
  func flag() {
    for code in [21100, 21150, 21199, 22000] {
      #expect(VerifyReceiptStatus(code).followUp(retryFlag: true) == .retry)
      #expect(VerifyReceiptStatus(code).followUp(retryFlag: false) == .giveUp)
    }
    #expect(VerifyReceiptStatus(21003).followUp(retryFlag: true) == .giveUp)
    #expect(VerifyReceiptStatus(0).followUp(retryFlag: true) == .accept)
  }

  @Test("has a name and one sentence of what explain says")
  func explanation() throws {
    for code in [0] + Array(21000...21010) + [21100, 21199] {
      let status = VerifyReceiptStatus(code)
      let entry = try #require(status.entry)
      #expect(status.name != "unknown" && status.name.allSatisfy { $0.isLowercase || $0 == "_" })
      #expect(entry.meaning.hasPrefix(status.explanation) && status.explanation.hasSuffix("."), "\(code)")
      #expect(!status.explanation.dropLast().contains(". "), "\(code)")
    }
    #expect(VerifyReceiptStatus(0).explanation == "The receipt is valid.")
    #expect(VerifyReceiptStatus(21004).explanation.contains("shared secret"))
    for code in [1, 20999, 21011, 21099, 21200] {
      let status = VerifyReceiptStatus(code)
      #expect(status.name == "unknown" && status.entry == nil)
      #expect(status.explanation == "Apple does not document this status.")
    }
  }
}
