extension PayloadTable {
  /// Source: Apple, JWSAppTransactionDecodedPayload.
  package static let appTransaction = PayloadTable(
    name: "JWSAppTransactionDecodedPayload", title: "an app transaction",
    members: [
      .bundleID,
      PayloadMember(
        "applicationVersion", .text, "Version", "The version of the app that asked for it.",
        redaction: .version),
      PayloadMember(
        "originalApplicationVersion", .text, "Original",
        "The version of the app that was first bought or downloaded; 1.0 in the sandbox.",
        redaction: .version),
      PayloadMember(
        "originalPlatform", .enumeration(.platform), "First for",
        "The platform for which the app was first bought or downloaded."),
      PayloadMember(
        "storeType", .enumeration(.storeType), "Store", "The kind of store that the app came from.",
        since: .api("1.22")),
      .appAppleID,
      PayloadMember(
        "versionExternalIdentifier", .integer, "Version ID", "The App Store's number for the version of the app.",
        redaction: .app),
      PayloadMember(
        "receiptType", .enumeration(.environment), "Environment",
        "The environment in which it was signed: in other payloads called environment.",
        redaction: .word(
          "Production", "ProductionSandbox", "ProductionVPP", "ProductionVPPSandbox", "Sandbox", "Xcode")),
      PayloadMember(
        "originalPurchaseDate", .milliseconds, "First bought", "When the app was first bought or downloaded."),
      PayloadMember("preorderDate", .milliseconds, "Preordered", "When the app was ordered ahead."),
      .appTransactionID, .deviceVerification, .deviceVerificationNonce,
      PayloadMember("requestDate", .milliseconds, "Requested", "When the app asked for it. Seen in Xcode's."),
      PayloadMember(
        "receiptCreationDate", .milliseconds, "Signed",
        "When Apple signed it. Certificates are judged at this moment."),
    ])

  /// Source: Apple, DecodedRealtimeRequestBody of the Retention Messaging API. All members are required.
  package static let realtime = PayloadTable(
    name: "DecodedRealtimeRequestBody", title: "a realtime request",
    members: [
      .appAppleID, .environment,
      PayloadMember(
        "productId", .text, "Product", "The product of the subscription that the customer is about to cancel.",
        redaction: .product),
      .originalTransactionID,
      PayloadMember(
        "userLocale", .text, "Language", "The language of the customer's device: en-US.",
        redaction: .common { $0.utf8.count <= 11 && $0.utf8.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: "-") } }
      ),
      PayloadMember("requestIdentifier", .uuid, "Request", "The identifier of the request."),
      .signedDate,
    ])
}

extension SignedPayloadKind {
  /// The members that a payload of this kind can have.
  package var table: PayloadTable {
    switch self {
    case .transaction: .transaction
    case .renewal: .renewal
    case .notification: .notification
    case .appTransaction: .appTransaction
    case .realtime: .realtime
    }
  }
}

extension PayloadTable {
  /// All tables. Tables of nested objects follow the table that uses them.
  package static let all: [PayloadTable] =
    SignedPayloadKind.allCases.flatMap { $0.table.withNested } + [.notificationBody]

  fileprivate var withNested: [PayloadTable] { [self] + members.flatMap { $0.type.nestedTables } }
}

extension PayloadType {
  /// The tables of the objects in a value of this type.
  fileprivate var nestedTables: [PayloadTable] {
    switch self {
    case .object(let table): table.withNested
    case .list(let element): element.nestedTables
    default: []
    }
  }

  /// The enumeration of the value, or of the elements of a list.
  package var words: PayloadWords? {
    switch self {
    case .enumeration(let words): words
    case .list(let element): element.words
    default: nil
    }
  }
}
