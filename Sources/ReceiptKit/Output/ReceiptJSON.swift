extension JSONWriter {
  /// Writes a receipt as verifyReceipt would have printed it: its keys, types, formats and order.
  ///
  /// What only Apple's servers know is not there: `request_date` and everything outside `receipt`. Observed: the same, value by
  /// value, on every receipt that was found together with Apple's answer.
  public mutating func receipt(_ receipt: Receipt) {
    object { writer in
      let plan = RowPlan.receipt(writer.layout, depth: writer.depth)
      for index in Receipt.table.rows.indices {
        if plan.rows[index].kind == .purchases {
          writer.key(Receipt.table.rows[index].name)
          writer.purchases(receipt.inApp)
        } else {
          writer.row(index, of: plan, Receipt.table.rows[index], of: receipt)
        }
      }
    }
  }

  /// Writes one element of `in_app` as verifyReceipt would have printed it.
  public mutating func purchase(_ purchase: InAppPurchase) {
    self.purchase(purchase, RowPlan.purchase(layout, depth: depth + 1))
  }

  /// Writes the `in_app` array of a receipt, in the order of the bytes.
  public mutating func purchases(_ purchases: [InAppPurchase]) {
    let plan = RowPlan.purchase(layout, depth: depth + 2)
    array { writer in for purchase in purchases { writer.purchase(purchase, plan) } }
  }

  private mutating func purchase(_ purchase: InAppPurchase, _ plan: RowPlan) {
    object { writer in
      for index in InAppPurchase.table.rows.indices {
        writer.row(index, of: plan, InAppPurchase.table.rows[index], of: purchase)
      }
    }
  }

  /// Writes what one row says of its owner, or nothing where verifyReceipt prints nothing.
  private mutating func row<Owner>(_ index: Int, of plan: RowPlan, _ row: AttributeRow<Owner>, of owner: Owner) {
    guard row.printed != .never else { return }
    switch row.field {
    case .utf8(let property?), .ia5(let property?):
      guard let text = owner[keyPath: property] else { return self.row(index, of: plan, nil) }
      // Plain text is copied; what has to be escaped takes the way of all strings.
      if JSONWriter.isPlain(text) { return self.row(index, of: plan, PlainValue(text: text.utf8.count), text) }
      member(row.name, text)
    case .integer(let property?):
      self.row(index, of: plan, owner[keyPath: property].map { PlainValue(number: $0) })
    case .date(let property):
      self.row(index, of: plan, owner[keyPath: property].map { PlainValue(number: $0.instant.milliseconds) })
    case .utf8(nil), .ia5(nil), .integer(nil), .bytes, .purchase: return
    }
  }

  /// Writes one row with a value whose text, if it has one, is plain.
  private mutating func row(_ index: Int, of plan: RowPlan, _ value: PlainValue?, _ text: String = "") {
    var text = text
    var rows = RowWriter(isFirst: isFirst)
    let before = buffer.count
    text.withUTF8 { utf8 in
      buffer.appendInPlace(limit: plan.limit + utf8.count) { out, position in
        rows.put(index, of: plan, value, in: utf8.span.bytes, to: &out, at: position)
      }
    }
    if buffer.count > before { isFirst = false }
  }
}

extension JSONWriter {
  /// Writes a receipt that is plain, straight from its octets; byte for byte what ``receipt(_:)`` writes.
  ///
  /// - Parameters:
  ///   - slots: the values of the receipt.
  ///   - purchases: where those of its purchases are.
  ///   - reader: reads a purchase.
  ///   - budget: how many attributes they may have.
  /// - Returns: whether all purchases are plain too; what was written means nothing otherwise.
  mutating func receipt(
    _ receipt: borrowing AttributeSlots, _ purchases: [Range<Int>], _ reader: inout PlainReader, budget: Int,
    in source: RawSpan
  ) -> Bool {
    var budget = budget
    var isPlain = true
    object { writer in
      let plan = RowPlan.receipt(writer.layout, depth: writer.depth)
      guard let purchasesRow = plan.rows.firstIndex(where: { $0.kind == .purchases }) else { return }
      writer.rows(0..<purchasesRow, of: plan, receipt, in: source)
      writer.key(Receipt.table.rows[purchasesRow].name)
      let purchasePlan = RowPlan.purchase(writer.layout, depth: writer.depth + 2)
      writer.array { writer in
        for range in purchases {
          guard reader.read(source, range, budget: &budget) else {
            isPlain = false
            return
          }
          writer.object { $0.rows(0..<purchasePlan.printed, of: purchasePlan, reader.slots, in: source) }
        }
      }
      if plan.printed > purchasesRow + 1 {
        writer.rows((purchasesRow + 1)..<plan.printed, of: plan, receipt, in: source)
      }
    }
    return isPlain
  }

  /// Writes rows that stand behind each other.
  private mutating func rows(
    _ range: Range<Int>, of plan: borrowing RowPlan, _ slots: borrowing AttributeSlots, in source: RawSpan
  ) {
    var rows = RowWriter(isFirst: isFirst)
    let before = buffer.count
    buffer.appendInPlace(limit: plan.limit) { out, position in
      rows.put(range, of: plan, slots, in: source, to: &out, at: position)
    }
    if buffer.count > before { isFirst = false }
  }
}
