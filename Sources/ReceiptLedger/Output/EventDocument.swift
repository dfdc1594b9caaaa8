import ReceiptKit

extension JSONWriter {
  /// Writes which period of a commitment a purchase pays for; nothing for a purchase without a commitment.
  mutating func commitment(_ purchase: PurchaseRecord) {
    guard let commitment = LedgerEntitlements.Commitment(purchase) else { return }
    key("commitment")
    object { writer in writer.members(of: commitment) }
  }

  fileprivate mutating func members(of commitment: LedgerEntitlements.Commitment) {
    member("period", commitment.period.map { Int(clamping: $0) })
    member("periods", commitment.periods.map { Int(clamping: $0) })
    member("ends_at", commitment.ends?.rfc3339)
  }

  /// Writes the commitment of an entitlement, and whether another one follows.
  mutating func commitment(_ commitment: LedgerEntitlements.Commitment?) {
    key("commitment")
    guard let commitment else { return null() }
    object { writer in
      writer.members(of: commitment)
      writer.key("renews")
      if let renews = commitment.renews { writer.bool(renews) } else { writer.null() }
    }
  }
}

extension RenewalRecord.PriceIncrease {
  /// The word in documents.
  var name: String {
    switch self {
    case .pending: "pending"
    case .agreed: "agreed"
    case .agreedOrTold: "agreed_or_told"
    }
  }
}

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
