/// A name without what people write differently: case, and the signs between its words.
package struct SearchName: Equatable {
  package let text: [UInt8]

  package init(_ name: String) {
    // Nothing here has a name of this length, and distances cost its square.
    text = name.utf8.prefix(80).map(\.asciiLowercase).filter { byte in
      byte.isASCIIDigit || byte.isASCIILetter || byte >= 0x80
    }
  }

  /// The number that it is, if it is one.
  package var number: Int? { Int(String(decoding: text, as: UTF8.self)) }
}
