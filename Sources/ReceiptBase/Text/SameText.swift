extension String {
  /// Whether a text is the same, byte by byte. `==` treats texts that look equal as equal, but SQLite does not.
  package func isSame(as other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}
