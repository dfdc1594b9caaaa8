/// The decoded parts of a saved mail (`.eml`): RFC 5322 for the header, RFC 2045 and 2046 for bodies.
///
/// Only the data for finding the parts is checked. A line that is not a field ends the header.
struct MailParts {
  /// One part that contains no other parts.
  struct Part {
    /// The octets of the part, without their transfer encoding.
    let bytes: [UInt8]
    /// What the encoding left out: the tags of a page, and text behind the end of base64.
    let rest: [UInt8]
    /// The part's body in the mail.
    let body: Range<Int>
    /// The name of an attachment.
    let fileName: String?
    /// Parts with the same number have the same content in several forms (multipart/alternative).
    let alternative: Int?
    /// A detached signature of the mail itself (S/MIME). Like a receipt, it is PKCS#7.
    let isSignatureOfMail: Bool

    /// The start of the part's body in the mail.
    var offset: Int { body.lowerBound }
  }

  /// The maximum number of parts. Further parts, including nested ones, are not read.
  static let maximumParts = 100
  private static let maximumDepth = 8

  private(set) var parts: [Part] = []
  /// Whether there are more parts than are read.
  private(set) var isTooLarge = false
  private let bytes: [UInt8]
  private let core: Range<Int>
  private var alternatives = 0

  /// - Returns: `nil` for text that is not a mail, and for a mail whose text is plain and not encoded.
  init?(_ bytes: [UInt8], _ core: Range<Int>) {
    guard let first = bytes[core].first, first.isASCIILetter, let head = MailHead(bytes, core),
      head.isOfMail, head.boundary != nil || head.isEncoded || head.type == "text/html"
    else { return nil }
    self.bytes = bytes
    self.core = core
    collect(head, to: core.upperBound, depth: 0, alternative: nil)
  }

  /// Adds the parts of a mail, or of one of its parts, whose fields were read.
  private mutating func collect(_ head: MailHead, to end: Int, depth: Int, alternative: Int?) {
    let body = min(head.end, end)..<end
    guard parts.count < Self.maximumParts, depth < Self.maximumDepth else {
      isTooLarge = true
      return
    }
    if let boundary = head.boundary {
      var group = alternative
      if head.type == "multipart/alternative" {
        alternatives += 1
        group = alternatives
      }
      for range in split(body, at: boundary) {
        // A part may have no fields; it then begins with an empty line.
        guard let inner = MailHead(bytes, range) else { continue }
        collect(inner, to: range.upperBound, depth: depth + 1, alternative: group)
      }
    } else if head.type == "message/rfc822", !head.isEncoded, let inner = MailHead(bytes, body) {
      collect(inner, to: end, depth: depth + 1, alternative: alternative)
    } else {
      var (text, rest) = head.decode(bytes[body])
      if head.type == "text/html" {
        let page = InputText.partsOfHTML(text[...])
        text = page.text
        rest += page.tags
      }
      parts.append(
        Part(
          bytes: text, rest: rest, body: body, fileName: head.fileName, alternative: alternative,
          isSignatureOfMail: ["application/pkcs7-signature", "application/x-pkcs7-signature"].contains(head.type)))
    }
  }

  /// Everything that is in no part: the fields of the mail and of its parts, and text before, between and behind them.
  var besideParts: [RemainingInput] {
    var beside: [RemainingInput] = []
    var start = core.lowerBound
    for body in parts.map(\.body) + [core.upperBound..<core.upperBound] {
      if start < body.lowerBound {
        beside.append(RemainingInput(bytes: Array(bytes[start..<body.lowerBound]), offset: start))
      }
      start = max(start, body.upperBound)
    }
    return beside
  }

  /// The ranges between the lines `--boundary`, up to `--boundary--` or the end.
  private func split(_ range: Range<Int>, at boundary: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    var line = range.lowerBound
    while line < range.upperBound {
      let end = bytes[line..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
      let text = bytes[line..<end]
      if text.starts(with: "--".utf8), text.dropFirst(2).starts(with: boundary) {
        let rest = text.dropFirst(2 + boundary.count)
        let isLast = rest.starts(with: "--".utf8)
        if isLast || rest.allSatisfy(\.isASCIISpace) {
          if let start, start < line { found.append(start..<line) }
          if isLast { return found }
          start = min(end + 1, range.upperBound)
        }
      }
      line = end + 1
    }
    if let start, start < range.upperBound { found.append(start..<range.upperBound) }
    return found
  }
}
