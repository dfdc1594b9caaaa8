extension String {
  /// The word that a POSIX shell reads as this text, in quotation marks only if necessary: for hints to copy.
  package var shellQuoted: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0)
    }
    if isPlain && !isEmpty { return self }
    // Works on scalars: Swift treats a quotation mark followed by a joiner as another character, but shells do not.
    var quoted = "'"
    for scalar in unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "'"
  }
}
