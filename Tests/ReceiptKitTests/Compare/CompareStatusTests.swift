import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

@Suite("Comparison: Apple's status beside the verdict")
struct CompareStatusTests {
  private func comparison(
    _ status: Int, _ change: (inout SignedDataDescription) -> Void = { _ in }, trusting: Bool = true,
    flag: Bool = false
  ) throws -> Comparison {
    var (envelope, chain) = try Mint.envelope()
    change(&envelope)
    let decoder = trusting ? try Mint.decoder(trusting: chain.root) : InputDecoder()
    let decoded = try decoder.decode(try envelope.mint().bytes)
    var members: [JSONValue.Member] = [.init("status", .number(String(status)))]
    if flag { members.append(.init("is-retryable", .bool(true))) }
    if status == 0 {
      members.append(.init("environment", .string(decoded.environment ?? "")))
      members.append(.init("receipt", try JSONValue(receiptOf: decoded)))
    }
    return try Comparison(decoded, with: VerifyReceiptResponse(document: .object(members)), decoder: decoder)
  }

  @Test("a test server's 0 agrees with test-signed, Apple's 0 with nothing that is not authentic")
  func accepted() throws {
    let test = try comparison(0)
    #expect(test.status.outcome == .agrees && test.verdict == .agrees)
    let unknown = try comparison(0, trusting: false)
    #expect(unknown.status.outcome == .disagrees && unknown.verdict == .differs)
    #expect(unknown.findings.map(\.cause) == [.statusDisagrees])
  }

  @Test("a refusal agrees with a bad signature", arguments: [21002, 21003])
  func refused(_ status: Int) throws {
    let forged = try comparison(status, { $0.signers[0].flaw = .flippedSignature })
    #expect(forged.decoded.authenticity?.verdict == .badSignature)
    #expect(forged.status.outcome == .agrees && forged.verdict == .agrees && forged.findings.isEmpty)
  }

  @Test("a refusal of what is authentic disagrees", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
  func authentic() throws {
    var pair = try ComparePair.published()
    for status in [21002, 21003, 21006, 21008] {
      pair.answer = .object([.init("status", .number(String(status)))])
      let comparison = try pair.compare()
      #expect(comparison.status.outcome == .disagrees && comparison.verdict == .differs, "\(status)")
      #expect(comparison.status.hint != nil)
    }
  }

  @Test("what says nothing about the receipt leaves the comparison incomplete")
  func silent() throws {
    for status in [21000, 21004, 21005, 21009, 21010, 21100, 5] {
      let comparison = try comparison(status)
      #expect(comparison.status.outcome == .silent && comparison.verdict == .incomplete, "\(status)")
    }
    #expect(try comparison(21150, flag: true).response.followUp == .retry)
  }

  @Test("the wrong server: what it says agrees, but there is nothing to compare")
  func wrongServer() throws {
    let sandbox = try comparison(21007)
    #expect(sandbox.status.outcome == .agrees && sandbox.verdict == .incomplete)
    #expect(sandbox.status.hint?.contains("sandbox") ?? false)
    #expect(try comparison(21008).verdict == .differs)
  }

  @Test("a status 0 without a receipt")
  func empty() throws {
    let pair = try ComparePair.minted(.sandboxSample())
    #expect(try pair.changed { try $0.set("/receipt", to: nil) }.verdict == .incomplete)
    for value in [JSONValue.null, .string(""), .array([]), .object([])] {
      #expect(try pair.changed { try $0.set("/receipt", to: value) }.verdict == .differs)
    }
  }
}
