import ReceiptAnalysis

/// The entries of `explain` for templates and flaws.
package enum MintReference {
  package static let entries: [ReferenceEntry] =
    ReceiptTemplate.allCases.map(entry) + SignedDataKind.allCases.map(entry) + MintFlaw.all.map { entry($0, "--flaw") }
    + JWSFlaw.all.filter { MintFlaw.named($0.name) == nil }.map {
      entry($0, "--jws \($0.needsContents ? "notification" : "transaction") --flaw")
    }

  private static func entry(_ kind: SignedDataKind) -> ReferenceEntry {
    ReferenceEntry(
      .template, kind.rawValue, sentence(kind.summary), .noOne, "receipt-tool mint --jws \(kind.rawValue)",
      source: "receipt-tool")
  }

  private static func entry(_ template: ReceiptTemplate) -> ReferenceEntry {
    ReferenceEntry(
      .template, template.rawValue, sentence(template.summary), .noOne,
      "receipt-tool mint --template \(template.rawValue)", source: "receipt-tool")
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
