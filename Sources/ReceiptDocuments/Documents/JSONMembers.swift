extension JSONWriter {
  /// Writes a name and an object, or `null` for `nil`.
  mutating func object<Value>(_ name: String, _ value: Value?, _ members: (inout JSONWriter, Value) -> Void) {
    key(name)
    guard let value else { return null() }
    object { members(&$0, value) }
  }

  /// Writes a name and `true` or `false`, or `null` for `nil`.
  mutating func member(_ name: String, optional flag: Bool?) {
    key(name)
    if let flag { bool(flag) } else { null() }
  }

  /// Writes the verdict on a signature.
  mutating func verdict(_ authenticity: Authenticity?) {
    object("authenticity", authenticity) { writer, authenticity in
      writer.member("verdict", authenticity.verdict.rawValue)
      writer.member("reason", authenticity.reason)
    }
  }

  /// Writes the verdict on a signature, and the time at which the certificates were judged.
  mutating func judgement(_ authenticity: Authenticity?) {
    object("authenticity", authenticity) { writer, authenticity in
      writer.member("verdict", authenticity.verdict.rawValue)
      writer.member("reason", authenticity.reason)
      writer.member("judged_at", authenticity.judgedAt?.instant.rfc3339)
      writer.member("judged_at_source", authenticity.judgedAt?.source.rawValue)
    }
  }

  /// Writes the unread parts, if there are any.
  mutating func member(unread parts: [UnreadPart]) {
    guard !parts.isEmpty else { return }
    key("unread")
    unread(parts)
  }

  /// Writes the pieces that a history was combined from.
  mutating func pieces(_ pieces: [HistoryPiece]) {
    objects("pieces", pieces) { writer, piece in
      writer.member("number", piece.number)
      writer.member("source", piece.source)
      writer.member("path", piece.pointer)
      writer.member("kind", piece.kind.rawValue)
      writer.member("date", piece.knownUntil?.instant.rfc3339)
      writer.member("date_source", piece.knownUntil?.source.rawValue)
      writer.member("verdict", piece.authenticity?.verdict.rawValue)
      writer.member("proven", piece.isProven)
    }
  }

  /// Writes the irregularities of purchases.
  mutating func irregularities(_ irregularities: [PurchaseIrregularity]) {
    objects("irregularities", irregularities) { writer, irregularity in
      writer.member("kind", irregularity.kind.rawValue)
      writer.member("transaction_id", irregularity.transactionID)
      writer.member("message", irregularity.message)
    }
  }
}
