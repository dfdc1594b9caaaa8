/// The JSON document for an input that could not be read, if several inputs are read in one run.
package enum ErrorDocument {
  /// Writes the document.
  ///
  /// - Parameters:
  ///   - error: why the input could not be read.
  ///   - schema: the schema of the documents for readable inputs.
  ///   - head: the source of the input.
  package static func write(_ error: ReceiptError, schema: String, head: DocumentHead, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", schema)
      writer.members(head)
      writer.key("error")
      writer.object { writer in
        writer.members(error)
        writer.member("exit_code", Int(error.exitCode))
      }
    }
    writer.endLine()
  }
}

extension JSONWriter {
  /// Writes the members of an error.
  package mutating func members(_ error: ReceiptError) {
    member("code", error.code.rawValue)
    member("message", error.message)
    member("offset", error.offset)
    member("hint", error.hint)
  }
}
