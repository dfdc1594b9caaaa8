/// What one input of a spreadsheet holds: one receipt, or every piece of signed data of an answer of the App Store
/// Server API.
package struct SheetPieces {
  /// The pieces; never empty.
  package let pieces: [DecodedInput]
  /// The parts of which there are no rows.
  package let unread: [UnreadPart]

  /// - Throws: the error of the input, or of a piece: what cannot be read as a whole has no rows.
  package init(_ bytes: [UInt8], _ worker: ReceiptWorker) throws(ReceiptError) {
    let decoded = try worker.decode(bytes)
    guard case .jws = decoded.document, !decoded.unread.isEmpty, let document = JSONText.document(bytes),
      let texts = document.signedTexts
    else {
      pieces = [decoded]
      unread = decoded.unread
      return
    }
    var pieces: [DecodedInput] = []
    for (index, text) in texts.enumerated() {
      do throws(ReceiptError) {
        pieces.append(try worker.decode(Array(text.utf8)))
      } catch {
        throw ReceiptError(
          error.code, "piece \(index + 1) of \(texts.count.grouped) of signed data: \(error.message)", hint: error.hint)
      }
    }
    self.pieces = pieces
    unread = document.unreadParts(beside: texts) + pieces.flatMap(\.unread)
  }

  /// The least of the verdicts.
  package var authenticity: Authenticity? {
    pieces.compactMap(\.authenticity).min { $0.verdict.strength < $1.verdict.strength }
  }
}
