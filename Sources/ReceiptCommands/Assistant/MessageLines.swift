import ReceiptKit
import SystemLibrary

/// The lines of standard input, one at a time. No more than one line and one piece of the input is held.
struct MessageLines {
  enum Line {
    case text([UInt8])
    /// The line was longer than the limit, and nothing of it was kept.
    case tooLong
  }

  private static let pieceSize = 1 << 16

  private let descriptor: Int32
  private let limit: Int
  private var held: [UInt8] = []
  private var isAtEnd = false

  /// - Parameter limit: the maximum length of a line in octets, without its line feed.
  init(_ descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line, without its line feed; `nil` at the end. The last line may end without one.
  ///
  /// - Throws: `.unreadable` with the system's reason.
  mutating func next() throws(ReceiptError) -> Line? {
    var isTooLong = false
    var searched = 0
    while true {
      let end = held.withUnsafeBytes { $0.firstIndex(of: .lineFeed, in: searched..<$0.count) }
      if end != nil || isAtEnd {
        let line = Array(held[..<(end ?? held.count)])
        held.removeFirst(end.map { $0 + 1 } ?? held.count)
        if isTooLong || line.count > limit { return .tooLong }
        return end == nil && line.isEmpty ? nil : .text(line)
      }
      searched = held.count
      if held.count > limit {
        isTooLong = true
        held = []
        searched = 0
      }
      try read()
    }
  }

  private mutating func read() throws(ReceiptError) {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let count = piece.withUnsafeMutableBytes { readSome(descriptor, into: $0) }
    guard count >= 0 else { throw InputFile.unreadable(source: "-", errno) }
    isAtEnd = count == 0
    held += piece[..<count]
  }
}
