extension JSONWebSignature {
  /// Whether the payload is empty (`null`). Apple signed such renewal information in 2023; seen twice.
  package var payloadIsNull: Bool { payload == .null }

  /// The environment that the payload names: in its own member `environment`, in `receiptType` of an AppTransaction, or
  /// in the content of a notification.
  package var environment: String? {
    func named(_ value: JSONValue) -> String? { (value["environment"] ?? value["receiptType"])?.stringValue }
    if let own = named(payload) { return own }
    if let ofContent = contents.lazy.compactMap(named).first { return ofContent }
    return environmentOfToken
  }

  /// What a notification is about.
  private var contents: [JSONValue] { PayloadTable.notificationContents.compactMap { payload[$0] } }

  /// A token for an external purchase names no environment, but sandbox tokens have a prefix (Apple,
  /// externalPurchaseId).
  private var environmentOfToken: String? {
    payload["externalPurchaseToken"]?["externalPurchaseId"]?.stringValue.map {
      $0.hasPrefix("SANDBOX") ? "Sandbox" : "Production"
    }
  }

  /// The app that the payload names.
  package var bundleIdentifier: String? { apps.lazy.compactMap(\.stringValue).first }

  /// All values that name the app: a notification has several places for it.
  package var apps: [JSONValue] {
    ([payload] + contents).compactMap { $0["bundleId"] }.filter { $0 != .null }
  }

  /// All values that name the environment.
  package var environments: [JSONValue] {
    let named = ([payload] + contents).flatMap { value in
      [value["environment"], value["receiptType"]].compactMap(\.self).filter { $0 != .null }
    }
    return named + [environmentOfToken.map(JSONValue.string)].compactMap(\.self)
  }
}

extension Instant {
  /// Reads the signing date of signed data: milliseconds since 1970, as the App Store Server API writes them. `nil` for
  /// a value that is not a number, for dates before 1970, and for values that ``init(payloadMilliseconds:)`` does not
  /// accept.
  package init?(millisecondsIn value: JSONValue) {
    guard case .number(let digits) = value, !digits.hasPrefix("-"),
      let instant = Instant(payloadMilliseconds: digits)
    else { return nil }
    self = instant
  }

  /// Reads milliseconds since 1970, and drops a fraction; `nil` for other texts, and outside the years 0 to 9999.
  ///
  /// Xcode writes fractions, and the year 1 for an unknown date.
  package init?(payloadMilliseconds text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int64($0) }),
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    let instant = Instant(milliseconds: whole)
    guard Instant.writable.contains(instant) else { return nil }
    self = instant
  }
}
