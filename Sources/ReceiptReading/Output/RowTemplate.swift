/// A template for the rows of an attribute table, with every key and its punctuation ready to be copied.
///
/// The writer itself creates it once for each layout and depth, so that both produce the same text.
struct RowTemplate: Sendable {
  /// A run of octets in ``octets``.
  struct Segment: Sendable {
    var start: UInt16 = 0
    var count: UInt16 = 0
  }

  /// One row. The segments are the texts before, between and after the values, in that order.
  struct Row: Sendable {
    var kind: PrintedForm
    /// For a date: the number of octets from the start of the first segment to the end of the fourth. The segments are
    /// adjacent, with zeros in the places of the values.
    var length = 0
    var first = Segment()
    var second = Segment()
    var third = Segment()
    var fourth = Segment()
  }

  /// The text that one row prints for one number, with its key.
  struct Word: Sendable {
    var row: Int
    var number: Int64
    var text: Segment
  }

  private(set) var rows: [Row] = []
  /// The rows that are printed only with a value, one bit each; without the row of the purchases.
  private(set) var printable: UInt64 = 0
  /// The rows that are printed even without a value.
  private(set) var nullable: UInt64 = 0
  /// The octets of all segments, padded at the end, because sixteen octets are copied at once.
  private(set) var octets: [UInt8] = []
  /// The words that replace numbers.
  private(set) var words: [Word] = []
  /// The maximum number of octets for one owner whose texts are no longer than those of a canonical receipt.
  private(set) var limit = 0
  let daylight = DaylightTable.shared

  /// The number of octets that are copied at once.
  static let step = 16
  /// The number of digits of milliseconds since 1970, from 2001 to 2286.
  static let millisecondsLength = 13

  init(_ table: AttributeTable, layout: JSONWriter.Layout, depth: Int) {
    for (index, row) in table.rows.enumerated() { add(row, at: index, layout, depth) }
    octets += [UInt8](repeating: 0, count: RowTemplate.step)
  }

  private mutating func add(_ row: AttributeRow, at index: Int, _ layout: JSONWriter.Layout, _ depth: Int) {
    func key(_ name: String) -> String { JSONWriter.memberStart(name, layout: layout, depth: depth) }
    let quoted = key(row.name) + "\""
    var templateRow = Row(kind: row.printed)
    switch row.printed {
    case .never: break
    case .number, .numberOrNull, .purchases:
      templateRow.first = piece(key(row.name))
      if let second = row.alsoAs { templateRow.second = piece(key(second)) }
    case .text, .textUnlessEmpty, .digits, .digitsUnlessZero: templateRow.first = piece(quoted)
    case .flag:
      templateRow.first = piece(quoted + "false\"")
      templateRow.second = piece(quoted + "true\"")
    case .word:
      templateRow.first = piece(quoted)
      for word in row.words {
        let text = piece(quoted + word.text + "\"")
        limit += Int(text.count)
        words.append(Word(row: index, number: word.number, text: text))
      }
    case .date:
      templateRow.first = piece(quoted)
      addZeros(ClockText.length)
      templateRow.second = piece(" Etc/GMT\"" + key(row.name + "_ms") + "\"")
      addZeros(RowTemplate.millisecondsLength)
      templateRow.third = piece("\"" + key(row.name + "_pst") + "\"")
      addZeros(ClockText.length)
      templateRow.fourth = piece(" America/Los_Angeles\"")
      templateRow.length = octets.count - Int(templateRow.first.start)
    }
    rows.append(templateRow)
    let bit: UInt64 = 1 << UInt64(index)
    if templateRow.kind != .never, templateRow.kind != .purchases { printable |= bit }
    if templateRow.kind == .numberOrNull { nullable |= bit }
    // Two numbers, or the three forms of a date, take less space than a text may.
    if templateRow.kind != .never { limit += CanonicalReader.longestText + RowTemplate.step }
    limit += [templateRow.first, templateRow.second, templateRow.third, templateRow.fourth].reduce(0) {
      $0 + Int($1.count)
    }
  }

  private mutating func piece(_ text: String) -> Segment {
    let start = octets.count
    octets += text.utf8
    return Segment(start: UInt16(start), count: UInt16(octets.count - start))
  }

  private mutating func addZeros(_ count: Int) { octets += repeatElement(UInt8(ascii: "0"), count: count) }
}

/// The templates for a receipt and for its purchases. This is a class, because it is passed on for every receipt.
final class RowTemplates: Sendable {
  let receipt: RowTemplate
  let purchase: RowTemplate
  /// The index of the row for the array of purchases.
  let purchases: Int
  /// The rows before and after it, one bit each.
  var before: UInt64 { (1 << UInt64(truncatingIfNeeded: purchases)) - 1 }
  var behind: UInt64 { ~(before << 1 | 1) }

  /// - Parameter depth: the depth of the receipt's members; a purchase's members are two levels deeper.
  private init(_ layout: JSONWriter.Layout, depth: Int) {
    receipt = RowTemplate(Receipt.table, layout: layout, depth: depth)
    purchase = RowTemplate(InAppPurchase.table, layout: layout, depth: depth + 2)
    purchases = receipt.rows.firstIndex { $0.kind == .purchases } ?? receipt.rows.count
  }

  static let compact = RowTemplates(.compact, depth: 0)

  /// The templates for a layout. On one line, the depth has no effect.
  static func plans(_ layout: JSONWriter.Layout, depth: Int) -> RowTemplates {
    layout == .compact ? compact : RowTemplates(layout, depth: depth)
  }
}

extension MutableRawSpan {
  @inline(__always)
  mutating func copy(_ source: RawSpan, _ piece: RowTemplate.Segment, at position: Int) -> Int {
    copy(source, Int(piece.start), Int(piece.count), at: position)
  }
}
