/// A table of attributes in the form that reading needs: the row and the encoding for every type, without reference
/// counting and lookups.
struct AttributeTypes: Sendable {
  struct Entry: Sendable {
    var row: UInt8
    /// `nil` if there is no such type.
    var encoding: AttributeEncoding?
  }

  let smallest: Int64
  /// The entries, by the distance from the smallest type. All types of a table are close together.
  ///
  /// The entries are in an array and not in a dictionary: the first use of a generic type whose parameter must conform
  /// to a protocol makes the Swift runtime search all conformances of the program, a noticeable part of a run over one
  /// input (Benchmarks/README.md).
  let entries: [Entry]

  init(_ rows: [AttributeRow]) {
    let types = rows.map(\.type)
    smallest = types.min() ?? 0
    let count = Int((types.max() ?? 0) - smallest) + 1
    var entries = [Entry](repeating: Entry(row: 0, encoding: nil), count: count)
    for (index, row) in rows.enumerated() {
      entries[Int(row.type - smallest)] = Entry(row: UInt8(truncatingIfNeeded: index), encoding: row.encoding)
    }
    self.entries = entries
  }
}
