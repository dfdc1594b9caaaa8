/// An `application/x-www-form-urlencoded` body: `receipt-data=MII...&password=...`. Only the receipt's field is looked
/// at.
enum FormFormat: InputFormat {
  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    // A field name within the first characters, then '=' with something behind it: base64 has '=' at its end only.
    let text = input.bytes[input.core]
    let name = text.prefix(64).prefix(while: isNameCharacter)
    let equals = name.endIndex
    guard !name.isEmpty, equals + 1 < text.endIndex, text[equals] == UInt8(ascii: "=") else { return nil }
    guard text[equals + 1] != UInt8(ascii: "="), Blank(at: equals + 1, in: input.bytes) == nil else { return nil }

    var best: (rank: Int, value: ArraySlice<UInt8>)?
    var receipts: Set<[UInt8]> = []
    for field in text.split(separator: UInt8(ascii: "&")) {
      guard let equals = field.prefix(64).firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = field[(equals + 1)...]
      guard !value.isEmpty else { continue }
      let rank = ReceiptMember.rank(of: field[..<equals]) ?? (ReceiptMember.looksLikeReceipt(value) ? 999 : nil)
      if ReceiptMember.looksLikeReceipt(value) { receipts.insert(PercentFormat.decode(value)?.bytes ?? Array(value)) }
      if let rank, rank < best?.rank ?? Int.max { best = (rank, value) }
    }
    guard let best else { return nil }
    var (bytes, repairs) = PercentFormat.decode(best.value) ?? (Array(best.value), [])
    receipts.remove(bytes)
    if !receipts.isEmpty { repairs.append(InputRepair("further receipts in the form not read", count: receipts.count)) }
    return .inner(bytes, .form, repairs: repairs)
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit
      || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ".")].contains(byte)
  }
}
