/// The compression formats that are recognised by their first bytes.
package enum Compression: String, CaseIterable, Sendable {
  /// RFC 1952.
  case gzip
  /// RFC 8878.
  case zstd

  /// The number of bytes that ``init(beginning:)`` reads.
  package static let magicLength = 4

  /// Recognises compressed data by its first bytes; `nil` for anything else.
  ///
  /// It takes an array, because a generic function of another module makes the Swift runtime look for conformances.
  package init?(beginning: [UInt8]) {
    guard let format = Self.allCases.first(where: { $0.isBeginning(beginning, whole: true) }) else { return nil }
    self = format
  }

  /// Whether more bytes are needed, because these may be the start of compressed data.
  package static func isUndecided(_ bytes: [UInt8]) -> Bool {
    allCases.contains { $0.isBeginning(bytes, whole: false) && !$0.isBeginning(bytes, whole: true) }
  }

  /// Makes a decompressor for this format.
  package func makeDecompressor() throws(DecompressionError) -> any Decompressor {
    switch self {
    case .gzip: try GzipDecompressor()
    case .zstd: try ZstdDecompressor()
    }
  }

  /// Whether the bytes begin like this format, or, if not `whole`, may be the start of such a beginning.
  ///
  /// Gzip must have method 8, the only one (RFC 1952, 2.3.1); for Zstandard, see RFC 8878, 3.1.1. The output of
  /// parallel compressors starts with skippable frames (3.1.2).
  private func isBeginning(_ bytes: [UInt8], whole: Bool) -> Bool {
    // The table has no ranges: for their bounds, the Swift runtime would search all conformances of the program at
    // every start.
    let magics: [(octets: [UInt8], ignoredBits: UInt8)] =
      switch self {
      case .gzip: [([0x1F, 0x8B, 0x08], 0)]
      case .zstd: [([0x28, 0xB5, 0x2F, 0xFD], 0), ([0x50, 0x2A, 0x4D, 0x18], 0x0F)]
      }
    return magics.contains { magic in
      guard !whole || bytes.count >= magic.octets.count else { return false }
      for index in 0..<min(bytes.count, magic.octets.count) {
        // Only bits of the first octet are ignored.
        let ignored = index == 0 ? magic.ignoredBits : 0
        guard (bytes[index] ^ magic.octets[index]) & ~ignored == 0 else { return false }
      }
      return true
    }
  }
}

/// What one call of a decompressor used and made.
package struct DecompressionProgress {
  /// The number of compressed bytes that were used.
  package let consumed: Int
  /// The number of bytes that were written. If they fill the output, more may follow.
  package let produced: Int

  /// Whether nothing was used or written: without more input, nothing follows.
  package var isNone: Bool { consumed == 0 && produced == 0 }
}

/// Reads compressed data piece by piece, in constant memory.
package protocol Decompressor: AnyObject {
  /// Consumes some bytes and produces some.
  ///
  /// - Parameters:
  ///   - input: the next compressed bytes; empty to get the rest of the output for earlier ones.
  ///   - output: receives the decompressed bytes.
  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> DecompressionProgress

  /// Whether compressed data may end here.
  var isAtEnd: Bool { get }
}

extension Decompressor {
  /// Decompresses bytes from a position on, into a buffer from its start.
  func decompress(
    _ bytes: [UInt8], from position: Int, into chunk: inout [UInt8]
  ) throws(DecompressionError) -> DecompressionProgress {
    var span = chunk.mutableSpan
    return try span.withUnsafeMutableBytes { output throws(DecompressionError) in
      try bytes.span.withUnsafeBytes { input throws(DecompressionError) in
        try decompress(UnsafeRawBufferPointer(rebasing: input[position...]), into: output)
      }
    }
  }
}

/// Compressed data that cannot be read.
package struct DecompressionError: Error, Equatable, Sendable {
  /// The fault, in a few words.
  package var message: String
  /// The remedy, if one is known.
  package var hint: String?

  /// The data is valid, but truncated.
  package static let endsTooEarly = DecompressionError("ends too early")

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
