/// Writes canonical receipts directly from their octets, with the same bytes as the output of
/// ``JSONWriter/receipt(_:requestDate:)`` on one line.
struct CanonicalReceiptWriter {
  // The template is not reached through a class: a borrowed value needs no reference counting.
  private let receiptTemplate = RowTemplates.compact.receipt
  private let purchaseTemplate = RowTemplates.compact.purchase
  private let before = RowTemplates.compact.before
  private let behind = RowTemplates.compact.behind
  private let purchasesKey = RowTemplates.compact.receipt.rows[RowTemplates.compact.purchases].first
  private let entries = InAppPurchase.table.entries
  private let smallest = InAppPurchase.table.smallest

  /// Appends a receipt.
  ///
  /// - Parameters:
  ///   - receipt: the values of the receipt.
  ///   - purchases: the ranges of its purchases.
  ///   - budget: the number of attributes that the purchases may have.
  ///   - slots: space for the values of one purchase.
  /// - Returns: whether all purchases are canonical, too. If not, the appended bytes are meaningless.
  func append(
    _ receipt: borrowing AttributeSlots, _ purchases: [Range<Int>], _ slots: inout AttributeSlots, budget: Int,
    in source: RawSpan, to output: inout OutputBuffer
  ) -> Bool {
    output.appendInPlace(limit: receiptTemplate.limit + 2) { out, start in
      var end = put(before, receipt, in: source, to: &out, at: start)
      if end == start { end += 1 }
      // The brace replaces the first comma.
      _ = out.put(UInt8(ascii: "{"), at: start)
      end = out.copy(receiptTemplate.octets.span.bytes, purchasesKey, at: end)
      return out.put(UInt8(ascii: "["), at: end)
    }
    guard append(purchases, &slots, budget: budget, in: source, to: &output) else { return false }
    output.appendInPlace(limit: receiptTemplate.limit + 2) { out, start in
      let end = put(behind, receipt, in: source, to: &out, at: out.put(UInt8(ascii: "]"), at: start))
      return out.put(UInt8(ascii: "}"), at: end)
    }
    return true
  }

  private func put(
    _ rows: UInt64, _ slots: borrowing AttributeSlots, in source: RawSpan, to out: inout MutableRawSpan, at start: Int
  ) -> Int {
    receiptTemplate.put(rows, slots.values.span, present: slots.present, in: source, to: &out, at: start)
  }

  /// Appends purchases separated by commas, as many at a time as fit.
  private func append(
    _ purchases: [Range<Int>], _ slots: inout AttributeSlots, budget: Int, in source: RawSpan,
    to output: inout OutputBuffer
  ) -> Bool {
    let limit = purchaseTemplate.limit + 3
    var budget = budget
    var next = 0
    var isPlain = true
    // This list is always empty: purchases contain no purchases.
    var nested: [Range<Int>] = []
    while isPlain, next < purchases.count {
      output.appendInPlace(limit: limit) { out, start in
        var values = slots.values.mutableSpan
        var position = start
        repeat {
          guard
            let present = CanonicalReader.read(
              source, purchases[next], entries.span, smallest: smallest, into: &values, purchases: &nested,
              budget: &budget)
          else {
            isPlain = false
            return start
          }
          if next > 0 { position = out.put(UInt8(ascii: ","), at: position) }
          var end = purchaseTemplate.put(
            .max, values.span, present: present, in: source, to: &out, at: position)
          if end == position { end += 1 }
          _ = out.put(UInt8(ascii: "{"), at: position)
          position = out.put(UInt8(ascii: "}"), at: end)
          next += 1
        } while next < purchases.count && out.byteCount - position >= limit
        return position
      }
    }
    return isPlain
  }
}
