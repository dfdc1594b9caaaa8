/// Recognises the start of PKCS#7 envelopes in base64.
///
/// The first two octets of a receipt are `30 82` up to 64 KB, `30 83` above that, and `30 80` for an indefinite length
/// (X.690, 8.1.3). So its text begins with `MI`, followed by a letter that the first bits of the length determine. The
/// object identifier of signed data follows the length.
package enum EnvelopeText {
  /// The possible third letters for one form of the length, and the position and text of the object identifier.
  private struct Form {
    let letters: StaticString
    let identifier: StaticString
    let place: Int
  }

  private static let forms = [
    Form(letters: "IJKL", identifier: "KoZIhvcNAQcC", place: 8),
    Form(letters: "MNOP", identifier: "CSqGSIb3DQEH", place: 8),
    Form(letters: "A", identifier: "CSqGSIb3DQEH", place: 4),
  ]

  /// Whether a text begins like an envelope.
  ///
  /// `MII` and `MIA` are enough, so that damage after them is reported. The other letters also occur in words, such as
  /// `MINIMUM`.
  package static func begins(_ text: some Collection<UInt8>) -> Bool {
    guard text.starts(with: "MI") else { return false }
    return text.starts(with: "MII") || text.starts(with: "MIA") || forms.contains { begins(text, $0) }
  }

  /// Whether a text begins like a receipt of any kind: an envelope, a property list (`ewo`), a signature object
  /// (`eyJ`).
  package static func beginsLikeReceipt(_ text: some Collection<UInt8>) -> Bool {
    begins(text) || text.starts(with: "ewo") || text.starts(with: "eyJ")
  }

  private static func begins(_ text: some Collection<UInt8>, _ form: Form) -> Bool {
    guard text.starts(with: "MI"), let letter = text.dropFirst(2).first else { return false }
    return form.letters.withUTF8Buffer { $0.contains(letter) }
      && text.dropFirst(form.place).starts(with: form.identifier)
  }

  /// The start of the first envelope in a run of base64 characters, after any other text.
  static func first(in bytes: [UInt8], _ run: Range<Int>) -> Int? {
    var first: Int?
    for form in forms {
      let identifier = form.identifier.withUTF8Buffer { Array($0) }
      var index = run.lowerBound
      while let found = bytes.firstOffset(of: identifier, in: index..<run.upperBound) {
        let start = found - form.place
        if start >= run.lowerBound, begins(bytes[start..<run.upperBound], form) {
          first = min(first ?? start, start)
          break
        }
        index = found + 1
      }
    }
    return first
  }
}
