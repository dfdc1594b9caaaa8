import ReceiptKit
import ReceiptMint

/// The answers of a verifyReceipt server that trusts the anchors of minted receipts.
///
/// They follow Apple's documentation, from the server of the receipt's own environment, at the moment of minting.
struct MintedAnswers: Sendable {
  private let answerer: VerifyReceiptAnswerer
  private let server: VerifyReceiptAnswer.Server
  private let moment: Instant

  init(_ minter: ReceiptMinter, isSandbox: Bool, at moment: Instant) {
    let anchors = minter.anchors.compactMap { try? Certificate(der: $0.der) }.map { TrustAnchor($0) }
    answerer = VerifyReceiptAnswerer(decoder: InputDecoder(authenticator: Authenticator(anchors: anchors)))
    server = isSandbox ? .sandbox : .production
    self.moment = moment
  }

  /// One JSON object, without a line feed at its end.
  func answer(to minted: MintedOutput, layout: JSONWriter.Layout) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    answerer.answer(receiptData: minted.base64, server: server, at: moment).write(to: &writer)
    var bytes = writer.bytes
    if bytes.last == 0x0A { bytes.removeLast() }
    return bytes
  }
}
