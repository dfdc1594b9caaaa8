/// The value of an attribute, decoded according to its row.
package enum AttributeValue: Sendable {
  case string(String)
  case integer(Int64)
  case date(ReceiptDate)
  /// An empty string instead of a date: there is no date.
  case noDate
  case bytes
  /// The value cannot be read as its row demands.
  case unreadable

  /// Reads the value in a range of the bytes if it is canonical, as ``CanonicalReader`` defines it. The result equals
  /// that of ``read(_:_:_:)``, which takes much longer.
  init?(canonical range: Range<Int>, _ encoding: AttributeEncoding, _ bytes: RawSpan) {
    guard bytes.byteCount - range.upperBound >= CanonicalReader.margin else { return nil }
    switch (CanonicalReader.value(range.lowerBound, range.upperBound, encoding, bytes), encoding) {
    case (.odd, _), (_, .purchase): return nil
    case (.nothing, _): self = .noDate
    case (.slot(let slot), .utf8), (.slot(let slot), .ia5): self = .string(bytes.text(slot))
    case (.slot(let slot), .integer): self = .integer(slot.number)
    case (.slot(let slot), .date):
      self = .date(ReceiptDate(text: bytes.text(slot), instant: Instant(milliseconds: slot.number)))
    case (.slot, .bytes): self = .bytes
    }
  }

  /// The value in a range of the bytes, and its irregularity; `nil` without one.
  static func read(
    _ range: Range<Int>, _ encoding: AttributeEncoding, _ bytes: Span<UInt8>
  ) -> (value: AttributeValue, oddity: Message?) {
    switch encoding {
    case .bytes, .purchase: return (.bytes, nil)
    case .integer: return readInteger(range, bytes)
    case .utf8: return readString(range, ASN1Tag.utf8String, "UTF8String", bytes)
    case .ia5: return readString(range, ASN1Tag.ia5String, "IA5String", bytes)
    case .date:
      let (value, oddity) = readString(range, ASN1Tag.ia5String, "IA5String", bytes)
      guard case .string(let text) = value else { return (value, oddity) }
      if text.isEmpty { return (.noDate, oddity) }
      if let date = ReceiptDate(text) { return (.date(date), oddity) }
      return (.unreadable, "\"\(String(text.unicodeScalars.prefix(40)))\" is not an RFC 3339 date")
    }
  }

  private static func readInteger(_ range: Range<Int>, _ bytes: Span<UInt8>) -> (AttributeValue, Message?) {
    guard let header = element(range, bytes), header.isUniversal(ASN1Tag.integer), !header.isConstructed else {
      return (.unreadable, "its value is not an INTEGER")
    }
    guard let number = bytes.integer(header.contents) else {
      return (
        .unreadable,
        header.contents.isEmpty
          ? "its INTEGER has no octets"
          : "its INTEGER has \(header.contents.count) octets and does not fit into 64 bits"
      )
    }
    return (.integer(number), nil)
  }

  private static func readString(
    _ range: Range<Int>, _ tag: Int32, _ name: String, _ bytes: Span<UInt8>
  ) -> (AttributeValue, Message?) {
    guard let header = element(range, bytes), !header.isConstructed,
      [ASN1Tag.utf8String, ASN1Tag.ia5String, ASN1Tag.printableString].contains(where: header.isUniversal)
    else { return (.unreadable, "its value is not a valid \(name)") }
    let octets = bytes.bytes(header.contents)
    let text = String(decoding: octets, as: UTF8.self)
    guard text.utf8.elementsEqual(octets) else {
      return (.string(text), "its string is not valid UTF-8; U+FFFD marks what was lost")
    }
    guard header.isUniversal(tag) else { return (.string(text), "its string is not the \(name) that this type has") }
    // An IA5String is ASCII (X.680 43). Other octets were meant for another type.
    let isForeign = tag == ASN1Tag.ia5String && octets.contains { $0 > 0x7F }
    return (.string(text), isForeign ? "its IA5String has characters that are not ASCII" : nil)
  }

  /// The single element that fills the value.
  private static func element(_ range: Range<Int>, _ bytes: Span<UInt8>) -> ASN1Header? {
    var cursor = ASN1Cursor(range)
    guard let header = try? cursor.next(bytes), cursor.isAtEnd else { return nil }
    return header
  }
}

extension RawSpan {
  /// Text that is known to be ASCII.
  fileprivate func text(_ slot: AttributeSlot) -> String {
    extracting(slot.start..<(slot.start + slot.count)).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}

/// The decoded values of a receipt or a purchase by attribute type. The first attribute of a type counts.
package struct AttributeValues: Sendable {
  private let smallest: Int64
  /// By the distance from the smallest type.
  private var values: [AttributeValue?]

  init(_ table: AttributeTable) {
    smallest = table.smallest
    values = [AttributeValue?](repeating: nil, count: table.entries.count)
  }

  /// The value of a type of the table.
  package internal(set) subscript(type: Int64) -> AttributeValue? {
    get { values[Int(type - smallest)] }
    set { values[Int(type - smallest)] = newValue }
  }

  /// The text of a type; `nil` without a value that is a text.
  func string(_ type: Int64) -> String? {
    if case .string(let text) = self[type] { text } else { nil }
  }

  func integer(_ type: Int64) -> Int64? {
    if case .integer(let number) = self[type] { number } else { nil }
  }

  func date(_ type: Int64) -> ReceiptDate? {
    if case .date(let date) = self[type] { date } else { nil }
  }
}
