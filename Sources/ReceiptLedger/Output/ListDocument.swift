import ReceiptKit

extension [ListedItem] {
  /// Writes the JSON document of `ledger list`.
  ///
  /// - Parameter state: the requested state; `nil` for all rows.
  package func write(state: ListedState?, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-list/1")
      writer.member("state", state?.rawValue)
      writer.objects("items", self) { writer, item in
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
    writer.endLine()
  }
}
