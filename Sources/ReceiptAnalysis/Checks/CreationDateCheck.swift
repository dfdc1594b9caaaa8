/// Whether the receipt is from the past, and from not too long ago.
struct CreationDateCheck: Check {
  let identifier = "creation_date"
  let summary = "Was the receipt made in the past, and not too long ago?"
  let remedy = CheckRemedy(
    .customer,
    "Refresh the receipt (restore purchases in the app); a date in the future means that the judging clock is wrong.")

  func isRequested(by expectations: Expectations) -> Bool { expectations.maximumAge != nil }

  func run(_ context: CheckContext) -> CheckFinding {
    let maximumAge = context.expectations.maximumAge
    let expected =
      "not after \(context.now.rfc3339)" + (maximumAge.map { ", and no more than \($0.text) before it" } ?? "")
    guard let receipt = context.receipt else { return .skipped(expected: expected, CheckContext.noAppReceipt) }
    guard let created = receipt.creationDate?.instant else {
      return .skipped(expected: expected, "the receipt has no readable creation date")
    }
    let found = created.rfc3339
    guard created <= context.now.adding(Tolerance.clockSkew) else {
      return .failed(expected: expected, found: found, "the receipt is from the future")
    }
    if let maximumAge, created.adding(maximumAge) < context.now {
      return .failed(expected: expected, found: found, "the receipt is older than \(maximumAge.text)")
    }
    return .passed(expected: expected, found: found)
  }
}
