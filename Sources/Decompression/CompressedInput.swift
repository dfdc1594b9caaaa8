import ReceiptKit

/// A compressed input, read completely.
extension Compression {
  /// The decompressed bytes of an input in this format. If there are more than the maximum, the maximum and one byte
  /// are returned, so that the caller can tell.
  ///
  /// - Throws: `.unreadable` with the fault of the compressed data.
  package func decompressed(_ bytes: [UInt8], upTo maximumBytes: Int) throws(ReceiptError) -> [UInt8] {
    do throws(DecompressionError) {
      let decompressor = try makeDecompressor()
      var output: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      var position = 0
      while output.count <= maximumBytes {
        let progress = try decompressor.decompress(bytes, from: position, into: &chunk)
        position += progress.consumed
        output += chunk[..<min(progress.produced, maximumBytes + 1 - output.count)]
        if progress.isNone {
          guard decompressor.isAtEnd else { throw .endsTooEarly }
          break
        }
      }
      return output
    } catch {
      throw damaged(error)
    }
  }

  /// The error for faulty compressed data.
  package func damaged(_ error: DecompressionError) -> ReceiptError {
    ReceiptError(
      .unreadable,
      error == .endsTooEarly
        ? "the \(rawValue) data ends too early"
        : "the \(rawValue) data is damaged (\(Message(english: error.message)))",
      hint: error.hint.map { Message(english: $0) }
        ?? "it was cut off or changed on the way: make it again, or copy it again")
  }
}
