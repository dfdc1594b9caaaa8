import ReceiptAnalysis

/// The JSON document of `mint --flaw list --json`: every flaw, and the required result of a correct verifier.
public struct FlawDocument: Sendable {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/flaws/1"

  /// The document, which is always the same.
  public init() {}

  /// Writes the whole document.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.key("flaws")
      writer.array { writer in
        for flaw in MintFlaw.all {
          writer.object { writer in
            writer.member("name", flaw.name)
            writer.member("summary", flaw.summary)
            writer.key("expect")
            writer.promise(flaw.promise)
          }
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func promise(_ promise: FlawPromise) {
    object { writer in
      writer.member("exit_status", Int(promise.exitStatus))
      writer.member("error", promise.error)
      writer.member("verdict", promise.verdict)
      writer.member("authenticity", promise.authenticity)
      writer.member("failed_step", promise.failedStep)
      writer.member("failed_checks", promise.failedChecks)
    }
  }
}
