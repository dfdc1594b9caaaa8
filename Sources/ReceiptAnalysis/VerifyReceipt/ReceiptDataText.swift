/// Converts the value of `receipt-data` to the only form that Apple accepts: standard base64 (RFC 4648, 4), padded, on
/// one line.
enum ReceiptDataText {
  /// The same bytes in canonical base64, or `nil` if the text is not base64.
  ///
  /// Apple documents only "Base64-encoded", so every form in the RFC is accepted: line breaks as in MIME, the URL-safe
  /// alphabet, no padding. Damage is not repaired here: a space may be a lost plus sign. If a private server repaired
  /// text that Apple refuses, the mistake would stay hidden until production.
  static func canonical(_ text: [UInt8]) -> [UInt8]? {
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
