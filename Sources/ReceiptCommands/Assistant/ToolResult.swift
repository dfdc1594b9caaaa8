import ReceiptKit

/// The result of a call.
struct ToolResult {
  /// What this program says of the document.
  private let sentence: String
  /// The document on one line.
  private let document: [UInt8]
  private let isError: Bool

  /// - Parameter line: the document, with or without a line feed at its end.
  init(sentence: String, line: [UInt8], isError: Bool = false) {
    self.sentence = sentence
    document = line.last == .lineFeed ? line.dropLast() : line
    self.isError = isError
  }

  /// Clients show one or the other: texts, or the document itself.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.objects("content", [sentence, String(decoding: document, as: UTF8.self)]) { writer, text in
        writer.member("type", "text")
        writer.member("text", text)
      }
      writer.key("structuredContent")
      writer.value(compact: document)
      writer.member("isError", isError)
    }
  }
}
