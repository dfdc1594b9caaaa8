import ReceiptKit
import ReceiptMint

/// The output of `--flaw list`, `--template list` and similar options.
extension MintReceipt {
  /// Prints every template with its description.
  static func printTemplates(_ console: Console) throws(UnwrittenOutput) {
    let width = ReceiptTemplate.allCases.map(\.rawValue.count).max() ?? 0
    for template in ReceiptTemplate.allCases {
      try console.write(padded(template.rawValue, width) + "  " + template.summary + "\n")
    }
  }

  /// Prints every notification.
  static func printNotifications(_ console: Console) throws(UnwrittenOutput) {
    for notification in NotificationTemplate.all { try console.write(notification.name + "\n") }
  }

  /// Prints every scenario and the customer's final state.
  static func printScenarios(_ console: Console) throws(UnwrittenOutput) {
    let names = Scenario.all.map(\.name.count).max() ?? 0
    let endings = Scenario.all.map(\.ending.rawValue.count).max() ?? 0
    for scenario in Scenario.all {
      try console.write(
        padded(scenario.name, names) + "  " + padded(scenario.ending.rawValue, endings) + "  " + scenario.summary + "\n"
      )
    }
  }

  /// Prints every flaw and the result that a correct verifier must return.
  static func print(_ flaws: [some NamedFlaw], json: Bool, _ console: Console) throws(UnwrittenOutput) {
    if json {
      return try console.writeJSON { flaws.write(to: &$0) }
    }
    let names = flaws.map(\.name.count).max() ?? 0
    let promises = flaws.map { text($0.promise).count }.max() ?? 0
    for flaw in flaws {
      try console.write(
        padded(flaw.name, names) + "  " + padded(text(flaw.promise), promises) + "  " + flaw.summary + "\n")
    }
  }

  /// `failed: bad-signature (signature)`, `error: truncated`
  private static func text(_ promise: FlawPromise) -> String {
    if let error = promise.error { return "error: \(error)" }
    let checks = promise.failedChecks.isEmpty ? "" : " (\(promise.failedChecks.joined(separator: ", ")))"
    return "\(promise.verdict ?? ""): \(promise.authenticity ?? "")\(checks)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
