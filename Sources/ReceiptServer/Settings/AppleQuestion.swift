/// A question to Apple about a number that support enters.
package enum AppleQuestion: Sendable {
  /// The order number of an invoice.
  case order(String)
  /// A transaction, or the original transaction of a subscription.
  case transaction(String)
}

/// The result of such a question.
package enum AppleFinding: Sendable {
  /// Apple's answers, each of them proven and about the app of the key.
  case answers([[UInt8]])
  /// Apple knows no such number.
  case unknown
  /// There is no answer. The reason contains no secret.
  case failed(reason: String)
}
