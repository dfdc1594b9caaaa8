/// The rules for requests that are made from a file.
extension RequestRules {
  private typealias Member = RequestMember

  /// Send Consumption Information, version 1 (Apple, "ConsumptionRequestV1"): numbers of enumerations.
  package static let consumptionV1 = RequestRules([
    Member("customerConsented", .consent, invalid: 4_000_035),
    Member("sampleContentProvided", .flag, invalid: 4_000_041),
    Member("accountTenure", .number(0...7), invalid: 4_000_032),
    Member("consumptionStatus", .number(0...3), invalid: 4_000_034),
    Member("deliveryStatus", .number(0...5), invalid: 4_000_036),
    Member("lifetimeDollarsPurchased", .number(0...7), invalid: 4_000_037),
    Member("lifetimeDollarsRefunded", .number(0...7), invalid: 4_000_038),
    Member("platform", .number(0...2), invalid: 4_000_039),
    Member("playTime", .number(0...7), invalid: 4_000_040), Member("userStatus", .number(0...4), invalid: 4_000_042),
    Member("refundPreference", .number(0...3), optional: true, invalid: 4_000_044),
    // Required, unlike in the model of Apple's library. An empty text means that the app gave no token.
    Member("appAccountToken", .uuidOrEmpty, invalid: 4_000_033),
  ])

  /// Upload Message (Apple, "UploadMessageRequestBody" of retention messaging 1.5).
  package static let message = RequestRules(
    [
      Member("header", .text(maximum: 66), longer: 4_000_162), Member("body", .text(maximum: 144), longer: 4_000_163),
      Member("image", .object(image), optional: true),
      Member("headerPosition", .word(["ABOVE_BODY", "ABOVE_IMAGE"]), optional: true),
      Member(
        "bulletPoints", .list([Member("text", .text(maximum: 66), longer: 4_000_219)] + image, maximum: 5),
        optional: true, longer: 4_000_218),
    ],
    faultsOfCombinations: { message in
      guard message["headerPosition"] == .string("ABOVE_IMAGE"), message["image"] ?? .null == .null else { return [] }
      return [RequestFault(4_000_224, "headerPosition", "is ABOVE_IMAGE, and there is no image")]
    })

  private static let image = [
    Member("imageIdentifier", .uuid), Member("altText", .text(maximum: 150), longer: 4_000_175),
  ]
}
