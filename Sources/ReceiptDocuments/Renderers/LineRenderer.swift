/// Makes a line of output of each input of a stream: what a command is to a pipeline.
///
/// One belongs to one thread at a time and remembers what it likes; a pipeline has as many as it has workers.
package protocol LineRenderer: AnyObject {
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
  package func appendHeading(to output: inout OutputBuffer) {}
}
