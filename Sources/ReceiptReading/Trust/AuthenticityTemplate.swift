/// The JSON of a judgement with a gap for the time of judging. For one cached chain, nothing else changes.
struct AuthenticityTemplate: Sendable {
  private let pieces: [[UInt8]]

  /// Finds the gaps by writing the judgement for two moments: they differ only in the time.
  ///
  /// - Parameter judged: the judgement for a moment.
  /// - Returns: `nil` if anything else differs.
  init?(_ judged: (Instant) -> Authenticity) {
    // The two moments differ in every digit.
    let moments = ["1111-11-11T11:11:11Z", "2222-02-22T22:22:22Z"].compactMap { ReceiptDate($0)?.instant }
    let texts = moments.map { Array($0.rfc3339.utf8) }
    let written = moments.map { moment in
      var writer = JSONWriter(layout: .compact)
      writer.authenticity(judged(moment))
      return writer.bytes
    }
    guard written.count == 2, written[0].count == written[1].count, texts[0].count == texts[1].count else { return nil }
    var pieces: [[UInt8]] = []
    var start = 0
    while let gap = (start..<written[0].count).first(where: { written[0][$0] != written[1][$0] }) {
      guard written[0][gap...].starts(with: texts[0]), written[1][gap...].starts(with: texts[1]) else { return nil }
      pieces.append(Array(written[0][start..<gap]))
      start = gap + texts[0].count
    }
    self.pieces = pieces + [Array(written[0][start...])]
  }

  /// Writes the judgement for a moment with the text `time` (RFC 3339).
  func append(to output: inout OutputBuffer, time: RawSpan) {
    for (index, piece) in pieces.enumerated() {
      if index > 0 { time.withUnsafeBytes { output.append($0) } }
      output.append(piece.span)
    }
  }
}
