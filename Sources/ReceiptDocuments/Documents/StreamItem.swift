/// The source of one input of a stream, and the values that are passed through with it.
package struct StreamItem: Sendable {
  /// The path as it was given, or `-`.
  package var source: String
  /// The number of the input's line in the source, from 1; for a record with line breaks, the number of its first line.
  /// `nil` if the item is about the whole source.
  package var line: Int?
  /// The value of the input's identifier; `nil` if no identifier was requested.
  package var identifier: JSONValue?
  /// Names and values that are passed through.
  package var kept: [JSONValue.Member]

  package init(source: String, line: Int?, identifier: JSONValue? = nil, kept: [JSONValue.Member] = []) {
    self.source = source
    self.line = line
    self.identifier = identifier
    self.kept = kept
  }
}
