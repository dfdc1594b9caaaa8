/// An `application/x-www-form-urlencoded` body: `receipt-data=MII...&password=...`.
///
/// The receipt is read from a field that has a receipt's name or looks like a receipt; all other fields are searched.
enum FormFormat: InputFormat {
  private struct Field {
    let rank: Int
    let name: String
    let bytes: [UInt8]
    let repairs: [InputRepair]

    var isNamed: Bool { rank < FormFormat.byLook }
    var pointer: String { JSONPointer.append(name.displayed(limit: 100), to: "") }
  }

  /// Ranks of fields without a usual name: first those that look like a receipt, then the rest.
  private static let byLook = 999
  private static let other = 1000

  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    // The input must begin with a field name, '=' and a value. Base64 has '=' only at its end.
    let text = input.bytes[input.core]
    let name = text.prefix(64).prefix(while: isNameCharacter)
    let equals = name.endIndex
    guard !name.isEmpty, equals + 1 < text.endIndex, text[equals] == UInt8(ascii: "=") else { return nil }
    guard text[equals + 1] != UInt8(ascii: "="), Blank(at: equals + 1, in: input.bytes) == nil else { return nil }

    let fields = text.split(separator: UInt8(ascii: "&")).compactMap(field)
    guard let best = fields.min(by: { $0.rank < $1.rank }), best.rank < other else { return nil }
    var finding = InputFinding.inner(best.bytes, .form, repairs: best.repairs)
    finding.pointer = best.pointer
    var seen: Set = [best.bytes]
    var tally = UnreadTally()
    // Evaluated only if there is another field to compare it with.
    lazy var read = try? InputRecognizer(maximumBytes: best.bytes.count).recognize(best.bytes, nesting: input.nesting)
      .content
    var inside: [UnreadPart] = []
    for other in fields where seen.insert(other.bytes).inserted {
      for part in OtherParts(other.bytes, isNamed: other.isNamed, nesting: input.nesting).parts {
        switch part.text.relation(to: read) {
        case .nothing: continue
        case .part(let kind): tally.add(kind, place: other.name, pointer: other.pointer)
        case .copy(let unread): inside += unread.below(other.pointer)
        case .contradiction: throw SeveralReceipts.at(best.pointer, and: other.pointer, in: "the form")
        }
      }
    }
    finding.unread = tally.parts + inside
    return finding
  }

  private static func field(_ text: ArraySlice<UInt8>) -> Field? {
    guard let equals = text.prefix(64).firstIndex(of: UInt8(ascii: "=")) else {
      guard text.count >= OtherText.minimumBytesOfOther else { return nil }
      return Field(rank: other, name: "", bytes: Array(text), repairs: [])
    }
    let (name, value) = (text[..<equals], text[(equals + 1)...])
    guard !value.isEmpty else { return nil }
    let rank = ReceiptMember.rank(of: name) ?? (ReceiptMember.looksLikeReceipt(value) ? byLook : other)
    guard rank < other || value.count >= OtherText.minimumBytesOfOther else { return nil }
    let (bytes, repairs) = PercentFormat.decode(value) ?? (Array(value), [])
    return Field(rank: rank, name: String(decoding: name, as: UTF8.self), bytes: bytes, repairs: repairs)
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-_[].".utf8.contains(byte)
  }
}
