/// A buffer for output: it grows, keeps its memory when it is emptied, and can remove the last bytes.
///
/// A worker fills one buffer with the lines of many inputs and passes them on at once.
public struct OutputBuffer: Sendable {
  /// The writable memory; only the first ``count`` bytes are valid.
  @usableFromInline package var storage: [UInt8]
  /// The number of valid bytes.
  public private(set) var count = 0

  /// Makes an empty buffer with memory for `capacity` bytes.
  public init(reservingCapacity capacity: Int = 0) {
    storage = [UInt8](repeating: 0, count: max(0, capacity))
  }

  /// The valid bytes.
  public var bytes: [UInt8] { Array(storage[..<count]) }

  package mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  package mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBytes { append($0) }
  }

  package mutating func append(_ other: borrowing OutputBuffer) {
    other.withUnsafeBytes { append($0) }
  }

  /// Appends text as UTF-8.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  package mutating func append(repeating byte: UInt8, count times: Int) {
    for _ in 0..<max(0, times) { append(byte) }
  }

  /// Removes the bytes from a position on; memory is kept.
  package mutating func truncate(to position: Int) {
    count = max(0, min(count, position))
  }

  /// Removes all bytes; memory is kept.
  public mutating func removeAll() { count = 0 }

  /// Lends the bytes, for a system call that writes them.
  package func withUnsafeBytes<Result, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> Result
  ) throws(E) -> Result {
    try storage.span.extracting(..<count).withUnsafeBytes(body)
  }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    storage.withUnsafeMutableBytes { storage in
      UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
    }
    count += bytes.count
  }

  /// Appends bytes between quotation marks.
  package mutating func append(quoted bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count + 2)
    storage.withUnsafeMutableBytes { storage in
      let end = count + 1 + bytes.count
      storage[count] = UInt8(ascii: "\"")
      UnsafeMutableRawBufferPointer(rebasing: storage[(count + 1)..<end]).copyMemory(from: bytes)
      storage[end] = UInt8(ascii: "\"")
    }
    count += bytes.count + 2
  }

  /// Lends all of the memory, for writing after the valid bytes.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of octets that `body` writes.
  ///   - body: writes from the position that it is given, and returns the position after the last octet written.
  @inlinable @inline(__always)
  package mutating func appendInPlace(limit: Int, _ body: (inout MutableRawSpan, Int) -> Int) {
    reserve(limit)
    let start = count
    var span = storage.mutableSpan
    var memory = span.mutableBytes
    let end = min(body(&memory, start), memory.byteCount)
    move(to: max(start, end))
  }

  /// Counts octets that were written in place.
  @usableFromInline package mutating func move(to end: Int) { count = end }

  @usableFromInline package mutating func reserve(_ more: Int) {
    let needed = count + more
    guard needed > storage.count else { return }
    storage.append(contentsOf: repeatElement(0, count: max(needed, 2 * storage.count) - storage.count))
  }
}
