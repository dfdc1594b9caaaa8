import ArgumentParser
import ReceiptKit

import SystemLibrary

/// Command-line options of the commands that show receipts.
struct InputOptions: ParsableArguments {
  @OptionGroup var source: SourceOptions
  @OptionGroup var judging: JudgingOptions

  /// The values of these options, without ArgumentParser.
  var settings: InputSettings { judging.settings(source.settings) }
}

/// The time at which inputs are judged, and the required verdict.
struct JudgingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Judge certificates at this time and not at the receipt's creation date: 2024-01-31, 2024-01-31T12:00:00Z or now.
      """,
      valueName: "time"),
    transform: JudgingTime.init)
  var at: JudgingTime?

  @Option(
    help: ArgumentHelp(
      "End with status 1 if the verdict is less than this: authentic or test-signed.", valueName: "verdict"),
    completion: .list(Authenticity.Verdict.requirable), transform: Authenticity.Verdict.required)
  var require: Authenticity.Verdict?

  func settings(_ input: InputSettings) -> InputSettings {
    var settings = input
    settings.judgingTime = at
    settings.requiredVerdict = require
    return settings
  }
}

extension Authenticity.Verdict {
  /// The words of `--require`.
  static let requirable = [Self.authentic, .testSigned].map(\.rawValue)

  /// Reads the value of `--require`.
  static func required(_ text: String) throws -> Self {
    guard requirable.contains(text), let verdict = Self(rawValue: text) else {
      throw ValidationError("'\(text)' cannot be required; use authentic or test-signed")
    }
    return verdict
  }
}

/// `--max-size`
package struct ByteCount: CustomStringConvertible {
  package let bytes: Int

  package init(bytes: Int) {
    self.bytes = bytes
  }

  package init(_ text: String) throws {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? text[...] : text.dropLast()
    // 1 GiB is more than any receipt, and a reasonable maximum for one array.
    guard let number = Int(digits), number > 0, number <= (1 << 30) >> (shift ?? 0) else {
      throw ValidationError("'\(text)' is not a size; use a number of bytes or 64K, 16M, at most 1G")
    }
    bytes = number << (shift ?? 0)
  }

  package var description: String { bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : "\(bytes)" }
}
