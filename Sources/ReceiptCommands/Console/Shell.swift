/// Words for a shell, in hints for users to copy.
package enum Shell {
  /// The word that a POSIX shell reads as this text, in quotation marks only if necessary.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0)
    }
    guard !isPlain || text.isEmpty else { return text }
    // Works on scalars: Swift treats a quotation mark followed by a joiner as another character, but shells do not.
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "'"
  }
}
