import CZstd

/// Zstandard: one frame after another, possibly with skippable frames between them.
final class ZstdDecompressor: Decompressor {
  /// The maximum window of a frame, which must be kept in memory: 8 MiB, as RFC 8878 (3.1.1.1.2) requires of readers.
  private static let windowLog: Int32 = 23

  private let stream: OpaquePointer
  private(set) var isAtEnd = false

  init() throws(DecompressionError) {
    guard let stream = ZSTD_createDStream() else { throw DecompressionError("libzstd could not be started") }
    self.stream = stream
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowLog)
  }

  deinit { ZSTD_freeDStream(stream) }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> DecompressionProgress {
    // Between frames no output is pending.
    if isAtEnd && input.isEmpty { return DecompressionProgress(consumed: 0, produced: 0) }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(stream, &target, &source)
    guard ZSTD_isError(result) == 0 else {
      let isWindow = ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge
      throw DecompressionError(
        String(cString: ZSTD_getErrorName(result)),
        hint: isWindow ? "decompress it with `zstd -dc --long=31` and pipe that in" : nil)
    }
    isAtEnd = result == 0
    return DecompressionProgress(consumed: source.pos, produced: target.pos)
  }
}
