/// What the tables know of an attribute type, for those who rewrite payloads.
package struct AttributeDescription: Sendable {
  /// The key of verifyReceipt's JSON, or a name of ours where Apple has none.
  package let name: String
  /// Whether the value is raw octets, which are never decoded.
  package let isRaw: Bool
  /// What becomes of the value when the receipt is redacted; nil: it is replaced.
  package let rule: FieldRule?

  fileprivate init?<Owner>(_ type: Int64, in table: AttributeTable<Owner>) {
    guard let row = table.row(type)?.row else { return nil }
    name = row.name
    rule = row.facts.redaction
    switch row.field {
    case .bytes, .purchase: isRaw = true
    default: isRaw = false
    }
  }
}

extension Receipt {
  /// What is known of an attribute type; nil: nothing.
  package static func describe(_ type: Int64) -> AttributeDescription? { AttributeDescription(type, in: table) }

  /// The names of all attributes, those of purchases included, with what becomes of them when they are redacted.
  package static let redactions = table.redactions + InAppPurchase.table.redactions
}

extension AttributeTable {
  fileprivate var redactions: [(name: String, rule: FieldRule)] {
    rows.flatMap { row in row.facts.redaction.map { rule in row.names.map { ($0, rule) } } ?? [] }
  }
}

extension InAppPurchase {
  /// What is known of an attribute type of a purchase; nil: nothing.
  package static func describe(_ type: Int64) -> AttributeDescription? { AttributeDescription(type, in: table) }
}
