/// The header of an ASN.1 element (X.690), whose end distinguishes a whole receipt from a truncated one.
package struct OuterElement {
  private let isConstructed: Bool
  private let isEndOfContents: Bool
  /// `nil` when indefinite.
  private let length: Int?
  private let contentStart: Int

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

  /// A length that no receipt has: the largest of 226 Apple-signed ones has 83 KB, and verifyReceipt accepts 3 MB.
  private static let implausibleLength = 1 << 28

  private static let maximumDepth = 64

  /// 1.2.840.113549.1.7.2, with its tag and its length.
  static let signedDataOID: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

  /// Whether an element starts here like a receipt: a SEQUENCE whose first element is the content type of SignedData.
  static func isSignedData(_ bytes: [UInt8], at index: Int = 0) -> Bool {
    guard index < bytes.count, bytes[index] == 0x30, let start = contentStart(of: bytes, at: index),
      start <= bytes.count
    else { return false }
    return bytes[start...].starts(with: signedDataOID)
  }

  /// Whether a SignedData certainly is no receipt, because it carries no content, as the signatures of mails, programs
  /// and documents do, or a text, as provisioning profiles do. The payload of a receipt is ASN.1.
  ///
  ///     ContentInfo             ::= SEQUENCE { contentType OBJECT IDENTIFIER, content [0] EXPLICIT SignedData }
  ///     SignedData              ::= SEQUENCE { version INTEGER, digestAlgorithms SET OF …, encapContentInfo, … }
  ///     EncapsulatedContentInfo ::= SEQUENCE { eContentType OBJECT IDENTIFIER,
  ///                                            eContent [0] EXPLICIT OCTET STRING OPTIONAL }     -- RFC 5652
  ///
  /// Each name below is the offset at which that element begins.
  static func isOfOtherContent(_ bytes: [UInt8], at index: Int = 0) -> Bool {
    guard isSignedData(bytes, at: index), let type = contentStart(of: bytes, at: index),
      let signedData = contentStart(of: bytes, at: type + signedDataOID.count),
      let version = contentStart(of: bytes, at: signedData),
      case .ends(let digests) = extent(of: bytes, at: version), bytes[version] == 0x02,
      case .ends(let encapsulated) = extent(of: bytes, at: digests), bytes[digests] == 0x31,
      let contentType = contentStart(of: bytes, at: encapsulated), bytes[encapsulated] == 0x30,
      case .ends(var place) = extent(of: bytes, at: contentType), bytes[contentType] == 0x06
    else { return false }
    // There is no eContent if the element ends here; one of indefinite length ends with two zeros.
    if bytes[encapsulated + 1] == 0x80 {
      if bytes[place...].starts(with: [0, 0]) { return true }
    } else if extent(of: bytes, at: encapsulated) == .ends(place) {
      return true
    }
    // Into the [0] and the OCTET STRING, which may be in pieces.
    for tag: UInt8 in [0xA0, 0x24, 0x04] where place < bytes.count && bytes[place] == tag {
      guard let inside = contentStart(of: bytes, at: place) else { return false }
      place = inside
    }
    return place < bytes.count && bytes[place] == UInt8(ascii: "<")
  }

  /// The offset at which the content of the element starts, or `nil` if its header is incomplete.
  static func contentStart(of bytes: [UInt8], at index: Int = 0) -> Int? {
    try? OuterElement(bytes, at: index).contentStart
  }

  /// The end of the receipt with which the bytes begin; `nil` if they do not begin with a whole one.
  package static func end(ofReceipt bytes: [UInt8]) -> Int? {
    guard isSignedData(bytes), case .ends(let end) = extent(of: bytes) else { return nil }
    return end
  }

  /// Finds the end of the element that starts at `start`, in time linear in the number of elements: elements with a
  /// definite length are skipped, not entered.
  static func extent(of bytes: [UInt8], at start: Int = 0) -> Extent {
    var index = start
    // The number of elements of indefinite length whose end has not come.
    var open = 0
    repeat {
      let element: OuterElement
      do throws(Fault) {
        element = try OuterElement(bytes, at: index)
      } catch {
        return error == .malformed ? .malformed(index) : open == 0 ? .headerCut : .unfinished
      }
      if element.isEndOfContents {
        guard open > 0 else { return .malformed(index) }
        open -= 1
        index = element.contentStart
      } else if let length = element.length {
        let (end, overflow) = element.contentStart.addingReportingOverflow(length)
        guard !overflow, length < implausibleLength else { return .malformed(index) }
        guard end <= bytes.count else { return open == 0 ? .announces(end) : .unfinished }
        index = end
      } else {
        guard element.isConstructed, open < maximumDepth else { return .malformed(index) }
        open += 1
        index = element.contentStart
      }
    } while open > 0
    return .ends(index)
  }

  private enum Fault: Error {
    /// The bytes end inside the header.
    case unfinished
    /// No reader accepts the header.
    case malformed
  }

  private init(_ bytes: [UInt8], at start: Int) throws(Fault) {
    var index = start
    func next() -> UInt8? {
      guard index >= 0, index < bytes.count else { return nil }
      defer { index += 1 }
      return bytes[index]
    }
    guard let tag = next() else { throw .unfinished }
    if tag & 0x1F == 0x1F {
      repeat {
        guard index - start <= 5 else { throw .malformed }
        guard let more = next() else { throw .unfinished }
        if more & 0x80 == 0 { break }
      } while true
    }
    guard let first = next() else { throw .unfinished }
    var length: Int? = Int(first)
    if first == 0x80 {
      length = nil
    } else if first > 0x80 {
      // X.690 8.1.3.5 allows leading zeros in BER; no encoder writes more than eight octets, and eight always fit.
      guard first <= 0x88 else { throw .malformed }
      var value: UInt64 = 0
      for _ in 0..<(first & 0x7F) {
        guard let octet = next() else { throw .unfinished }
        value = value << 8 | UInt64(octet)
      }
      guard let definite = Int(exactly: value) else { throw .malformed }
      length = definite
    }
    if tag == 0, length != 0 { throw .malformed }
    isConstructed = tag & 0x20 != 0
    isEndOfContents = tag == 0
    self.length = length
    contentStart = index
  }
}
