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
