/// The JSON document of `compare`: the receipt's verdict, Apple's status, and every place where the two differ.
public struct CompareDocument: Sendable {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/compare/1"

  /// The comparison.
  public var comparison: Comparison
  /// The source of the receipt: the path as it was given, or `-`.
  public var source: String
  /// The source of the answer: a path, `-`, or the address that was asked.
  public var responseSource: String
  /// Whether equal fields are listed.
  public var showsEqual: Bool

  /// Makes a document.
  public init(_ comparison: Comparison, source: String, responseSource: String, showsEqual: Bool = false) {
    self.comparison = comparison
    self.source = source
    self.responseSource = responseSource
    self.showsEqual = showsEqual
  }

  /// Writes the whole document.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", CompareDocument.schema)
      writer.member("source", source)
      writer.member("verdict", comparison.verdict.rawValue)
      writer.key("authenticity")
      writer.judgement(comparison.decoded.authenticity)
      writer.member("environment", comparison.decoded.environment)
      let unread = comparison.decoded.unread
      if !unread.isEmpty {
        writer.key("unread")
        writer.unread(unread)
      }
      writer.key("response")
      writer.response(comparison.response, source: responseSource)
      writer.key("status_agreement")
      writer.object { writer in
        writer.member("outcome", comparison.status.outcome.rawValue)
        writer.member("reason", comparison.status.reason)
        writer.member("hint", comparison.status.hint)
      }
      writer.member("another_receipt", comparison.anotherReceipt)
      writer.key("counts")
      writer.counts(comparison)
      writer.key("findings")
      writer.array { writer in
        for finding in comparison.findings {
          writer.object { writer in
            writer.member("cause", finding.cause.rawValue)
            writer.member("expected", finding.cause.isExpected)
            writer.member("count", finding.count)
            writer.member("message", finding.message)
          }
        }
      }
      writer.key("fields")
      writer.fields(comparison.fields.lazy.filter { showsEqual || $0.kind != .equal })
      writer.key("latest_receipt")
      if let latest = comparison.latestReceipt { writer.latest(latest) } else { writer.null() }
    }
    writer.endLine()
  }
}

extension JSONWriter {
  fileprivate mutating func judgement(_ authenticity: Authenticity?) {
    guard let authenticity else { return null() }
    object { writer in
      writer.member("verdict", authenticity.verdict.rawValue)
      writer.member("reason", authenticity.reason)
      writer.member("judged_at", authenticity.judgedAt?.instant.rfc3339)
      writer.member("judged_at_source", authenticity.judgedAt?.source.rawValue)
    }
  }

  fileprivate mutating func response(_ response: VerifyReceiptResponse, source: String) {
    object { writer in
      writer.member("source", source)
      writer.member("status", response.status.code)
      writer.member("name", response.status.name)
      writer.member("meaning", response.status.explanation)
      writer.member("environment", response.environment)
      writer.key("is_retryable")
      if let flag = response.isRetryable { writer.bool(flag) } else { writer.null() }
      writer.member("follow_up", response.followUp.rawValue)
    }
  }

  fileprivate mutating func counts(_ comparison: Comparison) {
    object { writer in
      writer.member("equal", comparison.count(.equal, expected: true))
      writer.member("different", comparison.count(.different, expected: false))
      writer.member("different_expected", comparison.count(.different, expected: true))
      writer.member("moved", comparison.count(.moved, expected: false))
      writer.member("moved_expected", comparison.count(.moved, expected: true))
      writer.member("only_apple", comparison.count(.onlyApple, expected: false))
      writer.member("only_apple_expected", comparison.count(.onlyApple, expected: true))
      writer.member("only_local", comparison.count(.onlyLocal, expected: false))
    }
  }

  fileprivate mutating func fields(_ fields: some Sequence<ComparedField>) {
    array { writer in
      for field in fields {
        writer.object { writer in
          writer.member("pointer", field.pointer)
          writer.member("local_pointer", field.localPointer)
          writer.member("kind", field.kind.rawValue)
          writer.member("expected", field.isExpected)
          writer.member("cause", field.cause?.rawValue)
          writer.member("transaction_id", field.transactionID)
          // Absent is not null: null is a value of Apple's.
          for (name, value) in [("local", field.local), ("apple", field.apple)] {
            guard let value else { continue }
            writer.key(name)
            writer.value(value)
          }
          writer.member("note", field.note.isEmpty ? nil : field.note)
        }
      }
    }
  }

  fileprivate mutating func latest(_ latest: LatestReceiptComparison) {
    object { writer in
      writer.key("authenticity")
      writer.judgement(latest.decoded?.authenticity)
      writer.key("error")
      if let error = latest.error {
        writer.object { writer in
          writer.member("code", error.code.rawValue)
          writer.member("message", error.message)
          writer.member("offset", error.offset)
          writer.member("hint", error.hint)
        }
      } else {
        writer.null()
      }
      writer.member("equal", latest.equalCount)
      writer.key("fields")
      writer.fields(latest.fields)
    }
  }
}
