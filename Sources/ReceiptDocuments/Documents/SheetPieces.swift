/// The content of one input of a spreadsheet: one receipt, or every piece of signed data in an answer of the App Store
/// Server API.
package struct SheetPieces {
  /// The pieces; never empty.
  package let pieces: [DecodedInput]
  /// The parts without rows.
  package let unread: [UnreadPart]

  /// - Throws: the error of the input or of a piece: an input that cannot be read completely has no rows.
  package init(_ bytes: [UInt8], _ worker: ReceiptWorker) throws(ReceiptError) {
    let decoded = try worker.decode(bytes)
    // Of an answer with several pieces of signed data, the worker reads one, and names the others as unread.
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
          error.code, "piece \(index + 1) of \(grouped: texts.count) of signed data: \(error.message)",
          hint: error.hint)
      }
    }
    self.pieces = pieces
    unread = document.unreadParts(beside: texts) + pieces.flatMap(\.unread)
  }

  /// That of the piece with the weakest verdict; `nil` if no signer was looked at.
  package var authenticity: Authenticity? {
    pieces.compactMap(\.authenticity).min { $0.verdict.strength < $1.verdict.strength }
  }
}
