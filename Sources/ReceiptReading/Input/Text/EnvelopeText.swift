/// The starts of PKCS#7 envelopes in base64, by the form of their length: the possible third letters, and the text and
/// position of the object identifier.
///
/// The first two octets of a receipt are `30 82` up to 64 KB, `30 83` above that, and `30 80` for an indefinite length
/// (X.690, 8.1.3). So its text begins with `MI`, followed by a letter that the first bits of the length determine. The
/// object identifier of signed data follows the length.
private let envelopeForms: [(letters: StaticString, identifier: StaticString, place: Int)] = [
  ("IJKL", "KoZIhvcNAQcC", 8), ("MNOP", "CSqGSIb3DQEH", 8), ("A", "CSqGSIb3DQEH", 4),
]

extension Collection<UInt8> {
  /// Whether a text begins like an envelope.
  ///
  /// `MII` and `MIA` are enough, so that damage after them is reported. The other letters also occur in words, such as
  /// `MINIMUM`.
  var beginsLikeEnvelope: Bool {
    guard starts(with: "MI") else { return false }
    return starts(with: "MII") || starts(with: "MIA")
      || envelopeForms.contains { begins(with: $0.letters, $0.identifier, at: $0.place) }
  }

  /// Whether a text begins like a receipt of any kind: an envelope, a property list (`ewo`), a signature object
  /// (`eyJ`).
  package var beginsLikeReceipt: Bool { beginsLikeEnvelope || starts(with: "ewo") || starts(with: "eyJ") }

  fileprivate func begins(with letters: StaticString, _ identifier: StaticString, at place: Int) -> Bool {
    guard starts(with: "MI"), let letter = dropFirst(2).first else { return false }
    return letters.withUTF8Buffer { $0.contains(letter) } && dropFirst(place).starts(with: identifier)
  }
}

extension [UInt8] {
  /// The start of the first envelope in a run of base64 characters, after any other text.
  func firstEnvelope(in run: Range<Int>) -> Int? {
    var first: Int?
    for form in envelopeForms {
      let identifier = form.identifier.withUTF8Buffer { Array($0) }
      var index = run.lowerBound
      while let found = firstOffset(of: identifier, in: index..<run.upperBound) {
        let start = found - form.place
        if start >= run.lowerBound,
          self[start..<run.upperBound].begins(with: form.letters, form.identifier, at: form.place)
        {
          first = Swift.min(first ?? start, start)
          break
        }
        index = found + 1
      }
    }
    return first
  }
}
