extension InputText {
  private static let image: Message =
    "a screenshot of a receipt cannot be read; the receipt is a file of the app, or text in base64"
  private static let invoice: Message = "invoices in PDF hold no receipt that can be checked"
  private static let archive: Message = "unpack it, then give the app bundle or the receipt inside it"
  private static let archiveOrFile: Message =
    "\(archive); the command line reads an archive with one receipt as it is: receipt-tool FILE"

  /// The first bytes of files of other kinds.
  private static let beginnings: [(start: [UInt8], name: Message, hint: Message?)] = [
    ([0xFF, 0xD8, 0xFF], "a JPEG image", image),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image", image),
    (Array("GIF8".utf8), "a GIF image", image),
    (Array("%PDF".utf8), "a PDF document", invoice),
    (Array("RIFF".utf8), "a WebP image or a video", image),
    ([0x49, 0x49, 0x2A, 0], "a TIFF image", image),
    ([0x4D, 0x4D, 0, 0x2A], "a TIFF image", image),
    ([0x1A, 0x45, 0xDF, 0xA3], "a video", image),
    (Array("ID3".utf8), "a sound recording", image),
    ([0xFF, 0xFB], "a sound recording", image),
    (Array("#!AMR".utf8), "a sound recording", image),
    (Array("OggS".utf8), "a sound recording", image),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive (an .ipa is one)", archiveOrFile),
    ([0x50, 0x4B, 0x05, 0x06], "a ZIP archive without files", nil),
    ([0x1F, 0x8B], "gzip-compressed data", "decompress it first: gunzip -c FILE"),
    (Array("bplist0".utf8), "a binary property list", "plutil -p FILE shows what is in it"),
    ([0xFE, 0xED, 0xFA, 0xCE], "a Mach-O executable", archive),
    ([0xFE, 0xED, 0xFA, 0xCF], "a Mach-O executable", archive),
    ([0xCE, 0xFA, 0xED, 0xFE], "a Mach-O executable", archive),
    ([0xCF, 0xFA, 0xED, 0xFE], "a Mach-O executable", archive),
    ([0xCA, 0xFE, 0xBA, 0xBE], "a Mach-O universal binary", archive),
    ([0xFE, 0xED, 0xFE, 0xED], "a Java key store", nil),
    ([0x7F, 0x45, 0x4C, 0x46], "an ELF executable", nil),
    (Array("SQLite format 3".utf8), "a SQLite database", "export the column that holds the receipt"),
  ]

  /// Recognises files of other kinds by their first bytes.
  func readKnownBinary() throws(ReceiptError) -> InputFinding? {
    guard let first = bytes.first else { return nil }
    // ISO/IEC 14496-12: the length of the first box, its type, and the brand: `heic` of a photo, `mp42` or `qt  ` of a
    // video.
    if first == 0, bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      let isImage = ["heic", "heix", "mif1", "msf1", "avif"].contains { bytes.dropFirst(8).starts(with: $0.utf8) }
      throw Self.otherFile(isImage ? "a HEIC image" : "a video", Self.image)
    }
    for file in Self.beginnings where file.start[0] == first && bytes.starts(with: file.start) {
      throw Self.otherFile(file.name, file.hint)
    }
    return nil
  }

  private static func otherFile(_ name: Message, _ hint: Message?) -> ReceiptError {
    let error = ReceiptError(
      .otherFormat, "\(name), not a receipt", offset: 0, hint: hint,
      supportHint: hint == archiveOrFile ? archive : nil)
    return hint == image || hint == invoice ? error.withCause(.picture) : error
  }
}

extension InputText {
  /// Bytes that are not text and have no known format.
  func readBinary() throws(ReceiptError) -> InputFinding? {
    let start = bytes.prefix(512)
    guard let offset = start.firstIndex(where: { $0 < 0x20 && !$0.isASCIISpace }) else { return nil }
    if let error = pieceOfReceipt { throw error }
    let first = start.prefix(4).map { hexadecimal([$0]) }
    throw ReceiptError(
      .notAReceipt,
      "\(grouped: bytes.count) bytes that begin with \(first.joined(separator: " ")) are no receipt",
      offset: offset,
      hint: InputRecognizer.howReceiptsBegin)
  }

  /// The object identifiers of RSA (RFC 8017: rsaEncryption, with SHA-1, with SHA-256), each with its tag and length,
  /// which stand in certificates and signatures.
  private static let identifiersOfRSA: [[UInt8]] = [1, 5, 11].map {
    [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, $0]
  }

  /// The error for a piece of a receipt, whose beginning is missing; `nil` for other bytes.
  var pieceOfReceipt: ReceiptError? {
    let count = bytes.count
    let isEnd = Self.identifiersOfRSA.contains { bytes.firstOffset(of: $0) != nil }
    guard isEnd || hasDateOfReceipt else { return nil }
    return ReceiptError(
      .truncated,
      isEnd
        ? "the end of a receipt, \(grouped: count) bytes: its beginning is missing"
        : "a piece of a receipt, \(grouped: count) bytes: its beginning is missing",
      offset: 0, hint: "paste all of it: \(InputRecognizer.howReceiptsBegin)")
  }

  /// Whether an attribute of a receipt that is a date stands near the beginning: an IA5String (tag 22) of 20
  /// characters, such as `2026-11-30T12:00:00Z`. Base64 without its first characters gives bytes that are shifted by 2,
  /// 4 or 6 bits.
  private var hasDateOfReceipt: Bool {
    let start = bytes.prefix(16_384)
    let pattern: [UInt8] = [22, 20] + "20".utf8
    return [0, 2, 4, 6].contains { bits in
      let shifted = bits == 0 ? Array(start) : zip(start, start.dropFirst()).map { $0 << bits | $1 >> (8 - bits) }
      guard let place = shifted.firstOffset(of: pattern) else { return false }
      let date = shifted[(place + 2)...].prefix(20)
      return date.count == 20 && date.allSatisfy { $0.isASCIIDigit || "-:TZ".utf8.contains($0) }
    }
  }
}
