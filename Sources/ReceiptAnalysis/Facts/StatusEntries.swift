extension ReferenceEntry {
  /// The values of `status` in answers of verifyReceipt.
  ///
  /// Source: Apple, "status" of verifyReceipt; practical behaviour was observed by comparing receipts with answers.
  package static let statuses: [ReferenceEntry] = [
    entry(
      0, "The receipt is valid. A subscription in it may have expired all the same: look at its expires_date.", .noOne),
    entry(
      21000, "The request was not an HTTP POST.", .developer,
      "Send a POST with a JSON body. A redirect or a proxy may have turned it into a GET."),
    entry(
      21001, "Apple no longer sends this status.", .developer,
      "Treat it like 21002: look at what was sent."),
    entry(
      21002,
      """
      The value of receipt-data was malformed or missing, or the service had a temporary issue. In practice Apple \
      answers this to every receipt that it rejects: damaged, cut, forged, signed by Xcode, or no receipt at all.
      """,
      .developer,
      """
      Run receipt-tool diagnose on exactly what was sent. If it finds nothing wrong, send the same request again later.
      """
    ),
    entry(
      21003,
      """
      The receipt could not be authenticated: its signature or its certificates are not Apple's. Documented; in \
      practice Apple answers 21002 instead.
      """,
      .developer, "Do not grant anything. Run receipt-tool diagnose to see which step of the proof fails."),
    entry(
      21004, "The shared secret does not match the one on file for the app's account.", .developer,
      """
      Send the app-specific shared secret from App Store Connect as password. Receipts with auto-renewable \
      subscriptions need it; each app has its own. Without such subscriptions, leave password out.
      """),
    entry(
      21005, "The receipt server was temporarily unable to provide the receipt.", .apple,
      "Send the same request again later, with growing pauses. Do not take it for a verdict."),
    entry(
      21006,
      """
      The receipt is valid but the subscription has expired; the receipt is part of the answer. Only for iOS 6 \
      transaction receipts of auto-renewable subscriptions.
      """,
      .noOne, "Treat the subscription as expired, not the receipt as invalid."),
    entry(
      21007, "The receipt is from the sandbox, but it was sent to production.", .developer,
      """
      Send the same body to https://sandbox.itunes.apple.com/verifyReceipt. Always ask production first and the \
      sandbox on 21007: App Review and TestFlight use sandbox receipts in production builds.
      """),
    entry(
      21008, "The receipt is from production, but it was sent to the sandbox.", .developer,
      "Send it to https://buy.itunes.apple.com/verifyReceipt. Always ask production first."),
    entry(
      21009, "Internal data access error at Apple.", .apple, "Send the same request again later."),
    entry(
      21010, "The user account cannot be found or has been deleted.", .support,
      "The Apple account behind the purchase is gone. Do not retry; decide what your app grants without it."),
    ReferenceEntry(
      .statusCode, "21100-21199", range: 21100...21199, aliases: ["status=21100-21199"],
      """
      Internal data access errors at Apple. The answer says whether a new try makes sense: is_retryable (written \
      is-retryable in some documents) is 1 or true.
      """,
      .apple, "Retry later if is_retryable says so. Otherwise treat it as a final failure, and say so to Apple.",
      source: FactSource.status),
    ReferenceEntry(
      .statusCode, "HTTP 413", aliases: ["413"],
      "The body of the request is over 3,145,728 bytes. The receipt was not looked at.", .developer,
      """
      Look at what was sent: the largest receipt ever seen has 83 KB. Was it encoded several times, or several \
      receipts joined?
      """,
      source: "measured by a third party, September 2026"),
  ]

  private static func entry(
    _ code: Int, _ meaning: String, _ actor: ReferenceEntry.Actor, _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(
      .statusCode, String(code), aliases: ["status=\(code)"], meaning, actor, action, source: FactSource.status)
  }
}
