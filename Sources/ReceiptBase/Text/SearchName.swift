/// A name without the variations in people's spelling: case, and the signs between words.
package struct SearchName: Equatable {
  package let text: [UInt8]

  package init(_ name: String) {
    // The text is cut: no name in this program is longer, and the cost of computing distances is quadratic.
    text = name.utf8.prefix(80).map(\.asciiLowercase).filter { byte in
      byte.isASCIIDigit || byte.isASCIILetter || byte >= 0x80
    }
  }

  package var number: Int? { Int(String(decoding: text, as: UTF8.self)) }
}
