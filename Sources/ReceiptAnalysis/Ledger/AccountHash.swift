extension [UInt8] {
  /// The one-way hash of an account name that apps put into `applicationUsername`, in the form of Apple's example:
  /// SHA-256 of the name, in lowercase hexadecimal with a dash after every 4 bytes, eight groups of eight digits.
  ///
  /// Apple's example (In-App Purchase Programming Guide, "Requesting Payment", listing 3-2) hashes the UTF-8 bytes of
  /// the name unchanged, so upper and lower case differ, as do composed and decomposed accents. Empty names have a hash
  /// too.
  package var accountHash: String {
    var text = ""
    for (index, digit) in hexadecimal(DigestAlgorithm.sha256.digest(self)).unicodeScalars.enumerated() {
      if index > 0, index % 8 == 0 { text += "-" }
      text.unicodeScalars.append(digit)
    }
    return text
  }
}
