import ReceiptKit

extension LedgerEvent {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/ledger-event/1"

  /// Writes the event as one document.
  public func write(to writer: inout JSONWriter) {
    writeObject(to: &writer)
    writer.endLine()
  }

  func writeObject(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("seq", Int(sequence))
      writer.member("at", at.rfc3339)
      writer.member("event", name)
      writer.member("order", order)
      writer.member("account", account)
      writer.member("transaction_id", transactionID)
      writer.member("original_transaction_id", originalTransactionID)
      for member in details {
        writer.key(member.name)
        writer.value(member.value)
      }
    }
  }
}
