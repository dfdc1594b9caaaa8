import ReceiptKit

extension LedgerApps {
  /// Writes the JSON document of `ledger apps`.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-apps/1")
      writer.member("apps", named)
      writer.objects("other_apps", others) { writer, other in
        writer.member("bundle_id", other.bundleID)
        writer.member("orders", other.orders)
      }
    }
    writer.endLine()
  }
}
