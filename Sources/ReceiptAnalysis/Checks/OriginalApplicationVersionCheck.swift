extension Check {
  /// Whether the app was first bought before a version. This identifies customers who paid for an app that later became
  /// free.
  static let originalApplicationVersion = Check(
    "original_application_version", .provenance,
    summary: "Was the app first bought before the version from which it is free?",
    ifFailed: .developer,
    """
    Compare with the build number (CFBundleVersion) on iOS, with the marketing version on macOS, of the first free \
    version.
    """,
    isRequested: { $0.originalVersionBelow != nil }
  ) { context in
    let original = original(context)
    let found = original?.version
    guard let limit = context.expectations.originalVersionBelow else {
      return .skipped(found: .value(found), "no version was given from which the app is free")
    }
    let expected: Message = "\(original?.kind ?? "a version") before \(limit.text)"
    guard let original else { return .skipped(expected: expected, context.saysNothing) }
    guard let found else {
      return .skipped(expected: expected, "it does not say with which version the app was first bought")
    }
    guard let version = DottedVersion(found) else {
      return .failed(
        expected: expected, found: .value(found),
        "the original version is not a sequence of numbers, so it cannot be compared")
    }
    let isTest = original.environment != .production
    guard version < limit else {
      return .failed(
        expected: expected, found: .value(found),
        isTest
          ? "the app was first bought with this version or a later one; outside the App Store it is always 1.0"
          : "the app was first bought with this version or a later one")
    }
    guard !isTest else {
      return .skipped(
        expected: expected, found: .value(found),
        "outside the App Store the original version is always 1.0, which proves nothing")
    }
    return .passed(expected: expected, found: .value(found))
  }

  /// The first bought version, and the meaning of its numbers, of an app receipt (attribute 19) or an AppTransaction;
  /// `nil` for any other input. Neither an app receipt nor an AppTransaction from before 2025 names its platform.
  private static func original(
    _ context: CheckContext
  ) -> (version: String?, kind: Message, environment: ReceiptEnvironment?)? {
    func text(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }
    if let receipt = context.receipt {
      let kind: Message = "a build number (CFBundleVersion), on macOS a marketing version,"
      return (text(receipt.originalApplicationVersion), kind, receipt.environment)
    }
    guard let payload = context.signedData?.payload, SignedPayloadKind(payload) == .appTransaction else { return nil }
    let kind: Message =
      switch payload["originalPlatform"]?.stringValue {
      case "macOS"?: "a marketing version (CFBundleShortVersionString)"
      case nil: "a build number (CFBundleVersion), on macOS a marketing version,"
      default: "a build number (CFBundleVersion)"
      }
    let isSold = payload["receiptType"]?.stringValue == "Production"
    return (text(payload["originalApplicationVersion"]?.stringValue), kind, isSold ? .production : .sandbox)
  }
}
