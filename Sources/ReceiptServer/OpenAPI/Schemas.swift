import ReceiptKit

/// The schemas of the OpenAPI document.
enum Schemas {
  /// The JSON Schemas of the documents, by the name of the command. The files of `Schemas/` are embedded through
  /// symbolic links in the target.
  static let documents: [(name: String, text: [UInt8])] = [
    ("decode", PackageResources.decode_1_schema_json),
    ("validate", PackageResources.validate_1_schema_json),
    ("diagnose", PackageResources.diagnose_1_schema_json),
    ("status", PackageResources.status_1_schema_json),
    ("compare", PackageResources.compare_1_schema_json),
    ("diff", PackageResources.diff_1_schema_json),
    ("ledger-consent", PackageResources.ledger_consent_1_schema_json),
    ("ledger-decision", PackageResources.ledger_decision_1_schema_json),
    ("ledger-entitlements", PackageResources.ledger_entitlements_1_schema_json),
    ("ledger-erasure", PackageResources.ledger_erasure_1_schema_json),
    ("ledger-event", PackageResources.ledger_event_1_schema_json),
    ("ledger-merge", PackageResources.ledger_merge_1_schema_json),
    ("ledger-show", PackageResources.ledger_show_1_schema_json),
  ]

  /// Schemas of data that only the server sends or accepts.
  static let own: [JSONValue.Member] = texts.compactMap { name, text in
    (try? JSONReader().read(Array(text.utf8))).map { JSONValue.Member(name, $0) }
  }

  private static let texts: [(name: String, text: String)] = [
    ("problem", problem), ("verifyReceiptRequest", request), ("verifyReceiptAnswer", answer),
    ("purchase", purchase), ("merge", merge), ("consent", consent), ("receiptAndResponse", receiptAndResponse),
    ("firstAndSecond", firstAndSecond), ("form", form),
    ("any", #"{ "type": "object" }"#),
  ]

  private static let problem = """
    {
      "description": "RFC 9457",
      "type": "object",
      "properties": {
        "type": { "type": "string", "pattern": "^urn:receipt-tool:problem:[a-z0-9_-]+$" },
        "title": { "type": "string" },
        "status": { "type": "integer", "minimum": 400, "maximum": 599 },
        "detail": { "type": "string" },
        "hint": { "description": "What to try.", "type": "string" },
        "offset": { "description": "Where in the input, in bytes.", "type": "integer", "minimum": 0 }
      },
      "required": ["type", "title", "status", "detail"],
      "additionalProperties": false
    }
    """

  private static let request = """
    {
      "description": "As Apple documents it. Members of other names are ignored.",
      "type": "object",
      "properties": {
        "receipt-data": { "description": "The receipt in base64.", "type": "string" },
        "password": { "description": "The app's shared secret.", "type": ["string", "null"] },
        "exclude-old-transactions": {
          "description": "Whether only the latest transaction of each subscription is wanted.",
          "type": "boolean"
        }
      },
      "required": ["receipt-data"]
    }
    """

  private static let receiptAndResponse = """
    {
      "type": "object",
      "properties": {
        "receipt": { "description": "The receipt in any form that is text.", "type": "string" },
        "response": { "description": "The saved answer of verifyReceipt, as text.", "type": "string" }
      },
      "required": ["receipt", "response"],
      "additionalProperties": false
    }
    """

  private static let firstAndSecond = """
    {
      "type": "object",
      "properties": {
        "first": { "description": "A receipt or anything else that status reads, as text.", "type": "string" },
        "second": { "description": "Another one of the same customer.", "type": "string" }
      },
      "required": ["first", "second"],
      "additionalProperties": false
    }
    """

  private static let form = """
    {
      "description": "What was pasted, or files, what to compare it with, and what is expected of it.",
      "type": "object",
      "properties": {
        "receipt": { "type": "string" },
        "file": { "type": "array", "maxItems": 1000, "items": { "type": "string", "format": "binary" } },
        "other": { "type": "string" },
        "language": { "description": "A language tag (BCP 47).", "type": "string" },
        "impersonal": { "enum": ["", "true", "false"] }
      }
    }
    """

  private static let purchase = """
    {
      "description": "What is presented for an order: a receipt, or a signed transaction of StoreKit 2 (a JWS).",
      "type": "object",
      "properties": {
        "receipt": { "description": "The receipt in base64, or the JWS.", "type": "string" },
        "order": { "type": "string", "minLength": 1, "maxLength": 1024 },
        "account": { "type": "string", "minLength": 1, "maxLength": 1024 },
        "product": {
          "description": "The products that the order is about; without them and transaction it is about everything.",
          "type": ["string", "array"],
          "items": { "type": "string" }
        },
        "transaction": {
          "description": "The transactions that the order is about.",
          "type": ["string", "array"],
          "items": { "type": "string" }
        },
        "ordered_at": { "description": "When the order was made, if not now.", "type": "string", "format": \
        "date-time" },
        "application_username": {
          "description": "applicationUsername of the payment, to be compared with the hash of the account.",
          "type": "string"
        },
        "account_token": {
          "description": "The account's own appAccountToken, by your records and not by the app: what was not bought \
        for it is rejected, and so is a receipt, which does not say. See resubscriptions.",
          "type": "string",
          "format": "uuid"
        },
        "device_guid": {
          "description": "The device that presents it: a receipt that was made for another one is rejected, and so is \
        a transaction, which does not say.",
          "type": "string"
        },
        "id": { "description": "Comes back as source.", "type": "string" }
      },
      "required": ["receipt", "order", "account"],
      "additionalProperties": false
    }
    """

  private static let merge = """
    {
      "type": "object",
      "properties": {
        "into": { "description": "The account that gets it.", "type": "string", "minLength": 1, "maxLength": 1024 }
      },
      "required": ["into"],
      "additionalProperties": false
    }
    """

  private static let consent = """
    {
      "type": "object",
      "properties": {
        "given": { "description": "Whether the customer agrees; false is a withdrawal.", "type": "boolean" },
        "source": { "description": "Where the customer said so.", "type": "string", "minLength": 1, "maxLength": 1024 },
        "at": { "description": "When the customer said so, if not now.", "type": "string", "format": "date-time" }
      },
      "required": ["given", "source"],
      "additionalProperties": false
    }
    """

  private static let answer = """
    {
      "description": "As Apple documents it, as of the signing of the receipt.",
      "type": "object",
      "properties": {
        "status": { "type": "integer" },
        "is-retryable": { "type": "boolean" },
        "environment": { "enum": ["Production", "Sandbox"] },
        "receipt": { "type": "object" },
        "latest_receipt_info": {
          "description": "All purchases, the latest first; of an iOS 6 receipt one purchase and no array.",
          "type": ["array", "object"],
          "items": { "type": "object" }
        },
        "latest_expired_receipt_info": { "description": "With 21006.", "type": "object" },
        "latest_receipt": { "description": "The receipt that was sent.", "type": "string" },
        "pending_renewal_info": {
          "description": "Whether a subscription renews is in no receipt, so that there is no auto_renew_status.",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "original_transaction_id": { "type": "string" },
              "product_id": { "type": "string" }
            },
            "additionalProperties": false
          }
        }
      },
      "required": ["status"],
      "additionalProperties": false
    }
    """
}
