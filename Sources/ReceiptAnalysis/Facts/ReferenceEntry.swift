/// One term from receipts, from Apple's answers or from reports of this library, and its meaning.
///
/// All entries together are ``Reference/entries``: `explain`, `diagnose` and the reference page read the same table.
package struct ReferenceEntry: Equatable, Sendable {
  /// The kind of the term, described by its title. Raw values are stable and appear in JSON output.
  package enum Kind: String, CaseIterable, Sendable {
    case statusCode = "status_code"
    case field
    case attributeType = "attribute_type"
    case environment
    case receiptType = "receipt_type"
    case productType = "product_type"
    case cancellationReason = "cancellation_reason"
    case expirationIntent = "expiration_intent"
    case signedField = "signed_field"
    case fieldValue = "field_value"
    case notificationV1 = "notification_v1"
    case notificationV2 = "notification_v2"
    case notificationSubtype = "notification_subtype"
    case verdict
    case step
    case judgingTime = "judging_time"
    case check
    case cause
    case stage
    case comparison
    case difference
    case format
    case layer
    case errorCode = "error_code"
    case apiError = "api_error"
    case reportError = "report_error"
    case storeKitError = "storekit_error"
    case programError = "program_error"
    case apiMember = "api_member"
    case unavailable
    case irregularity
    case redaction
    case flaw
    case template
    case ledgerRule = "ledger_rule"
    case ledgerDecision = "ledger_decision"
    case purchaseOutcome = "purchase_outcome"
    case ledgerEvent = "ledger_event"
    case serve
    case word
    case member

    /// The name of the kind in prose: `status of verifyReceipt`.
    package var title: String {
      switch self {
      case .statusCode: "status of verifyReceipt"
      case .field: "field of verifyReceipt"
      case .attributeType: "attribute of the signed payload"
      case .environment: "environment"
      case .receiptType: "receipt type"
      case .productType: "product type"
      case .cancellationReason: "cancellation reason"
      case .expirationIntent: "expiration intent"
      case .signedField: "member of signed data (JWS)"
      case .fieldValue: "value of a field"
      case .notificationV1: "server notification, version 1"
      case .notificationV2: "server notification, version 2"
      case .notificationSubtype: "subtype of a server notification, version 2"
      case .verdict: "verdict of receipt-tool"
      case .step: "step of the proof"
      case .judgingTime: "source of the time of judging"
      case .check: "check of receipt-tool validate"
      case .cause: "cause named by receipt-tool diagnose"
      case .stage: "stage of receipt-tool diagnose"
      case .comparison: "word of receipt-tool compare"
      case .difference: "word of receipt-tool diff"
      case .format: "format of an input"
      case .layer: "wrapping of an input"
      case .errorCode: "error code of receipt-tool"
      case .apiError: "error code of the App Store Server API"
      case .reportError: "error of the External Purchase Server API"
      case .storeKitError: "error of StoreKit"
      case .programError: "error of a library, a plug-in or a service"
      case .apiMember: "member of a header, a token, a request or an answer"
      case .unavailable: "not possible at Apple"
      case .irregularity: "irregularity of a receipt"
      case .flaw: "flaw of receipt-tool mint"
      case .template: "template of receipt-tool mint"
      case .redaction: "word of receipt-tool redact"
      case .ledgerRule: "rule of receipt-tool ledger"
      case .ledgerDecision: "decision of receipt-tool ledger add"
      case .purchaseOutcome: "purchase, in a decision of receipt-tool ledger add"
      case .ledgerEvent: "event of receipt-tool ledger"
      case .serve: "word of receipt-tool serve"
      case .word: "word of a document of receipt-tool"
      case .member: "member of a document of receipt-tool"
      }
    }
  }

  /// Who must act. Raw values are stable and appear in JSON output.
  package enum Actor: String, CaseIterable, Sendable {
    case noOne = "nobody"
    case sender
    case developer
    case support
    case customer
    case apple

    /// `the developer`.
    package var title: String {
      switch self {
      case .noOne: "no one"
      case .sender: "the sender of the receipt, or the program that stored it"
      case .developer: "the developer"
      case .support: "support"
      case .customer: "the customer"
      case .apple: "Apple"
      }
    }
  }

  package var kind: Kind
  /// The name of the term, by which people find it: `21002`, `expires_date`, `bad-signature`.
  package var key: String
  /// The numbers that the entry covers, if there are several: 21100 to 21199.
  package var range: ClosedRange<Int>?
  /// Other names by which it is found: `expires_date_ms`, `cancellation_reason=1`.
  package var aliases: [String]
  /// The meaning, in whole sentences.
  package var meaning: String
  /// The types of a member of a document, and the words that it may be; otherwise empty.
  package var value: String
  package var actor: Actor
  /// What to do, in whole sentences; empty if no action is needed.
  package var action: String
  /// The source of the fact: Apple's documentation, observation, or by default this software.
  package var source: String

  package init(
    _ kind: Kind, _ key: String, range: ClosedRange<Int>? = nil, aliases: [String] = [], _ meaning: String,
    _ actor: Actor = .noOne, _ action: String = "", value: String = "", source: String = FactSource.here
  ) {
    self.kind = kind
    self.key = key
    self.range = range
    self.aliases = aliases
    self.meaning = meaning
    self.value = value
    self.actor = actor
    self.action = action
    self.source = source
  }

  /// The name of the kind, with the command that names the term.
  package var title: String {
    kind == .cause && key.hasPrefix("offer-") ? "cause named by receipt-tool offer check" : kind.title
  }
}
