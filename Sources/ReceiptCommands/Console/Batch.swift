import ReceiptKit

/// Runs one command over its inputs, one after the other. Determines the output for each, and the worst exit status.
///
/// Of several inputs, each produces one line of JSON, or a text with a heading.
package struct Batch {
  let console: Console
  let input: InputSettings
  /// The schema of the documents: among several inputs, an error document takes the place of an unreadable one. `nil`
  /// without error documents.
  let schema: String?
  /// The layout of text; `nil` prints JSON.
  let text: TextLayout?
  let isCompact: Bool
  /// Whether error documents name the input. Documents that are given away must not.
  let namesInputs: Bool

  package init(
    _ console: Console, input: InputSettings, schema: String? = nil, text: TextLayout? = nil, isCompact: Bool = false,
    namesInputs: Bool = true
  ) {
    self.console = console
    self.input = input
    self.schema = schema
    self.text = text
    self.isCompact = isCompact
    self.namesInputs = namesInputs
  }

  /// The output for one input.
  package enum Output {
    case nothing
    case data([UInt8])
    /// A text for people; among several inputs it gets a heading.
    case text(String)
  }

  package var isSingle: Bool { input.sources.count == 1 }
  /// The layout of JSON.
  var layout: JSONWriter.Layout { isSingle && !isCompact ? .pretty : .compact }

  /// Processes every input.
  ///
  /// - Parameters:
  ///   - work: reads and judges one input.
  ///   - record: prints the replacement for an input that cannot be read; by default an error document.
  package func run(
    _ work: (_ source: String) throws -> (Output, ExitStatus),
    record: ((ReceiptError, _ source: String) throws(UnwrittenOutput) -> Void)? = nil
  ) throws -> ExitStatus {
    var worst = ExitStatus.success
    var isFirst = true
    for source in input.sources {
      var status: ExitStatus
      do {
        let output: Output
        (output, status) = try work(source)
        if !input.isQuiet { try print(output, source, isFirst: &isFirst) }
      } catch let error as ReceiptError {
        status = ExitStatus(error)
        if !input.isQuiet {
          console.report(error, source: source)
          if let record { try record(error, source) } else { try printDocument(of: error, source) }
        }
      }
      worst = max(worst, status)
    }
    return worst
  }

  /// Prints the document of every input, or a text about it.
  ///
  /// - Parameters:
  ///   - report: makes the text, if text is printed.
  ///   - hint: a further hint for an input that is not a receipt.
  ///   - explain: explains a negative verdict on standard error.
  func run<Renderer: DocumentRenderer>(
    _ renderer: Renderer, report: ((Renderer.Content, TextLayout) -> String)? = nil,
    hint: (_ source: String) -> Message? = { _ in nil },
    explain: (Renderer.Content, _ source: String) -> Void = { _, _ in }
  ) throws -> ExitStatus {
    try run { source throws(ReceiptError) in
      let content: Renderer.Content
      do throws(ReceiptError) {
        content = try renderer.read(try input.read(source, console))
      } catch {
        throw ExitStatus(error) == .notAReceipt ? error.adding(hint: hint(source)) : error
      }
      let status = ExitStatus(renderer.verdict(on: content))
      if status == .negative { explain(content, source) }
      if input.isQuiet { return (.nothing, status) }
      if let text, let report { return (.text(report(content, text)), status) }
      var writer = JSONWriter(layout: layout, handingOverTo: console.pass)
      renderer.write(content, head: DocumentHead(source: source), to: &writer)
      return (.data(writer.bytes), status)
    }
  }

  private func print(_ output: Output, _ source: String, isFirst: inout Bool) throws(UnwrittenOutput) {
    switch output {
    case .nothing: return
    case .data(let bytes): try console.write(bytes)
    case .text(let report):
      let heading = isSingle ? nil : text.map { (isFirst ? "" : "\n") + $0.heading(source: source) + "\n" }
      try console.write((heading ?? "") + report)
      isFirst = false
    }
  }

  private func printDocument(of error: ReceiptError, _ source: String) throws(UnwrittenOutput) {
    guard let schema, !isSingle else { return }
    var writer = JSONWriter(layout: .compact)
    writer.errorDocument(
      namesInputs ? error : error.impersonal, schema: schema, head: DocumentHead(source: namesInputs ? source : "-"))
    try console.write(writer.bytes)
  }
}

extension ReceiptError {
  /// The same error, with another hint appended to its own.
  func adding(hint more: Message?) -> ReceiptError {
    guard let more else { return self }
    var error = self
    error.hint = hint.map { "\($0); \(more)" } ?? more
    return error
  }
}
