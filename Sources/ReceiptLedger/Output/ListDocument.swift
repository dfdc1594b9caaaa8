import ReceiptKit

/// The JSON document of `ledger list`.
public struct ListDocument: Sendable {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/ledger-list/1"

  /// The requested state; `nil` for all rows.
  public var state: ListedState?
  /// The rows.
  public var items: [ListedItem]

  /// Makes a document.
  public init(state: ListedState?, items: [ListedItem]) {
    self.state = state
    self.items = items
  }

  /// Writes the whole document.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("state", state?.rawValue)
      writer.key("items")
      writer.array { writer in
        for item in items {
          writer.object { writer in
            writer.member("kind", item.kind.rawValue)
            writer.member("state", item.state)
            writer.member("order", item.order)
            writer.member("account", item.account)
            writer.member("product_id", item.productID)
            writer.member("transaction_id", item.transactionID)
            writer.member("at", item.at?.rfc3339)
            writer.member("until", item.until?.rfc3339)
          }
        }
      }
    }
    writer.endLine()
  }
}
