/// A table of attributes as reading needs it: for every type its row and how the value is encoded, without anything that has
/// to be counted or looked up.
struct AttributeTypes: Sendable {
  /// How the values of a row are encoded; ``AttributeRow/Field`` without its properties.
  enum Encoding: UInt8 {
    case utf8
    case ia5
    case integer
    case date
    case bytes
    case purchase
    /// No such type.
    case none
  }

  /// One type.
  struct Entry: Sendable {
    var row: UInt8
    var encoding: Encoding
  }

  let smallest: Int64
  /// By the distance from the smallest type.
  let entries: [Entry]

  init<Owner>(_ table: AttributeTable<Owner>) {
    let types = table.rows.map(\.type)
    smallest = types.min() ?? 0
    let count = Int((types.max() ?? 0) - smallest) + 1
    var entries = [Entry](repeating: Entry(row: 0, encoding: .none), count: count)
    for (index, row) in table.rows.enumerated() {
      let encoding: Encoding =
        switch row.field {
        case .utf8: .utf8
        case .ia5: .ia5
        case .integer: .integer
        case .date: .date
        case .bytes: .bytes
        case .purchase: .purchase
        }
      entries[Int(row.type - smallest)] = Entry(row: UInt8(truncatingIfNeeded: index), encoding: encoding)
    }
    self.entries = entries
  }

  static let receipt = AttributeTypes(Receipt.table)
  static let purchase = AttributeTypes(InAppPurchase.table)
}
