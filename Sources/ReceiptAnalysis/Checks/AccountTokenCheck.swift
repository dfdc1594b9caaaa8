extension Check {
  /// Whether the purchase was made for this account of the app.
  static let accountToken = Check(
    "account_token", .provenance, isOnlyForSignedData: true,
    summary: "Was the purchase made for the right account of the app (its appAccountToken)?",
    ifFailed: .developer, "Give nothing to this account: look up which account of yours the app named when it bought.",
    isRequested: { $0.accountToken != nil }
  ) { context in
    let found = context.signedTransactions.lazy.compactMap { $0["appAccountToken"]?.stringValue }.first
    guard let expected = context.expectations.accountToken else {
      return .skipped(found: .value(found), "no account was expected")
    }
    guard context.signedData != nil else { return .skipped(expected: .value(expected), context.saysNothing) }
    guard let found else {
      return .failed(expected: .value(expected), "it names no account; the app gave none when it bought")
    }
    // UUIDs in upper and lower case are equal.
    return found.lowercased() == expected.lowercased()
      ? .passed(expected: .value(expected), found: .value(found))
      : .failed(expected: .value(expected), found: .value(found), "it was bought for another account")
  }
}
