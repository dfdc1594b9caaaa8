import ReceiptKit

extension LedgerStatistics {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/ledger-stats/1"

  /// Writes the numbers as one document.
  public func write(to writer: inout JSONWriter) {
    func counts(_ name: String, _ counts: [(name: String, count: Int)], _ writer: inout JSONWriter) {
      writer.key(name)
      writer.object { writer in for (name, count) in counts { writer.member(name, count) } }
    }
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("environment", environment.rawValue)
      counts("orders", orders, &writer)
      counts("purchases", purchases, &writer)
      counts("subscriptions", subscriptions, &writer)
      counts("events", events, &writer)
      writer.member("last_event", Int(lastEvent))
      writer.member("oldest_pending", oldestPending?.rfc3339)
      writer.member("due", due)
      writer.member("receipts", receipts.count)
      writer.member("receipts_stored", receipts.stored)
      counts("answers_24h", answers, &writer)
      writer.member("replays_per_thousand", replaysPerThousand)
      writer.member("bytes", Int(bytes))
    }
    writer.endLine()
  }
}

/// The JSON document of `ledger check`.
public enum CheckDocument {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/ledger-check/1"

  /// Writes the whole document.
  public static func write(_ flaws: [LedgerFlaw], to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", schema)
      writer.member("is_sound", flaws.isEmpty)
      writer.key("flaws")
      writer.array { writer in
        for flaw in flaws {
          writer.object { writer in
            writer.member("rule", flaw.rule)
            writer.member("text", flaw.text)
          }
        }
      }
    }
    writer.endLine()
  }
}
