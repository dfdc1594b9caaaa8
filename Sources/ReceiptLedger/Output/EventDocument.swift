import ReceiptKit

extension LedgerEvent {
  /// Writes the event as one document. Within one version of its schema, keys may be added but not removed.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in writeMembers(to: &writer) }
    writer.endLine()
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("schema", "receipt-tool/ledger-event/1")
    writer.member("seq", Int(sequence))
    writer.member("at", at.rfc3339)
    writer.member("event", name)
    writer.member("order", order)
    writer.member("account", account)
    writer.member("transaction_id", transactionID)
    writer.member("original_transaction_id", originalTransactionID)
    writer.members(details)
  }
}
