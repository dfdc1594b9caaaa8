import NIOCore

/// Cuts a stream of bytes into lines. A splitter never holds more than one line.
struct LineSplitter {
  /// A line without its line break, and its number, which is counted from 1 and includes empty lines. `bytes` is `nil`
  /// for a line that is too long: no part of it is kept.
  typealias Line = (number: Int, bytes: [UInt8]?)

  private let limit: Int
  private var held: [UInt8] = []
  private var isTooLong = false
  private var number = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// How many bytes are held.
  var heldCount: Int { held.count }

  /// Adds bytes and passes on every line that ends in them, without its line break.
  mutating func take(_ piece: ByteBuffer, _ line: (Line) throws -> Void) rethrows {
    var rest = piece.readableBytesView
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      hold(rest[..<end])
      rest = rest[(end + 1)...]
      if let complete = endLine() { try line(complete) }
    }
    hold(rest)
  }

  /// The last line, if the stream does not end with a line break.
  mutating func finish() -> Line? { endLine() }

  private mutating func hold(_ bytes: ByteBufferView) {
    guard !isTooLong else { return }
    if held.count + bytes.count > limit {
      isTooLong = true
      held = []
    } else {
      held.append(contentsOf: bytes)
    }
  }

  /// Returns the held bytes as a line, and holds none any more; `nil` if they are only white space.
  private mutating func endLine() -> Line? {
    number += 1
    defer {
      held.removeAll(keepingCapacity: held.capacity <= 1 << 16)
      isTooLong = false
    }
    if isTooLong { return (number, nil) }
    let isBlank = held.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return isBlank ? nil : (number, held)
  }
}
