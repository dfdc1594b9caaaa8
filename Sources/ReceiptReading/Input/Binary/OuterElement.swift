/// Finds the end of the outermost ASN.1 element (X.690), which distinguishes a whole receipt from a truncated one.
enum OuterElement {
  enum Extent: Equatable {
    /// The element ends at this offset; anything after it is not part of it.
    case ends(Int)
    /// The definite length exceeds the input: it announces this total number of bytes.
    case announces(Int)
    /// The bytes end inside the header.
    case headerCut
    /// The bytes end before the end-of-contents octets of an indefinite length.
    case unfinished
    /// The header at this offset is invalid for every reader.
    case malformed(Int)
  }

  /// No receipt is this long: the largest of 226 Apple-signed ones has 83 KB, and verifyReceipt accepts 3 MB.
  private static let unbelievable = 1 << 28

  private struct Header {
    let isConstructed: Bool
    let isEndOfContents: Bool
    /// `nil` when indefinite.
    let length: Int?
    let contentStart: Int
  }

  private enum Reading {
    case header(Header)
    case unfinished
    case malformed
  }

  /// The offset at which the content of the element starts, or `nil` if its header is incomplete.
  static func contentStart(of bytes: [UInt8], at index: Int = 0) -> Int? {
    guard case .header(let header) = read(bytes, at: index) else { return nil }
    return header.contentStart
  }

  /// Finds the end of the element that starts at `start`, in time linear in the number of elements: elements with a
  /// definite length are skipped, not entered.
  static func extent(of bytes: [UInt8], at start: Int = 0) -> Extent {
    var index = start
    var open = 0
    repeat {
      switch read(bytes, at: index) {
      case .unfinished: return open == 0 ? .headerCut : .unfinished
      case .malformed: return .malformed(index)
      case .header(let header) where header.isEndOfContents:
        guard open > 0 else { return .malformed(index) }
        open -= 1
        index = header.contentStart
      case .header(let header):
        if let length = header.length {
          let (end, overflow) = header.contentStart.addingReportingOverflow(length)
          guard !overflow, length < unbelievable else { return .malformed(index) }
          guard end <= bytes.count else { return open == 0 ? .announces(end) : .unfinished }
          index = end
        } else {
          guard header.isConstructed, open < 64 else { return .malformed(index) }
          open += 1
          index = header.contentStart
        }
      }
    } while open > 0
    return .ends(index)
  }

  private static func read(_ bytes: [UInt8], at start: Int) -> Reading {
    var index = start
    func next() -> UInt8? {
      guard index >= 0, index < bytes.count else { return nil }
      defer { index += 1 }
      return bytes[index]
    }
    guard let tag = next() else { return .unfinished }
    if tag & 0x1F == 0x1F {
      repeat {
        guard index - start <= 5 else { return .malformed }
        guard let more = next() else { return .unfinished }
        if more & 0x80 == 0 { break }
      } while true
    }
    guard let first = next() else { return .unfinished }
    var length: Int? = Int(first)
    if first == 0x80 {
      length = nil
    } else if first > 0x80 {
      // X.690 8.1.3.5 allows leading zeros in BER; no encoder writes more than eight octets, and eight always fit.
      guard first <= 0x88 else { return .malformed }
      var value: UInt64 = 0
      for _ in 0..<(first & 0x7F) {
        guard let octet = next() else { return .unfinished }
        value = value << 8 | UInt64(octet)
      }
      guard let believable = Int(exactly: value) else { return .malformed }
      length = believable
    }
    if tag == 0, length != 0 { return .malformed }
    return .header(
      Header(isConstructed: tag & 0x20 != 0, isEndOfContents: tag == 0, length: length, contentStart: index))
  }
}
