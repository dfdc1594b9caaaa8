extension Check {
  /// Whether the receipt has only one interpretation.
  static let attributes = Check(
    "attributes", .provenance,
    summary: "Is every attribute that is known there only once, with a value of its kind?",
    ifFailed: .developer,
    "Trust nothing that depends on the attributes named: other readers may take them for something else.",
    isRequested: { _ in false }
  ) { context in
    guard let receipt = context.receipt else { return .skipped(context.saysNothing) }
    let expected: Message = "each known attribute once, readable"
    // Undocumented types are not contradictions, and a second wrapping changes no value.
    let failures = receipt.irregularities.filter { $0.kind == .duplicate || $0.kind == .oddValue }
    guard failures.isEmpty else {
      return .failed(expected: expected, failures.map(\.message).summarized())
    }
    return .passed(expected: expected, found: "\(receipt.attributes.count) attributes")
  }
}
