extension JSONWriter {
  /// Writes the document for an input that could not be read, if several inputs are read in one run.
  ///
  /// - Parameters:
  ///   - error: why the input could not be read.
  ///   - schema: the schema of the documents for readable inputs.
  ///   - head: the source of the input.
  package mutating func errorDocument(_ error: ReceiptError, schema: String, head: DocumentHead) {
    object { writer in
      writer.member("schema", schema)
      writer.members(head)
      writer.key("error")
      writer.object { writer in
        writer.members(error)
        writer.member("exit_code", Int(error.exitCode))
      }
    }
    endLine()
  }

  /// Writes the members of an error.
  package mutating func members(_ error: ReceiptError) {
    member("code", error.code.rawValue)
    member("message", error.message.description)
    member("offset", error.offset)
    member("hint", error.hint?.description)
  }
}
