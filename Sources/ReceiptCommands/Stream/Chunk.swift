import ReceiptKit

/// Some whole records of one source, to be processed together.
package struct Chunk {
  /// The position in the order of the input.
  var sequence = 0
  /// The source as it was given.
  var source = ""
  /// The bytes that were read; only ``records`` of them belong to the chunk.
  var bytes: [UInt8] = []
  /// The range of the records. All end with a line feed, except possibly the last one of a source.
  package var records = 0..<0
  /// The number of the first line of the records.
  package var firstLine = 1
  /// The columns of the cells, in tables.
  var columns: TableColumns?
  /// The fault after these records, and its line; without a line, the fault concerns the source.
  package var failure: (error: ReceiptError, line: Int?)?
  /// The number of bytes read so far from all sources, before decompression.
  var bytesRead = 0

  package init() {}

  /// Starts a new chunk. The memory is kept unless one long record made it large.
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

  /// The approximate number of bytes that are processed together.
  static let target = 1 << 20
  /// The minimum number of bytes to read from the system at once.
  static let readSize = 1 << 16
  private static let ordinaryCapacity = target + readSize
}

extension Chunk {
  /// Lends the first bytes.
  func withBytes<Result>(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// The line that starts here, without its line break, and the start of the next line.
  package func line(at start: Int) -> (text: [UInt8], end: Int) {
    withBytes(records.upperBound) { bytes in
      let end = RecordCutter.endOfRecord(bytes, from: start, nil)
      return (Array(bytes[start..<bytes.endOfText(start..<end)]), end)
    }
  }

  /// Ends the chunk with a fault.
  ///
  /// - Parameter line: the line that it concerns; `nil` if it concerns the source.
  mutating func fail(with error: ReceiptError, inLine line: Int? = nil) {
    failure = (error, line)
  }

  /// Makes room for more bytes after those that were read.
  mutating func makeRoom(behind count: Int) {
    guard bytes.count - count < Self.readSize else { return }
    bytes.append(contentsOf: repeatElement(0, count: count + Self.readSize))
  }
}
