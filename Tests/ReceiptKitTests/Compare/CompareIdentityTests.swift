import ReceiptKit
import ReceiptMint
import Testing

@Suite("Comparison: the answer to another receipt")
struct CompareIdentityTests {
  private static func receipt(_ change: (inout ReceiptDescription) -> Void = { _ in }) -> ReceiptDescription {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.receiptType = "Production"
    receipt.appItemID = 123_456_789
    receipt.downloadID = 80_042_857_612_345_678
    receipt.originalPurchaseDate = "2019-03-10T10:00:00Z"
    receipt.inApp = [.subscriptionSample()]
    change(&receipt)
    return receipt
  }

  private static let others: [(String, @Sendable (inout ReceiptDescription) -> Void)] = [
    (
      "another app, com.example.other; this is com.example.test",
      {
        $0.bundleIdentifier = "com.example.other"
        $0.creationDate = "2025-12-27T10:00:00Z"
        $0.inApp = []
      }
    ),
    (
      "another app (adam_id 7, not 123456789)",
      {
        $0.appItemID = 7
        $0.downloadID = 5
      }
    ),
    (
      "another receipt of this app: another customer's",
      {
        $0.downloadID = 99_000_000_000_000_001
        $0.originalPurchaseDate = "2020-01-01T00:00:00Z"
        $0.inApp = [.subscriptionSample(transactionID: "2000000000000077")]
      }
    ),
    ("a newer receipt of this app, made 2025-12-27T10:00:00Z", { $0.creationDate = "2025-12-27T10:00:00Z" }),
    ("an older receipt of this app, made 2024-12-27T10:00:00Z", { $0.creationDate = "2024-12-27T10:00:00Z" }),
  ]

  @Test("is said first, in one finding", arguments: others)
  func another(_ row: (String, @Sendable (inout ReceiptDescription) -> Void)) throws {
    var pair = try ComparePair.minted(Self.receipt())
    #expect(try pair.compare().verdict == .agrees)
    pair.answer = try ComparePair.minted(Self.receipt(row.1)).answer
    let comparison = try pair.compare()
    #expect(comparison.anotherReceipt?.contains(row.0) ?? false, "\(comparison.anotherReceipt ?? "none")")
    #expect(comparison.verdict == .differs)
    #expect(comparison.findings.first?.cause == .anotherReceipt)
    #expect(comparison.findings.first?.message == comparison.anotherReceipt)
    #expect(!comparison.unexpected.contains { $0.cause == .edited })
  }

  @Test("one edited field is no other receipt")
  func edited() throws {
    let pair = try ComparePair.minted(Self.receipt())
    for (pointer, value): (String, JSONValue) in [
      ("/receipt/bundle_id", .string("com.example.other")), ("/receipt/adam_id", .number("7")),
      ("/receipt/download_id", .number("7")), ("/receipt/receipt_creation_date_ms", .string("1")),
    ] {
      let comparison = try pair.changed { try $0.set(pointer, to: value) }
      #expect(comparison.anotherReceipt == nil, "\(pointer)")
      #expect(comparison.unexpected.map(\.pointer) == [pointer])
    }
  }

  @Test(
    "digits that a JSON reader lost are no other receipt",
    arguments: ["80042857612345680", "8.0042857612345680e16", "8.004285761234568E+16", "80042857612345680.0"])
  func rounded(_ text: String) throws {
    let pair = try ComparePair.minted(Self.receipt())
    let comparison = try pair.changed { try $0.set("/receipt/download_id", to: .number(text)) }
    #expect(comparison.anotherReceipt == nil)
    #expect(comparison.unexpected.map(\.cause) == [.rounded])
    #expect(comparison.unexpected[0].note.contains("rounded by a JSON reader"))
    let edited = try pair.changed { try $0.set("/receipt/download_id", to: .number("80042857612345679")) }
    #expect(edited.unexpected.map(\.cause) == [.edited])
  }

  @Test("an answer about the other kind of receipt")
  func kinds() throws {
    let pair = try ComparePair.minted(Self.receipt())
    let comparison = try pair.changed {
      try $0.set("/receipt", to: .object([.init("transaction_id", .string("1")), .init("bid", .string("a"))]))
    }
    #expect(comparison.anotherReceipt?.contains("iOS 6") ?? false && comparison.verdict == .differs)
  }
}
