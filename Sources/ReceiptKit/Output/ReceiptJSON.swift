extension JSONWriter {
  /// Writes a receipt as verifyReceipt would have printed it: its keys, types, formats and order.
  ///
  /// What only Apple's servers know is not there: `request_date` and everything outside `receipt`. Observed: the same, value by
  /// value, on every receipt that was found together with Apple's answer.
  ///
  /// - Parameter requestDate: the moment of a request that is being answered, which verifyReceipt prints after the creation date.
  public mutating func receipt(_ receipt: Receipt, requestDate: Instant? = nil) {
    object { writer in
      let plans = RowPlans.plans(writer.layout, depth: writer.depth)
      for index in Receipt.table.rows.indices {
        let row = Receipt.table.rows[index]
        if index == plans.purchases {
          writer.key(row.name)
          writer.purchases(receipt.inApp, plans.purchase)
        } else {
          writer.row(index, of: plans.receipt, row, of: receipt)
        }
        if let requestDate, row.name == "receipt_creation_date" { writer.date("request_date", requestDate) }
      }
    }
  }

  /// Writes the three forms of a date.
  private mutating func date(_ name: String, _ instant: Instant) {
    member(name, instant.gmtText)
    member(name + "_ms", String(instant.milliseconds))
    member(name + "_pst", instant.pacificText)
  }

  /// Writes one element of `in_app` as verifyReceipt would have printed it.
  public mutating func purchase(_ purchase: InAppPurchase) {
    self.purchase(purchase, RowPlans.plans(layout, depth: depth - 1).purchase)
  }

  /// Writes the `in_app` array of a receipt, in the order of the bytes.
  public mutating func purchases(_ purchases: [InAppPurchase]) {
    self.purchases(purchases, RowPlans.plans(layout, depth: depth).purchase)
  }

  private mutating func purchases(_ purchases: [InAppPurchase], _ plan: RowPlan) {
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
      let plans = RowPlans.plans(writer.layout, depth: writer.depth)
      let row = plans.purchases
      writer.rows(0..<row, of: plans.receipt, receipt, in: source)
      writer.key(Receipt.table.rows[row].name)
      writer.array { writer in
        for range in purchases {
          guard reader.read(source, range, budget: &budget) else {
            isPlain = false
            return
          }
          writer.object { $0.rows(0..<plans.purchase.printed, of: plans.purchase, reader.slots, in: source) }
        }
      }
      let rest = (row + 1)..<max(row + 1, plans.receipt.printed)
      if !rest.isEmpty { writer.rows(rest, of: plans.receipt, receipt, in: source) }
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
