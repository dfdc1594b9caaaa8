import CZstd

/// Zstandard: one frame after another, skippable ones between them.
final class ZstdDecompressor: Decompressor {
  /// How far back a frame may refer, which is what has to be kept: 8 MiB, all that RFC 8878 (3.1.1.1.2) asks of readers.
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
  ) throws(DecompressionError) -> (consumed: Int, produced: Int) {
    // Between frames there is nothing left over to give.
    if isAtEnd && input.isEmpty { return (0, 0) }
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
    return (source.pos, target.pos)
  }
}
