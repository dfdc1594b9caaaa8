/// Lines of `decode`: the documents of single calls.
public final class DecodeLines: LineRenderer {
  private let worker: ReceiptWorker
  private let requiredVerdict: Authenticity.Verdict?
  private let showsAttributes: Bool
  private var lines: DocumentLines

  /// Makes a maker.
  ///
  /// - Parameters:
  ///   - decoder: reads and judges.
  ///   - requiredVerdict: the verdict below which an input's exit code is 1.
  ///   - showsAttributes: whether every attribute is listed.
  ///   - exitCode: what the tool would exit with for an input that cannot be read.
  public init(
    _ decoder: InputDecoder, requiredVerdict: Authenticity.Verdict? = nil, showsAttributes: Bool = false,
    exitCode: @escaping (ReceiptError) -> Int32
  ) {
    worker = ReceiptWorker(decoder, exitCode: exitCode)
    self.requiredVerdict = requiredVerdict
    self.showsAttributes = showsAttributes
    lines = DocumentLines(schema: DecodeDocument.schema, exitCode: exitCode)
  }

  /// See ``LineRenderer``.
  public func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    lines.take(item)
    guard !showsAttributes else { return appendAttributes(of: input, to: &output) }
    let outcome = worker.appendDocument(of: input, head: lines.head, to: &output)
    if let error = outcome.error { return LineOutcome(error, exitCode: lines.exitCode(error)) }
    return LineOutcome(outcome.verdict, atLeast: requiredVerdict)
  }

  /// See ``LineRenderer``.
  public func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    lines.take(item)
    return lines.append(error, to: &output)
  }

  private func appendAttributes(of input: Span<UInt8>, to output: inout OutputBuffer) -> LineOutcome {
    do throws(ReceiptError) {
      let decoded = try worker.decode(input)
      lines.write(to: &output) {
        DecodeDocument(decoded, source: "", showsAttributes: true).write(to: &$0, head: lines.head)
      }
      return LineOutcome(decoded.authenticity?.verdict, atLeast: requiredVerdict)
    } catch {
      return lines.append(error, to: &output)
    }
  }
}

extension LineOutcome {
  /// A verdict, and whether it is as good as it has to be. The word for none at all, of a StoreKit 2 JWS, is `not-verified`.
  init(_ verdict: Authenticity.Verdict?, atLeast required: Authenticity.Verdict?) {
    let isEnough = required.map { verdict?.isAtLeast($0) ?? false } ?? true
    self.init(verdict?.rawValue ?? "not-verified", exitCode: isEnough ? 0 : 1)
  }
}
