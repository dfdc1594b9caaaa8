/// Writes receipts that are plain, straight from their octets; byte for byte what ``JSONWriter/receipt(_:requestDate:)`` writes on
/// one line.
struct PlainReceiptWriter {
  // Not by way of a class: what this only borrows is not counted.
  private let receiptPlan = RowPlans.compact.receipt
  private let purchasePlan = RowPlans.compact.purchase
  private let before = RowPlans.compact.before
  private let behind = RowPlans.compact.behind
  private let purchasesKey = RowPlans.compact.receipt.rows[RowPlans.compact.purchases].first
  private let types = AttributeTypes.purchase

  /// Appends a receipt.
  ///
  /// - Parameters:
  ///   - receipt: its values.
  ///   - purchases: where those of its purchases are.
  ///   - budget: how many attributes they may have.
  ///   - slots: room for the values of one purchase.
  /// - Returns: whether all purchases are plain too; what was appended means nothing otherwise.
  func append(
    _ receipt: borrowing AttributeSlots, _ purchases: [Range<Int>], _ slots: inout AttributeSlots, budget: Int,
    in source: RawSpan, to output: inout OutputBuffer
  ) -> Bool {
    output.appendInPlace(limit: receiptPlan.limit + 2) { out, start in
      var end = put(before, receipt, in: source, to: &out, at: start)
      if end == start { end += 1 }
      // The brace takes the place of the first comma.
      _ = out.put(UInt8(ascii: "{"), at: start)
      end = out.copy(receiptPlan.octets.span.bytes, purchasesKey, at: end)
      return out.put(UInt8(ascii: "["), at: end)
    }
    guard append(purchases, &slots, budget: budget, in: source, to: &output) else { return false }
    output.appendInPlace(limit: receiptPlan.limit + 2) { out, start in
      let end = put(behind, receipt, in: source, to: &out, at: out.put(UInt8(ascii: "]"), at: start))
      return out.put(UInt8(ascii: "}"), at: end)
    }
    return true
  }

  private func put(
    _ rows: UInt64, _ slots: borrowing AttributeSlots, in source: RawSpan, to out: inout MutableRawSpan, at start: Int
  ) -> Int {
    RowWriter.put(
      rows, of: receiptPlan, slots.values.span, present: slots.present, in: source, to: &out, at: start)
  }

  /// Appends purchases with a comma between two: as many at a time as there is room for.
  private func append(
    _ purchases: [Range<Int>], _ slots: inout AttributeSlots, budget: Int, in source: RawSpan,
    to output: inout OutputBuffer
  ) -> Bool {
    let limit = purchasePlan.limit + 3
    var budget = budget
    var next = 0
    var isPlain = true
    // Stays empty: a purchase has none.
    var nested: [Range<Int>] = []
    while isPlain, next < purchases.count {
      output.appendInPlace(limit: limit) { out, start in
        var values = slots.values.mutableSpan
        var position = start
        repeat {
          guard
            let present = PlainReader.read(
              source, purchases[next], types.entries.span, smallest: types.smallest, into: &values, purchases: &nested,
              budget: &budget)
          else {
            isPlain = false
            return start
          }
          if next > 0 { position = out.put(UInt8(ascii: ","), at: position) }
          var end = RowWriter.put(
            .max, of: purchasePlan, values.span, present: present, in: source, to: &out, at: position)
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
