extension JSONReader {
  /// Reads one value that fills the whole text, or a range of it, except for white space. Offsets in errors count from
  /// the start of the text.
  ///
  /// - Parameter bytes: UTF-8 without a byte-order mark; untrusted.
  /// - Throws: `.invalidJSON` with the byte offset of the first fault.
  package func read(_ bytes: [UInt8], _ range: Range<Int>? = nil) throws(ReceiptError) -> JSONValue {
    do throws(JSONError) {
      return try tree(bytes, range ?? 0..<bytes.count)
    } catch {
      throw ReceiptError(.invalidJSON, error.message, offset: error.offset)
    }
  }
}
