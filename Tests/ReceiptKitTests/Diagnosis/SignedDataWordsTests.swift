import ReceiptKit
import Testing

@Suite("A diagnosis of signed data calls it no receipt")
struct SignedDataWordsTests {
  private static let vectors = [
    "transaction", "renewal", "notification-refund", "app-transaction", "flaw-bad-signature", "flaw-missing-marker",
    "flaw-expired-chain", "flaw-wrong-root", "flaw-self-signed", "flaw-second-signature",
  ]

  @Test("in its findings and in the steps that follow from them", arguments: vectors, [true, false])
  func findings(_ name: String, _ isTrusted: Bool) throws {
    let decoder = isTrusted ? try PastedSignedDataTests.decoder() : InputDecoder()
    var diagnostician = Diagnostician(decoder: decoder)
    diagnostician.bundleIdentifiers = ["com.example.other"]
    // In 2040 every certificate has expired.
    diagnostician.now = Instant(milliseconds: 2_208_988_800_000)
    let bytes = Array(try PastedSignedDataTests.vector(name).utf8)
    let diagnosis = diagnostician.diagnose(bytes)
    // Reasons name certificates, and the marker "receipt signing" that signed data has, too.
    let reason = try decoder.decode(bytes).authenticity?.reason.description.dropFirst() ?? ""
    #expect(diagnosis.findings.count > 1)
    for finding in diagnosis.findings where finding.cause != .jws {
      let words = finding.message.description + " " + finding.cause.entry.meaning + " " + finding.cause.entry.action
      #expect(
        !words.replacing(reason, with: "").replacing("receipt-tool", with: "").lowercased().contains("receipt"),
        "\(words)")
    }
  }

  @Test(
    "and neither does Xcode's", .enabled(if: SignedSamples.areHere, SignedSamples.missing),
    arguments: SignedSamples.xcode)
  func xcode(_ name: String) throws {
    let diagnosis = Diagnostician().diagnose(try SignedSamples.text(name))
    let finding = try #require(diagnosis.findings.first { $0.cause == .xcodeReceipt })
    #expect(!finding.message.contains("receipt"))
  }
}
