/// One JWS in a text, without the characters that people and programs insert: line breaks, blanks, reply marks.
///
/// Signed text contains none of these (RFC 7515, 7.1). So removing them restores the octets that were signed, or
/// produces octets that the signature does not cover. Everything else stays unchanged, even padding, which the proof
/// rejects.
struct JWSScan {
  /// The length of an ES256 signature in base64url without padding: 64 octets (RFC 7518, 3.4).
  static let signatureLength = 86

  /// The three parts and their dots.
  private(set) var text: [UInt8] = []
  /// The places of at most two dots in `text`.
  private(set) var dots: [Int] = []
  /// The start and the end of the JWS in the scanned bytes.
  let start: Int
  private(set) var end: Int

  private var blanks = BlankTally()
  /// The repairs other than removed blanks.
  private var otherRepairs: [InputRepair] = []
  private var isAtLineStart = false
  private let bytes: [UInt8]
  private let limit: Int

  /// - Parameter start: the first character of the header.
  init(_ bytes: [UInt8], from start: Int, to limit: Int) {
    self.bytes = bytes
    self.start = start
    self.limit = limit
    end = start
    scanHeaderAndPayload()
    if dots.count == 2 { scanSignature() }
  }

  /// The removed characters, as repairs.
  var repairs: [InputRepair] { blanks.repairs + otherRepairs }

  /// The number of characters after the second dot.
  var signatureCount: Int { dots.count == 2 ? text.count - dots[1] - 1 : 0 }

  /// The byte after the end.
  var next: UInt8? { end < limit ? bytes[end] : nil }

  private mutating func scanHeaderAndPayload() {
    while dots.count < 2 {
      takeRun()
      if next == UInt8(ascii: ".") {
        dots.append(text.count)
        text.append(UInt8(ascii: "."))
        end += 1
        isAtLineStart = false
      } else if !skip() {
        return
      }
    }
  }

  private mutating func scanSignature() {
    takeRun()
    // A short signature may continue on the next line, up to its whole length or, if it is cut, to the end of the text.
    // Words that follow a signature are not taken for its continuation, because they rarely end exactly there.
    var ahead = self
    while ahead.signatureCount < Self.signatureLength, ahead.skip() { ahead.takeRun() }
    let isWhole = ahead.signatureCount == Self.signatureLength
    let continues = ahead.signatureCount > signatureCount && ahead.signatureCount < Self.signatureLength
    if isWhole || continues && ahead.end == limit { self = ahead }
    // Letters of another alphabet that directly follow the signature are a part of what was sent, so the proof fails.
    guard end < limit, bytes[end] >= 0x80, Blank(at: end, in: bytes) == nil else { return }
    let glued = bytes[end..<limit].prefix { $0 >= 0x80 }
    if JWSScan.isPunctuation(glued) { return }
    text += glued
    end = glued.endIndex
  }

  /// Takes the characters of base64 that stand here.
  private mutating func takeRun() {
    let start = end
    while end < limit, bytes[end].isBase64Symbol || isPadding() { end += 1 }
    guard end > start else { return }
    text += bytes[start..<end]
    isAtLineStart = false
  }

  /// Whether an equals sign here is padding: at the end of a line, it is a soft line break (RFC 2045, 6.7).
  private func isPadding() -> Bool {
    bytes[end] == UInt8(ascii: "=") && Blank(at: end + 1, in: bytes)?.kind != .lineBreak
  }

  /// Skips characters inserted between two characters of the JWS.
  ///
  /// - Returns: whether there were any.
  private mutating func skip() -> Bool {
    let before = end
    while end < limit {
      if let blank = Blank(at: end, in: bytes), blank.length <= limit - end {
        blanks.count(blank.kind)
        if blank.kind == .lineBreak { isAtLineStart = true }
        end += blank.length
        continue
      }
      switch bytes[end] {
      case UInt8(ascii: ">") where isAtLineStart: skipMark(.replyMarks, length: 1)
      case UInt8(ascii: "=") where !isPadding(): skipMark(.quotedPrintable, length: 1)
      case UInt8(ascii: "\\"):
        let slashes = bytes[end..<limit].prefix { $0 == UInt8(ascii: "\\") }.count
        guard end + slashes < limit else { return end > before }
        switch bytes[end + slashes] {
        case UInt8(ascii: "n"), UInt8(ascii: "r"): skipMark(.jsonEscapes, length: slashes + 1)
        case 0x0A, 0x0D: skipMark(.jsonEscapes, length: slashes)
        default: return end > before
        }
      case UInt8(ascii: ":"):
        guard let date = LogTimestamp(around: end, in: bytes, from: start, to: limit), !isAtLineStart,
          text.count - (dots.last ?? -1) > LogTimestamp.lengthBeforeColon
        else { return end > before }
        text.removeLast(LogTimestamp.lengthBeforeColon)
        skipMark(.timestamps, length: date.end - end)
      default:
        guard let next = bytes.nextStringPiece(at: end, to: limit) else { return end > before }
        skipMark(.stringPieces, length: next - end)
      }
    }
    return end > before
  }

  /// Skips a mark that belongs to no JWS, and counts it as a repair.
  private mutating func skipMark(_ kind: InputRepair.Kind, length: Int) {
    end += length
    otherRepairs.add(InputRepair(kind, count: 1))
  }

  private static func isPunctuation(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
      .dashPunctuation:
      true
    default: false
    }
  }
}

extension JWSScan {
  /// A part that was read, with its repairs.
  typealias Part = (value: JSONValue, repairs: [InputRepair])

  /// The header, if it can be read and looks like the header of a JWS.
  var header: Part? {
    guard let first = dots.first, let header = try? json("header", 0..<first),
      header.value["alg"] != nil || header.value["x5c"] != nil
    else { return nil }
    return header
  }

  /// Reads the three parts.
  ///
  /// - Parameters:
  ///   - readHeader: the header, if it has been read.
  ///   - isWhole: whether only this JWS is expected. A dot after the signature then begins a fourth part, even at the
  ///     end of the text.
  func read(
    _ readHeader: Part? = nil, isWhole: Bool
  ) throws(ReceiptError) -> (signature: JSONWebSignature, repairs: [InputRepair]) {
    guard dots.count == 2 else {
      let isPayloadWhole = dots.count == 1 && (try? json("payload", dots[0] + 1..<text.count)) != nil
      if end < limit, !isPayloadWhole {
        throw Self.badEncoding(dots.isEmpty ? "header" : "payload", .unexpectedInBase64(bytes, at: end))
      }
      throw lostParts
    }
    guard dots[1] - dots[0] > 1 else { throw emptyPayload }
    let header: Part
    if let readHeader { header = readHeader } else { header = try json("header", 0..<dots[0]) }
    // A token that declares itself unsigned has no signature (RFC 7515, appendix A.5).
    let isUnsigned = header.value["alg"] == .string("none") && header.value["x5c"] == nil
    guard signatureCount > 0 || isUnsigned else { throw cutSignature }
    if next == UInt8(ascii: ".") {
      let behind = end + 1 < limit ? bytes[end + 1] : nil
      if behind.map({ $0.isBase64Symbol || $0 == UInt8(ascii: ".") }) ?? isWhole {
        throw behind == nil ? Self.dotAtEnd(at: end) : Self.fourthPart(at: end)
      }
    }
    let payload = try json("payload", dots[0] + 1..<dots[1])
    let signature = JSONWebSignature(header: header.value, payload: payload.value, text: text)
    // Only a length at which columns of databases end shows that characters were lost. With any other length, the text
    // may never have been a signature.
    if signature.missingCharacters > 0, end == limit, ReceiptError.columnLimitHint(for: [end - start]) != nil {
      throw cutSignature
    }
    return (signature, repairs + header.repairs + payload.repairs)
  }

  /// One part of the text, decoded and read. Padding and similar departures, which the proof rejects, count as repairs.
  func json(_ name: Message, _ range: Range<Int>) throws(ReceiptError) -> Part {
    var decoded: (bytes: [UInt8], repairs: [InputRepair])
    if let bytes = Base64.decodeURL(text[range]) {
      decoded = (bytes, [])
    } else {
      do throws(ReceiptError) {
        decoded = try Base64.decodeRepairing(text, range)
      } catch {
        throw Self.badEncoding(name, error)
      }
    }
    // The URL-safe alphabet without padding is the rule here (RFC 7515, 2), not a departure.
    let ordinary: [InputRepair.Kind] = [.urlSafeCharacters, .missingPadding]
    decoded.repairs.removeAll { ordinary.contains($0.kind) }
    do throws(ReceiptError) {
      return (try JSONReader().read(decoded.bytes), decoded.repairs)
    } catch {
      throw ReceiptError(
        .invalidJSON, "the \(name) of the JWS is damaged: \(error.message)", offset: error.offset,
        hint: "copy the JWS again from where it was first stored")
    }
  }
}

extension JSONWebSignature {
  /// The number of characters missing at the end of an ES256 signature.
  package var missingCharacters: Int {
    guard header["alg"] == .string("ES256"), let dot = text.lastIndex(of: UInt8(ascii: ".")) else { return 0 }
    return max(0, JWSScan.signatureLength - (text.endIndex - dot - 1))
  }
}
