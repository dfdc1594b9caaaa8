extension Check {
  /// Whether the receipt was made for the right version of the app.
  static let applicationVersion = Check(
    "application_version", .provenance,
    summary: "Was the receipt made for the right version of the app?",
    ifFailed: .customer,
    "Update the app; the next receipt has its version (CFBundleVersion on iOS, the marketing version on macOS).",
    isRequested: { $0.applicationVersion != nil }
  ) { context in
    let found = context.applicationVersion
    guard let expectation = context.expectations.applicationVersion else {
      return .skipped(found: .value(found), "no version was expected")
    }
    let expected =
      switch expectation {
      case .equal(let text): text
      case .atLeast(let version): "\(version.text) or later"
      }
    guard let found else { return .failed(expected: .value(expected), "the receipt has no readable version") }
    switch expectation {
    case .equal(let text):
      guard text.utf8.elementsEqual(found.utf8) else {
        return .failed(expected: .value(expected), found: .value(found), "the receipt was made for another version")
      }
    case .atLeast(let minimum):
      guard let version = DottedVersion(found) else {
        return .failed(
          expected: .value(expected), found: .value(found),
          "the receipt's version is not a sequence of numbers, so it cannot be compared")
      }
      guard version >= minimum else {
        return .failed(expected: .value(expected), found: .value(found), "the receipt was made for an earlier version")
      }
    }
    return .passed(expected: .value(expected), found: .value(found))
  }
}
