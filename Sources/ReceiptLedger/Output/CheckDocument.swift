import ReceiptKit

extension [LedgerFlaw] {
  /// Writes the JSON document of `ledger check`.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-check/1")
      writer.member("is_sound", isEmpty)
      writer.objects("flaws", self) { writer, flaw in
        writer.member("rule", flaw.rule)
        writer.member("text", flaw.text)
      }
    }
    writer.endLine()
  }
}
