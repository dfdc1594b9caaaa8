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
    arguments: [
      ("S37.txt", ["header", "Apple's log ends each message after 1,024 bytes"]),
      ("W61-jws-cut-greeting.txt", ["the JWS is cut off", "1,500 characters end in its header"]),
      ("S12.json", ["the JWS has lost its first part, the header"]),
      ("S14.bin", ["a JWS that was taken apart and decoded", "the text that was given to the program"]),
      ("S20.storekit", ["a StoreKit configuration file", "receipt-tool mint --products"]),
      ("S10.json", ["`password` is empty. Leave it out"]),
      ("S03.txt", ["RevenueCat's name for a purchase in Xcode", "no server of Apple's knows it"]),
      ("S09.txt", ["21004", "shared secret"]), ("S15.txt", ["SKError 0 (unknown)"]),
      ("S17.txt", ["NSURLErrorDomain -999"]), ("S76-java.txt", ["4040010"]),
    ])
  func named(_ name: String, _ words: [String]) throws {
    let (text, _) = try Self.diagnosis(name)
    for part in words { #expect(text.contains(part), "\(name): \(text)") }
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
