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
        writer.member("code", error.code.rawValue)
        writer.member("message", error.message)
        writer.member("offset", error.offset)
        writer.member("hint", error.hint)
        writer.member("exit_code", Int(error.exitCode))
      }
    }
    writer.endLine()
  }
}
