/// Whether the app was first bought before a version. This identifies customers who paid for an app that later became
/// free.
struct OriginalApplicationVersionCheck: Check {
  let identifier = "original_application_version"
  let subject = CheckSubject.provenance
  let summary = "Was the app first bought before the version from which it is free?"
  let remedy = CheckRemedy(
    .developer,
    """
    Compare with the build number (CFBundleVersion) on iOS, with the marketing version on macOS, of the first free \
    version.
    """
  )

  func isRequested(by expectations: Expectations) -> Bool { expectations.originalVersionBelow != nil }

  func run(_ context: CheckContext) -> CheckFinding {
    let original = Original(context)
    let found = original?.version
    guard let limit = context.expectations.originalVersionBelow else {
      return .skipped(found: found, "no version was given from which the app is free")
    }
    let expected = "\(original?.kind ?? "a version") before \(limit.text)"
    guard let original else { return .skipped(expected: expected, context.saysNothing) }
    guard let found else {
      return .skipped(expected: expected, "it does not say with which version the app was first bought")
    }
    guard let version = DottedVersion(found) else {
      return .failed(
        expected: expected, found: found, "the original version is not a sequence of numbers, so it cannot be compared")
    }
    let isTest = original.environment != .production
    guard version < limit else {
      return .failed(
        expected: expected, found: found,
        "the app was first bought with this version or a later one"
          + (isTest ? "; outside the App Store it is always 1.0" : ""))
    }
    guard !isTest else {
      return .skipped(
        expected: expected, found: found,
        "outside the App Store the original version is always 1.0, which proves nothing")
    }
    return .passed(expected: expected, found: found)
  }

  /// The source of the first bought version: an app receipt (attribute 19) or an AppTransaction.
  private struct Original {
    let version: String?
    let environment: ReceiptEnvironment?
    /// The meaning of the numbers. Neither an app receipt nor an AppTransaction from before 2025 names its platform.
    let kind: String

    init?(_ context: CheckContext) {
      var platform: String?
      if let receipt = context.receipt {
        (version, environment) = (Self.text(receipt.originalApplicationVersion), receipt.environment)
      } else if let payload = context.signedData?.payload, SignedPayloadKind(payload) == .appTransaction {
        version = Self.text(payload["originalApplicationVersion"]?.stringValue)
        environment = payload["receiptType"]?.stringValue == "Production" ? .production : .sandbox
        platform = payload["originalPlatform"]?.stringValue
      } else {
        return nil
      }
      kind =
        switch platform {
        case "macOS"?: "a marketing version (CFBundleShortVersionString)"
        case nil: "a build number (CFBundleVersion), on macOS a marketing version,"
        default: "a build number (CFBundleVersion)"
        }
    }

    private static func text(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }
  }
}
