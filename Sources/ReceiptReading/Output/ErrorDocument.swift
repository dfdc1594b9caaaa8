/// The JSON document for an input that could not be read, when several are read in one run.
public enum ErrorDocument {
  /// Writes the document.
  ///
  /// - Parameters:
  ///   - error: why the input could not be read.
  ///   - schema: the schema of the document for readable inputs.
  ///   - source: where the input came from: the path as it was given, or `-`.
  ///   - exitCode: the exit code of the tool for this input alone.
  public static func write(
    _ error: ReceiptError, schema: String, source: String, exitCode: Int32, to writer: inout JSONWriter
  ) {
    write(error, schema: schema, exitCode: exitCode, to: &writer) { $0.member("source", source) }
  }

  /// Writes the document on one line, with this head.
  package static func write(
    _ error: ReceiptError, schema: String, head: DocumentHead, exitCode: Int32, to writer: inout JSONWriter
  ) {
    write(error, schema: schema, exitCode: exitCode, to: &writer) { $0.members(head) }
  }

  private static func write(
    _ error: ReceiptError, schema: String, exitCode: Int32, to writer: inout JSONWriter,
    head: (inout JSONWriter) -> Void
  ) {
    writer.object { writer in
      writer.member("schema", schema)
      head(&writer)
      writer.key("error")
      writer.object { writer in
        writer.member("code", error.code.rawValue)
        writer.member("message", error.message)
        writer.member("offset", error.offset)
        writer.member("hint", error.hint)
        writer.member("exit_code", Int(exitCode))
      }
    }
    writer.endLine()
  }
}
