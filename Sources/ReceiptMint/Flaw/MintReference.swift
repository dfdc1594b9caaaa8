import ReceiptAnalysis

/// The entries of `explain` for templates and flaws.
package enum MintReference {
  package static let entries: [ReferenceEntry] = ReceiptTemplate.allCases.map(entry) + MintFlaw.all.map(entry)

  private static func entry(_ template: ReceiptTemplate) -> ReferenceEntry {
    ReferenceEntry(
      .template, template.rawValue, sentence(template.summary), .nobody,
      "receipt-tool mint --template \(template.rawValue)", source: "receipt-tool")
  }

  private static func entry(_ flaw: MintFlaw) -> ReferenceEntry {
    let promise = flaw.promise
    let expected =
      promise.error.map { "It cannot be read: \($0)." }
      ?? "A correct verifier says \(promise.authenticity ?? ""); these checks of validate fail: "
      + promise.failedChecks.joined(separator: ", ") + "."
    return ReferenceEntry(
      .flaw, flaw.name, sentence(flaw.summary) + " " + expected, .developer,
      "Mint it with receipt-tool mint --flaw \(flaw.name), and see that your verifier refuses it.",
      source: "receipt-tool")
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}
