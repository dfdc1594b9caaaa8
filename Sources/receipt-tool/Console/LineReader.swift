import ReceiptKit

/// Lines of a stream, and whether more can be read without waiting.
struct LineReader {
  private let source: ByteSource
  private let maximumBytes: Int
  private var buffer: [UInt8] = []
  /// The beginning of the first line that was not returned yet.
  private var start = 0
  /// The end of the bytes that were searched for a line break.
  private var searched = 0
  private var isAtEnd = false

  /// Reads lines of at most this many bytes from standard input, plain or compressed.
  init(maximumBytes: Int) throws(ReceiptError) {
    source = try ByteSource("-")
    self.maximumBytes = maximumBytes
  }

  /// The next line without its break; `nil` at the end. It blocks until a line arrives.
  ///
  /// - Throws: `.inputTooLarge` for a line that is too long, `.unreadable`.
  mutating func next() throws(ReceiptError) -> [UInt8]? {
    while true {
      if let line = takeLine() { return line }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return Array(buffer[start...])
      }
      guard buffer.count - start <= maximumBytes else {
        throw ReceiptError(
          .inputTooLarge, "a line of more than \(maximumBytes) bytes", hint: "raise the limit with --max-size")
      }
      try fill()
    }
  }

  /// Whether ``next()`` would return without waiting.
  var isReady: Bool {
    if buffer[max(searched, start)...].contains(UInt8(ascii: "\n")) || isAtEnd { return true }
    return source.isReady
  }

  private mutating func takeLine() -> [UInt8]? {
    guard let end = buffer[max(searched, start)...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.count
      return nil
    }
    defer {
      start = end + 1
      searched = start
    }
    return Array(buffer[start..<end])
  }

  private mutating func fill() throws(ReceiptError) {
    if start > 0 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    let length = 1 << 18
    let filled = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: length))
    var count = 0
    var failure: ReceiptError?
    buffer.withUnsafeMutableBytes { bytes in
      do throws(ReceiptError) {
        count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      } catch {
        failure = error
      }
    }
    buffer.removeLast(length - count)
    if let failure { throw failure }
    if count == 0 { isAtEnd = true }
  }
}
