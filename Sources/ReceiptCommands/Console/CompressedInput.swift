import Decompression
import ReceiptKit

/// A compressed input, read completely.
struct CompressedInput {
  private let form: Compression
  private let bytes: [UInt8]

  /// `nil` for uncompressed bytes.
  init?(_ bytes: [UInt8]) {
    guard let form = Compression(beginning: bytes) else { return nil }
    self.form = form
    self.bytes = bytes
  }

  /// The decompressed bytes. One byte more than the maximum means that there are more.
  ///
  /// - Throws: `.unreadable` with the fault of the compressed data.
  func decompressed(upTo maximumBytes: Int) throws(ReceiptError) -> [UInt8] {
    do throws(DecompressionError) {
      let decompressor = try form.makeDecompressor()
      var output: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      var position = 0
      while output.count <= maximumBytes {
        let (consumed, produced) = try step(decompressor, from: position, &chunk)
        position += consumed
        output += chunk[..<min(produced, maximumBytes + 1 - output.count)]
        guard consumed == 0, produced == 0 else { continue }
        guard decompressor.isAtEnd else { throw .endsTooEarly }
        break
      }
      return output
    } catch {
      throw form.damaged(error)
    }
  }

  private func step(
    _ decompressor: any Decompressor, from position: Int, _ chunk: inout [UInt8]
  ) throws(DecompressionError) -> (consumed: Int, produced: Int) {
    var room = chunk.mutableSpan
    return try room.withUnsafeMutableBytes { output throws(DecompressionError) in
      try bytes.span.withUnsafeBytes { input throws(DecompressionError) in
        try decompressor.decompress(UnsafeRawBufferPointer(rebasing: input[position...]), into: output)
      }
    }
  }
}

extension Compression {
  /// The error for faulty compressed data.
  func damaged(_ error: DecompressionError) -> ReceiptError {
    let what = error == .endsTooEarly ? error.message : "is damaged (\(error.message))"
    return ReceiptError(
      .unreadable, "the \(rawValue) data \(what)",
      hint: error.hint ?? "it was cut off or changed on the way: make it again, or copy it again")
  }
}
