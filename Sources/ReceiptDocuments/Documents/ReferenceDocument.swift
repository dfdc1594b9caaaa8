/// The JSON document of `explain`.
public struct ReferenceDocument: Sendable {
  /// Names this document's version.
  public static let schema = "receipt-tool/explain/1"

  private let question: String?
  private let entries: [ReferenceEntry]

  /// Makes a document of the results for a question; `nil` lists everything.
  public init(question: String?, entries: [ReferenceEntry]) {
    self.question = question
    self.entries = entries
  }

  /// Writes the whole document.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", ReferenceDocument.schema)
      writer.member("question", question)
      writer.key("entries")
      writer.array { writer in for entry in entries { writer.entry(entry) } }
    }
    writer.endLine()
  }
}

extension JSONWriter {
  fileprivate mutating func entry(_ entry: ReferenceEntry) {
    object { writer in
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
      writer.member("actor", entry.actor.rawValue)
      writer.member("action", entry.action)
      writer.member("source", entry.source)
    }
  }
}
