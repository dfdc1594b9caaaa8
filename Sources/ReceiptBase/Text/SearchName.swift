/// A name without the variations in people's spelling: case, and the signs between words.
package struct SearchName: Equatable {
  package let text: [UInt8]

  package init(_ name: String) {
    // No name in this program is so long, and the cost of distances is quadratic.
    text = name.utf8.prefix(80).map(\.asciiLowercase).filter { byte in
      byte.isASCIIDigit || byte.isASCIILetter || byte >= 0x80
    }
  }

  package var number: Int? { Int(String(decoding: text, as: UTF8.self)) }
}
