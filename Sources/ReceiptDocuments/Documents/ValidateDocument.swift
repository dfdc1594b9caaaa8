/// The JSON document of `validate`: the verdict, and every check in declared order.
public struct ValidateDocument: Sendable {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/validate/1"

  /// The judgement.
  public var validation: Validation
  /// Whether the receipt is added, as verifyReceipt would print it.
  public var showsReceipt: Bool

  /// Makes a document.
  public init(_ validation: Validation, showsReceipt: Bool = false) {
    self.validation = validation
    self.showsReceipt = showsReceipt
  }

  /// Writes the whole document; the head says where the input came from.
  public func write(to writer: inout JSONWriter, head: DocumentHead) {
    writer.object { writer in
      writer.member("schema", ValidateDocument.schema)
      writer.members(head)
      writer.member("verdict", validation.verdict.rawValue)
      writer.member("judged_at", validation.judgedAt.rfc3339)
      writer.key("authenticity")
      if let authenticity = validation.decoded.authenticity {
        writer.object { writer in
          writer.member("verdict", authenticity.verdict.rawValue)
          writer.member("reason", authenticity.reason)
          writer.member("judged_at", authenticity.judgedAt?.instant.rfc3339)
          writer.member("judged_at_source", authenticity.judgedAt?.source.rawValue)
        }
      } else {
        writer.null()
      }
      writer.member("environment", validation.decoded.environment)
      let unread = validation.decoded.unread
      if !unread.isEmpty {
        writer.key("unread")
        writer.unread(unread)
      }
      writer.key("checks")
      writer.array { writer in for check in validation.checks { writer.check(check) } }
      guard showsReceipt else { return }
      writer.key("receipt")
      switch validation.decoded.document {
      case .receipt(let receipt): writer.receipt(receipt)
      case .transactionReceipt(let receipt): receipt.writeReceipt(to: &writer)
      case .jws: writer.null()
      }
    }
    writer.endLine()
  }
}

extension JSONWriter {
  fileprivate mutating func check(_ check: CheckResult) {
    object { writer in
      writer.member("check", check.identifier)
      writer.member("outcome", check.outcome.rawValue)
      writer.member("requested", check.wasRequested)
      writer.member("expected", check.expected)
      writer.member("found", check.found)
      writer.member("reason", check.reason)
    }
  }
}
