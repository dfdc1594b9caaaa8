/// Why a text is not JSON, or exceeds the limits of a reader.
package struct JSONError: Error, Equatable, Sendable {
  /// One sentence without a final full stop: the fault and its place.
  package let message: Message
  /// The offset of the fault in bytes.
  package let offset: Int
  /// Whether the text exceeds a limit of the reader. The message then names the limit, and nothing of the text.
  package var isLimit = false
}
