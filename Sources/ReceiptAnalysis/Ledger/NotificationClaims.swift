/// The claims of a server notification of version 2 about itself.
package struct NotificationClaims: Sendable {
  /// `notificationUUID` in lower case, the same in every retry.
  package let identifier: String
  /// The time of signing, as the notification states it.
  package let signedAt: Instant
  /// The apps that the notification names, in its own members and in the signed data inside. There is only one, unless
  /// there is a ``contradiction``.
  package let bundleIDs: [String]
  /// The environments that the notification names, in its own members and in the signed data inside.
  package let environments: [String]
  /// Why the notification cannot be Apple's, as a clause about "it": two of its members name different apps or
  /// environments. `nil` if they agree.
  package let contradiction: String?

  /// - Throws: `.otherFormat` if a member is missing that all of Apple's notifications have, `.invalidJSON` for an
  ///   unusable identifier.
  init(_ signature: JSONWebSignature, _ parts: [SignedPart]) throws(ReceiptError) {
    guard let signedAt = signature.signedAt, let identifier = signature.payload["notificationUUID"]?.stringValue,
      (1...100).contains(identifier.utf8.count)
    else {
      throw ReceiptError(
        .otherFormat, "a notification without `notificationUUID` or `signedDate`, which every one of Apple's has")
    }
    if let problem = identifier.storeIdentifierProblem {
      throw ReceiptError(.invalidJSON, "`notificationUUID` is not an identifier: \(problem)")
    }
    let signatures = [signature] + parts.compactMap(\.signature)
    let apps = signatures.flatMap(\.apps)
    let environments = signatures.flatMap(\.environments)
    self.identifier = identifier.lowercased()
    self.signedAt = signedAt
    bundleIDs = Self.texts(apps)
    self.environments = Self.texts(environments)
    contradiction = Self.difference("apps", apps) ?? Self.difference("environments", environments)
  }

  /// Each text once.
  private static func texts(_ values: [JSONValue]) -> [String] {
    values.compactMap(\.stringValue).reduce(into: []) { texts, text in
      if !texts.contains(where: { $0.isSame(as: text) }) { texts.append(text) }
    }
  }

  private static func difference(_ what: String, _ values: [JSONValue]) -> String? {
    guard let first = values.first, let other = values.first(where: { !isSame($0, first) }) else { return nil }
    let names = [first, other].map { ($0.stringValue ?? $0.kind.description).displayed(limit: 100) }
    return "it names two \(what), \(names[0]) and \(names[1])"
  }

  private static func isSame(_ value: JSONValue, _ other: JSONValue) -> Bool {
    value.stringValue?.isSame(as: other.stringValue) ?? (value == other)
  }
}
