/// One term from receipts, from Apple's answers or from reports of this library, and its meaning.
///
/// All entries together are ``Reference/entries``: `explain`, `diagnose` and the reference page read the same table.
public struct ReferenceEntry: Equatable, Sendable {
  /// The kind of the term. Raw values are stable and appear in JSON output.
  public enum Kind: String, CaseIterable, Sendable {
    /// A `status` of verifyReceipt.
    case statusCode = "status_code"
    /// A key of verifyReceipt's request or answer.
    case field
    /// An attribute type of the signed payload.
    case attributeType = "attribute_type"
    /// A value of `environment`.
    case environment
    /// A value of `receipt_type`.
    case receiptType = "receipt_type"
    /// A kind of product, by the number in attribute 1707.
    case productType = "product_type"
    /// A value of `cancellation_reason`.
    case cancellationReason = "cancellation_reason"
    /// A value of `expiration_intent`.
    case expirationIntent = "expiration_intent"
    /// A value of another field.
    case fieldValue = "field_value"
    /// A type of App Store server notifications, version 1.
    case notificationV1 = "notification_v1"
    /// A type of App Store server notifications, version 2.
    case notificationV2 = "notification_v2"
    /// A subtype of App Store server notifications, version 2.
    case notificationSubtype = "notification_subtype"
    /// A verdict of ``Authenticity``.
    case verdict
    /// A step of the proof, or how it ended.
    case step
    /// Where the time came from at which certificates were judged.
    case judgingTime = "judging_time"
    /// A check of `validate`.
    case check
    /// A cause that `diagnose` names.
    case cause
    /// A stage of `diagnose`.
    case stage
    /// A kind, a cause or a verdict of `compare`.
    case comparison
    /// The format of the content inside all wrappings.
    case format
    /// A wrapping that was removed.
    case layer
    /// A code of an error.
    case errorCode = "error_code"
    /// A kind of irregularity.
    case irregularity
    /// How `redact` treats a value, and how it marks a document.
    case redaction
    /// A possible fault of a minted receipt.
    case flaw
    /// A receipt that `mint` makes by name.
    case template
    /// A rule by which a ledger decides.
    case ledgerRule = "ledger_rule"
    /// A decision of a ledger.
    case ledgerDecision = "ledger_decision"
    /// The ledger's outcome for one purchase.
    case purchaseOutcome = "purchase_outcome"
    /// A change in a ledger.
    case ledgerEvent = "ledger_event"
    /// A term of `serve`: a problem, a header, a word of its log.
    case serve
    /// Another word in a document of this tool.
    case word

    /// Its name in prose: `status code`.
    public var title: String {
      switch self {
      case .statusCode: "status of verifyReceipt"
      case .field: "field of verifyReceipt"
      case .attributeType: "attribute of the signed payload"
      case .environment: "environment"
      case .receiptType: "receipt type"
      case .productType: "product type"
      case .cancellationReason: "cancellation reason"
      case .expirationIntent: "expiration intent"
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
      case .format: "format of an input"
      case .layer: "wrapping of an input"
      case .errorCode: "error code of receipt-tool"
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
      }
    }
  }

  /// Who must act. Raw values are stable and appear in JSON output.
  public enum Actor: String, CaseIterable, Sendable {
    /// No one: no action is needed.
    case nobody
    /// The person or program that sent, copied or stored the receipt.
    case sender
    /// The developer of the app or of its server.
    case developer
    /// Support staff.
    case support
    /// The customer.
    case customer
    /// Apple.
    case apple

    /// `the developer`.
    public var title: String {
      switch self {
      case .nobody: "nobody"
      case .sender: "whoever sent or stored the receipt"
      case .developer: "the developer"
      case .support: "support"
      case .customer: "the customer"
      case .apple: "Apple"
      }
    }
  }

  /// The kind of the term.
  public var kind: Kind
  /// Its name, as people find it: `21002`, `expires_date`, `bad-signature`.
  public var key: String
  /// The numbers that it covers, if it covers several: 21100 to 21199.
  public var range: ClosedRange<Int>?
  /// Other names under which it is found: `expires_date_ms`, `cancellation_reason=1`.
  public var aliases: [String]
  /// What it means, in whole sentences.
  public var meaning: String
  /// Who must act.
  public var actor: Actor
  /// What to do, in whole sentences; empty if no action is needed.
  public var action: String
  /// The source of the fact: Apple's documentation, observation, or this software.
  public var source: String

  /// Makes an entry; see the properties for what each part means.
  public init(
    _ kind: Kind, _ key: String, range: ClosedRange<Int>? = nil, aliases: [String] = [], _ meaning: String,
    _ actor: Actor = .nobody, _ action: String = "", source: String
  ) {
    self.kind = kind
    self.key = key
    self.range = range
    self.aliases = aliases
    self.meaning = meaning
    self.actor = actor
    self.action = action
    self.source = source
  }
}

/// Sources of facts, in the words of the entries.
package enum FactSource {
  static let responseBody = "Apple, verifyReceipt responseBody"
  package static let guide = "Apple, Receipt Validation Programming Guide"
  static let status = "Apple, verifyReceipt status"
  package static let v1 = "Apple, App Store Server Notifications V1, notification_type"
  package static let v2 = "Apple, App Store Server Notifications V2, notificationType"
  package static let observed = "observed on 226 Apple-signed receipts"
  package static let here = "receipt-tool"
}
