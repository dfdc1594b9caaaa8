/// Whether the receipt is from the past, and from not too long ago.
struct CreationDateCheck: Check {
  let identifier = "creation_date"
  let subject = CheckSubject.content
  let summary = "Was the receipt made, or the data signed, in the past and not too long ago?"
  let remedy = CheckRemedy(
    .customer,
    "Refresh the receipt (restore purchases in the app); a date in the future means that the judging clock is wrong.")

  func isRequested(by expectations: Expectations) -> Bool { expectations.maximumAge != nil }

  func run(_ context: CheckContext) -> CheckFinding {
    let maximumAge = context.expectations.maximumAge
    let expected =
      "not after \(context.now.rfc3339)" + (maximumAge.map { ", and no more than \($0.text) before it" } ?? "")
    guard context.receipt != nil || context.signedData != nil else {
      return .skipped(expected: expected, context.saysNothing)
    }
    guard let created = context.decoded.madeAt else {
      return .skipped(expected: expected, "it has no readable date of its creation or signing")
    }
    let found = created.rfc3339
    guard created <= context.now.adding(Tolerance.clockSkew) else {
      let isAsked = context.decoded.authenticity?.judgedAt?.source == .override
      return .failed(
        expected: expected, found: found,
        isAsked ? "it is from the future: it was made after the moment that was asked for" : "it is from the future")
    }
    if let maximumAge, created.adding(maximumAge) < context.now {
      return .failed(expected: expected, found: found, "it is older than \(maximumAge.text)")
    }
    return .passed(expected: expected, found: found)
  }
}
