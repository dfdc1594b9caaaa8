import ReceiptKit

extension LedgerStatistics {
  /// Writes the numbers as one document. Within one version of its schema, keys may be added but not removed.
  package func write(to writer: inout JSONWriter) {
    func writeCounts(_ name: String, _ counts: Counts, _ writer: inout JSONWriter) {
      writer.key(name)
      writer.object { writer in for (name, count) in counts { writer.member(name, count) } }
    }
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-stats/1")
      writer.member("environment", environment.rawValue)
      writeCounts("orders", orders, &writer)
      writeCounts("purchases", purchases, &writer)
      writeCounts("subscriptions", subscriptions, &writer)
      writeCounts("events", events, &writer)
      writer.member("last_event", Int(lastEvent))
      writer.member("oldest_pending", oldestPending?.rfc3339)
      writer.member("due", due)
      writer.member("receipts", receipts.count)
      writer.member("receipts_stored", receipts.stored)
      writeCounts("answers_24h", answers, &writer)
      writer.member("replays_per_thousand", replaysPerThousand)
      writer.member("bytes", Int(bytes))
    }
    writer.endLine()
  }
}
