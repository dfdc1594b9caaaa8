/// Writes JSON (RFC 8259) as UTF-8 bytes, in the order of the calls.
///
/// Characters that could act on a terminal, or that are invisible (`Unicode.Scalar.actsOnTerminals`), are written as
/// `\u` escapes, which every JSON reader turns back into the same value.
public struct JSONWriter: Sendable {
  /// How values are laid out.
  public enum Layout: Sendable {
    /// Two spaces of indentation and one line for each member, as `jq` prints it.
    case pretty
    /// Everything on one line without spaces, as `jq -c` prints it.
    case compact
  }

  /// The output so far, in UTF-8. Parts that were passed on are not included.
  public var bytes: [UInt8] { buffer.bytes }
  package var buffer: OutputBuffer
  package let layout: Layout
  package private(set) var depth = 0
  /// Whether the next value is the first inside its brackets.
  package var isFirst = true
  /// Whether a key was written whose value comes next.
  private var followsKey = false
  /// Receives the finished part of a long document before its end.
  private var take: (@Sendable (borrowing OutputBuffer) -> Void)?

  /// Makes a writer without output.
  ///
  /// - Parameters:
  ///   - layout: how values are laid out.
  ///   - capacity: how many bytes to reserve memory for.
  ///   - take: receives the finished parts of a long document; ``bytes`` then has only the rest.
  public init(
    layout: Layout, reservingCapacity capacity: Int = 4096,
    handingOverTo take: (@Sendable (borrowing OutputBuffer) -> Void)? = nil
  ) {
    var buffer = OutputBuffer(reservingCapacity: capacity)
    self.init(layout: layout, taking: &buffer)
    self.take = take
  }

  /// Makes a writer that appends to a buffer and is its only owner until ``returnBuffer(to:)`` is called: with two
  /// owners, the bytes would be copied before each change.
  ///
  /// - Parameter buffer: the buffer. It is empty until ``returnBuffer(to:)`` is called.
  package init(layout: Layout, taking buffer: inout OutputBuffer) {
    self.layout = layout
    self.buffer = OutputBuffer()
    swap(&self.buffer, &buffer)
  }

  /// A writer for members of an object whose braces the caller writes; `buffer` may already hold earlier members.
  package init(appendingCompactMembersTo buffer: inout OutputBuffer) {
    self.init(layout: .compact, taking: &buffer)
    depth = 1
    isFirst = self.buffer.count == 0
  }

  /// Passes on the output once it has 64 KiB, and continues with an empty buffer, so that a document never has to be in
  /// memory as a whole.
  package mutating func handOver(to take: (borrowing OutputBuffer) -> Void) {
    guard buffer.count >= 1 << 16 else { return }
    take(buffer)
    buffer.removeAll()
  }

  /// Hands over to the closure that the writer was made with, if any.
  package mutating func handOver() {
    if let take { handOver(to: take) }
  }

  /// Hands the buffer back with everything that was written. The writer is of no use afterwards.
  package mutating func returnBuffer(to buffer: inout OutputBuffer) { swap(&self.buffer, &buffer) }

  /// Writes `{`, the output of `members`, and `}`.
  public mutating func object<E: Error>(_ members: (inout JSONWriter) throws(E) -> Void) throws(E) {
    open(UInt8(ascii: "{"))
    try members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes `[`, the output of `elements`, and `]`.
  public mutating func array<E: Error>(_ elements: (inout JSONWriter) throws(E) -> Void) throws(E) {
    open(UInt8(ascii: "["))
    try elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes the name of the member whose value comes next.
  public mutating func key(_ name: String) {
    separate()
    quote(name)
    buffer.append(UInt8(ascii: ":"))
    if layout == .pretty { buffer.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  /// Writes a string.
  public mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// Writes an integer with all its digits, even above 2^53, where many readers round.
  public mutating func integer(_ value: Int64) {
    separate()
    buffer.append(value.description)
  }

  /// Writes a number that is known to be valid JSON, digit for digit.
  package mutating func number(_ digits: String) {
    separate()
    buffer.append(digits)
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    separate()
    buffer.append(value ? "true" : "false")
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    buffer.append("null")
  }

  /// Writes a name and a string, or `null` for `nil`.
  public mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  /// Writes a name and a message in English, or `null` for `nil`.
  package mutating func member(_ name: String, _ message: Message?) { member(name, message?.description) }

  /// Writes a name and an integer, or `null` for `nil`.
  public mutating func member(_ name: String, _ value: Int?) {
    key(name)
    if let value { integer(Int64(value)) } else { null() }
  }

  /// Writes a name and `true` or `false`.
  public mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes a name and an array of strings.
  public mutating func member(_ name: String, _ values: [String]) {
    key(name)
    array { writer in for value in values { writer.string(value) } }
  }

  /// Writes a name and an array of messages in English.
  package mutating func member(_ name: String, _ messages: [Message]) { member(name, messages.map(\.description)) }

  /// Writes a name and an array of objects, one for each element, and hands over the finished part of a long document.
  package mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ members: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array { writer in
      for element in elements {
        writer.object { members(&$0, element) }
        writer.handOver()
      }
    }
  }

  /// Writes names and values from ``init(appendingCompactMembersTo:)``. The layout must be compact here, too.
  package mutating func members(_ members: borrowing OutputBuffer) {
    separate()
    members.withUnsafeBytes { buffer.append($0) }
  }

  /// Writes a value from a compact writer; the layout must be compact here, too.
  package mutating func value(compact bytes: [UInt8]) {
    value(compact: { $0.append(bytes.span) })
  }

  /// Writes a value in the form of a compact writer; the layout must be compact here, too.
  package mutating func value(compact write: (inout OutputBuffer) -> Void) {
    separate()
    write(&buffer)
  }

  /// Ends the document with a line feed.
  package mutating func endLine() {
    buffer.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    buffer.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if !isFirst { breakLine() }
    buffer.append(bracket)
    isFirst = false
  }

  /// Writes the comma and the line break before the next value.
  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    if depth == 0 { return }
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    buffer.append(UInt8(ascii: "\n"))
    buffer.append(repeating: UInt8(ascii: " "), count: 2 * depth)
  }

  /// Writes a string in quotation marks.
  private mutating func quote(_ value: String) {
    var text = value
    let isPlain = text.withUTF8 { utf8 in
      guard JSONWriter.isPlain(utf8) else { return false }
      buffer.append(quoted: UnsafeRawBufferPointer(utf8))
      return true
    }
    if isPlain { return }
    buffer.append(UInt8(ascii: "\""))
    for scalar in value.unicodeScalars { escape(scalar) }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Whether a string is written unchanged: printable ASCII without quotation marks and backslashes.
  package static func isPlain(_ value: String) -> Bool {
    var value = value
    return value.withUTF8 { isPlain($0) }
  }

  private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(utf8)
    let count = utf8.count
    guard count >= 8 else { return bytes.allSatisfy(isPlain) }
    // The loop has no early exit, so that several words are examined at once.
    var found: UInt64 = 0
    var index = 0
    while index <= count - 8 {
      found |= marksOfSpecials(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    // Examines the last eight bytes, some of them a second time.
    return found | marksOfSpecials(bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)) == 0
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    // 0x5F characters, beginning with the blank. Octets less than the blank wrap around.
    byte &- 0x20 < 0x5F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns a number other than 0 if one of eight bytes is not plain.
  @inline(__always)
  private static func marksOfSpecials(_ word: UInt64) -> UInt64 {
    word.marksBeyondASCII | word.marksOfControls | word.marks(of: 0x7F) | word.marks(of: UInt8(ascii: "\""))
      | word.marks(of: UInt8(ascii: "\\"))
  }

  /// The text before the value of a member that is not the first: comma, line break, name, colon.
  package static func memberStart(_ name: String, layout: Layout, depth: Int) -> String {
    var writer = JSONWriter(layout: layout, reservingCapacity: 64)
    writer.depth = depth
    // At depth 0 there are no members, but on one line all depths are alike.
    if depth == 0 { writer.depth = 1 }
    writer.isFirst = false
    writer.key(name)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": buffer.append("\\\"")
    case "\\": buffer.append("\\\\")
    case "\n": buffer.append("\\n")
    case "\r": buffer.append("\\r")
    case "\t": buffer.append("\\t")
    case _ where scalar.actsOnTerminals:
      // A scalar beyond 16 bits takes the two code units of UTF-16 (RFC 8259, 7).
      for unit in String(scalar).utf16 {
        buffer.append("\\u" + hexadecimal([UInt8(unit >> 8), UInt8(unit & 0xFF)]))
      }
    default: buffer.append(String(scalar))
    }
  }
}
