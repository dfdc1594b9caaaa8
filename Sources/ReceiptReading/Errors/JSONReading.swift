extension JSONReader {
  /// Reads one value that fills the whole text, white space aside.
  ///
  /// - Parameter bytes: UTF-8 without a byte-order mark; untrusted.
  /// - Throws: `.invalidJSON` with the byte offset of the first fault.
  public func read(_ bytes: [UInt8]) throws(ReceiptError) -> JSONValue {
    try read(bytes, 0..<bytes.count)
  }

  /// Reads one value that fills this range of a text, white space aside; offsets in errors count from the start of `bytes`.
  ///
  /// - Throws: `.invalidJSON` with the byte offset of the first fault.
  public func read(_ bytes: [UInt8], _ range: Range<Int>) throws(ReceiptError) -> JSONValue {
    do throws(JSONError) {
      return try tree(bytes, range)
    } catch {
      throw ReceiptError(.invalidJSON, error.message, offset: error.offset)
    }
  }
}
