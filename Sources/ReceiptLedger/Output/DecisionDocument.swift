import ReceiptKit

extension Decision {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  package static let schema = "receipt-tool/ledger-decision/1"

  /// Writes the JSON document of `ledger add`: the decision and the reasons for it.
  ///
  /// - Parameter source: the source of the receipt: the path as it was given, `-`, or the identifier in a line of a
  ///   stream.
  package func write(source: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("source", source)
      writer.member("decision", decision.rawValue)
      writer.member("state", isRefunded ? "refunded" : state.rawValue)
      writer.member("exit_code", Int(exitCode))
      writer.member("order", order)
      writer.member("account", account)
      writer.member("recorded_at", at.rfc3339)
      writer.member("event", event.map { Int($0) })
      writer.key("first")
      if let first {
        writer.object { writer in
          writer.member("decision", first.decision.rawValue)
          writer.member("at", first.at.rfc3339)
        }
      } else {
        writer.null()
      }
      writer.key("receipt")
      writer.object { writer in
        writer.member("sha256", hexadecimal(receipt.sha256))
        writer.member("signed_sha256", receipt.signedSHA256.map { hexadecimal($0) })
        writer.member("bundle_id", receipt.bundleID)
        writer.member("environment", receipt.environment)
        writer.member("created_at", receipt.createdAt?.rfc3339)
        writer.member("verdict", receipt.verdict?.rawValue)
      }
      // Other purchases are left out if the order is not about them and they have no other owner.
      let listed = items.filter { $0.isAsked || $0.outcome == .replay }
      writer.objects("purchases", listed) { writer, item in
        writer.member("outcome", item.outcome.rawValue)
        writer.member("transaction_id", item.purchase.transactionID)
        writer.member("original_transaction_id", item.purchase.originalTransactionID)
        writer.member("product_id", item.purchase.productID)
        writer.member("rule", CustomerRule.of(item.purchase).name)
        writer.member("quantity", item.purchase.quantity.map { Int($0) })
        writer.member("purchased_at", item.purchase.purchased?.rfc3339)
        writer.member("expires_at", item.purchase.expires?.rfc3339)
        // A new purchase is this order's now, whoever had it before.
        writer.heldBy(item.outcome == .new ? nil : item.holder)
        if item.isErased { writer.member("text", ErasedPurchases.text) }
      }
      writer.failures(failures)
      writer.reports(reports)
    }
    writer.endLine()
  }
}
