extension InputText {
  /// Raw ASN.1 bytes, DER or BER: a SEQUENCE is a receipt or a related structure, a SET is a bare payload.
  ///
  ///     ContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, content [0] EXPLICIT ANY }     -- RFC 5652, 3
  ///     Payload     ::= SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
  ///
  /// The characters `0` and `1` are the bytes 0x30 and 0x31, too. The second byte distinguishes text from ASN.1: every
  /// receipt is longer than 127 bytes, so its length starts with a byte of 0x80 or above, which no ASCII text contains.
  func readASN1() throws(ReceiptError) -> InputFinding? {
    guard bytes.count >= 2, bytes[0] == 0x30 || bytes[0] == 0x31, bytes[1] >= 0x80 else { return nil }
    try Self.refuseDecodedText(bytes)
    if let contentStart = OuterElement.contentStart(of: bytes) {
      try refuseForeignASN1(contentStart: contentStart)
    }
    let end = try Self.end(of: bytes)
    guard end < bytes.count else { return .content(Self.content(bytes)) }
    var finding = InputFinding.content(
      Self.content(Array(bytes[..<end])), repairs: [InputRepair(.trailingBytes, count: bytes.count - end)])
    let rest = Self.endOfCopies(bytes, end)
    finding.remainingInput = [RemainingInput(bytes: Array(bytes[rest...]), offset: rest, isBehindBytes: true)]
    return finding
  }

  private static func content(_ element: [UInt8]) -> RecognizedInput.Content {
    element[0] == 0x30 ? .signedData(element) : .payload(element)
  }

  /// The end of the outermost element.
  private static func end(of bytes: [UInt8]) throws(ReceiptError) -> Int {
    switch OuterElement.extent(of: bytes) {
    case .ends(let end): return end
    case .announces(let total):
      let here = bytes.count
      let announced: Message =
        "the receipt is incomplete: its header announces \(grouped: total) bytes, \(grouped: here) are there, "
      throw ReceiptError(
        .truncated,
        announced + (total - here == 1 ? "1 is missing" : "\(grouped: total - here) are missing"),
        offset: here
      ).withCause(.truncated, missingBytes: total - here)
    case .headerCut:
      let here = bytes.count
      throw ReceiptError(
        .truncated,
        here == 1
          ? "the receipt is cut off inside its header: only 1 byte is there"
          : "the receipt is cut off inside its header: only \(grouped: here) bytes are there",
        offset: here)
    case .unfinished:
      throw ReceiptError(
        .truncated,
        "the receipt is cut off: after \(grouped: bytes.count) bytes its end has not come (BER of indefinite length, "
          + "as Xcode writes it, ends with 00 00)",
        offset: bytes.count)
    case .malformed(let offset):
      throw ReceiptError(
        .invalidASN1, "the ASN.1 header at byte \(grouped: offset) cannot be read", offset: offset,
        hint: "the bytes begin like a receipt and then break: take the receipt again from where it was first stored")
    }
  }

  /// The end of the last copy after the element. White space may separate the copies.
  ///
  /// The same receipt pasted twice counts as one.
  private static func endOfCopies(_ bytes: [UInt8], _ end: Int) -> Int {
    var last = end
    while true {
      var index = last
      while let blank = Blank(at: index, in: bytes) { index += blank.length }
      guard bytes[index...].starts(with: bytes[..<end]) else { return last }
      last = index + end
    }
  }

  /// The second bytes of receipts (0x80 to 0x83) after they were read as Latin-1 or Windows-1252 text and encoded as
  /// UTF-8; and U+FFFD, which replaces unreadable bytes.
  private static let decodedLengths: [[UInt8]] = [
    [0xEF, 0xBF, 0xBD], [0xC2, 0x80], [0xC2, 0x81], [0xC2, 0x82], [0xC2, 0x83],
    [0xE2, 0x82, 0xAC], [0xE2, 0x80, 0x9A], [0xC6, 0x92],
  ]

  private static func refuseDecodedText(_ bytes: [UInt8]) throws(ReceiptError) {
    guard decodedLengths.contains(where: { bytes.dropFirst().starts(with: $0) }) else { return }
    throw ReceiptError(
      .invalidEncoding,
      "the bytes of a receipt went through a program that took them for text: from offset 1 on they are characters",
      offset: 1, hint: "read the file as bytes, or base64-encode it before it is copied"
    ).withCause(.bytesAsText)
  }
}
