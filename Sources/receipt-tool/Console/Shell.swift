/// Words for a shell, in hints that people copy.
enum Shell {
  /// A word that a POSIX shell reads as this text; in quotation marks only where it needs them.
  static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
