/// An error code of the App Store Server API, with the known facts about it.
///
///     {"errorCode": 4040010, "errorMessage": "Transaction id not found."}
///
/// The first three digits are the HTTP status. Sources: Apple, "Error codes" of the App Store Server API, and
/// `APIError` of Apple's libraries.
package struct AppStoreServerError: Sendable {
  /// The number.
  package let code: Int64
  /// Apple's name: `TransactionIdNotFound`; `nil` if it is unknown here.
  package let name: String?
  /// The meaning, in whole sentences.
  package let meaning: String
  /// Who has to act.
  package let actor: ReferenceEntry.Actor
  /// What to do, in whole sentences.
  package let action: String
  /// Whether the same request may succeed later.
  package let isRetryable: Bool

  private init(
    _ code: Int64, _ name: String?, _ meaning: String, _ actor: ReferenceEntry.Actor, _ action: String,
    isRetryable: Bool = false
  ) {
    self.code = code
    self.name = name
    self.meaning = meaning
    self.actor = actor
    self.action = action
    self.isRetryable = isRetryable
  }

  /// Makes an error of the Advanced Commerce API.
  ///
  /// - Parameter what: its meaning; `nil` if only the name is known.
  init(advancedCommerce code: Int64, _ name: String, _ what: String? = nil) {
    self.init(
      code, name, "The Advanced Commerce API refused the request: \(what ?? Self.words(name)).", .developer,
      "Look at what the name says in the request, and at the state of the purchase.")
  }

  /// Splits a name into words: `NullRequestInfo` becomes "request info is missing".
  private static func words(_ name: String) -> String {
    var octets: [UInt8] = []
    let letters = Array(name.utf8)
    func isSmall(_ index: Int) -> Bool { index < letters.count && letters[index] >= UInt8(ascii: "a") }
    for (index, letter) in letters.enumerated() {
      // A word begins with a capital next to a small letter: SKULength has two words.
      if index > 0, !isSmall(index), isSmall(index - 1) || isSmall(index + 1) { octets.append(UInt8(ascii: " ")) }
      octets.append(letter.asciiLowercase)
    }
    let words = String(decoding: octets, as: UTF8.self)
    for (prefix, end) in [("null ", " is missing"), ("invalid ", " is not valid"), ("negative ", " is negative")]
    where words.hasPrefix(prefix) { return words.dropFirst(prefix.count) + end }
    return words
  }

  /// The error with this code; `nil` if Apple does not document it.
  package static func of(_ code: Int64) -> AppStoreServerError? { all.first { $0.code == code } }

  /// The error with this number or name, as Apple's libraries write it: `TRANSACTION_ID_NOT_FOUND`.
  package static func named(_ text: String) -> AppStoreServerError? {
    if let code = Int64(text) { return of(code) }
    let name = SearchName(text)
    return all.first { $0.name.map(SearchName.init) == name }
  }

  /// The answer 401, which has no number: Apple, "Generating JSON Web Tokens for API requests"; observed by third
  /// parties.
  package static let unauthorized = (
    meaning: """
    The App Store Server API does not accept the token, and says no more than that. The causes, most frequent first: \
    the issuer id is not that of the key; the key was revoked, or its id is wrong; the bundle id is not that of the \
    app; the key is one of the App Store Connect API and not an In-App Purchase key; the clock of the machine is \
    wrong; or, of production alone, the app was never released.
    """,
    action: """
    Compare issuer and key with App Store Connect, Users and Access, Integrations, In-App Purchase. If the sandbox \
    takes the same token, only the last cause is left.
    """
  )

  /// All errors, ordered by code.
  package static let all: [AppStoreServerError] =
    (lookingUp + consumption + forbidden + notFound + others + messaging + advancedCommerce).sorted {
      $0.code < $1.code
    }

  private static func invalid(_ code: Int64, _ name: String, _ what: String, _ action: String) -> AppStoreServerError {
    AppStoreServerError(code, name, "The request was refused: \(what).", .developer, action)
  }

  private static let lookingUp: [AppStoreServerError] = [
    invalid(4_000_000, "GeneralBadRequest", "it is not as the API wants it", "Compare it with Apple's documentation."),
    invalid(
      4_000_002, "InvalidAppIdentifier", "the app's identifier is not valid", "Look at the app's Apple ID in it."),
    invalid(4_000_004, "InvalidLimit", "`limit` is out of range", "Ask for 1 to 100 members at a time."),
    invalid(
      4_000_005, "InvalidRequestRevision", "`revision` is not one that an earlier answer gave",
      "Send it as it came, with the same other parameters, or begin without it."),
    invalid(
      4_000_006, "InvalidTransactionId", "what was asked for is not a transaction identifier",
      "Take transactionId or originalTransactionId of signed data, or transaction_id of a receipt: digits only."),
    invalid(
      4_000_008, "InvalidOriginalTransactionId", "what was asked for is not an original transaction identifier",
      "Take originalTransactionId of signed data, or original_transaction_id of a receipt."),
    invalid(4_000_009, "InvalidExtendByDays", "`extendByDays` is out of range", "Give 1 to 90 days."),
    invalid(
      4_000_010, "InvalidExtendReasonCode", "`extendReasonCode` is not one of 0 to 3", "Give one of Apple's reasons."),
    invalid(
      4_000_011, "InvalidRequestIdentifier", "`requestIdentifier` is not valid",
      "Give a UUID, which an extension for all subscribers and its status demand."),
    invalid(
      4_000_012, "StartDateTooFarInPast", "`startDate` is too long ago",
      "Begin no earlier than 180 days ago; in the sandbox, 30."),
    invalid(
      4_000_013, "StartDateAfterEndDate", "`startDate` is not before `endDate`", "Exchange the two, or move one."),
    invalid(
      4_000_014, "InvalidPaginationToken", "`paginationToken` is not one that an earlier answer gave",
      "Send it as it came, with the same body, or begin without it."),
    invalid(
      4_000_015, "InvalidStartDate", "`startDate` is not a time in milliseconds",
      "Give milliseconds since 1970, not seconds."),
    invalid(4_000_016, "InvalidEndDate", "`endDate` is not valid", "Give milliseconds since 1970, not seconds."),
    invalid(4_000_017, "PaginationTokenExpired", "`paginationToken` is too old", "Begin again without it."),
    invalid(
      4_000_018, "InvalidNotificationType", "the notification type or subtype is not valid",
      "Give a type of version 2, with one of its own subtypes."),
    invalid(
      4_000_019, "MultipleFiltersSupplied", "it has a transaction and a notification type, which exclude each other",
      "Give one of the two."),
    invalid(
      4_000_020, "InvalidTestNotificationToken", "the token of the test notification is not valid",
      "Take testNotificationToken as the request for the test gave it."),
    invalid(4_000_021, "InvalidSort", "`sort` is not valid", "Give ASCENDING or DESCENDING."),
    invalid(
      4_000_022, "InvalidProductType", "`productType` is not valid",
      "Give AUTO_RENEWABLE, NON_RENEWABLE, CONSUMABLE or NON_CONSUMABLE."),
    invalid(4_000_023, "InvalidProductId", "`productId` is not valid", "Take it as App Store Connect shows it."),
    invalid(
      4_000_024, "InvalidSubscriptionGroupIdentifier", "`subscriptionGroupIdentifier` is not valid",
      "Take it as App Store Connect or signed data shows it."),
    invalid(
      4_000_025, "InvalidExcludeRevoked", "`excludeRevoked` is not valid; Apple has deprecated it",
      "Give `revoked` in its place."),
    invalid(
      4_000_026, "InvalidInAppOwnershipType", "`inAppOwnershipType` is not valid", "Give FAMILY_SHARED or PURCHASED."),
    invalid(
      4_000_027, "InvalidEmptyStorefrontCountryCodeList", "`storefrontCountryCodes` is empty",
      "Name the storefronts, or leave the member out, which means all of them."),
    invalid(
      4_000_028, "InvalidStorefrontCountryCode", "a storefront is not valid", "Give ISO 3166-1 codes of three letters."
    ),
    invalid(4_000_030, "InvalidRevoked", "`revoked` is not valid", "Give true or false."),
    invalid(4_000_031, "InvalidStatus", "`status` is not valid", "Give 1 to 5."),
  ]

  private static let consumption: [AppStoreServerError] = [
    invalidMember(4_000_032, "InvalidAccountTenure", "accountTenure"),
    invalidMember(4_000_033, "InvalidAppAccountToken", "appAccountToken"),
    invalidMember(4_000_034, "InvalidConsumptionStatus", "consumptionStatus"),
    invalid(
      4_000_035, "InvalidCustomerConsented", "`customerConsented` is not true",
      "Give true if the customer consented. Without consent do not answer Apple's request at all."),
    invalidMember(4_000_036, "InvalidDeliveryStatus", "deliveryStatus"),
    invalidMember(4_000_037, "InvalidLifetimeDollarsPurchased", "lifetimeDollarsPurchased"),
    invalidMember(4_000_038, "InvalidLifetimeDollarsRefunded", "lifetimeDollarsRefunded"),
    invalidMember(4_000_039, "InvalidPlatform", "platform"),
    invalidMember(4_000_040, "InvalidPlayTime", "playTime"),
    invalidMember(4_000_041, "InvalidSampleContentProvided", "sampleContentProvided"),
    invalidMember(4_000_042, "InvalidUserStatus", "userStatus"),
    invalid(
      4_000_043, "InvalidTransactionNotConsumable",
      "the transaction is not of a consumable; Apple no longer sends this code, and 4000047 took its place",
      "Nothing has to be done: since App Store Server API 1.19 all types of products take consumption information."),
    invalidMember(4_000_044, "InvalidRefundPreference", "refundPreference"),
    invalid(
      4_000_047, "InvalidTransactionTypeNotSupported", "the call does not take transactions of this type",
      "Look at what the transaction is about: type in its signed data."),
    invalid(
      4_000_048, "AppTransactionIdNotSupported", "the call takes no appTransactionId",
      "Give a transactionId or originalTransactionId."),
    invalidMember(4_000_183, "InvalidAppAccountTokenUUID", "appAccountToken", "Give a UUID."),
    invalid(
      4_000_185, "FamilyTransactionNotSupported",
      "the transaction came by Family Sharing, which the call does not take",
      "Give the transaction of the family member who bought it."),
    invalid(
      4_000_187, "TransactionIdNotOriginalTransactionId", "the call takes original transaction identifiers only",
      "Give originalTransactionId of the same signed data."),
    invalid(
      4_000_209, "ConsumptionPercentageAutoRenewableSubscription",
      "`consumptionPercentage` does not apply to auto-renewable subscriptions", "Leave the member out."),
    invalid(4_000_225, "InvalidGroupId", "the identifier of the group is not valid", "Take it as an answer gave it."),
    invalid(
      4_000_227, "InvalidAssignedTransactionNotSupported", "the call does not take an assigned transaction",
      "Give the transaction of the customer who bought it."),
  ]

  private static func invalidMember(
    _ code: Int64, _ name: String, _ member: String, _ action: String = "Give one of the values that Apple documents."
  ) -> AppStoreServerError {
    invalid(code, name, "`\(member)` is not valid", action)
  }

  private static let messaging: [AppStoreServerError] = [
    messagingError(4_000_161, "InvalidImage", "the image is not valid"),
    messagingError(4_000_162, "HeaderTooLong", "the header is too long"),
    messagingError(4_000_163, "BodyTooLong", "the body is too long"),
    messagingError(4_000_164, "InvalidLocale", "the locale is not valid"),
    messagingError(4_000_175, "AltTextTooLong", "the alternative text of the image is too long"),
    messagingError(4_000_211, "InvalidPerformanceTestRequest", "the performance test is not asked for as it has to be"),
    messagingError(4_000_212, "InvalidRequestId", "the identifier of the performance test is not valid"),
    messagingError(4_000_213, "ExistingPerformanceTestRun", "a performance test is running already"),
    messagingError(4_000_215, "BadRequestRealtimeUrl", "the URL is not valid"),
    messagingError(4_000_216, "BadRequestImageSize", "the size of the image is not valid"),
    messagingError(4_000_218, "TooManyBulletPoints", "it has too many bullet points"),
    messagingError(4_000_219, "BulletPointTextTooLong", "the text of a bullet point is too long"),
    messagingError(4_000_224, "AboveImageRequiresAnImage", "text stands above an image, and there is no image"),
    messagingError(4_030_014, "MaximumNumberOfImagesReached", "there are as many images as are allowed"),
    messagingError(4_030_016, "MaximumNumberOfMessagesReached", "there are as many messages as are allowed"),
    messagingError(4_030_017, "MessageNotApproved", "the message is not approved"),
    messagingError(4_030_018, "ImageNotApproved", "the image is not approved"),
    messagingError(4_030_019, "ImageInUse", "the image is in use"),
    messagingError(4_030_026, "ForbiddenNoPassingTest", "no performance test was passed"),
    messagingError(4_040_014, "ImageNotFound", "there is no such image"),
    messagingError(4_040_015, "MessageNotFound", "there is no such message"),
    messagingError(4_040_018, "PerformanceTestRunNotFound", "there is no such performance test"),
    messagingError(4_040_020, "DefaultMessageNotFound", "there is no default message"),
    messagingError(4_040_021, "RealtimeUrlNotFound", "there is no URL for realtime requests"),
    messagingError(4_090_000, "ImageAlreadyExists", "the image exists already"),
    messagingError(4_090_001, "MessageAlreadyExists", "the message exists already"),
  ]

  private static func messagingError(_ code: Int64, _ name: String, _ what: String) -> AppStoreServerError {
    AppStoreServerError(
      code, name, "A call of retention messaging was refused: \(what).", .developer,
      "Look at Apple's documentation of retention messaging.")
  }

  private static let forbidden: [AppStoreServerError] =
    [
      AppStoreServerError(
        4_030_004, "SubscriptionExtensionIneligible", "The subscription cannot be extended in the state that it is in.",
        .support, "Look at its status: it has to be active, and not free."),
      AppStoreServerError(
        4_030_005, "SubscriptionMaxExtension", "The subscription was extended as often as Apple allows in a year.",
        .support, "Help the customer in another way: Apple allows two extensions in 365 days."),
      AppStoreServerError(
        4_030_007, "FamilySharedSubscriptionExtensionIneligible",
        "The subscription came by Family Sharing, and such are not extended.", .support,
        "Extend the subscription of the family member who bought it."),
      AppStoreServerError(
        4_030_028, "AssignedSubscriptionExtensionIneligible",
        "The subscription is an assigned seat. Apple does not extend the renewal date of those.", .support,
        "Extend the subscription of the customer who bought it."),
    ]

  private static let notFound: [AppStoreServerError] =
    [
      AppStoreServerError(
        4_040_001, "AccountNotFound", "The customer's App Store account is not found.", .support,
        "Do not ask again. The account may have been deleted."),
      retryable(4_040_002, "AccountNotFoundRetryable", "The customer's App Store account is not found at the moment."),
      AppStoreServerError(
        4_040_003, "AppNotFound", "The app is not found.", .developer,
        "Look at the bundle id, and whether the key belongs to the team of the app."),
      retryable(4_040_004, "AppNotFoundRetryable", "The app is not found at the moment."),
      AppStoreServerError(
        4_040_005, "OriginalTransactionIdNotFound", "The original transaction identifier is not found.", .sender,
        "Look at the identifier, and whether it is of this app."),
      retryable(
        4_040_006, "OriginalTransactionIdNotFoundRetryable",
        "The original transaction identifier is not found at the moment."),
      AppStoreServerError(
        4_040_007, "ServerNotificationUrlNotFound",
        "App Store Connect has no URL for server notifications of this environment.", .developer,
        "Set the URL, for production and the sandbox each."),
      AppStoreServerError(
        4_040_008, "TestNotificationNotFound",
        "The test notification is not found: not yet, or it is too old, or was never asked for.",
        .developer, "Ask again in a moment, and then for another one."),
      AppStoreServerError(
        4_040_009, "StatusRequestNotFound", "The extension for all subscribers is not found.", .developer,
        "Look at its request identifier and product."),
      AppStoreServerError(
        4_040_010, "TransactionIdNotFound", "The transaction identifier is not found in this environment.", .sender,
        """
        Ask the other environment: production first, then the sandbox. If neither knows it, look at the identifier, \
        and whether it is of this app.
        """),
      AppStoreServerError(
        4_040_019, "AppTransactionDoesNotExist", "The customer has no app transaction for this app.", .noOne,
        "Nothing has to be done: it exists for downloads from the App Store only."),
      AppStoreServerError(
        4_040_022, "GroupNotFound", "The group of customers is not found.", .sender, "Look at its identifier."),
    ]

  private static let others: [AppStoreServerError] = [
    AppStoreServerError(
      4_290_000, "RateLimitExceeded",
      "More requests came than Apple allows for this call. `Retry-After` of the answer is a UNIX time in milliseconds.",
      .developer, "Ask again at that time, and more slowly: the sandbox allows a tenth of production.",
      isRetryable: true),
    AppStoreServerError(
      5_000_000, "GeneralInternal", "Apple could not answer because of an error of its own.", .apple,
      "Report it to Apple if it stays so."),
    retryable(5_000_001, "GeneralInternalRetryable", "Apple could not answer because of an error of its own."),
  ]

  /// Errors that Apple's documentation names without their numbers.
  package static let unnumbered: [(name: String, meaning: String)] = [
    ("NoAvailableSeats", "every seat of the subscription is claimed"),
    ("SeatClaimIdNotFound", "the subscription has no seat with this seatClaimId"),
    ("AppTransactionIdNotFound", "no customer of the app has this appTransactionId"),
    ("BundleTransactionIdNotSupported", "the transaction is of a bundle, whose seats are not claimed"),
    ("ConsumptionPercentageOutOfRange", "`consumptionPercentage` is not from 0 to 100000"),
    ("UndeliveredConsumptionPercentageNonZero", "what was not delivered cannot be used"),
    ("AdvancedCommerceTransactionNotSupported", "purchases of Advanced Commerce take version 1 of the call"),
  ]

  private static func retryable(_ code: Int64, _ name: String, _ meaning: String) -> AppStoreServerError {
    AppStoreServerError(
      code, name, meaning, .apple, "Send the same request again later, with growing pauses.", isRetryable: true)
  }
}
