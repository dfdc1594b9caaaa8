import CZlib

/// gzip: one member after another, as `cat a.gz b.gz`, bgzip and pigz write them, with optional zeros after the last
/// one.
final class GzipDecompressor: Decompressor {
  /// The stream is on the heap, because zlib keeps a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private enum Place { case inside, behindMember, padding }
  private var place = Place.inside

  /// - Parameter isRaw: whether the input is only the compressed data, without header and trailer (RFC 1951), as in ZIP
  ///   archives.
  init(isRaw: Bool = false) throws(DecompressionError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard (isRaw ? czlib_inflateInit_raw(stream) : czlib_inflateInit_gzip(stream)) == Z_OK else {
      stream.deallocate()
      throw DecompressionError("zlib could not be started")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  var isAtEnd: Bool { place != .inside }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> DecompressionProgress {
    var consumed = 0
    if place != .inside {
      // Tapes and disks are padded with zeros.
      let zeros = input.prefix { $0 == 0 }.count
      consumed = zeros
      if zeros > 0 { place = .padding }
      guard zeros < input.count else { return DecompressionProgress(consumed: consumed, produced: 0) }
      guard place == .behindMember, inflateReset(stream) == Z_OK else {
        throw DecompressionError("other bytes stand behind the end of the compressed data")
      }
      place = .inside
    }
    let rest = UnsafeRawBufferPointer(rebasing: input[consumed...])
    // zlib never writes through this pointer; the type only predates `const`.
    stream.pointee.next_in = UnsafeMutableRawPointer(mutating: rest.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(clamping: rest.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: output.count)
    let inputCount = stream.pointee.avail_in
    let outputCount = stream.pointee.avail_out
    let result = inflate(stream, Z_NO_FLUSH)
    consumed += Int(inputCount - stream.pointee.avail_in)
    let produced = Int(outputCount - stream.pointee.avail_out)
    switch result {
    case Z_STREAM_END: place = .behindMember
    // Z_BUF_ERROR: no progress without more input or more space, which is not an error.
    case Z_OK, Z_BUF_ERROR: break
    default: throw DecompressionError(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(result)")
    }
    return DecompressionProgress(consumed: consumed, produced: produced)
  }
}
