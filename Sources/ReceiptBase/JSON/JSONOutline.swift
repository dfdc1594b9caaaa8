/// A JSON text that was read strictly, and the positions of its values: eight octets for each.
///
/// A tree of ``JSONValue`` takes five to ten times as much, which is too much for large documents.
package final class JSONOutline: Sendable {
  package struct Entry {
    /// The start of the value in the text; for a member's value, the start of the member's name.
    var start: UInt32
    /// The number of the entry after all of its contents.
    var next: UInt32
  }

  package let bytes: [UInt8]
  /// The entries in the order of the text: the contents of a value follow it.
  package let entries: [Entry]

  package init(_ bytes: [UInt8], _ entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
  }

  /// The start of the value after a member's name, and the name.
  package func member(at start: Int) -> (name: String, value: Int) {
    let (name, end) = string(at: start)
    return (name, value(behind: end))
  }

  /// The start of the value after a name that ends at this offset.
  package func value(behind nameEnd: Int) -> Int {
    var index = nameEnd
    while index < bytes.count, bytes[index].isASCIISpace || bytes[index] == UInt8(ascii: ":") { index += 1 }
    return index
  }

  /// The string that begins at this offset, and its end. It was validated once, so reading it again cannot fail.
  package func string(at start: Int) -> (text: String, end: Int) {
    var scanner = JSONStringScanner(bytes, from: start + 1, to: bytes.count)
    let text = (try? scanner.read()) ?? ""
    return (text, scanner.index)
  }

  /// Whether the string that begins at this offset equals `wanted`. The first octets distinguish almost all strings.
  package func hasString(_ wanted: String, at start: Int) -> Bool {
    var index = start + 1
    for byte in wanted.utf8 {
      guard index < bytes.count, bytes[index] == byte, byte < 0x80 else {
        return equalsDecoded(wanted, at: start, differingAt: index)
      }
      index += 1
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
      return equalsDecoded(wanted, at: start, differingAt: index)
    }
    return true
  }

  /// Compares the decoded string: with escapes, or with characters that Swift considers equal, other octets can be the
  /// same text. But if the octet that differs is plain ASCII, and all of `wanted` is ASCII, the texts differ.
  private func equalsDecoded(_ wanted: String, at start: Int, differingAt different: Int) -> Bool {
    let byte = different < bytes.count ? bytes[different] : 0
    let isDifferent = byte < 0x80 && byte != UInt8(ascii: "\\") && wanted.utf8.allSatisfy { $0 < 0x80 }
    return !isDifferent && string(at: start).text == wanted
  }
}
