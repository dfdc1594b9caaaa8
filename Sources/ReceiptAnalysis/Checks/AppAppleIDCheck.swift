extension Check {
  /// Whether the signed data is about the app with this number. The App Store gives every app such a number, and
  /// Apple's own libraries ask for it, too.
  static let appAppleID = Check(
    "app_apple_id", .provenance, isOnlyForSignedData: true,
    summary: "Is the notification or AppTransaction one of the app with the right number (its Apple ID)?",
    ifFailed: .developer,
    "Compare with the Apple ID of the app in App Store Connect; take nothing that belongs to another app.",
    isRequested: { $0.appAppleID != nil }
  ) { context in
    let value = context.signedData?.appAppleID
    // A value that is not a number is shown by its type, which equals no number.
    let found = value.map { $0.numberValue ?? $0.kind.description }
    guard let number = context.expectations.appAppleID else {
      return .skipped(found: .value(found), "no number was expected")
    }
    let expected = String(number)
    guard let signature = context.signedData else { return .skipped(expected: .value(expected), context.saysNothing) }
    if let found {
      return found == expected
        ? .passed(expected: .value(expected), found: .value(found))
        : .failed(expected: .value(expected), found: .value(found), "it is about an app with another number")
    }
    // Notifications and AppTransactions name the number, but only in production. Transactions and renewals never do.
    if signature.namesAppAppleID, signature.environment == "Production" {
      return .failed(
        expected: .value(expected), "it names no app by number, which signed data of this kind does in production")
    }
    return .skipped(expected: .value(expected), "signed data of this kind and environment names no app by number")
  }
}

extension JSONWebSignature {
  /// `appAppleId`, in the place where this kind of payload has it.
  fileprivate var appAppleID: JSONValue? {
    let value = payload["appAppleId"] ?? PayloadTable.content(of: payload)?["appAppleId"]
    return value == .null ? nil : value
  }

  /// Whether this kind of payload names the app by number: a notification, an AppTransaction or a realtime request.
  fileprivate var namesAppAppleID: Bool {
    PayloadTable.content(of: payload) != nil
      || SignedPayloadKind(payload).map { [.notification, .appTransaction, .realtime].contains($0) } ?? false
  }
}
