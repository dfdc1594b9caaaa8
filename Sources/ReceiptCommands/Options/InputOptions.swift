import ArgumentParser
import ReceiptKit

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
    judging:
      """
      Judge certificates at this time and not at the receipt's creation date: 2024-01-31, 2024-01-31 12:00 (UTC), \
      2024-01-31T12:00:00Z or now.
      """)
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
      throw UsageError("'\(text)' cannot be required; use authentic or test-signed")
    }
    return verdict
  }
}
