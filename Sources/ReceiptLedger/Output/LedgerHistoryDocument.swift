import ReceiptKit

extension LedgerHistory {
  /// Writes the history as one document. Within one version of its schema, keys may be added but not removed.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-show/1")
      writer.member("name", name)
      writer.member("subjects", subjects.map(\.rawValue))
      writer.member("is_cut", isCut)
      writer.objects("presentations", presentations) { writer, presented in
        writer.member("order", presented.order)
        writer.member("account", presented.account)
        writer.member("at", presented.at.rfc3339)
        writer.member("decision", presented.decision)
        writer.member("state", presented.state)
        writer.member("receipt_sha256", hexadecimal(presented.sha256))
        writer.member("signed_sha256", presented.signedSHA256.map { hexadecimal($0) })
        writer.member("receipt_stored", presented.isStored)
        writer.member("repeats", presented.repeats)
        writer.member("repeated_at", presented.repeatedAt?.rfc3339)
        writer.members(presented.details)
      }
      writer.objects("purchases", purchases) { writer, purchase in
        writer.member("transaction_id", purchase.record.transactionID)
        writer.member("original_transaction_id", purchase.record.originalTransactionID)
        writer.member("product_id", purchase.record.productID)
        writer.member("state", purchase.state)
        writer.member("order", purchase.order)
        writer.member("account", purchase.account)
        writer.member("purchased_at", purchase.record.purchased?.rfc3339)
        writer.member("expires_at", purchase.record.expires?.rfc3339)
        writer.member("refunded_at", purchase.record.cancelled?.rfc3339)
        if purchase.record.isRefundedOrUnshared { writer.member("may_be_no_longer_shared", true) }
        if let share = purchase.record.revocationPercentage {
          writer.key("revocation_percentage")
          writer.integer(share)
        }
      }
      writer.objects("subscriptions", subscriptions) { writer, subscription in
        writer.member("original_transaction_id", subscription.originalTransactionID)
        writer.member("account", subscription.account)
        writer.member("product_id", subscription.productID)
        writer.member("state", subscription.state)
        writer.member("expires_at", subscription.expires?.rfc3339)
        writer.member("next_poll_at", subscription.nextPoll?.rfc3339)
      }
      writer.objects("story", entries) { writer, entry in
        switch entry {
        case .event(let event): event.writeMembers(to: &writer)
        case .answer(let answer):
          writer.member("at", answer.at.rfc3339)
          writer.member("asked", answer.endpoint)
          writer.member("status", answer.status)
          writer.member("meaning", answer.meaning)
          writer.member("text", answer.text)
        }
      }
    }
    writer.endLine()
  }
}
