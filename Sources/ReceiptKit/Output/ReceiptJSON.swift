extension JSONWriter {
  /// Writes a receipt as verifyReceipt would have printed it: its keys, types, formats and order.
  ///
  /// What only Apple's servers know is not there: `request_date` and everything outside `receipt`. Observed: the same, value by
  /// value, on every receipt that was found together with Apple's answer.
  ///
  /// - Parameter requestDate: the moment of a request that is being answered, which verifyReceipt prints after the creation date.
  public mutating func receipt(_ receipt: Receipt, requestDate: Instant? = nil) {
    object { writer in
      for row in Receipt.table.rows {
        writer.member(row, of: receipt, purchases: receipt.inApp)
        if let requestDate, row.name == "receipt_creation_date" { writer.date("request_date", requestDate) }
      }
    }
  }

  /// Writes one element of `in_app` as verifyReceipt would have printed it.
  public mutating func purchase(_ purchase: InAppPurchase) {
    object { writer in
      for row in InAppPurchase.table.rows { writer.member(row, of: purchase, purchases: []) }
    }
  }

  /// Writes the `in_app` array of a receipt, in the order of the bytes.
  public mutating func purchases(_ purchases: [InAppPurchase]) {
    array { writer in for purchase in purchases { writer.purchase(purchase) } }
  }

  /// Writes what one row says of its owner, or nothing where verifyReceipt prints nothing.
  private mutating func member<Owner>(_ row: AttributeRow<Owner>, of owner: Owner, purchases: [InAppPurchase]) {
    switch (row.printed, row.field) {
    case (.number(let second, let nullIfAbsent), .integer(let property?)):
      guard let number = owner[keyPath: property] else {
        if nullIfAbsent { member(row.name, nil as String?) }
        return
      }
      for name in [row.name, second].compactMap({ $0 }) {
        key(name)
        integer(number)
      }
    case (.text(let unlessEmpty), .utf8(let property?)), (.text(let unlessEmpty), .ia5(let property?)):
      guard let text = owner[keyPath: property], !(unlessEmpty && text.isEmpty) else { return }
      member(row.name, text)
    case (.digits(let unlessZero), .integer(let property?)):
      guard let number = owner[keyPath: property], !(unlessZero && number == 0) else { return }
      member(row.name, String(number))
    case (.flag, .integer(let property?)):
      guard let number = owner[keyPath: property] else { return }
      member(row.name, number != 0 ? "true" : "false")
    case (.word(let words), .integer(let property?)):
      guard let number = owner[keyPath: property] else { return }
      member(row.name, words[number] ?? String(number))
    case (.date, .date(let property)):
      guard let date = owner[keyPath: property] else { return }
      self.date(row.name, date.instant)
    case (.purchases, _):
      key(row.name)
      self.purchases(purchases)
    default: return
    }
  }

  /// Writes the three forms of a date.
  private mutating func date(_ name: String, _ instant: Instant) {
    member(name, instant.gmtText)
    member(name + "_ms", String(instant.milliseconds))
    member(name + "_pst", instant.pacificText)
  }
}
