extension JSONValue {
  /// Reads the text of an answer, and names its format if it is not JSON.
  ///
  /// - Parameters:
  ///   - bytes: the answer; untrusted.
  ///   - maximumBytes: the limit on its size.
  ///   - service: the service, as in `an answer of verifyReceipt`.
  /// - Throws: `.emptyInput`, `.inputTooLarge`, `.otherFormat` for HTML, `.truncated` for truncated JSON,
  ///   `.invalidEncoding` for text that is not UTF-8, `.invalidJSON` for other JSON.
  package init(answer bytes: [UInt8], maximumBytes: Int, of service: String = "verifyReceipt") throws(ReceiptError) {
    guard bytes.count <= maximumBytes else {
      throw ReceiptError(
        .inputTooLarge, "an answer of \(grouped: bytes.count) bytes; the limit is \(grouped: maximumBytes)",
        offset: maximumBytes, hint: "no answer of Apple's is that large; look at what was saved or who answered")
    }
    // The first two octets of gzip (RFC 1952, 2.3.1).
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      throw ReceiptError(
        .invalidEncoding, "an answer that is compressed with gzip", offset: 0,
        hint: "uncompress it: gunzip a saved file, or ask the server not to compress, as the request did")
    }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    guard let first = bytes[start...].firstIndex(where: { !$0.isASCIISpace }) else {
      throw ReceiptError(
        .emptyInput, "an empty answer", offset: 0, hint: "nothing was answered, or nothing was saved; ask again")
    }
    guard bytes[first] != UInt8(ascii: "<") else {
      throw ReceiptError(
        .otherFormat, "an HTML or XML page, not an answer of \(service)", offset: first,
        hint: "a proxy, a login page of the network or another server answered")
    }
    do throws(ReceiptError) {
      // Enough for about 80,000 purchases of 25 values each, more than an answer of the maximum size has room for.
      self = try JSONReader(maximumValues: 1 << 21).read(bytes, start..<bytes.count)
    } catch {
      throw Self.explained(error, in: bytes, from: first)
    }
  }

  /// Adds the cause to the JSON reader's fault.
  private static func explained(_ error: ReceiptError, in bytes: [UInt8], from first: Int) -> ReceiptError {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return ReceiptError(
        .invalidEncoding, "an answer in UTF-16", offset: 0, hint: "save it as UTF-8; PowerShell's > does not")
    }
    if let offset = firstInvalidUTF8(bytes) {
      return ReceiptError(
        .invalidEncoding, "an answer that is not UTF-8 at byte \(grouped: offset)", offset: offset,
        hint: "it was damaged or changed on the way; ask again, and save the bytes as they come")
    }
    // Most truncations are in the text of `latest_receipt`, which is then an unterminated string.
    let last = bytes.last { !$0.isASCIISpace }
    if bytes[first] == UInt8(ascii: "{"), last != UInt8(ascii: "}") || error.offset == bytes.count {
      return ReceiptError(
        .truncated, "an answer that was cut off after \(grouped: bytes.count) bytes (\(error.message))",
        offset: bytes.count, hint: "take all of it: the connection broke, or it was not saved to its end")
    }
    return ReceiptError(.invalidJSON, error.message, offset: error.offset, hint: VerifyReceiptResponse.hint)
  }

  private static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
