/// Where one input of a stream came from, and what is passed through with it.
public struct StreamItem: Sendable {
  /// The path as it was given, or `-`.
  public var source: String
  /// The number of its line in the source, from 1; of a record with line breaks in it, that of the first. `nil` for what is
  /// said of the source as a whole.
  public var line: Int?
  /// The value of its identifier, or `nil` if none was asked for.
  public var identifier: JSONValue?
  /// Names and values that are passed through.
  public var kept: [JSONValue.Member]

  /// Makes an item; see the properties.
  public init(source: String, line: Int?, identifier: JSONValue? = nil, kept: [JSONValue.Member] = []) {
    self.source = source
    self.line = line
    self.identifier = identifier
    self.kept = kept
  }
}

/// Makes a line of output of each input of a stream: what a command is to a pipeline.
///
/// One belongs to one thread at a time and remembers what it likes; a pipeline has as many as it has workers.
public protocol LineRenderer: AnyObject {
  /// Appends what stands before the first line of all; nothing, for most.
  func appendHeading(to output: inout OutputBuffer)

  /// Appends the line for one input, with its line feed.
  ///
  /// - Parameters:
  ///   - input: the input, as a single call would read it.
  ///   - item: where it came from.
  ///   - output: where the line goes.
  func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict

  /// Appends the line that stands for an input which could not be taken out of the stream.
  func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict
}

extension LineRenderer {
  /// Appends nothing.
  public func appendHeading(to output: inout OutputBuffer) {}
}
