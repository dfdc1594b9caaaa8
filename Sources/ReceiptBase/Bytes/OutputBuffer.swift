/// Bytes on their way out: it grows, keeps its memory when it is emptied, and can take back what was appended last.
///
/// A worker fills one with the lines of many inputs and hands them over at once.
public struct OutputBuffer: Sendable {
  /// Everything that may be written to; only the first ``count`` bytes mean anything.
  private var storage: [UInt8]
  /// How many bytes were appended.
  public private(set) var count = 0

  /// An empty buffer with room for some bytes.
  public init(reservingCapacity capacity: Int = 0) {
    storage = [UInt8](repeating: 0, count: max(0, capacity))
  }

  /// What was appended.
  public var bytes: [UInt8] { Array(storage[..<count]) }

  /// Appends one byte.
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  /// Appends bytes.
  public mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends what another buffer holds.
  mutating func append(_ other: borrowing OutputBuffer) {
    other.withUnsafeBytes { append($0) }
  }

  /// Appends text as UTF-8.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a byte several times.
  mutating func append(repeating byte: UInt8, count times: Int) {
    for _ in 0..<max(0, times) { append(byte) }
  }

  /// Forgets what was appended from a position on; memory is kept.
  public mutating func truncate(to position: Int) {
    count = max(0, min(count, position))
  }

  /// Forgets everything; memory is kept.
  public mutating func removeAll() { count = 0 }

  /// Lends the bytes, for a system call that writes them.
  public func withUnsafeBytes<Result, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> Result
  ) throws(E) -> Result {
    try storage.span.extracting(..<count).withUnsafeBytes(body)
  }

  /// Appends bytes that somebody lends.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    storage.withUnsafeMutableBytes { storage in
      UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
    }
    count += bytes.count
  }

  /// Lends the memory behind what was appended.
  ///
  /// - Parameters:
  ///   - limit: the most octets that `body` writes.
  ///   - body: writes from the position that it is given, and returns the one behind what it wrote.
  @inline(__always)
  mutating func appendInPlace(limit: Int, _ body: (inout MutableRawSpan, Int) -> Int) {
    reserve(limit)
    let start = count
    var span = storage.mutableSpan
    var tail = span.mutableBytes
    let end = min(body(&tail, start), tail.byteCount)
    count = max(start, end)
  }

  /// Makes room behind what was appended.
  mutating func reserve(_ more: Int) {
    let needed = count + more
    guard needed > storage.count else { return }
    storage.append(contentsOf: repeatElement(0, count: max(needed, 2 * storage.count) - storage.count))
  }
}
