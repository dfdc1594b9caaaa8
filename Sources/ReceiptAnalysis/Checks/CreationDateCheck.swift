extension Check {
  /// Whether the receipt is from the past, and from not too long ago.
  static let creationDate = Check(
    "creation_date", .content,
    summary: "Was the receipt made, or the data signed, in the past and not too long ago?",
    ifFailed: .customer,
    "Refresh the receipt (restore purchases in the app); a date in the future means that the judging clock is wrong.",
    isRequested: { $0.maximumAge != nil }
  ) { context in
    let maximumAge = context.expectations.maximumAge
    let expected: Message =
      maximumAge.map { "not after \(context.now.rfc3339), and no more than \($0.text) before it" }
      ?? "not after \(context.now.rfc3339)"
    guard context.receipt != nil || context.signedData != nil else {
      return .skipped(expected: expected, context.saysNothing)
    }
    guard let created = context.decoded.madeAt else {
      return .skipped(expected: expected, "it has no readable date of its creation or signing")
    }
    let found = created.rfc3339
    guard context.decoded.dateInFuture(of: context.now) == nil else {
      let isAsked = context.decoded.authenticity?.judgedAt?.source == .override
      return .failed(
        expected: expected, found: .value(found),
        isAsked ? "it is from the future: it was made after the moment that was asked for" : "it is from the future")
    }
    if let maximumAge, created.adding(maximumAge) < context.now {
      return .failed(expected: expected, found: .value(found), "it is older than \(maximumAge.text)")
    }
    return .passed(expected: expected, found: .value(found))
  }
}

extension DecodedInput {
  /// The date at which the content says that it was made or signed, if that is later than a moment by more than clocks
  /// differ.
  package func dateInFuture(of now: Instant) -> Instant? {
    madeAt.flatMap { $0 > now.adding(Holdings.clockSkew) ? $0 : nil }
  }
}
