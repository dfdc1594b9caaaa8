/// How PKCS#7 envelopes begin in base64.
///
/// The first two octets of a receipt are `30 82` up to 64 KB, `30 83` above that, and `30 80` where its length is not
/// said (X.690, 8.1.3), so that its text begins with `MI` and a letter that the first bits of the length determine.
/// Behind the length stands the object identifier of signed data.
package enum EnvelopeText {
  /// The third letters of one form of the length, and the object identifier with the place where it begins.
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
  /// `MII` and `MIA` are enough, so that what is damaged behind them is said. Words begin with the other letters, too:
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

  /// Where in a run of base64 characters the first envelope begins, after any other text.
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
