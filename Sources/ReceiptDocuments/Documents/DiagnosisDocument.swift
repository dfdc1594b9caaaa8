/// The JSON document of `diagnose`. Within one version of its schema keys are only added.
public struct DiagnosisDocument: Sendable {
  /// Names this document's version.
  public static let schema = "receipt-tool/diagnose/1"

  private let diagnosis: Diagnosis

  /// Makes a document of a diagnosis.
  public init(_ diagnosis: Diagnosis) {
    self.diagnosis = diagnosis
  }

  /// Writes the whole document; the head says where the input came from.
  public func write(to writer: inout JSONWriter, head: DocumentHead) {
    writer.object { writer in
      writer.member("schema", DiagnosisDocument.schema)
      writer.members(head)
      writer.member("summary", diagnosis.summary)
      writer.member("readable", diagnosis.isReadable)
      writer.member("cause", diagnosis.cause.rawValue)
      writer.key("input")
      if let input = diagnosis.input {
        writer.input(input, unread: diagnosis.decoded?.unread ?? input.unread)
      } else {
        writer.null()
      }
      writer.member("verdict", diagnosis.decoded?.authenticity?.verdict.rawValue)
      writer.key("error")
      if let error = diagnosis.error { writer.diagnosed(error) } else { writer.null() }
      writer.stages(diagnosis.stages)
      writer.findings(diagnosis.findings)
      writer.key("verifyReceipt")
      writer.object { writer in
        writer.member("given_as", diagnosis.isRequest ? "body" : "receipt-data")
        writer.key("as_given")
        writer.forecast(diagnosis.asGiven)
        writer.key("mended")
        if let mended = diagnosis.mended { writer.forecast(mended) } else { writer.null() }
      }
      writer.member("canonical_length", diagnosis.canonical?.utf8.count)
      writer.member("next_steps", diagnosis.nextSteps)
    }
    writer.endLine()
  }
}

extension JSONWriter {
  fileprivate mutating func diagnosed(_ error: ReceiptError) {
    object { writer in
      writer.member("code", error.code.rawValue)
      writer.member("message", error.message)
      writer.member("offset", error.offset)
      writer.member("hint", error.hint)
      writer.member("missing_bytes", error.missingBytes)
    }
  }

  fileprivate mutating func stages(_ stages: [Diagnosis.Stage]) {
    key("stages")
    array { writer in
      for stage in stages {
        writer.object { writer in
          writer.member("stage", stage.name.rawValue)
          writer.member("outcome", stage.outcome.rawValue)
          writer.member("detail", stage.detail)
        }
      }
    }
  }

  fileprivate mutating func findings(_ findings: [Diagnosis.Finding]) {
    key("findings")
    array { writer in
      for finding in findings {
        let entry = finding.cause.entry
        writer.object { writer in
          writer.member("cause", finding.cause.rawValue)
          writer.member("severity", finding.cause.isNote ? "note" : "problem")
          writer.member("message", finding.message)
          writer.member("actor", entry.actor.rawValue)
          writer.member("action", entry.action)
        }
      }
    }
  }

  fileprivate mutating func forecast(_ forecast: AppleForecast) {
    object { writer in
      for (name, answer) in [("production", forecast.production), ("sandbox", forecast.sandbox)] {
        writer.key(name)
        writer.object { writer in
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
