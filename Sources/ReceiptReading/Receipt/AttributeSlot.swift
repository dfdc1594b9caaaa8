/// The value of one attribute, read but not copied: where its text is, or its number.
package struct AttributeSlot {
  /// The start of the text, and its number of octets. A date keeps its text only in the form `2020-07-22T17:39:08Z`.
  var start = 0
  var count = 0
  /// The number, or the milliseconds of a date.
  var number: Int64 = 0
}

/// The values of one owner (a receipt or a purchase), by row of its table.
package struct AttributeSlots {
  /// The rows that have a value, one bit each. Tables have fewer than 64 rows.
  var present: UInt64 = 0
  /// The values of the rows that are present; other elements are undefined.
  var values: [AttributeSlot]

  init(rows: Int) {
    values = [AttributeSlot](repeating: AttributeSlot(), count: rows)
  }

  /// The value of a row; `nil` if the owner has no value.
  subscript(row: Int) -> AttributeSlot? {
    present >> UInt64(truncatingIfNeeded: row) & 1 == 0 ? nil : values[row]
  }
}
