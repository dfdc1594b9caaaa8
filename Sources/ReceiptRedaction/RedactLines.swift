import ReceiptKit

/// Lines of `redact`: for each input, its redacted form or the list of changes.
public final class RedactLines: LineMaker {
  /// The content of a line.
  public enum Form: Sendable {
    /// The redacted receipt or document.
    case redacted
    /// A redacted receipt as `decode` prints it.
    case decoded
    /// The changes to each field.
    case list
  }

  /// Names the schema of the lines with redacted receipts. Within one version keys are only added.
  public static let schema = "receipt-tool/redacted/1"

  private let redactor: Redactor
  private let form: Form
  /// The replacements for the names of sources in lines that hide those names.
  private let numbers: [String: String]
  private var lines: DocumentLines

  /// Makes a maker.
  ///
  /// - Parameters:
  ///   - redactor: redacts the inputs.
  ///   - form: the content of a line.
  ///   - sources: the sources in their order, whose names may themselves identify a person: several are called `file
  ///     1`, `file 2` and so on, and a single one `-`. In the form of a list they have their names.
  ///   - exitCode: the exit code of the tool for an unreadable input.
  public init(
    _ redactor: Redactor, _ form: Form, sources: [String], exitCode: @escaping (ReceiptError) -> Int32
  ) {
    self.redactor = redactor
    self.form = form
    numbers =
      sources.count < 2
      ? [:]
      : Dictionary(zip(sources, (1...sources.count).map { "file \($0)" }), uniquingKeysWith: { first, _ in first })
    let schema =
      switch form {
      case .redacted: Self.schema
      case .decoded: DecodeDocument.schema
      case .list: RedactionDocument.schema
      }
    lines = DocumentLines(schema: schema, exitCode: exitCode)
  }

  /// See ``LineMaker``.
  public func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    take(item)
    do throws(ReceiptError) {
      let redaction = try redactor.redact(input.withUnsafeBufferPointer { Array($0) })
      var decoded: DecodedInput?
      if form == .decoded, case .text(let text) = redaction.content {
        decoded = try InputDecoder().decode(Array(text.utf8))
      }
      lines.write(to: &output) { write(redaction, decoded, to: &$0) }
      return LineOutcome("redacted", exitCode: 0)
    } catch {
      return lines.append(error.impersonal, to: &output)
    }
  }

  /// See ``LineMaker``.
  public func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    take(item)
    return lines.append(error.impersonal, to: &output)
  }

  private func take(_ item: StreamItem) {
    var item = item
    if form != .list { item.source = numbers[item.source] ?? "-" }
    lines.take(item)
  }

  private func write(_ redaction: Redaction, _ decoded: DecodedInput?, to writer: inout JSONWriter) {
    if form == .list { return RedactionDocument(redaction, source: "").write(to: &writer, head: lines.head) }
    if let decoded {
      var document = DecodeDocument(decoded, source: "")
      document.isRedacted = true
      return document.write(to: &writer, head: lines.head)
    }
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.members(lines.head)
      writer.member(Redactor.mark, true)
      switch redaction.content {
      case .text(let text): writer.member("receipt_data", text)
      case .json(let document):
        writer.key("document")
        writer.value(compact: document.pieces)
      }
    }
    writer.endLine()
  }
}
