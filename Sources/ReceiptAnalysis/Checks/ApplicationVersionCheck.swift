/// Whether the receipt was made for the right version of the app.
struct ApplicationVersionCheck: Check {
  let identifier = "application_version"
  let subject = CheckSubject.provenance
  let summary = "Was the receipt made for the right version of the app?"
  let remedy = CheckRemedy(
    .customer,
    "Update the app; the next receipt has its version (CFBundleVersion on iOS, the marketing version on macOS).")

  func isRequested(by expectations: Expectations) -> Bool { expectations.applicationVersion != nil }

  func run(_ context: CheckContext) -> CheckFinding {
    let found = context.applicationVersion
    guard let expectation = context.expectations.applicationVersion else {
      return .skipped(found: found, "no version was expected")
    }
    let expected =
      switch expectation {
      case .equal(let text): text
      case .atLeast(let version): "\(version.text) or later"
      }
    guard let found else { return .failed(expected: expected, "the receipt has no readable version") }
    switch expectation {
    case .equal(let text):
      guard text.utf8.elementsEqual(found.utf8) else {
        return .failed(expected: expected, found: found, "the receipt was made for another version")
      }
    case .atLeast(let minimum):
      guard let version = DottedVersion(found) else {
        return .failed(
          expected: expected, found: found,
          "the receipt's version is not a sequence of numbers, so it cannot be compared")
      }
      guard version >= minimum else {
        return .failed(expected: expected, found: found, "the receipt was made for an earlier version")
      }
    }
    return .passed(expected: expected, found: found)
  }
}
