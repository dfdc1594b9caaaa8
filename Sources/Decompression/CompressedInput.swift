import ReceiptKit

/// A compressed input, read completely.
extension Compression {
  /// The decompressed bytes of an input in this form. If they are more than the maximum, maximum + 1 bytes are
  /// returned, so that the caller sees it.
  ///
  /// - Throws: `.unreadable` with the fault of the compressed data.
  package func decompressed(_ bytes: [UInt8], upTo maximumBytes: Int) throws(ReceiptError) -> [UInt8] {
    do throws(DecompressionError) {
      let decompressor = try makeDecompressor()
      var output: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      var position = 0
      while output.count <= maximumBytes {
        let (consumed, produced) = try Self.decompressPart(of: bytes, from: position, with: decompressor, into: &chunk)
        position += consumed
        output += chunk[..<min(produced, maximumBytes + 1 - output.count)]
        // Without progress, there is nothing more to read.
        if consumed == 0, produced == 0 {
          guard decompressor.isAtEnd else { throw .endsTooEarly }
          break
        }
      }
      return output
    } catch {
      throw damaged(error)
    }
  }

  private static func decompressPart(
    of bytes: [UInt8], from position: Int, with decompressor: any Decompressor, into chunk: inout [UInt8]
  ) throws(DecompressionError) -> (consumed: Int, produced: Int) {
    var room = chunk.mutableSpan
    return try room.withUnsafeMutableBytes { output throws(DecompressionError) in
      try bytes.span.withUnsafeBytes { input throws(DecompressionError) in
        try decompressor.decompress(UnsafeRawBufferPointer(rebasing: input[position...]), into: output)
      }
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
