/// A text read as the value of `receipt-data`: the common first step of forecasts and of this software's own answers.
enum ReceiptDataValue {
  /// Not a receipt, as far as a server can see; the reason is in words without a final full stop.
  case malformed(String)
  /// A receipt, and its base64 in the only form that Apple accepts.
  case receipt(DecodedInput, canonical: [UInt8])

  /// - Parameters:
  ///   - text: the bytes that were sent, up to and including the last line break.
  ///   - asApple: whether to accept only unbroken, padded, standard base64, as Apple does in practice; otherwise every
  ///     form of RFC 4648 is accepted.
  ///   - decode: reads and judges canonical base64.
  init(_ text: [UInt8], asApple: Bool, decode: ([UInt8]) throws(ReceiptError) -> DecodedInput) {
    let isCanonical = Base64.decodeCanonical(text) != nil
    if asApple, !isCanonical, let departure = Base64Departure.first(in: text) {
      self = .malformed("\(departure.name) at offset \(departure.offset.grouped); Apple takes only unbroken base64")
      return
    }
    guard let canonical = isCanonical ? text : Self.canonical(text) else {
      self = .malformed("receipt-data is not base64")
      return
    }
    do throws(ReceiptError) {
      let decoded = try decode(canonical)
      if decoded.input.layers != [.base64] {
        self = .malformed("receipt-data is base64 of something else than a receipt")
      } else if !decoded.input.repairs.isEmpty {
        self = .malformed("there are bytes behind the end of the receipt; Apple is not known to take that")
      } else {
        self = .receipt(decoded, canonical: canonical)
      }
    } catch {
      self = .malformed("receipt-data is not a receipt (\(error.code.rawValue))")
    }
  }

  /// The same bytes in the only form that Apple accepts, standard base64 (RFC 4648, 4), padded, on one line; `nil` if
  /// the text is not base64.
  ///
  /// Apple documents only "Base64-encoded", so every form in the RFC is accepted: line breaks as in MIME, the URL-safe
  /// alphabet, no padding. Damage is not repaired here: a space may be a lost plus sign. If a private server repaired
  /// text that Apple refuses, the mistake would stay hidden until production.
  private static func canonical(_ text: [UInt8]) -> [UInt8]? {
    var characters: [UInt8] = []
    characters.reserveCapacity(text.count + 3)
    for byte in text {
      switch byte {
      case 0x0A, 0x0D: continue
      case UInt8(ascii: "-"): characters.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): characters.append(UInt8(ascii: "/"))
      default: characters.append(byte)
      }
    }
    let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let missing = (4 - (characters.count - padding) % 4) % 4
    // The padding must be complete or absent: anything else is damage.
    guard missing != 3, padding == 0 || padding == missing else { return nil }
    if padding == 0 { characters += repeatElement(UInt8(ascii: "="), count: missing) }
    return Base64Departure.first(in: characters) == nil ? characters : nil
  }
}
