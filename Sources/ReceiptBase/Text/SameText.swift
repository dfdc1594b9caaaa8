extension String {
  /// Whether a text is the same to the byte. `==` takes texts for equal that look equal, and SQLite does not.
  public func isSame(as other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}
