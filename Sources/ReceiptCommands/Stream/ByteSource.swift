import Decompression
import ReceiptKit
import SystemLibrary

/// One source of a stream, read in pieces. Compressed data is decompressed while it is read.
package final class ByteSource {
  /// The size of a source if it is a file, for displaying progress.
  static func size(of source: String, _ console: Console) -> Int? {
    var information = stat()
    let found = source == "-" ? fstat(console.input, &information) : stat(source, &information)
    return found == 0 && information.st_mode & S_IFMT == S_IFREG ? Int(information.st_size) : nil
  }

  /// The number of bytes that were read, before decompression.
  private(set) var bytesRead = 0

  private let name: String
  private let descriptor: Int32
  private var compression: Compression?
  private var decompressor: (any Decompressor)?
  private var isRecognized = false
  /// Bytes that were read but not decompressed yet.
  private var raw: [UInt8] = []
  private var rawRange = 0..<0
  private static let rawSize = 1 << 17
  /// Reads from the terminal instead, if a user types or pastes.
  private var terminal: TerminalLines?

  /// Opens a source.
  ///
  /// - Parameter isQuiet: whether to print nothing at a terminal.
  package init(_ name: String, _ console: Console, isQuiet: Bool = false) throws(ReceiptError) {
    self.name = name
    if name != "-", InputFile.isDirectory(name) { throw InputFile.noLines(inDirectory: name) }
    descriptor = name == "-" ? console.input : try console.open(name)
    terminal = TerminalLines(console, descriptor, isQuiet: isQuiet)
  }

  deinit {
    if name != "-" { close(descriptor) }
  }

  /// Whether more bytes are available without waiting for the writer.
  var isReady: Bool {
    guard rawRange.isEmpty else { return true }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Reads the next bytes; returns 0 at the end.
  ///
  /// - Throws: `.unreadable` with the system's reason, or with the fault of the compressed data.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReceiptError) -> Int {
    if !isRecognized { return try readBeginning(into: buffer) }
    guard let decompressor else { return try readSome(into: buffer) }
    return try decompress(with: decompressor, into: buffer)
  }

  /// The first bytes show whether the source is compressed. This waits for no more bytes than that needs.
  private func readBeginning(into buffer: UnsafeMutableRawBufferPointer) throws(ReceiptError) -> Int {
    var count = 0
    var beginning: [UInt8] = []
    repeat {
      let more = try readSome(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      count += more
      beginning = Array(buffer[..<min(count, Compression.magicLength)])
      if more == 0 { break }
    } while count < Compression.magicLength
      && (Compression.isUndecided(beginning) || ZipArchive.isUndecided(beginning))
    isRecognized = true
    guard !ZipArchive.isBeginning(beginning) else { throw InputFile.noLines(inArchive: name) }
    guard let compression = Compression(beginning: beginning) else { return count }
    self.compression = compression
    raw = Array(buffer[..<count])
    rawRange = 0..<count
    let decompressor: any Decompressor
    do throws(DecompressionError) { decompressor = try compression.makeDecompressor() } catch {
      throw compression.damaged(error)
    }
    self.decompressor = decompressor
    return try decompress(with: decompressor, into: buffer)
  }

  private func decompress(
    with decompressor: any Decompressor, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ReceiptError) -> Int {
    while true {
      let progress = try step(decompressor, buffer)
      rawRange = rawRange.lowerBound + progress.consumed..<rawRange.upperBound
      if progress.produced > 0 { return progress.produced }
      guard rawRange.isEmpty else { continue }
      if raw.count < Self.rawSize { raw = [UInt8](repeating: 0, count: Self.rawSize) }
      rawRange = 0..<(try readRaw())
      guard rawRange.isEmpty else { continue }
      guard decompressor.isAtEnd else { throw damaged(.endsTooEarly) }
      return 0
    }
  }

  private func step(
    _ decompressor: any Decompressor, _ buffer: UnsafeMutableRawBufferPointer
  ) throws(ReceiptError) -> DecompressionProgress {
    do throws(DecompressionError) {
      let raw = raw
      return try raw.span.withUnsafeBytes { input throws(DecompressionError) in
        try decompressor.decompress(UnsafeRawBufferPointer(rebasing: input[rawRange]), into: buffer)
      }
    } catch {
      throw damaged(error)
    }
  }

  private func readRaw() throws(ReceiptError) -> Int {
    var outcome = 0
    var failure: ReceiptError?
    raw.withUnsafeMutableBytes { buffer in
      do throws(ReceiptError) { outcome = try readSome(into: buffer) } catch { failure = error }
    }
    if let failure { throw failure }
    return outcome
  }

  private func readSome(into buffer: UnsafeMutableRawBufferPointer) throws(ReceiptError) -> Int {
    let count = terminal?.read(into: buffer) ?? SystemLibrary.readSome(descriptor, into: buffer)
    guard count >= 0 else { throw InputFile.unreadable(source: name, errno) }
    bytesRead += count
    return count
  }

  private func damaged(_ error: DecompressionError) -> ReceiptError {
    compression?.damaged(error) ?? ReceiptError(.unreadable, Message(english: error.message))
  }
}
