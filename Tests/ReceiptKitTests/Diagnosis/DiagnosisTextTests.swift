import Foundation
import ReceiptKit
import ReceiptMint
import Testing

/// What support staff read. RECORD_GOLDEN=1 writes the files anew.
@Suite("Diagnosis as text")
struct DiagnosisTextTests {
  private static let golden = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Golden")

  @Test(
    "is as recorded, within its width", arguments: ["wrapped", "request", "good", "cut", "other-device"], [80, 40])
  func text(_ name: String, _ width: Int) throws {
    let base64 = InputSamples.base64(try DiagnosisSamples.sandbox())
    let era = try EnvelopeMinter(try DiagnosisSamples.chain(ChainOptions(.sha1))).mint(.sandboxSample(.sha1)).bytes
    let pasted =
      switch name {
      case "wrapped": InputSamples.wrapped(InputSamples.base64(era), at: 76, with: "\r\n") + "\r\n"
      case "request": "{\"receipt-data\":\"\(base64)\",\"password\":\"x\"}"
      case "cut": String(base64.prefix(4_000))
      default: base64
      }
    let diagnostician = try DiagnosisSamples.pinned {
      $0.now = ReceiptDate("2026-01-01T00:00:00Z")?.instant
      if name == "other-device" { $0.device = GUIDForms("956328D9-CC6A-47F4-BE40-6953FB0AB6C7") }
    }
    let layout = TextLayout(width: width, usesColor: false, now: Instant(milliseconds: 0))
    let text = diagnostician.diagnose(pasted).report(layout)
    for line in text.split(separator: "\n") {
      #expect(displayWidth(of: String(line)) <= width, "\(line)")
    }
    guard width == 80 else { return }
    let file = Self.golden.appendingPathComponent("diagnosis-\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(text.utf8).write(to: file) }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }
}
