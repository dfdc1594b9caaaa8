/// What the tables know of an attribute type, for those who rewrite payloads.
package struct AttributeDescription: Sendable {
  /// The key of verifyReceipt's JSON, or a name of ours where Apple has none.
  package let name: String
  /// Whether the value is raw octets, which are never decoded.
  package let isRaw: Bool

  fileprivate init?<Owner>(_ type: Int64, in table: AttributeTable<Owner>) {
    guard let row = table.row(type)?.row else { return nil }
    name = row.name
    switch row.field {
    case .bytes, .purchase: isRaw = true
    default: isRaw = false
    }
  }
}

extension Receipt {
  /// What is known of an attribute type; nil: nothing.
  package static func describe(_ type: Int64) -> AttributeDescription? { AttributeDescription(type, in: table) }
}

extension InAppPurchase {
  /// What is known of an attribute type of a purchase; nil: nothing.
  package static func describe(_ type: Int64) -> AttributeDescription? { AttributeDescription(type, in: table) }
}
