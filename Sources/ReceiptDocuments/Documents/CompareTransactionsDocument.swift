extension TransactionComparison {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  private static let schema = "receipt-tool/compare-transactions/1"

  /// Writes the JSON document of `compare --transactions`: a receipt, signed data, and every place where the two
  /// differ.
  ///
  /// - Parameters:
  ///   - source: the path of the receipt as it was given, or `-`.
  ///   - showsEqual: whether equal fields are listed.
  package func writeDocument(source: String, showsEqual: Bool, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("source", source)
      writer.member("verdict", verdict.rawValue)
      writer.member("doubts", doubts)
      writer.judgement(decoded.authenticity)
      writer.member("environment", decoded.environment)
      writer.member("made", decoded.madeAt?.rfc3339)
      writer.member(unread: decoded.unread)
      writer.object("signed_data", history) { writer, history in
        writer.verdict(history.authenticity)
        writer.member("environment", history.environment)
        writer.member("bundle_id", history.bundleID)
        writer.member("known_until", history.knownUntil?.instant.rfc3339)
        writer.member("whole_history", hasWholeHistory)
        writer.member(unread: history.unread)
        writer.pieces(history.pieces)
        writer.irregularities(history.irregularities)
      }
      writer.key("transactions")
      writer.object { writer in
        writer.member("both", sharedCount)
        writer.member("only_receipt", onlyReceiptCount)
        writer.member("only_signed_data", onlySignedCount)
      }
      writer.object("counts", fields) { writer, fields in
        writer.member("equal", fields.count(.equal, expected: true))
        for (name, kind) in [
          ("different", ComparedField.Kind.different), ("only_apple", .onlyApple), ("only_local", .onlyLocal),
        ] {
          writer.member(name, fields.count(kind, expected: false))
          writer.member(name + "_expected", fields.count(kind, expected: true))
        }
      }
      writer.findings(findings)
      writer.fields(fields.lazy.filter { showsEqual || $0.kind != .equal })
    }
    writer.endLine()
  }
}
