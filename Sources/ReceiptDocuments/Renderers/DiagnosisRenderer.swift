/// Documents of `diagnose`. An input that is not a receipt gets a document, too.
package struct DiagnosisRenderer: DocumentRenderer {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  package static let schema = "receipt-tool/diagnose/1"

  private let diagnostician: Diagnostician
  private let worker: ReceiptWorker

  /// - Parameter worker: a worker with the diagnostician's decoder, for a renderer of many inputs.
  package init(_ diagnostician: Diagnostician, _ worker: ReceiptWorker? = nil) {
    self.diagnostician = diagnostician
    self.worker = worker ?? ReceiptWorker(diagnostician.decoder)
  }

  package var schema: String { Self.schema }

  package func read(_ input: [UInt8]) throws(ReceiptError) -> Diagnosis {
    diagnostician.diagnose(input, with: worker)
  }

  package func verdict(on diagnosis: Diagnosis) -> DocumentVerdict {
    diagnosis.error.map { DocumentVerdict($0) } ?? DocumentVerdict(diagnosis.cause.rawValue, exitCode: 0)
  }

  package func write(_ diagnosis: Diagnosis, head: DocumentHead, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", schema)
      writer.members(head)
      writer.member("summary", diagnosis.summary.description)
      writer.member("readable", diagnosis.isReadable)
      writer.member("cause", diagnosis.cause.rawValue)
      writer.key("input")
      if let input = diagnosis.input {
        writer.input(input, unread: diagnosis.decoded?.unread ?? input.unread)
      } else {
        writer.null()
      }
      writer.member("verdict", diagnosis.decoded?.authenticity?.verdict.rawValue)
      writer.object("error", diagnosis.error) { writer, error in
        writer.members(error)
        writer.member("missing_bytes", error.missingBytes)
      }
      writer.objects("stages", diagnosis.stages) { writer, stage in
        writer.member("stage", stage.name.rawValue)
        writer.member("outcome", stage.outcome.rawValue)
        writer.member("detail", stage.detail.description)
      }
      writer.objects("findings", diagnosis.findings) { writer, finding in
        let entry = finding.cause.entry
        writer.member("cause", finding.cause.rawValue)
        writer.member("severity", finding.cause.isNote ? "note" : "problem")
        writer.member("message", finding.message)
        writer.member("actor", entry.actor.rawValue)
        writer.member("action", entry.action)
      }
      // The name of Apple's endpoint, as Apple writes it.
      writer.key("verifyReceipt")
      writer.object { writer in
        writer.member("given_as", diagnosis.isRequest ? "body" : "receipt-data")
        writer.forecast("as_given", diagnosis.asGiven)
        writer.forecast("mended", diagnosis.mended)
      }
      writer.member("canonical_length", diagnosis.canonical?.utf8.count)
      writer.member("next_steps", diagnosis.nextSteps)
    }
    writer.endLine()
  }
}

extension JSONWriter {
  fileprivate mutating func forecast(_ name: String, _ forecast: AppleForecast?) {
    object(name, forecast) { writer, forecast in
      for (server, answer) in [("production", forecast.production), ("sandbox", forecast.sandbox)] {
        writer.object(server, answer) { writer, answer in
          writer.member("http_status", answer.httpStatus)
          writer.member("status", answer.status)
          writer.key("other_statuses")
          writer.array { writer in for status in answer.otherStatuses { writer.integer(Int64(status)) } }
          writer.member("reason", answer.reason)
        }
      }
    }
  }
}
