import ReceiptKit

/// The JSON document of `ledger add`: the decision and its grounds.
public struct DecisionDocument: Sendable {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/ledger-decision/1"

  /// The decision.
  public var decision: Decision
  /// The source of the receipt: the path as it was given, `-`, or the name in a line of a stream.
  public var source: String
  /// The exit code of the tool for this decision alone.
  public var exitCode: Int32

  /// Makes a document.
  public init(_ decision: Decision, source: String, exitCode: Int32) {
    self.decision = decision
    self.source = source
    self.exitCode = exitCode
  }

  /// Writes the whole document.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("source", source)
      writer.member("decision", decision.decision.rawValue)
      writer.member("state", decision.isRefunded ? "refunded" : decision.state.rawValue)
      writer.member("exit_code", Int(exitCode))
      writer.member("order", decision.order)
      writer.member("account", decision.account)
      writer.member("recorded_at", decision.at.rfc3339)
      writer.member("event", decision.event.map { Int($0) })
      writer.key("first")
      if let first = decision.first {
        writer.object { writer in
          writer.member("decision", first.decision.rawValue)
          writer.member("at", first.at.rfc3339)
        }
      } else {
        writer.null()
      }
      writer.key("receipt")
      receipt(&writer)
      writer.key("purchases")
      writer.array { writer in
        // Other purchases that the order is not about, and that have no other owner, would only be noise.
        for item in decision.items where item.isAsked || item.outcome == .replay { self.item(item, &writer) }
      }
      writer.key("failed_checks")
      writer.failures(decision.failures)
      writer.key("reports")
      writer.reports(decision.reports)
    }
    writer.endLine()
  }

  private func receipt(_ writer: inout JSONWriter) {
    let receipt = decision.receipt
    writer.object { writer in
      writer.member("sha256", hexadecimal(receipt.sha256))
      writer.member("signed_sha256", receipt.signedSHA256.map { hexadecimal($0) })
      writer.member("bundle_id", receipt.bundleID)
      writer.member("environment", receipt.environment)
      writer.member("created_at", receipt.createdAt?.rfc3339)
      writer.member("verdict", receipt.verdict?.rawValue)
    }
  }

  private func item(_ item: Decision.Item, _ writer: inout JSONWriter) {
    let purchase = item.purchase
    writer.object { writer in
      writer.member("outcome", item.outcome.rawValue)
      writer.member("transaction_id", purchase.transactionID)
      writer.member("original_transaction_id", purchase.originalTransactionID)
      writer.member("product_id", purchase.productID)
      writer.member("rule", CustomerRule.of(purchase).name)
      writer.member("quantity", purchase.quantity.map { Int($0) })
      writer.member("purchased_at", purchase.purchased?.rfc3339)
      writer.member("expires_at", purchase.expires?.rfc3339)
      writer.key("held_by")
      writer.holder(item.outcome == .new ? nil : item.holder)
    }
  }
}
