import ReceiptKit
import TestSupport
import Testing

/// The inputs of public reports that damage, dead ends and other files are about, each with its right answer.
@Suite(
  "Cases of damaged and other texts", .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)))
struct PastedTextCaseTests {
  private static func decoder(_ name: String) throws -> InputDecoder {
    let anchors = try TrustAnchor.read(try Samples.cases.read(name.hasPrefix("W") ? "anchor-3.pem" : "anchor-2.pem"))
    return InputDecoder(authenticator: Authenticator(anchors: anchors))
  }

  private static func diagnosis(_ name: String) throws -> (text: String, diagnosis: Diagnosis) {
    let diagnosis = Diagnostician().diagnose(try Samples.cases.read(name))
    let parts = diagnosis.said
    return (parts.joined(separator: "\n") + "\n" + (diagnosis.error?.hint?.description ?? ""), diagnosis)
  }

  @Test(
    "signed data and receipts with a log, a chat or a command around them are read, and proven",
    arguments: ["S13.txt", "S78-log-jws.txt", "S37e.txt", "W63-chat-export-split.txt", "S49.txt", "S01-lr.txt"])
  func read(_ name: String) throws {
    let decoded = try Self.decoder(name).decode(try Samples.cases.read(name))
    #expect(decoded.authenticity?.verdict == .testSigned, "\(name)")
  }

  @Test(
    "what was cut, or is something else, is named with what to do",
    arguments: try TableCase.read("pasted-cases", "cut, or something else"))
  func named(_ row: TableCase) throws {
    let name = row.text
    let (text, _) = try Self.diagnosis(name)
    for part in row.expected { #expect(text.contains(part), "\(name): \(text)") }
    #expect(!text.contains("usually MI"), "\(name): \(text)")
  }

  @Test("a command is not a part of what it sends")
  func command() throws {
    let (_, diagnosis) = try Self.diagnosis("S49.txt")
    #expect(diagnosis.isRequest && diagnosis.mended == nil)
  }

  @Test("answers of verifyReceipt are Apple's, however programs print them", arguments: ["S34.json", "S34.txt"])
  func answers(_ name: String) throws {
    let (text, diagnosis) = try Self.diagnosis(name)
    #expect(diagnosis.cause == .responseWithoutReceipt && !text.contains("in-app-purchase"), "\(text)")
  }

  @Test("a period without a length is no irregularity")
  func emptyPeriod() throws {
    let history = try PurchaseHistoryReader().read(try Samples.cases.read("S22.json"))
    let report = SubscriptionStatus(history, at: Instant(milliseconds: 1_795_737_600_000))
    #expect(history.irregularities.isEmpty, "\(history.irregularities)")
    #expect(report.subscriptions.count == 1)
  }

  @Test(
    "no step names a command that refuses the input", arguments: ["S14.bin", "S12.json", "S20.storekit", "S37.txt"])
  func steps(_ name: String) throws {
    let (text, _) = try Self.diagnosis(name)
    #expect(!text.contains("receipt-tool status") && !text.contains("receipt-tool inspect"), "\(text)")
  }
}
