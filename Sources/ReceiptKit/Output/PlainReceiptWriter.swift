/// Writes receipts that are plain, straight from their octets; byte for byte what ``JSONWriter/receipt(_:requestDate:)`` writes on
/// one line.
struct PlainReceiptWriter {
  private let plans = RowPlans.compact
  private let types = AttributeTypes.purchase
  /// The values of one purchase.
  private var values = [AttributeSlot](repeating: AttributeSlot(), count: InAppPurchase.table.rows.count)

  /// Appends a receipt.
  ///
  /// - Parameters:
  ///   - receipt: its values.
  ///   - purchases: where those of its purchases are.
  ///   - budget: how many attributes they may have.
  /// - Returns: whether all purchases are plain too; what was appended means nothing otherwise.
  mutating func append(
    _ receipt: borrowing AttributeSlots, _ purchases: [Range<Int>], budget: Int, in source: RawSpan,
    to output: inout OutputBuffer
  ) -> Bool {
    let plan = plans.receipt
    output.appendInPlace(limit: plan.limit + 2) { out, start in
      var end = put(plans.before, of: plan, receipt, in: source, to: &out, at: start)
      if end == start { end += 1 }
      // The brace takes the place of the first comma.
      _ = out.put(UInt8(ascii: "{"), at: start)
      end = out.copy(plan.octets.span.bytes, plan.rows[plans.purchases].first, at: end)
      return out.put(UInt8(ascii: "["), at: end)
    }
    guard append(purchases, budget: budget, in: source, to: &output) else { return false }
    output.appendInPlace(limit: plan.limit + 2) { out, start in
      let end = put(plans.behind, of: plan, receipt, in: source, to: &out, at: out.put(UInt8(ascii: "]"), at: start))
      return out.put(UInt8(ascii: "}"), at: end)
    }
    return true
  }

  private func put(
    _ rows: UInt64, of plan: borrowing RowPlan, _ slots: borrowing AttributeSlots, in source: RawSpan,
    to out: inout MutableRawSpan, at start: Int
  ) -> Int {
    RowWriter.put(
      rows, of: plan, slots.values.span, present: slots.present, in: source, to: &out, at: start)
  }

  /// Appends purchases with a comma between two: as many at a time as there is room for.
  private mutating func append(
    _ purchases: [Range<Int>], budget: Int, in source: RawSpan, to output: inout OutputBuffer
  ) -> Bool {
    let plan = plans.purchase
    let types = types
    let limit = plan.limit + 3
    var budget = budget
    var next = 0
    var isPlain = true
    // Stays empty: a purchase has none.
    var nested: [Range<Int>] = []
    while isPlain, next < purchases.count {
      output.appendInPlace(limit: limit) { out, start in
        var slots = values.mutableSpan
        var position = start
        repeat {
          guard
            let present = PlainReader.read(
              source, purchases[next], types.entries.span, smallest: types.smallest, into: &slots, purchases: &nested,
              budget: &budget)
          else {
            isPlain = false
            return start
          }
          if next > 0 { position = out.put(UInt8(ascii: ","), at: position) }
          var end = RowWriter.put(
            plan.printable | plan.nullable, of: plan, slots.span, present: present, in: source, to: &out, at: position)
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
