/// A question to Apple about a number that support enters.
package enum AppleQuestion: Sendable {
  /// The order number of an invoice.
  case order(String)
  /// A transaction, or the original transaction of a subscription.
  case transaction(String)
}

/// Why such a question has no answer.
package enum AppleSilence: Error {
  /// Apple knows no such number.
  case unknown
  /// Apple was not asked, or did not answer. The reason contains no secret.
  case failed(reason: String)
}
