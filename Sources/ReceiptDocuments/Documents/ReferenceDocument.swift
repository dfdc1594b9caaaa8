extension Reference {
  package static let schema = "receipt-tool/explain/1"

  /// Writes the JSON document of `explain`.
  ///
  /// - Parameter question: the question that the entries answer; `nil` lists everything.
  package static func writeDocument(question: String?, _ entries: [ReferenceEntry], to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", schema)
      writer.member("question", question)
      writer.objects("entries", entries) { writer, entry in
        writer.member("kind", entry.kind.rawValue)
        writer.member("key", entry.key)
        writer.key("range")
        if let range = entry.range {
          writer.array { writer in
            writer.integer(Int64(range.lowerBound))
            writer.integer(Int64(range.upperBound))
          }
        } else {
          writer.null()
        }
        writer.member("meaning", entry.meaning)
        if !entry.value.isEmpty { writer.member("value", entry.value) }
        writer.member("actor", entry.actor.rawValue)
        writer.member("action", entry.action)
        writer.member("source", entry.source)
      }
    }
    writer.endLine()
  }
}
