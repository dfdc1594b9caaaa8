extension ReferenceEntry {
  /// Errors of the App Store Server API and of the External Purchase Server API, and what comes of notifications: the
  /// rows of ``AppStoreServerError``, ``ExternalPurchaseError`` and ``SendAttemptResult``.
  static let appStoreServer: [ReferenceEntry] =
    AppStoreServerError.all.map { error in
      ReferenceEntry(
        .apiError, String(error.code),
        aliases: [error.name, AppStoreServerError.otherNames[error.code]].compactMap(\.self)
          + ["errorCode=\(error.code)"],
        error.meaning + (error.isRetryable ? " It may pass." : ""), error.actor, error.action,
        source: "Apple, App Store Server API, error codes")
    } + [
      ReferenceEntry(
        .apiError, "HTTP 401", aliases: ["401"], AppStoreServerError.unauthorized.meaning, .developer,
        AppStoreServerError.unauthorized.action,
        source: "Apple, Generating JSON Web Tokens for API requests; observed by third parties")
    ]
    + AppStoreServerError.unnumbered.map { error in
      ReferenceEntry(
        .apiError, error.name, "The request was refused: \(error.meaning). Apple's number of it is not known here.",
        .developer, "Look at what the answer names, and at the state of the purchase.",
        source: "Apple, App Store Server API, the pages of the calls")
    }
    + ExternalPurchaseError.all.map { error in
      ReferenceEntry(
        .reportError, error.name, aliases: error.code.map { ["errorCode=\($0)"] } ?? [],
        """
        An error of the External Purchase Server API\(error.code.map { ", number \($0)" } ?? ""): \(error.meaning). \
        Nothing of the report was taken.
        """, .developer, error.action,
        source: "Apple, External Purchase Server API")
    }
    + SendAttemptResult.allCases.map { result in
      ReferenceEntry(
        .fieldValue, result.rawValue, aliases: ["sendAttemptResult=\(result.rawValue)"],
        "What came of one attempt of Apple's to send a notification: \(result.words).",
        result == .success ? .noOne : .developer, result.action, source: "Apple, sendAttemptResult")
    }
}
