extension JSONWriter {
  /// Writes a receipt as verifyReceipt would have printed it: with its keys, types, formats and order. The rows of
  /// `Receipt.table` have them.
  ///
  /// The values that only Apple's servers know are absent: `request_date` and everything outside `receipt`. Observed:
  /// equal, value by value, on every receipt that was found together with Apple's answer.
  ///
  /// - Parameters:
  ///   - receipt: the receipt.
  ///   - requestDate: the moment of the request, if one is being answered; verifyReceipt prints it after the creation
  ///     date.
  public mutating func receipt(_ receipt: Receipt, requestDate: Instant? = nil) {
    object { writer in
      let templates = RowTemplates.templates(writer.layout, depth: writer.depth)
      for index in Receipt.table.rows.indices {
        let row = Receipt.table.rows[index]
        if index == templates.purchasesRow {
          writer.key(row.name)
          writer.purchases(receipt.inApp, templates.purchase)
        } else {
          writer.writeRow(index, of: templates.receipt, row, receipt.values)
        }
        if let requestDate, row.name == "receipt_creation_date" { writer.date("request_date", requestDate) }
      }
    }
  }

  /// Writes the three forms of a date.
  package mutating func date(_ name: String, _ instant: Instant) {
    member(name, instant.gmtText)
    member(name + "_ms", String(instant.milliseconds))
    member(name + "_pst", instant.pacificText)
  }

  /// Writes the `in_app` array of a receipt, in the order of the bytes.
  package mutating func purchases(_ purchases: [InAppPurchase]) {
    self.purchases(purchases, RowTemplates.templates(layout, depth: depth).purchase)
  }

  private mutating func purchases(_ purchases: [InAppPurchase], _ template: RowTemplate) {
    array { writer in
      for purchase in purchases {
        writer.object { writer in
          for index in InAppPurchase.table.rows.indices {
            writer.writeRow(index, of: template, InAppPurchase.table.rows[index], purchase.values)
          }
        }
      }
    }
  }

  /// Writes the value of one row, or nothing if verifyReceipt prints nothing.
  private mutating func writeRow(
    _ index: Int, of template: RowTemplate, _ row: AttributeRow, _ values: AttributeValues
  ) {
    guard row.printed != .never else { return }
    switch values[row.type] {
    case .string(let text):
      // Plain text is copied. Text that must be escaped is written as an ordinary string.
      if JSONWriter.isPlain(text) { return writeSlot(index, of: template, AttributeSlot(count: text.utf8.count), text) }
      member(row.name, text)
    case .integer(let number): writeSlot(index, of: template, AttributeSlot(number: number))
    case .date(let date): writeSlot(index, of: template, AttributeSlot(number: date.instant.milliseconds))
    case .noDate, .bytes, .unreadable, nil: writeSlot(index, of: template, nil)
    }
  }

  /// Writes one row with a value. If the value has a text, the text is plain.
  private mutating func writeSlot(
    _ index: Int, of template: RowTemplate, _ value: AttributeSlot?, _ text: String = ""
  ) {
    var text = text
    let isFirst = isFirst
    let before = buffer.count
    text.withUTF8 { utf8 in
      buffer.appendInPlace(limit: template.limit + utf8.count) { out, position in
        // The comma of the first member overwrites the brace before it, so the brace is restored.
        let start = isFirst ? position - 1 : position
        let end = template.putRow(index, value, in: utf8.span.bytes, to: &out, at: start)
        if isFirst, end > start { _ = out.put(UInt8(ascii: "{"), at: start) }
        return end
      }
    }
    if buffer.count > before { self.isFirst = false }
  }
}
