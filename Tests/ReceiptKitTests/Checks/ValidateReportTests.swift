import ReceiptKit
import ReceiptMint
import Testing

@Suite("Report of validate, for people")
struct ValidateReportTests {
  private static let words = "com.example.a-product-with-a-rather-long-name.and-more-of-it.monthly"

  private func validation(_ change: (inout Expectations) throws -> Void = { _ in }) throws -> Validation {
    try CheckSamples.validate(try CheckSamples.decoded(), change)
  }

  private func layout(_ width: Int, usesColor: Bool = false) -> TextLayout {
    TextLayout(width: width, usesColor: usesColor, now: CheckSamples.now)
  }

  @Test("marks every check, fits its width, and is the same without colours", arguments: [30, 59, 60, 80, 140])
  func widths(_ width: Int) throws {
    let validation = try validation {
      $0.bundleIdentifiers = [Self.words]
      $0.activeProducts = [Self.words]
      $0.originalVersionBelow = try DottedVersion(expected: "2")
      $0.requiredChecks = ["device_hash"]
    }
    let text = validation.report(layout(width))
    for line in text.split(separator: "\n") { #expect(displayWidth(of: String(line)) <= width, "\(line)") }
    for check in validation.checks {
      let mark = ["passed": "✓", "failed": "✗", "skipped": "–", "warning": "!"][check.outcome.rawValue] ?? "?"
      #expect(text.contains("\(mark) \(check.identifier)"), "\(check.identifier)")
    }
    #expect(text.hasPrefix("✗ failed: "))
    let colored = validation.report(layout(width, usesColor: true))
    #expect(colored.contains("\u{1B}[31m"))
    #expect(colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == text)
  }

  @Test("says what was not checked, and what was asked for in vain")
  func skipped() throws {
    let text = try validation { $0.requiredChecks = ["device_hash"] }.report(layout(140))
    #expect(text.hasPrefix("– incomplete: 9 checks passed, 9 not checked\n"))
    #expect(text.contains("– device_hash                  asked for, but no device was given\n"))
    let unasked = try #require(text.range(of: "Not checked\n"))
    #expect(text[unasked.upperBound...].contains("– bundle_identifier            no bundle identifier was expected\n"))
    #expect(!text[unasked.upperBound...].contains("device_hash"))
  }

  @Test("lets no receipt write to the terminal")
  func hostile() throws {
    let decoded = try CheckSamples.decoded {
      $0.bundleIdentifier = "\u{1B}[31m\u{202E}evil"
      $0.inApp[0].transactionID = "\u{7}\u{9B}1"
      $0.inApp[0].quantity = 0
    }
    let validation = try CheckSamples.validate(decoded) { $0.bundleIdentifiers = ["a.b"] }
    let text = validation.report(layout(80))
    #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.actsOnTerminals })
    #expect(text.contains("\\u{1b}[31m\\u{202e}evil"))
  }
}
