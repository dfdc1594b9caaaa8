/// Converts the output of a compact ``JSONWriter`` to the pretty layout, piece by piece.
///
/// The input and the output need not be in memory as a whole.
package struct JSONIndenter: Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether an opening bracket came last.
  private var isOpening = false

  package init() {}

  /// Appends the next piece; it may end anywhere.
  package mutating func append(_ piece: [UInt8], to output: inout OutputBuffer) {
    var done = 0
    for index in piece.indices {
      let byte = piece[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      if isClosing { depth -= 1 }
      // A line break follows an opening bracket and precedes a closing one, but not inside empty brackets.
      if isOpening != isClosing {
        copy(piece, done..<index, to: &output)
        done = index
        breakLine(&output)
      }
      isOpening = false
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isOpening = true
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        copy(piece, done..<index + 1, to: &output)
        done = index + 1
        if byte == UInt8(ascii: ",") { breakLine(&output) } else { output.append(UInt8(ascii: " ")) }
      default: break
      }
    }
    copy(piece, done..<piece.count, to: &output)
  }

  private func copy(_ piece: [UInt8], _ range: Range<Int>, to output: inout OutputBuffer) {
    output.append(piece.span.extracting(range))
  }

  private func breakLine(_ output: inout OutputBuffer) {
    output.append(UInt8(ascii: "\n"))
    output.append(repeating: UInt8(ascii: " "), count: 2 * depth)
  }
}
