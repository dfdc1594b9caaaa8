/// Words for a shell, in hints that people copy.
enum Shell {
  /// A word that a POSIX shell reads as this text; in quotation marks only where it needs them.
  static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0)
    }
    guard !isPlain || text.isEmpty else { return text }
    // By scalars: a mark with a joiner behind it is another character for Swift, and none for a shell.
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "'"
  }
}
