extension InputText {
  /// An `application/x-www-form-urlencoded` body: `receipt-data=MII...&password=...`.
  ///
  /// The receipt is read from a field that has a receipt's name or looks like a receipt; all other fields are searched.
  func readForm() throws(ReceiptError) -> InputFinding? {
    // The input must begin with a field name, '=' and a value. Base64 has '=' only at its end.
    let text = bodyOfForm
    let name = text.prefix(64).prefix(while: Self.isNameCharacter)
    let equals = name.endIndex
    guard !name.isEmpty, equals + 1 < text.endIndex, text[equals] == UInt8(ascii: "=") else { return nil }
    guard text[equals + 1] != UInt8(ascii: "="), Blank(at: equals + 1, in: bytes) == nil else { return nil }

    let fields = text.split(separator: UInt8(ascii: "&")).compactMap(FormField.init)
    guard let best = fields.min(by: { $0.rank < $1.rank }), best.rank < FormField.remaining else { return nil }
    var finding = InputFinding.inner(best.bytes, .form, repairs: best.repairs)
    finding.pointer = best.pointer
    let head = text.startIndex - core.lowerBound
    if head > 0 {
      finding.repairs.append(InputRepair(.surroundingCharacters, count: head))
      finding.remainingInput.append(
        RemainingInput(bytes: Array(bytes[core.lowerBound..<text.startIndex]), offset: core.lowerBound))
    }
    var seen: Set = [best.bytes]
    var tally = UnreadTally()
    // Evaluated only if there is another field to compare it with.
    lazy var readContent = try? InputRecognizer(maximumBytes: best.bytes.count).recognize(best.bytes, nesting: nesting)
      .content
    var inside: [UnreadPart] = []
    for other in fields where seen.insert(other.bytes).inserted {
      for part in OtherParts(other.bytes, isNamed: other.isNamed, nesting: nesting).parts {
        switch part.text.relation(to: readContent) {
        case .nothing: continue
        case .part(let kind): tally.add(kind, place: other.name, pointer: other.pointer)
        case .copy(let unread): inside += unread.below(other.pointer)
        case .contradiction: throw .severalReceipts(at: best.pointer, and: other.pointer, in: "the form")
        }
      }
    }
    finding.unread = tally.parts + inside
    return finding
  }

  /// The body of a whole request with a form in it (RFC 9112), otherwise the whole text.
  private var bodyOfForm: ArraySlice<UInt8> {
    let text = bytes[core]
    guard text.starts(with: "POST ".utf8) || text.starts(with: "PUT ".utf8) else { return text }
    let head = text.prefix(16_384)
    guard let end = head.firstRange(of: "\r\n\r\n".utf8) ?? head.firstRange(of: "\n\n".utf8),
      String(decoding: head[..<end.lowerBound], as: UTF8.self).lowercased().contains("x-www-form-urlencoded")
    else { return text }
    return text[end.upperBound...]
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-_[].".utf8.contains(byte)
  }
}

/// One field of a form that may hold a receipt, or other parts.
private struct FormField {
  let rank: Int
  let name: String
  let bytes: [UInt8]
  let repairs: [InputRepair]

  /// Ranks of fields without a usual name: first those that look like a receipt, then the rest.
  private static let receiptLike = 999
  static let remaining = 1000

  var isNamed: Bool { rank < Self.receiptLike }
  var pointer: String { JSONPointer.append(name.displayed(limit: 100), to: "") }

  /// - Returns: `nil` for a field that need not be examined.
  init?(_ text: ArraySlice<UInt8>) {
    guard let equals = text.prefix(64).firstIndex(of: UInt8(ascii: "=")) else {
      guard text.count >= OtherText.minimumBytesOfOther else { return nil }
      rank = Self.remaining
      name = ""
      bytes = Array(text)
      repairs = []
      return
    }
    let value = text[(equals + 1)...]
    guard !value.isEmpty else { return nil }
    rank =
      ReceiptMember.rank(of: text[..<equals])
      ?? (ReceiptMember.looksLikeReceipt(value) ? Self.receiptLike : Self.remaining)
    guard rank < Self.remaining || value.count >= OtherText.minimumBytesOfOther else { return nil }
    name = String(decoding: text[..<equals], as: UTF8.self)
    let decoded = value.percentDecoded
    bytes = decoded?.bytes ?? Array(value)
    repairs = decoded?.repairs ?? []
  }
}
