/// Reads canonical attributes into slots, without copying.
///
/// Canonical attributes are DER, except that an INTEGER may begin with needless octets, which the other reader accepts
/// silently, too. Their types are known, and none occurs twice. Their values are encoded as their rows demand, with
/// text in printable ASCII without quotation marks and backslashes, and dates to the second in UTC. Nearly all genuine
/// receipts are canonical. This reader rejects all others; ``Receipt/init(payload:maximumAttributes:)`` reads those and
/// reports their irregularities.
///
/// There are two loops over attributes on purpose: this one, and the one that makes a ``Receipt``. Both share the
/// table, and read canonical attributes and values by the functions here. The other loop also keeps every attribute
/// with its place, copies texts and reports what is odd. These are the instructions of reading and printing without a
/// signature, counted by valgrind on 30 November 2026 (`Benchmarks/throughput count`):
///
///     purchases   with a Receipt   with slots   the same in C
///             2          108,848       25,270          21,533
///           187        5,986,721    1,206,412       1,269,802
///
/// Additions of positions inside a span and lengths of one octet are not checked for overflow (`&+`); the span checks
/// the resulting positions. Numbers from the receipt are only compared, never used in arithmetic.
struct CanonicalReader {
  /// The maximum length that one octet can encode.
  static let longestText = 127
  /// The number of octets that must follow the attributes. With them, one check of bounds is enough to read the start
  /// of any value. In an envelope, the certificates and the signature that follow are longer.
  static let margin = 32

  private let entries: [AttributeTable.Entry]
  private let smallest: Int64
  private(set) var slots: AttributeSlots
  /// The ranges of the purchases' values, in the order of the bytes.
  private(set) var purchases: [Range<Int>] = []

  init(_ table: AttributeTable) {
    entries = table.entries
    smallest = table.smallest
    slots = AttributeSlots(rows: table.rows.count)
  }

  /// Reads the SET of attributes that fills a range.
  ///
  /// - Parameter budget: the number of attributes that may still be read.
  /// - Returns: whether the SET is canonical.
  mutating func read(_ bytes: RawSpan, _ range: Range<Int>, budget: inout Int) -> Bool {
    // The list is held in a local variable, because `self` is borrowed for the slots while the list changes.
    var found: [Range<Int>] = []
    swap(&found, &purchases)
    defer { swap(&found, &purchases) }
    found.removeAll(keepingCapacity: true)
    let entries = entries
    let smallest = smallest
    var values = slots.values.mutableSpan
    guard
      let present = CanonicalReader.readSlots(
        bytes, range, entries.span, smallest: smallest, into: &values, purchases: &found, budget: &budget)
    else { return false }
    slots.present = present
    return true
  }

  /// Reads the SET of attributes that fills a range into slots.
  ///
  /// - Returns: the rows that have a value, one bit each; `nil` if the attributes are not canonical.
  @inline(__always)
  static func readSlots(
    _ bytes: RawSpan, _ range: Range<Int>, _ types: Span<AttributeTable.Entry>, smallest: Int64,
    into values: inout MutableSpan<AttributeSlot>, purchases: inout [Range<Int>], budget: inout Int
  ) -> UInt64? {
    guard let set = DERHeader(bytes, at: range.lowerBound, limit: range.upperBound), set.tag == DERTag.set,
      set.end == range.upperBound, bytes.byteCount - set.end >= margin
    else { return nil }
    var position = set.start
    // The rows that have a value, and the rows whose type occurred, with or without a value.
    var present: UInt64 = 0
    var seen: UInt64 = 0
    while position < set.end {
      guard budget > 0, let attribute = CanonicalAttribute(bytes, at: position, limit: set.end) else { return nil }
      budget &-= 1
      position = attribute.end
      // If this subtraction wraps because the type is very low, the result is still beyond the table, as for a type
      // that is too high.
      let distance = attribute.type &- smallest
      guard distance >= 0, distance < types.count else { return nil }
      let entry = types[Int(truncatingIfNeeded: distance)]
      guard let encoding = entry.encoding else { return nil }
      if encoding == .purchase {
        purchases.append(attribute.start..<attribute.end)
        continue
      }
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: entry.rowIndex & 63)
      guard seen & bit == 0 else { return nil }
      seen |= bit
      switch CanonicalReader.value(attribute.start, attribute.end, encoding, bytes) {
      case .odd: return nil
      case .nothing: break
      case .slot(let slot):
        values[Int(entry.rowIndex)] = slot
        present |= bit
      }
    }
    return present
  }

  enum Value {
    case slot(AttributeSlot)
    /// An empty string instead of a date.
    case nothing
    /// The value is not canonical.
    case odd
  }

  /// Reads the value of an attribute from its start to its end.
  @inline(__always)
  static func value(_ first: Int, _ end: Int, _ encoding: AttributeEncoding, _ bytes: RawSpan) -> Value {
    let length = end &- first
    if encoding == .bytes { return .slot(AttributeSlot(start: first, count: length)) }
    // This is the only check of bounds for header, number and date.
    let element = bytes.extracting(droppingFirst: first)
    guard element.byteCount >= margin else { return .odd }
    // The tag and the length of the element in the value. No canonical value is longer than 127 octets.
    let header = element.halfWord(0)
    let count = length &- 2
    guard count >= 0, count <= longestText, Int(header >> 8) == count else { return .odd }
    let tag = UInt8(truncatingIfNeeded: header)
    let start = first &+ 2
    switch encoding {
    case .integer:
      guard tag == DERTag.integer, count >= 1, count <= 8 else { return .odd }
      return .slot(AttributeSlot(number: element.integer(2, octets: count)))
    case .date:
      guard tag == DERTag.ia5String else { return .odd }
      if count == 0 { return .nothing }
      guard count == CanonicalDate.length, let milliseconds = CanonicalDate.milliseconds(element, at: 2) else {
        return .odd
      }
      return .slot(AttributeSlot(start: start, count: count, number: milliseconds))
    case .utf8, .ia5:
      guard tag == (encoding == .utf8 ? DERTag.utf8String : DERTag.ia5String), bytes.isPlainText(start, count) else {
        return .odd
      }
      return .slot(AttributeSlot(start: start, count: count))
    case .bytes, .purchase: return .odd
    }
  }
}

/// The place and the numbers of one canonical attribute.
struct CanonicalAttribute {
  let type: Int64
  let version: Int64
  /// The start and end of the value. Nothing follows it in the attribute.
  let start: Int
  let end: Int

  /// The attribute at `position`, if it is a SEQUENCE of exactly type, version and value.
  @inline(__always)
  init?(_ bytes: RawSpan, at position: Int, limit: Int) {
    // This is the only check of bounds for the words. The lengths are checked against the limit.
    let start = bytes.extracting(droppingFirst: position)
    if start.byteCount >= 13 {
      // Nearly all attributes of purchases begin `30 L 02 02 06 T 02 01 V 04 M`, and nearly all others
      // `30 L 02 01 T 02 01 V 04 M`: T is the type (06 T of purchases: 1536 + T), V the version, L and M are lengths.
      let head = start.word(0)
      let rest = start.word(5)
      let length = Int(truncatingIfNeeded: head >> 8 & 0xFF)
      let end = position &+ length &+ 2
      // Compares the fixed octets, and the highest bits of the lengths and of the type, which are 0 in one octet of
      // length and in a positive type.
      if head & 0xFFFF_0080_FFFF_80FF == 0x0102_0000_0202_0030, rest & 0x80FF_0000_0000 == 0x0004_0000_0000 {
        if Int(truncatingIfNeeded: rest >> 40 & 0xFF) == length &- 9, end <= limit {
          type = Int64(truncatingIfNeeded: (head >> 32 & 0xFF) << 8 | head >> 40 & 0xFF)
          version = Int64(Int8(truncatingIfNeeded: rest >> 24))
          self.start = position &+ 11
          self.end = end
          return
        }
      } else if head & 0x00FF_FF80_FFFF_80FF == 0x0001_0200_0102_0030, rest & 0x80_FF00_0000 == 0x00_0400_0000 {
        if Int(truncatingIfNeeded: rest >> 32 & 0xFF) == length &- 8, end <= limit {
          type = Int64(truncatingIfNeeded: head >> 32 & 0xFF)
          version = Int64(Int8(truncatingIfNeeded: head >> 56))
          self.start = position &+ 10
          self.end = end
          return
        }
      }
    }
    guard let (type, version, value) = Self.ofAnyLength(bytes, at: position, limit: limit) else { return nil }
    self.type = type
    self.version = version
    self.start = value.lowerBound
    self.end = value.upperBound
  }

  /// Type, version and value of an attribute whose type or lengths have other numbers of octets.
  @inline(never)
  private static func ofAnyLength(_ bytes: RawSpan, at position: Int, limit: Int) -> (Int64, Int64, Range<Int>)? {
    guard let sequence = DERHeader(bytes, at: position, limit: limit), sequence.tag == DERTag.sequence,
      let type = DERHeader(bytes, at: sequence.start, limit: sequence.end), type.tag == DERTag.integer,
      let version = DERHeader(bytes, at: type.end, limit: sequence.end), version.tag == DERTag.integer,
      let value = DERHeader(bytes, at: version.end, limit: sequence.end), value.tag == DERTag.octetString,
      value.end == sequence.end,
      (1...8).contains(type.end - type.start), (1...8).contains(version.end - version.start),
      // A number is read as a word of eight octets.
      bytes.byteCount - version.start >= 8
    else { return nil }
    return (
      bytes.integer(type.start, octets: type.end - type.start),
      bytes.integer(version.start, octets: version.end - version.start), value.start..<value.end
    )
  }
}

extension RawSpan {
  /// Reads a two's complement number of 1 to 8 octets.
  @inline(__always)
  fileprivate func integer(_ start: Int, octets count: Int) -> Int64 {
    Int64(bitPattern: word(start).byteSwapped) >> Int64(truncatingIfNeeded: 64 &- 8 &* count)
  }

  /// Whether octets are printable ASCII that JSON writes unchanged: no control character, no quotation mark, no
  /// backslash, no DEL. Other octets must follow them.
  @inline(__always)
  fileprivate func isPlainText(_ start: Int, _ count: Int) -> Bool {
    var index = start
    let end = start &+ count
    while end &- index >= 8 {
      guard RawSpan.isPlain(word(index)) else { return false }
      index &+= 8
    }
    if index == end { return true }
    // In the last word, octets after the text are replaced by letters.
    let unused: UInt64 = ~0 << UInt64(truncatingIfNeeded: 8 &* (end &- index))
    return RawSpan.isPlain((word(index) & ~unused) | (0x6161_6161_6161_6161 & unused))
  }

  /// Checks eight octets at once in the same way. A borrow may reach the next octet, but only from an octet that
  /// already failed the check.
  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let controls = word &- ones &* 0x20
    let quotes = (word ^ ones &* 0x22) &- ones
    let backslashes = (word ^ ones &* 0x5C) &- ones
    // DEL is the only octet that becomes negative when one is added. Octets that were already negative are not ASCII.
    let deletes = word &+ ones
    return (controls | quotes | backslashes | deletes | word) & (ones &* 0x80) == 0
  }
}
