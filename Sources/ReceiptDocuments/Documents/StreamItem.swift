/// Where one input of a stream came from, and what is passed through with it.
package struct StreamItem: Sendable {
  /// The path as it was given, or `-`.
  package var source: String
  /// The number of its line in the source, from 1; of a record with line breaks in it, that of the first. `nil` for
  /// what is said of the source as a whole.
  package var line: Int?
  /// The value of its identifier, or `nil` if none was asked for.
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
