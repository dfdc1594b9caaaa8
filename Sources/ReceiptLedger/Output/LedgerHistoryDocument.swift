import ReceiptKit

extension LedgerHistory {
  /// Names the shape of the document. Within one version keys are only ever added.
  public static let schema = "receipt-tool/ledger-show/1"

  /// Writes the history as one document.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("name", name)
      writer.member("subjects", subjects.map(\.rawValue))
      writer.member("is_cut", isCut)
      writer.key("presentations")
      writer.array { writer in for presented in presentations { presented.write(to: &writer) } }
      writer.key("purchases")
      writer.array { writer in for purchase in purchases { purchase.write(to: &writer) } }
      writer.key("subscriptions")
      writer.array { writer in for subscription in subscriptions { subscription.write(to: &writer) } }
      writer.key("story")
      writer.array { writer in for entry in entries { entry.write(to: &writer) } }
    }
    writer.endLine()
  }
}

extension LedgerHistory.Presented {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("order", order)
      writer.member("account", account)
      writer.member("at", at.rfc3339)
      writer.member("decision", decision)
      writer.member("state", state)
      writer.member("receipt_sha256", hexadecimal(sha256))
      writer.member("signed_sha256", signedSHA256.map { hexadecimal($0) })
      writer.member("receipt_stored", isStored)
      writer.member("repeats", repeats)
      writer.member("repeated_at", repeatedAt?.rfc3339)
      for member in details {
        writer.key(member.name)
        writer.value(member.value)
      }
    }
  }
}

extension LedgerHistory.Purchase {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("transaction_id", transactionID)
      writer.member("original_transaction_id", originalTransactionID)
      writer.member("product_id", productID)
      writer.member("state", state)
      writer.member("order", order)
      writer.member("account", account)
      writer.member("purchased_at", purchased?.rfc3339)
      writer.member("expires_at", expires?.rfc3339)
      writer.member("refunded_at", refunded?.rfc3339)
    }
  }
}

extension LedgerHistory.Renewal {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("original_transaction_id", originalTransactionID)
      writer.member("account", account)
      writer.member("product_id", productID)
      writer.member("state", state)
      writer.member("expires_at", expires?.rfc3339)
      writer.member("next_poll_at", nextPoll?.rfc3339)
    }
  }
}

extension LedgerHistory.Entry {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .event(let event): event.writeObject(to: &writer)
    case .answer(let answer):
      writer.object { writer in
        writer.member("at", answer.at.rfc3339)
        writer.member("asked", answer.endpoint)
        writer.member("status", answer.status)
        writer.member("meaning", answer.meaning)
        writer.member("text", answer.text)
      }
    }
  }
}
