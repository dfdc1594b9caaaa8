extension String {
  /// The text with all characters except the unreserved ones of RFC 3986 as octets in hexadecimal digits.
  package var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      if byte.isASCIIDigit || byte.isASCIILetter || "-._~".utf8.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
