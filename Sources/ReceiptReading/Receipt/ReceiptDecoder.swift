extension Receipt {
  /// The default limit on the number of attributes.
  package static let maximumAttributes = 250_000

  /// Decodes a payload. No value in it is trusted.
  ///
  /// - Parameters:
  ///   - content: the SET of attributes, or that SET inside a second OCTET STRING.
  ///   - maximumAttributes: the maximum number of attributes, including those of purchases; the largest receipt seen
  ///     has 3,900.
  /// - Throws: `.invalidPayload` with the offset where the structure breaks. Irregular values in a valid structure are
  ///   not errors but ``irregularities``.
  package init(
    payload content: [UInt8], maximumAttributes: Int = Receipt.maximumAttributes
  ) throws(ReceiptError) {
    var decoder = ReceiptDecoder(budget: maximumAttributes)
    do throws(ReceiptError) {
      self = try decoder.decode(content)
    } catch {
      throw ReceiptError(
        .invalidPayload, "the payload is not a receipt: \(error.message)", offset: error.offset,
        hint: error.hint ?? "look at the structure with: receipt-tool inspect --asn1 FILE")
    }
  }
}

/// Reads attributes into their owners by the rows of a table.
private struct ReceiptDecoder {
  private var budget: Int
  /// Whether there were more attributes than the budget allows. Then the receipt cannot be read, although an unreadable
  /// purchase is only reported.
  private var isExhausted = false
  private var irregularities: [ReceiptIrregularity] = []

  /// How many attributes of a receipt or a purchase to reserve memory for. Nearly all have fewer than 24, not counting
  /// the purchases of a receipt. An attribute has at least ten octets, so short contents have fewer still.
  private static func capacity(_ contents: Range<Int>) -> Int { min(24, contents.count / 10) }

  init(budget: Int) {
    self.budget = budget
  }

  mutating func decode(_ content: [UInt8]) throws(ReceiptError) -> Receipt {
    let payload = try unwrap(content)
    let bytes = payload.span
    let table = Receipt.table
    var receipt = Receipt(empty: payload)
    var outer = ASN1Cursor(0..<payload.count)
    let set = try outer.next(bytes, ASN1Tag.set, "a SET of receipt attributes")
    try outer.requireEnd(of: "the payload")
    var cursor = ASN1Cursor(set.contents)
    receipt.attributes.reserveCapacity(Self.capacity(set.contents))
    while !cursor.isAtEnd {
      let attribute = try readAttribute(&cursor, bytes)
      receipt.attributes.append(attribute)
      if table.encoding(of: attribute.type) == .purchase {
        if let purchase = try readPurchase(attribute, bytes) { receipt.inApp.append(purchase) }
      } else {
        store(attribute, bytes, in: &receipt.values, by: table)
      }
    }
    receipt.irregularities = irregularities
    return receipt
  }

  /// Some published synthetic data wraps the payload twice.
  private mutating func unwrap(_ content: [UInt8]) throws(ReceiptError) -> [UInt8] {
    guard content.first == UInt8(ASN1Tag.octetString) else { return content }
    var cursor = ASN1Cursor(0..<content.count)
    let wrapper = try cursor.next(content.span, ASN1Tag.octetString, "an OCTET STRING")
    try cursor.requireEnd(of: "the payload")
    irregularities.append(
      ReceiptIrregularity(
        kind: .doubleWrapped, offset: 0,
        message: "the payload is wrapped in a second OCTET STRING, which Apple does not do"))
    return content.span.bytes(wrapper.contents)
  }

  private mutating func readAttribute(_ cursor: inout ASN1Cursor, _ bytes: Span<UInt8>) throws(ReceiptError)
    -> ReceiptAttribute
  {
    guard budget > 0 else {
      isExhausted = true
      throw ReceiptError(.invalidPayload, "too many attributes at byte \(cursor.position)", offset: cursor.position)
    }
    budget -= 1
    if let found = CanonicalAttribute(bytes.bytes, at: cursor.position, limit: cursor.end) {
      defer { cursor.advance(to: found.end) }
      return ReceiptAttribute(
        type: found.type, version: found.version, offset: cursor.position, value: found.start..<found.end)
    }
    let sequence = try cursor.next(bytes, ASN1Tag.sequence, "a receipt attribute (SEQUENCE)")
    var fields = ASN1Cursor(sequence.contents)
    let typeHeader = try fields.next(bytes, ASN1Tag.integer, "the type (INTEGER) of a receipt attribute")
    let versionHeader = try fields.next(bytes, ASN1Tag.integer, "the version (INTEGER) of a receipt attribute")
    let value = try fields.next(bytes, ASN1Tag.octetString, "the value (OCTET STRING) of a receipt attribute")
    guard !value.isConstructed, let type = bytes.integer(typeHeader.contents),
      let version = bytes.integer(versionHeader.contents)
    else {
      throw ReceiptError(
        .invalidPayload,
        "the receipt attribute at byte \(sequence.start) has a type or version that is not a number of 64 bits",
        offset: sequence.start)
    }
    let attribute = ReceiptAttribute(type: type, version: version, offset: sequence.start, value: value.contents)
    if !fields.isAtEnd {
      report(.oddValue, attribute, "\(fields.end - fields.position) bytes follow its value")
    }
    return attribute
  }

  /// An unreadable purchase is reported; the other purchases are still useful.
  private mutating func readPurchase(_ attribute: ReceiptAttribute, _ bytes: Span<UInt8>) throws(ReceiptError)
    -> InAppPurchase?
  {
    do throws(ReceiptError) {
      var purchase = InAppPurchase()
      purchase.offset = attribute.offset
      var outer = ASN1Cursor(attribute.value)
      let set = try outer.next(bytes, ASN1Tag.set, "a SET of purchase attributes")
      try outer.requireEnd(of: "the purchase")
      var cursor = ASN1Cursor(set.contents)
      let table = InAppPurchase.table
      purchase.attributes.reserveCapacity(Self.capacity(set.contents))
      while !cursor.isAtEnd {
        let inner = try readAttribute(&cursor, bytes)
        purchase.attributes.append(inner)
        store(inner, bytes, in: &purchase.values, by: table)
      }
      return purchase
    } catch {
      if isExhausted { throw error }
      report(.oddValue, attribute, "this purchase cannot be read: \(error.message)")
      return nil
    }
  }

  private mutating func store(
    _ attribute: ReceiptAttribute, _ bytes: Span<UInt8>, in values: inout AttributeValues, by table: AttributeTable
  ) {
    guard let encoding = table.encoding(of: attribute.type) else {
      report(.unknownType, attribute, "this type has not been described yet")
      return
    }
    guard values[attribute.type] == nil else {
      let name = table.row(attribute.type)?.row.name ?? ""
      report(.duplicate, attribute, "\(name) occurs again; the first one counts")
      return
    }
    if let value = AttributeValue(canonical: attribute.value, encoding, bytes.bytes) {
      values[attribute.type] = value
      return
    }
    let (value, oddity) = AttributeValue.read(attribute.value, encoding, bytes)
    if let oddity { report(.oddValue, attribute, oddity) }
    values[attribute.type] = value
  }

  private mutating func report(_ kind: ReceiptIrregularity.Kind, _ attribute: ReceiptAttribute, _ message: Message) {
    irregularities.append(
      ReceiptIrregularity(
        kind: kind, attributeType: attribute.type, offset: attribute.offset,
        message: "attribute \(attribute.type) at byte \(attribute.offset): \(message)"))
  }
}

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
