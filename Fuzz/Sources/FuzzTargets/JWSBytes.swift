@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// Signed data made of lines: header, payload and signature, the first two of which are put into base64url. Nothing
  /// made up is proven, and whatever is read as strict has one form only.
  static let jws = FuzzTarget(name: "jws", usualLength: 2048) { input in
    let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return }
    let text = Array("\(Base64.encodeURL(Array(parts[0]))).\(Base64.encodeURL(Array(parts[1]))).".utf8) + parts[2]
    let decoded = try InputDecoder(currentTime: Instant(milliseconds: 1_700_000_000_000)).decode(text)
    guard case .jws(let jws) = decoded.document else { return }
    require(decoded.authenticity?.verdict.isAtLeast(.testSigned) == false, "nothing made up is proven")
    if let signed = try? JWSSignature(jws) {
      let third = jws.text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []
      require(Base64.encodeURL(signed.signed.signature).utf8.elementsEqual(third), "one form only")
      require(jws.text.starts(with: signed.signed.message), "what is signed stands in the text")
    }
    var writer = JSONWriter(layout: .compact)
    DecodeDocument(decoded).write(to: &writer, head: DocumentHead(source: "-"))
    _ = try JSONReader(maximumDepth: 128, maximumValues: .max).read(writer.bytes)
  }
}
