/// A long string as source code writes it: `"MII..."` on many lines, adjacent (C) or joined by `+` (JavaScript, Java,
/// Swift) or `.` (PHP).
enum StringPieces {
  /// The position at which the text continues, if one piece ends at `index` and the next one begins on another line.
  static func end(_ bytes: [UInt8], at index: Int, to limit: Int) -> Int? {
    guard index < limit, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else { return nil }
    let quote = bytes[index]
    var next = index + 1
    var hasLineBreak = false
    var joints = 0
    while next < limit {
      if let blank = Blank(at: next, in: bytes) {
        hasLineBreak = hasLineBreak || blank.kind == .lineBreak
        next += blank.length
      } else if joints < 2, "+.&\\@".utf8.contains(bytes[next]) {
        joints += 1
        next += 1
      } else {
        break
      }
    }
    return hasLineBreak && next < limit && bytes[next] == quote ? next + 1 : nil
  }
}
