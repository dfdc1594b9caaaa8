/// Error codes of the App Store Server API: the rows of ``AppStoreServerError``.
enum AppStoreServerEntries {
  static let all: [ReferenceEntry] =
    AppStoreServerError.all.map { error in
      ReferenceEntry(
        .apiError, String(error.code), aliases: (error.name.map { [$0] } ?? []) + ["errorCode=\(error.code)"],
        error.meaning + (error.isRetryable ? " It may pass." : ""), error.actor, error.action,
        source: "Apple, App Store Server API, error codes")
    } + [
      ReferenceEntry(
        .apiError, "HTTP 401", aliases: ["401"],
        """
        The App Store Server API does not accept the token, and says no more than that. The causes, most frequent \
        first: the issuer id is not that of the key; the key was revoked, or its id is wrong; the bundle id is not \
        that of the app; the key is one of the App Store Connect API and not an In-App Purchase key; the clock of the \
        machine is wrong; or, of production alone, the app was never released.
        """,
        .developer,
        """
        Compare issuer and key with App Store Connect, Users and Access, Integrations, In-App Purchase. If the \
        sandbox takes the same token, only the last cause is left.
        """,
        source: "Apple, Generating JSON Web Tokens for API requests; observed by third parties")
    ]
    + SendAttemptResult.allCases.map { result in
      ReferenceEntry(
        .fieldValue, result.rawValue, aliases: ["sendAttemptResult=\(result.rawValue)"],
        "What came of one attempt of Apple's to send a notification: \(result.words).",
        result == .success ? .noOne : .developer, result.action, source: "Apple, sendAttemptResult")
    }
}
