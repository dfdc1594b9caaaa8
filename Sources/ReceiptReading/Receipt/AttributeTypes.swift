/// A table of attributes in the form that reading needs: the row and the encoding for every type, without reference
/// counting and lookups.
struct AttributeTypes: Sendable {
  /// The encoding of a row's values: ``AttributeRow/Field`` without its properties.
  enum Encoding: UInt8 {
    case utf8
    case ia5
    case integer
    case date
    case bytes
    case purchase
    /// The type is not in the table.
    case none

    init<Owner>(_ field: AttributeRow<Owner>.Field) {
      self =
        switch field {
        case .utf8: .utf8
        case .ia5: .ia5
        case .integer: .integer
        case .date: .date
        case .bytes: .bytes
        case .purchase: .purchase
        }
    }
  }

  struct Entry: Sendable {
    var row: UInt8
    var encoding: Encoding
  }

  let smallest: Int64
  /// The entries, by the distance from the smallest type. All types of a table are close together.
  ///
  /// The entries are in an array and not in a dictionary: the first use of a generic type whose parameter must conform
  /// to a protocol makes the Swift runtime search all conformances of the program, a noticeable part of a run over one
  /// input (Benchmarks/README.md).
  let entries: [Entry]

  init<Owner>(_ rows: [AttributeRow<Owner>]) {
    let types = rows.map(\.type)
    smallest = types.min() ?? 0
    let count = Int((types.max() ?? 0) - smallest) + 1
    var entries = [Entry](repeating: Entry(row: 0, encoding: .none), count: count)
    for (index, row) in rows.enumerated() {
      entries[Int(row.type - smallest)] = Entry(row: UInt8(truncatingIfNeeded: index), encoding: Encoding(row.field))
    }
    self.entries = entries
  }
}
