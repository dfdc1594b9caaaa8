extension String {
  /// Whether a text is the same, byte by byte. `==` treats texts that look equal as equal, but SQLite does not.
  package func isSame(as other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }

  /// Whether the two texts differ only in white space and invisible characters.
  package func looksSame(as other: String) -> Bool { !isSame(as: other) && visible == other.visible }

  private var visible: [Unicode.Scalar] {
    unicodeScalars.filter { !$0.properties.isWhitespace && !$0.actsOnTerminals }
  }
}
