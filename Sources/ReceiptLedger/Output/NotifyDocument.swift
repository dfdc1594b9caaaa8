import ReceiptKit

extension PurchaseHistory {
  /// Writes the JSON document of `ledger notify` for a statement that is not believed. For a statement that is
  /// believed, the output is its events.
  ///
  /// - Parameters:
  ///   - source: the path as it was given, or `-`.
  ///   - reason: why it is not believed.
  ///   - taken: the result; `nil` if it was rejected before any lookup.
  ///   - exitCode: the exit status of the tool for this statement alone.
  package func writeUnbelieved(
    source: String, reason: String, taken: StatementOutcome?, exitCode: Int32, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-notify/1")
      writer.member("source", source)
      writer.member("kind", kind.rawValue)
      writer.member("notification_type", notificationType)
      writer.member("is_believed", false)
      writer.member("reason", reason)
      writer.member("asks_about", taken?.broughtForward ?? [])
      writer.member("not_asked_sooner", taken?.notBroughtForward ?? [])
      writer.member("exit_code", Int(exitCode))
    }
    writer.endLine()
  }
}
