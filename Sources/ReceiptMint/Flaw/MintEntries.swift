import ReceiptAnalysis

extension ReferenceEntry {
  /// The entries of `explain` for templates and flaws.
  package static let minted: [ReferenceEntry] =
    ReceiptTemplate.allCases.map {
      template($0.rawValue, $0.summary, "receipt-tool mint --template \($0.rawValue)")
    }
    + SignedPayloadKind.allCases.map { template($0.rawValue, $0.summary, "receipt-tool mint --jws \($0.rawValue)") }
    + MintFlaw.all.map { entry($0, "--flaw") }
    + JWSFlaw.all.filter { MintFlaw.named($0.name) == nil }.map {
      entry($0, "--jws \($0.needsContents ? "notification" : "transaction") --flaw")
    }

  private static func template(_ name: String, _ summary: String, _ command: String) -> ReferenceEntry {
    ReferenceEntry(.template, name, sentence(summary), .noOne, command, source: "receipt-tool")
  }

  private static func entry(_ flaw: some NamedFlaw, _ options: String) -> ReferenceEntry {
    let promise = flaw.promise
    let checks =
      promise.failedChecks.isEmpty
      ? "no check of validate fails" : "these checks of validate fail: " + promise.failedChecks.joined(separator: ", ")
    let expected =
      promise.error.map { "It cannot be read: \($0)." }
      ?? "A correct verifier says \(promise.authenticity ?? ""); \(checks)."
    let isSound = promise.error == nil && promise.failedChecks.isEmpty
    return ReferenceEntry(
      .flaw, flaw.name, sentence(flaw.summary) + " " + expected, .developer,
      """
      Mint it with receipt-tool mint \(options) \(flaw.name), and see that your verifier \
      \(isSound ? "takes" : "refuses") it.
      """,
      source: "receipt-tool")
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}
