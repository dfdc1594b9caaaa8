/// Writes canonical receipts directly from their octets, with the same bytes as the output of
/// ``JSONWriter/receipt(_:requestDate:)`` on one line.
struct CanonicalReceiptWriter {
  // The template is not reached through a class: a borrowed value needs no reference counting.
  private let receiptTemplate = RowTemplates.compact.receipt
  private let purchaseTemplate = RowTemplates.compact.purchase
  private let before = RowTemplates.compact.before
  private let after = RowTemplates.compact.after
  private let purchasesKey = RowTemplates.compact.receipt.rows[RowTemplates.compact.purchasesRow].first
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
    // Two octets more than the rows: `{` and `[`.
    output.appendInPlace(limit: receiptTemplate.limit + 2) { out, start in
      var end = putRows(before, receipt, in: source, to: &out, at: start)
      // The brace replaces the comma of the first row, if there is a row.
      if end == start { end += 1 }
      _ = out.put(UInt8(ascii: "{"), at: start)
      end = out.copy(receiptTemplate.octets.span.bytes, purchasesKey, at: end)
      return out.put(UInt8(ascii: "["), at: end)
    }
    guard appendPurchases(purchases, &slots, budget: budget, in: source, to: &output) else { return false }
    output.appendInPlace(limit: receiptTemplate.limit + 2) { out, start in
      let end = putRows(after, receipt, in: source, to: &out, at: out.put(UInt8(ascii: "]"), at: start))
      return out.put(UInt8(ascii: "}"), at: end)
    }
    return true
  }

  private func putRows(
    _ rows: UInt64, _ slots: borrowing AttributeSlots, in source: RawSpan, to out: inout MutableRawSpan, at start: Int
  ) -> Int {
    receiptTemplate.putRows(rows, slots.values.span, present: slots.present, in: source, to: &out, at: start)
  }

  /// Appends purchases separated by commas, as many at a time as fit.
  private func appendPurchases(
    _ purchases: [Range<Int>], _ slots: inout AttributeSlots, budget: Int, in source: RawSpan,
    to output: inout OutputBuffer
  ) -> Bool {
    // Three octets more than the rows: a comma, `{` and `}`.
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
            let present = CanonicalReader.readSlots(
              source, purchases[next], entries.span, smallest: smallest, into: &values, purchases: &nested,
              budget: &budget)
          else {
            isPlain = false
            return start
          }
          if next > 0 { position = out.put(UInt8(ascii: ","), at: position) }
          // All rows: every bit.
          var end = purchaseTemplate.putRows(
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
