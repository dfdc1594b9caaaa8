import ReceiptKit

/// Some whole records of one source, to be worked at once.
package struct Chunk {
  /// Where its place is in the order of the input.
  var sequence = 0
  /// The source as it was given.
  var source = ""
  /// What was read; only ``records`` of it belong to the chunk.
  var bytes: [UInt8] = []
  /// Where the records stand. All end with a line feed, but for the last one of a source.
  package var records = 0..<0
  /// The number of the line with which they begin.
  package var firstLine = 1
  /// Where the cells stand, in tables.
  var columns: TableColumns?
  /// What went wrong behind these records, and in which line; without one it is said of the source.
  package var failure: (error: ReceiptError, line: Int?)?
  /// How many bytes of all sources had been read, before decompression.
  var bytesRead = 0

  package init() {}

  /// Begins anew; memory is kept unless one long record made it large.
  mutating func begin(_ source: String, with rest: [UInt8], atLine line: Int) {
    self.source = source
    if bytes.count > Self.ordinaryCapacity { bytes = [] }
    let room = max(Self.ordinaryCapacity, rest.count + Self.readSize)
    if bytes.count < room { bytes = [UInt8](repeating: 0, count: room) }
    bytes.replaceSubrange(..<rest.count, with: rest)
    records = 0..<0
    firstLine = line
    columns = nil
    failure = nil
  }

  /// About how many bytes are worked at once.
  static let target = 1 << 20
  /// The least that is asked of the system at once.
  static let readSize = 1 << 16
  private static let ordinaryCapacity = target + readSize
}

extension Chunk {
  /// Lends the first bytes.
  func withBytes<Result>(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// The line that begins here, without its break, and where the next one begins.
  package func line(at start: Int) -> (text: [UInt8], end: Int) {
    withBytes(records.upperBound) { bytes in
      let end = RecordCutter.endOfRecord(bytes, from: start, nil)
      return (Array(bytes[start..<bytes.endOfText(start..<end)]), end)
    }
  }

  /// Makes room for more behind what was read.
  mutating func makeRoom(behind count: Int) {
    guard bytes.count - count < Self.readSize else { return }
    bytes.append(contentsOf: repeatElement(0, count: count + Self.readSize))
  }
}
