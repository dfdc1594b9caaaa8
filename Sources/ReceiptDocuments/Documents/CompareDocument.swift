extension Comparison {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  package static let schema = "receipt-tool/compare/1"

  /// Writes the JSON document of `compare`: the receipt's verdict, Apple's status, and every place where receipt and
  /// answer differ.
  ///
  /// - Parameters:
  ///   - source: the path of the receipt as it was given, or `-`.
  ///   - responseSource: the source of the answer: a path, `-`, or the address of the server.
  ///   - showsEqual: whether equal fields are listed.
  package func writeDocument(
    source: String, responseSource: String, showsEqual: Bool, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("source", source)
      writer.member("verdict", verdict.rawValue)
      writer.judgement(decoded.authenticity)
      writer.member("environment", decoded.environment)
      writer.member(unread: decoded.unread)
      writer.object("response", response) { writer, response in
        writer.member("source", responseSource)
        writer.member("status", response.status.code)
        writer.member("name", response.status.name)
        writer.member("meaning", response.status.explanation)
        writer.member("environment", response.environment)
        writer.member("is_retryable", optional: response.isRetryable)
        writer.member("follow_up", response.followUp.rawValue)
      }
      writer.object("status_agreement", status) { writer, status in
        writer.member("outcome", status.outcome.rawValue)
        writer.member("reason", status.reason)
        writer.member("hint", status.hint)
      }
      writer.member("another_receipt", anotherReceipt)
      writer.key("counts")
      writer.object { writer in
        writer.member("equal", count(.equal, expected: true))
        writer.member("different", count(.different, expected: false))
        writer.member("different_expected", count(.different, expected: true))
        writer.member("moved", count(.moved, expected: false))
        writer.member("moved_expected", count(.moved, expected: true))
        writer.member("only_apple", count(.onlyApple, expected: false))
        writer.member("only_apple_expected", count(.onlyApple, expected: true))
        // Nothing that the answer lacks is expected.
        writer.member("only_local", count(.onlyLocal, expected: false))
      }
      writer.findings(findings)
      writer.fields(fields.lazy.filter { showsEqual || $0.kind != .equal })
      writer.object("latest_receipt", latestReceipt) { writer, latest in
        writer.judgement(latest.decoded?.authenticity)
        writer.object("error", latest.error) { $0.members($1) }
        writer.member("equal", latest.equalCount)
        writer.fields(latest.fields)
      }
    }
    writer.endLine()
  }
}

extension JSONWriter {
  /// Writes the findings of a comparison.
  mutating func findings(_ findings: [Comparison.Finding]) {
    objects("findings", findings) { writer, finding in
      writer.member("cause", finding.cause.rawValue)
      writer.member("expected", finding.cause.isExpected)
      writer.member("count", finding.count)
      writer.member("message", finding.message)
    }
  }

  /// Writes the places of a comparison.
  mutating func fields(_ fields: some Sequence<ComparedField>) {
    objects("fields", fields) { writer, field in
      writer.member("pointer", field.pointer)
      writer.member("local_pointer", field.localPointer)
      writer.member("kind", field.kind.rawValue)
      writer.member("expected", field.isExpected)
      writer.member("cause", field.cause?.rawValue)
      writer.member("transaction_id", field.transactionID)
      if let piece = field.piece { writer.member("piece", piece) }
      // Absent differs from null: null is a value that Apple writes.
      for (name, value) in [("local", field.local), ("apple", field.apple)] {
        guard let value else { continue }
        writer.key(name)
        writer.value(value)
      }
      writer.member("note", field.note == "" ? nil : field.note)
    }
  }
}
