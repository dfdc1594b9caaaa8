extension Check {
  /// Whether the receipt belongs to the expected app.
  static let bundleIdentifier = Check(
    "bundle_identifier", .provenance,
    summary: "Is the receipt one of the right app?",
    ifFailed: .support,
    """
    Ask for the receipt of the right app; to a developer: compare with the identifier in the app, character by \
    character.
    """,
    isRequested: { !$0.bundleIdentifiers.isEmpty }
  ) { context in
    let accepted = context.expectations.bundleIdentifiers
    let found = context.decoded.bundleIdentifier
    guard !accepted.isEmpty else { return .skipped(found: .value(found), "no bundle identifier was expected") }
    let expected = accepted.joined(separator: " or ")
    guard let found else {
      if case .jws(let signature) = context.decoded.document, SignedPayloadKind(signature.payload) == .renewal {
        return .skipped("renewal information names no app")
      }
      return .failed(expected: .value(expected), "the receipt has no readable bundle identifier")
    }
    // Compares code units: Swift's string comparison would treat different encodings of one accented letter as equal.
    if accepted.contains(where: { $0.utf8.elementsEqual(found.utf8) }) {
      return .passed(expected: .value(expected), found: .value(found))
    }
    let isOtherCase = accepted.contains { $0.lowercased() == found.lowercased() }
    return .failed(
      expected: .value(expected), found: .value(found),
      isOtherCase
        ? "upper and lower case differ"
        : accepted.contains { $0.looksSame(as: found) }
          ? "white space or a character that cannot be seen differs" : "it is a receipt of another app")
  }
}
