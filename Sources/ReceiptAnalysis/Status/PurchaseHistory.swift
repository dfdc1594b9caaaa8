/// Purchases and their source: the input of ``SubscriptionStatus``.
public struct PurchaseHistory: Sendable {
  /// The kind of the source. Raw values are stable and appear in JSON output.
  public enum Kind: String, CaseIterable, Sendable {
    /// An app receipt.
    case receipt = "app-receipt"
    /// An iOS 6 transaction receipt: one purchase.
    case transactionReceipt = "transaction-receipt"
    /// A saved answer of verifyReceipt.
    case verifyReceiptResponse = "verifyReceipt-response"
    /// An App Store server notification, version 1.
    case notificationV1 = "notification-v1"
    /// An App Store server notification, version 2.
    case notificationV2 = "notification-v2"
    /// A signed transaction of StoreKit 2.
    case signedTransaction = "signed-transaction"
    /// Signed renewal information of StoreKit 2.
    case signedRenewal = "signed-renewal-info"
    /// A signed AppTransaction: the app and the customer, without a purchase. This kind occurs only as one of several
    /// pieces.
    case signedAppTransaction = "signed-app-transaction"
    /// Several pieces of signed data, such as an answer of the App Store Server API.
    case signedHistory = "signed-history"
    /// Decoded payloads of signed data without signatures, in one piece or several. They are only claims.
    case decodedPayload = "decoded-payload"
    /// An object of another program. It is only its claim.
    case otherProgram = "other-program"
    /// Several inputs of one customer, combined.
    case combined = "combined-history"
  }

  /// The latest moment that the source can know about, and the field with that moment.
  package struct Knowledge: Equatable, Sendable {
    /// The field with the moment. Raw values are stable and appear in JSON output.
    package enum Source: String, CaseIterable, Sendable {
      /// Attribute 12 of a receipt.
      case receiptCreationDate = "receipt_creation_date"
      /// `request_date` of an answer.
      case requestDate = "request_date"
      /// `signedDate` of signed data.
      case signedDate = "signed_date"
      /// The date of the only purchase of an iOS 6 receipt.
      case purchaseDate = "purchase_date"
    }

    /// The moment.
    package var instant: Instant
    /// The field with the moment.
    package var source: Source
  }

  /// The kind of the source.
  package var kind: Kind
  /// Whether the history may be believed, with the proof; `nil` for sources that are never verified.
  public internal(set) var judgement: Judgement?
  /// Why there is no verdict on the signer; `nil` if there is one.
  package var unverifiedBecause: Message?
  /// The environment, in verifyReceipt's word; `nil` if the source does not name one.
  package var environment: String?
  /// The bundle identifier.
  package var bundleID: String?
  /// When the customer first bought or downloaded the app itself, which may be free. The sandbox states a fixed date,
  /// which is left out.
  package internal(set) var appBegins: Instant?
  /// The version of the app that the customer first had: a number of a build, except on macOS. The sandbox always
  /// states 1.0, which is left out.
  package internal(set) var appFirstVersion: String?
  /// Whether the app was bought through the Volume Purchase Program.
  package internal(set) var isOfOrganization = false
  /// `notification_type` or `notificationType`.
  package var notificationType: String?
  /// `subtype` of a notification of version 2.
  package var notificationSubtype: String?
  /// The customer of the app: `appTransactionId` of signed data.
  package internal(set) var customerID: String?
  /// What another program's object says, if the source is one.
  package internal(set) var claims: ProgramClaims?
  /// The latest moment that the history can know about.
  package var knownUntil: Knowledge?
  /// Every purchase, in the order of the source. The order has no meaning.
  public package(set) var purchases: [PurchaseRecord] = []
  /// Apple's knowledge of the next renewals.
  package var renewals: [RenewalRecord] = []
  /// What ``renewals`` replaced, the newest first: renewal information that was given earlier, which counts for moments
  /// before the newer one was given.
  var earlierRenewals: [RenewalRecord] = []
  /// Apple's statuses of subscriptions, each as of its date.
  package var statuses: [StatusRecord] = []
  /// The server notifications of version 2 in the source, by date.
  package var notifications: [NotificationRecord] = []
  /// The pieces that the history was combined from, by date; empty if there was only one.
  public internal(set) var pieces: [HistoryPiece] = []
  /// The weakest judgement on a proven piece; `nil` if no piece is proven, and for a history of one piece.
  var provenJudgement: Judgement?
  /// The unproven pieces, their places and the reasons, in one clause without a full stop; `nil` if all pieces are
  /// proven, and for one piece.
  package internal(set) var unproven: Message?
  /// The app and the environment that the proven pieces name. Unproven pieces add nothing to them.
  var provenNames: (bundleID: String?, environment: String?) = (nil, nil)
  /// The number of pieces that do not count, because they are unproven and of another app, environment or customer.
  var refusedCount = 0
  /// Whether the history was combined from inputs that have no purchase in common, although inputs of one customer
  /// would have one. The inputs may then belong to two customers.
  package internal(set) var sharesNothing = false
  /// Whether the history is from an answer of verifyReceipt whose own receipt cannot be read, because a part of that
  /// receipt is missing.
  package internal(set) var isReceiptCut = false
  /// The note about ``sharesNothing``.
  package static let sharesNothingNote: Message = "two inputs have no purchase in common: they may be of two customers"
  /// The choices that were made, as sentences.
  package var notes: [Message] = []
  /// The status of an answer in which Apple confirms nothing: neither 0 (valid) nor 21006 (valid, but expired).
  package var refusingStatus: String?
  /// The unread parts of the input. Because they were not read, this history may be outdated or about something else.
  public package(set) var unread: [UnreadPart] = []
  /// The values that could not be read.
  package var irregularities: [PurchaseIrregularity] = []

  /// Who signed the source, and how far that is proven; `nil` for sources that are never verified.
  public var authenticity: Authenticity? { judgement?.authenticity }

  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// Why an identifier or a name in the history could change when it is stored; `nil` if none could.
  ///
  /// One sentence without a final full stop.
  package var identifierProblem: Message? {
    let own = [("bundle_id", bundleID), ("environment", environment), ("notification_type", notificationType)]
    let bought = purchases.lazy.flatMap {
      [
        ("transaction_id", $0.transactionID), ("original_transaction_id", $0.originalTransactionID),
        ("previous_original_transaction_id", $0.previousOriginalTransactionID), ("product_id", $0.productID),
        ("in_app_ownership_type", $0.ownership), ("app_transaction_id", $0.customerID),
      ]
    }
    let renewed = renewals.lazy.flatMap {
      [
        ("original_transaction_id", $0.originalTransactionID), ("product_id", $0.productID),
        ("auto_renew_product_id", $0.renewsAs),
      ]
    }
    func problem(_ name: String, _ text: String?) -> Message? {
      text.flatMap(\.storeIdentifierProblem).map {
        "`\(kind.isSignedData ? name.camelCase : name)` is not an identifier: \($0)"
      }
    }
    for (name, text) in own { if let found = problem(name, text) { return found } }
    for (name, text) in bought { if let found = problem(name, text) { return found } }
    for (name, text) in renewed { if let found = problem(name, text) { return found } }
    return nil
  }
}

extension PurchaseHistory.Kind {
  /// Whether the history comes from StoreKit 2 or the App Store Server API, whose members are in camel case.
  fileprivate var isSignedData: Bool {
    switch self {
    case .notificationV2, .signedTransaction, .signedRenewal, .signedAppTransaction, .signedHistory, .decodedPayload:
      true
    case .receipt, .transactionReceipt, .verifyReceiptResponse, .notificationV1, .otherProgram, .combined: false
    }
  }
}

extension String {
  /// `original_transaction_id` as `originalTransactionId`.
  fileprivate var camelCase: String {
    let words = split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
