import ReceiptKit

/// The JSON document of one input when several are verified in one run (Schemas/verify-1.schema.json).
package enum VerifyDocument {
  /// The name and version of the schema.
  package static let schema = "receipt-tool/verify/1"

  /// The part of an answer to print. Raw values are stable: they name the member.
  package enum Part: String, CaseIterable, Sendable {
    /// The whole answer.
    case answer
    /// `receipt.in_app`.
    case inApp = "in_app"
    /// `latest_receipt_info`.
    case latest = "latest_receipt_info"

    /// The part; `nil` if the answer has no such member.
    package func value(of response: VerifyReceiptResponse) -> JSONValue? {
      switch self {
      case .answer: response.document
      case .inApp: response.receipt?["in_app"]
      case .latest: response.document["latest_receipt_info"]
      }
    }
  }

  /// Writes the answer.
  ///
  /// - Parameters:
  ///   - result: the answer.
  ///   - part: the part to write.
  ///   - source: the source of the receipt: the path as it was given, or `-`.
  ///   - exitCode: the exit code of the tool for this input alone.
  ///   - sendsAgain: whether the same receipt is worth sending again later.
  ///   - writer: receives the document.
  package static func write(
    _ result: VerifyReceiptResult, part: Part, source: String, exitCode: Int32, sendsAgain: Bool,
    to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writeHead(source, result.record, sendsAgain, &writer)
      writer.key("status")
      writer.integer(Int64(result.response.status.code))
      writer.member("status_name", result.response.status.name)
      writer.member("exit_code", Int(exitCode))
      writer.key(part.rawValue)
      writer.value(part.value(of: result.response) ?? .null)
    }
    writer.endLine()
  }

  /// Writes the reason for a missing answer.
  package static func write(
    _ failure: VerifyReceiptFailure, source: String, exitCode: Int32, sendsAgain: Bool, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writeHead(source, failure.record, sendsAgain, &writer)
      writer.key("error")
      writer.object { writer in
        writer.member("code", failure.fault.code.rawValue)
        writer.member("message", failure.fault.message)
        // All error documents have this member; a fault of an exchange has no offset.
        writer.member("offset", Int?.none)
        writer.member("hint", failure.fault.hint)
        writer.member("exit_code", Int(exitCode))
      }
    }
    writer.endLine()
  }

  private static func writeHead(
    _ source: String, _ record: ExchangeRecord?, _ sendsAgain: Bool, _ writer: inout JSONWriter
  ) {
    writer.member("schema", schema)
    writer.member("source", source)
    writer.member("send_again", sendsAgain)
    guard let record else { return }
    writer.member("server", record.server.rawValue)
    writer.member("url", record.endpoint.url)
    writer.objects("asked", record.visits) { writer, visit in
      writer.member("server", visit.server.rawValue)
      writer.member("tries", visit.tries)
    }
    writer.member("milliseconds", Int(record.elapsed / .milliseconds(1)))
  }
}
