import ReceiptKit
import ReceiptMint

/// The output of `--flaw list` and `--template list`.
enum MintLists {
  /// Every template with its description.
  static func printTemplates() {
    let width = ReceiptTemplate.allCases.map(\.rawValue.count).max() ?? 0
    for template in ReceiptTemplate.allCases {
      Console.write(padded(template.rawValue, width) + "  " + template.summary + "\n")
    }
  }

  /// Every flaw with the required result of a correct verifier.
  static func printFlaws(json: Bool) {
    if json {
      var writer = JSONWriter(layout: .pretty)
      MintFlaw.all.write(to: &writer)
      return Console.write(writer.bytes)
    }
    let names = MintFlaw.all.map(\.name.count).max() ?? 0
    let promises = MintFlaw.all.map { text($0.promise).count }.max() ?? 0
    for flaw in MintFlaw.all {
      Console.write(padded(flaw.name, names) + "  " + padded(text(flaw.promise), promises) + "  " + flaw.summary + "\n")
    }
  }

  /// `failed: bad-signature (signature)`, `error: truncated`
  private static func text(_ promise: FlawPromise) -> String {
    if let error = promise.error { return "error: \(error)" }
    return "\(promise.verdict ?? ""): \(promise.authenticity ?? "") (\(promise.failedChecks.joined(separator: ", ")))"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
