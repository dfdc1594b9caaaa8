import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments

/// What is one fact is said once.
@Suite("Texts: nothing is said again and again")
struct BrevityTests {
  private let layout = TextLayout(width: 200, usesColor: false, now: StatusSamples.now)

  private func lines(_ text: String, with words: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { $0.contains(words) }
  }

  @Test("diagnose names the stages that were not reached in one line")
  func stages() throws {
    let text = Diagnostician().diagnose("hello").report(layout)
    #expect(
      lines(text, with: "not reached")
        == ["  – not reached: envelope, payload, signer, chain, time, purpose, signature"])
    #expect(Diagnostician().diagnose("hello").stages.count == 8)
  }

  @Test("a timeline of one period is dated at both ends")
  func onePeriod() throws {
    let status = try StatusSamples.status([
      StatusSamples.period("9000000000000001 2026-10-01T00:00:00Z 2026-11-01T00:00:00Z")
    ])
    for width in [40, 80, 140] {
      let text = StatusReport(status).text(TextLayout(width: width, usesColor: false, now: StatusSamples.now))
      let dates = lines(text, with: "2026-10-01").first { $0.hasPrefix("     2026-10-01") }
      #expect(dates?.hasSuffix("2026-11-01") == true, "\(text)")
    }
    let short = try StatusSamples.status([
      StatusSamples.period("9000000000000001 2026-10-01T10:00:00Z 2026-10-01T10:05:00Z")
    ])
    #expect(StatusReport(short).text(layout).contains(" 10:05\n"))
  }

  @Test("outside-validity says that the signature was not looked at")
  func outsideValidity() {
    let entry = ReferenceEntry.judgements.first { $0.key == "outside-validity" }
    #expect(entry?.meaning.contains("does not speak of the signature") == true)
  }
}
