/// Reads a canonical payload to values: the same ``Receipt`` as ``Receipt/init(payload:maximumAttributes:)`` makes, in
/// a small part of its time.
///
/// ``CanonicalReader`` defines "canonical". A row determines the property for a value; the value is stored at the
/// offset of that property, because a key path takes longer than everything else about an attribute.
struct CanonicalValues {
  private let receiptProperties = PropertyOffsets(Receipt.table.rows)
  private let purchaseProperties = PropertyOffsets(InAppPurchase.table.rows)

  /// The receipt whose payload is a range of the bytes; `nil` if the payload is not canonical.
  func receipt(_ bytes: RawSpan, _ payload: Range<Int>) -> Receipt? {
    var receipt = Receipt(empty: bytes.octets(payload))
    var budget = Receipt.maximumAttributes
    var attributes: [ReceiptAttribute] = []
    var purchases: [InAppPurchase] = []
    let base = payload.lowerBound
    let isPlain = read(
      &receipt, bytes, payload, base, Receipt.table.types, receiptProperties, &attributes, &budget
    ) { attribute, budget in
      var purchase = InAppPurchase()
      var inner: [ReceiptAttribute] = []
      guard
        read(
          &purchase, bytes, (base + attribute.value.lowerBound)..<(base + attribute.value.upperBound), base,
          InAppPurchase.table.types, purchaseProperties, &inner, &budget, purchase: { _, _ in false })
      else { return false }
      purchase.offset = attribute.offset
      purchase.attributes = inner
      purchases.append(purchase)
      return true
    }
    guard isPlain else { return nil }
    receipt.attributes = attributes
    receipt.inApp = purchases
    return receipt
  }

  /// Reads the SET of attributes that fills a range.
  ///
  /// - Parameters:
  ///   - base: the start of the payload, from which places are counted.
  ///   - purchase: reads a purchase.
  /// - Returns: whether all attributes are canonical.
  @inline(__always)
  private func read<Owner>(
    _ owner: inout Owner, _ bytes: RawSpan, _ range: Range<Int>, _ base: Int, _ types: AttributeTypes,
    _ properties: PropertyOffsets<Owner>, _ attributes: inout [ReceiptAttribute], _ budget: inout Int,
    purchase: (ReceiptAttribute, inout Int) -> Bool
  ) -> Bool {
    guard let set = DERHeader(bytes, at: range.lowerBound, limit: range.upperBound), set.tag == 0x31,
      set.end == range.upperBound, bytes.byteCount - set.end >= CanonicalReader.margin
    else { return false }
    attributes.reserveCapacity(24)
    var position = set.start
    var seen: UInt64 = 0
    while position < set.end {
      guard budget > 0, let found = CanonicalAttribute(bytes, at: position, limit: set.end) else { return false }
      budget -= 1
      let attribute = ReceiptAttribute(
        type: found.type, version: found.version, offset: position - base,
        value: (found.start - base)..<(found.end - base))
      position = found.end
      attributes.append(attribute)
      // If this subtraction wraps because the type is very low, the result is still beyond the table, as for a type
      // that is too high.
      let distance = found.type &- types.smallest
      guard distance >= 0, distance < types.entries.count else { return false }
      let entry = types.entries[Int(truncatingIfNeeded: distance)]
      if entry.encoding == .purchase {
        guard purchase(attribute, &budget) else { return false }
        continue
      }
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: entry.row & 63)
      guard seen & bit == 0 else { return false }
      seen |= bit
      switch CanonicalReader.value(found, entry.encoding, bytes) {
      case .odd: return false
      case .nothing: break
      case .slot(let slot):
        switch entry.encoding {
        case .utf8, .ia5: properties.store(bytes.text(slot), at: entry.row, in: &owner)
        case .integer: properties.store(slot.number, at: entry.row, in: &owner)
        case .date:
          let date = ReceiptDate(text: bytes.text(slot), instant: Instant(milliseconds: slot.number))
          properties.store(date, at: entry.row, in: &owner)
        case .bytes:
          guard properties.has(entry.row) else { break }
          properties.store(bytes.octets(slot.start..<(slot.start + slot.count)), at: entry.row, in: &owner)
        case .purchase, .none: return false
        }
      }
    }
    return true
  }
}

/// The offsets of the rows' properties inside their owner.
private struct PropertyOffsets<Owner: Sendable> {
  /// The offsets by row; -1 for rows without a property.
  private let offsets: [Int]

  init(_ rows: [AttributeRow<Owner>]) {
    offsets = rows.map { row in
      let property: PartialKeyPath<Owner>? =
        switch row.field {
        case .utf8(let property), .ia5(let property): property
        case .integer(let property): property
        case .date(let property): property
        case .bytes(let property): property
        case .purchase: nil
        }
      return property.flatMap { MemoryLayout<Owner>.offset(of: $0) } ?? -1
    }
  }

  func has(_ row: UInt8) -> Bool { offsets[Int(row)] >= 0 }

  /// Stores the value of a row. The encoding of the row implies that its property has this type.
  @inline(__always)
  func store<Value>(_ value: Value, at row: UInt8, in owner: inout Owner) {
    let offset = offsets[Int(row)]
    guard offset >= 0 else { return }
    withUnsafeMutablePointer(to: &owner) { owner in
      // The offset is that of a stored property of the owner, and its type follows from the row's encoding, as
      // `AttributeRow.Field` says.
      (UnsafeMutableRawPointer(owner) + offset).assumingMemoryBound(to: Value?.self).pointee = value
    }
  }
}

extension RawSpan {
  /// Text that is known to be ASCII.
  fileprivate func text(_ slot: AttributeSlot) -> String {
    extracting(slot.start..<(slot.start + slot.count)).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
