extension Check {
  /// Whether the document around the receipt names the same app.
  static let requestBundle = Check(
    "request_bundle", .provenance,
    summary: "Does the request, answer or notification around the receipt name the same bundle identifier?",
    ifFailed: .developer,
    "Believe the receipt, not what came with it; somebody may be passing off one app's receipt as another's.",
    isRequested: { _ in false }
  ) { context in
    let named = context.decoded.input.namedBundleIdentifiers
    guard !named.isEmpty else { return .skipped("nothing around the receipt names a bundle identifier") }
    let expected = named.joined(separator: " and ")
    guard let found = context.decoded.bundleIdentifier else {
      return .failed(expected: .value(expected), "the receipt has no readable bundle identifier")
    }
    guard named.allSatisfy({ $0.utf8.elementsEqual(found.utf8) }) else {
      return .failed(
        expected: .value(expected), found: .value(found),
        "what came with the receipt names another app than the receipt")
    }
    return .passed(expected: .value(expected), found: .value(found))
  }
}
