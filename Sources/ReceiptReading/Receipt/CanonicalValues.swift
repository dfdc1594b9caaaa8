extension Receipt {
  /// Reads a canonical payload to values: the same receipt as ``init(payload:maximumAttributes:)`` makes, in a small
  /// part of its time.
  ///
  /// - Parameter payload: the range of the payload in the bytes.
  /// - Returns: `nil` if the payload is not canonical, as ``CanonicalReader`` defines it.
  init?(canonical bytes: RawSpan, _ payload: Range<Int>) {
    self.init(empty: bytes.octets(payload))
    var budget = Receipt.maximumAttributes
    var attributes: [ReceiptAttribute] = []
    var purchases: [InAppPurchase] = []
    let base = payload.lowerBound
    let isPlain = Self.read(&values, bytes, payload, base, Receipt.table, &attributes, &budget) { attribute, budget in
      var purchase = InAppPurchase()
      var inner: [ReceiptAttribute] = []
      guard
        Self.read(
          &purchase.values, bytes, (base + attribute.value.lowerBound)..<(base + attribute.value.upperBound), base,
          InAppPurchase.table, &inner, &budget, purchase: { _, _ in false })
      else { return false }
      purchase.offset = attribute.offset
      purchase.attributes = inner
      purchases.append(purchase)
      return true
    }
    guard isPlain else { return nil }
    self.attributes = attributes
    inApp = purchases
  }

  /// Reads the SET of attributes that fills a range.
  ///
  /// - Parameters:
  ///   - base: the start of the payload, from which places are counted.
  ///   - purchase: reads a purchase.
  /// - Returns: whether all attributes are canonical.
  @inline(__always)
  private static func read(
    _ values: inout AttributeValues, _ bytes: RawSpan, _ range: Range<Int>, _ base: Int, _ table: AttributeTable,
    _ attributes: inout [ReceiptAttribute], _ budget: inout Int,
    purchase: (ReceiptAttribute, inout Int) -> Bool
  ) -> Bool {
    guard let set = DERHeader(bytes, at: range.lowerBound, limit: range.upperBound), set.tag == 0x31,
      set.end == range.upperBound, bytes.byteCount - set.end >= CanonicalReader.margin
    else { return false }
    attributes.reserveCapacity(24)
    var position = set.start
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
      let distance = found.type &- table.smallest
      guard distance >= 0, distance < table.entries.count else { return false }
      guard let encoding = table.entries[Int(truncatingIfNeeded: distance)].encoding else { return false }
      if encoding == .purchase {
        guard purchase(attribute, &budget) else { return false }
        continue
      }
      guard values[found.type] == nil else { return false }
      switch CanonicalReader.value(found, encoding, bytes) {
      case .odd: return false
      case .nothing: values[found.type] = .noDate
      case .slot(let slot):
        switch encoding {
        case .utf8, .ia5: values[found.type] = .string(bytes.text(slot))
        case .integer: values[found.type] = .integer(slot.number)
        case .date:
          let date = ReceiptDate(text: bytes.text(slot), instant: Instant(milliseconds: slot.number))
          values[found.type] = .date(date)
        case .bytes: values[found.type] = .bytes
        case .purchase: return false
        }
      }
    }
    return true
  }
}

extension RawSpan {
  /// Text that is known to be ASCII.
  fileprivate func text(_ slot: AttributeSlot) -> String {
    extracting(slot.start..<(slot.start + slot.count)).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
