/// Whether the app was first bought before a version: tells who paid for an app that became free.
struct OriginalApplicationVersionCheck: Check {
  let identifier = "original_application_version"
  let subject = CheckSubject.provenance
  let summary = "Was the app first bought before the version from which it is free?"
  let remedy = CheckRemedy(
    .developer,
    "Compare with the build number (CFBundleVersion) on iOS, with the marketing version on macOS, of the first free version."
  )

  func isRequested(by expectations: Expectations) -> Bool { expectations.originalVersionBelow != nil }

  func run(_ context: CheckContext) -> CheckFinding {
    let found = context.receipt?.originalApplicationVersion.flatMap { $0.isEmpty ? nil : $0 }
    guard let limit = context.expectations.originalVersionBelow else {
      return .skipped(found: found, "no version was given from which the app is free")
    }
    let expected = "a version before \(limit.text)"
    guard let receipt = context.receipt else { return .skipped(expected: expected, context.saysNothing) }
    guard let found else {
      return .skipped(expected: expected, "the receipt does not say with which version the app was first bought")
    }
    guard let version = DottedVersion(found) else {
      return .failed(
        expected: expected, found: found, "the original version is not a sequence of numbers, so it cannot be compared")
    }
    guard version < limit else {
      return .failed(expected: expected, found: found, "the app was first bought with this version or a later one")
    }
    guard receipt.environment == .production else {
      return .skipped(
        expected: expected, found: found,
        "outside the App Store the original version is always 1.0, which proves nothing")
    }
    return .passed(expected: expected, found: found)
  }
}
