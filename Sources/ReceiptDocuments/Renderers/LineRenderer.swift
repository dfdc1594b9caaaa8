/// Makes a line of output from each input of a stream: the part of a pipeline that differs between commands.
///
/// An instance belongs to one thread at a time and may cache anything. A pipeline has one for each worker.
package protocol LineRenderer: AnyObject {
  /// Appends the text before the first line; most renderers append nothing.
  func appendHeading(to output: inout OutputBuffer)

  /// Appends the line for one input, with its line feed.
  ///
  /// - Parameters:
  ///   - input: the input, in the form that a single call would read.
  ///   - item: the source of the input.
  ///   - output: the buffer to which the line is appended.
  func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict

  /// Appends the line for an input that could not be extracted from the stream.
  func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict
}

extension LineRenderer {
  package func appendHeading(to output: inout OutputBuffer) {}
}
