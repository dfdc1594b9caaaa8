/// The JSON document for an input that could not be read, when several are read in one run.
package enum ErrorDocument {
  /// Writes the document.
  ///
  /// - Parameters:
  ///   - error: why the input could not be read.
  ///   - schema: that of the document which stands for readable inputs.
  ///   - head: where the input came from.
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
