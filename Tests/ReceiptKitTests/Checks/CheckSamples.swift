import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// Minted receipts for the checks, and one look at each.
enum CheckSamples {
  /// A quarter of an hour after the samples were made.
  static let now = moment("2025-12-26T19:00:00Z")

  static func moment(_ text: String) -> Instant { ReceiptDate(text)?.instant ?? Instant(milliseconds: 0) }

  static func decoded(_ change: (inout ReceiptDescription) -> Void = { _ in }) throws -> DecodedInput {
    let chain = try Mint.authority.chain()
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = [.subscriptionSample()]
    change(&receipt)
    return try Mint.decoder(trusting: chain.root).decode(try EnvelopeMinter(chain).mint(receipt).bytes)
  }

  /// The receipt as if Apple had signed it, which nobody else can do.
  static func authentic(_ change: (inout ReceiptDescription) -> Void = { _ in }) throws -> DecodedInput {
    let decoded = try decoded(change)
    var authenticity = try #require(decoded.authenticity)
    (authenticity.verdict, authenticity.reason) = (.authentic, "for a test")
    return DecodedInput(input: decoded.input, document: decoded.document, authenticity: authenticity)
  }

  static func validate(
    _ decoded: DecodedInput, now: Instant = now, _ change: (inout Expectations) throws -> Void = { _ in }
  ) throws -> Validation {
    var expectations = Expectations()
    expectations.allowsTestSigned = true
    try change(&expectations)
    return Validator(expectations: expectations, now: now).validate(decoded)
  }

  /// The outcome of one check on a receipt with one purchase.
  static func outcome(
    _ check: String, now: Instant = now, purchase: (inout InAppDescription) -> Void,
    _ change: (inout Expectations) throws -> Void = { _ in }
  ) throws -> CheckResult {
    var sample = InAppDescription.subscriptionSample()
    purchase(&sample)
    let validation = try validate(try decoded { $0.inApp = [sample] }, now: now, change)
    return try #require(validation[check])
  }
}
