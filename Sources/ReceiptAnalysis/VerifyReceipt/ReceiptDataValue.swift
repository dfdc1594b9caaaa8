/// A text read as the value of `receipt-data`, as Apple reads it: the common first step of forecasts and of this
/// software's own answers.
///
/// Measured by a third party with four genuine receipts on both of Apple's servers (September 2026):
///
/// | What is sent | Apple |
/// | --- | --- |
/// | standard base64 on one line, padded | reads it |
/// | the same, and the unused bits of the last character are not zero | reads it |
/// | the same of a receipt with other octets behind it, also with a second receipt | reads the receipt |
/// | everything else: white space, no padding, the URL-safe alphabet, nothing | 21002 |
enum ReceiptDataValue {
  /// Not a receipt, as far as a server can see; the reason is in words without a final full stop.
  case malformed(Message)
  /// A receipt, and its canonical base64.
  case receipt(DecodedInput, canonical: [UInt8])

  /// - Parameters:
  ///   - text: all bytes that were sent; a line break at the end counts, too.
  ///   - decode: reads and judges canonical base64.
  init(_ text: [UInt8], decode: ([UInt8]) throws(ReceiptError) -> DecodedInput) {
    if let departure = Base64Departure.first(in: text) {
      self = .malformed("\(departure.name) at offset \(grouped: departure.offset); Apple takes only unbroken base64")
      return
    }
    let canonical = Self.canonical(text)
    do throws(ReceiptError) {
      let decoded = try decode(canonical)
      if decoded.input.layers != [.base64] {
        self = .malformed("receipt-data is base64 of something else than a receipt")
      } else if !decoded.input.repairs.isEmpty {
        // An iOS 6 receipt is text, and nothing was measured about text around it.
        self = .malformed("receipt-data is base64 of a receipt and something else")
      } else {
        self = .receipt(decoded, canonical: canonical)
      }
    } catch {
      self = .malformed("receipt-data is not a receipt (\(error.code.rawValue))")
    }
  }

  /// The canonical base64 of what Apple reads: the first complete value. What is behind it counts for nothing.
  ///
  /// - Parameter text: base64 without a departure.
  private static func canonical(_ text: [UInt8]) -> [UInt8] {
    // It is not canonical if the unused bits of the last character are not zero; `pack` ignores them.
    let known = Base64.decodeCanonical(text)
    let octets = known ?? Base64.pack(text.prefix { $0 != UInt8(ascii: "=") }.map { Base64.values[Int($0)] }).bytes
    let end = OuterElement.end(ofReceipt: octets) ?? octets.count
    return known != nil && end == octets.count ? text : Array(Base64.encode(Array(octets[..<end])).utf8)
  }
}
