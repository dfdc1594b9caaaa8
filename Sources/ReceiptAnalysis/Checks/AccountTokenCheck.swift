/// Whether the purchase was made for this account of the app.
struct AccountTokenCheck: Check {
  let identifier = "account_token"
  let subject = CheckSubject.provenance
  let isOnlyForSignedData = true
  let summary = "Was the purchase made for the right account of the app (its appAccountToken)?"
  let remedy = CheckRemedy(
    .developer, "Give nothing to this account: look up which account of yours the app named when it bought.")

  func isRequested(by expectations: Expectations) -> Bool { expectations.accountToken != nil }

  func run(_ context: CheckContext) -> CheckFinding {
    let found = context.signedTransactions.lazy.compactMap { $0["appAccountToken"]?.stringValue }.first
    guard let expected = context.expectations.accountToken else {
      return .skipped(found: found, "no account was expected")
    }
    guard context.signedData != nil else { return .skipped(expected: expected, context.saysNothing) }
    guard let found else { return .failed(expected: expected, "it names no account; the app gave none when it bought") }
    // UUIDs in upper and lower case are equal.
    return found.lowercased() == expected.lowercased()
      ? .passed(expected: expected, found: found)
      : .failed(expected: expected, found: found, "it was bought for another account")
  }
}
