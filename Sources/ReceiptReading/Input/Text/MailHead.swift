/// The fields of a mail, or of one of its parts, that determine how to read it.
struct MailHead {
  /// Where the body begins.
  private(set) var end: Int
  /// `text/plain`, in small letters.
  private(set) var type = "text/plain"
  private(set) var boundary: [UInt8]?
  private(set) var fileName: String?
  private(set) var isOfMail = false
  private var encoding = ""

  /// The maximum length of a header; headers of real mails are shorter.
  private static let maximumBytes = 64 << 10

  /// - Returns: `nil` if no empty line ends the fields.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    let limit = min(range.upperBound, range.lowerBound + Self.maximumBytes)
    var fields: [(name: String, value: [UInt8])] = []
    var line = range.lowerBound
    while line < limit {
      guard let lineEnd = bytes[line..<limit].firstIndex(of: 0x0A) else { return nil }
      var text = bytes[line..<lineEnd]
      if text.last == 0x0D { text.removeLast() }
      if text.isEmpty {
        end = lineEnd + 1
        read(fields)
        return
      }
      if let first = text.first, first == 0x20 || first == 0x09, let last = fields.indices.last {
        fields[last].value += text
      } else if let field = Self.field(text) {
        fields.append(field)
      } else if !(fields.isEmpty && text.starts(with: "From ".utf8)) {
        // In a mailbox file, each mail begins with a line `From jane@example.com Mon Jan …`.
        return nil
      }
      line = lineEnd + 1
    }
    return nil
  }

  private static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: [UInt8])? {
    // RFC 5322, 2.1.1: a line should have at most 78 characters.
    guard let colon = line.prefix(77).firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") })
    else { return nil }
    return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), Array(line[(colon + 1)...]))
  }

  /// Takes from the fields what determines how to read the body.
  private mutating func read(_ fields: [(name: String, value: [UInt8])]) {
    for (name, value) in fields {
      let text = String(decoding: value, as: UTF8.self)
      switch name {
      case "content-transfer-encoding": encoding = text.lowercased().filter { !$0.isWhitespace }
      case "content-type":
        type = text.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        if type.hasPrefix("multipart/"), let found = Self.parameter("boundary", text), !found.isEmpty {
          boundary = Array(found.utf8)
        }
        fileName = fileName ?? Self.parameter("name", text)
      // This name counts more than the one above.
      case "content-disposition": fileName = Self.parameter("filename", text) ?? fileName
      case "mime-version", "subject", "from", "message-id", "received", "return-path": isOfMail = true
      default: break
      }
    }
  }

  /// Reads `name="value"` or `name=value` after a semicolon.
  private static func parameter(_ name: String, _ text: String) -> String? {
    for part in text.split(separator: ";").dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      guard part[..<equals].filter({ !$0.isWhitespace }).lowercased() == name else { continue }
      let value = part[part.index(after: equals)...].drop(while: \.isWhitespace)
      if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
      return String(value.prefix { !$0.isWhitespace })
    }
    return nil
  }

  var isEncoded: Bool { encoding == "base64" || encoding == "quoted-printable" }

  /// - Returns: the octets, and the text behind the end of the data.
  func decode(_ body: ArraySlice<UInt8>) -> (octets: [UInt8], rest: [UInt8]) {
    switch encoding {
    // RFC 2045, 6.8: characters outside the alphabet are ignored; an equals sign ends the data.
    case "base64":
      let data = body.prefix { $0 != UInt8(ascii: "=") }
      let values = data.map { Base64.values[Int($0)] }
      let rest = body[data.endIndex...].drop { $0 == UInt8(ascii: "=") || $0.isASCIISpace }
      return (Base64.pack(values.filter { $0 != Base64.invalid }).bytes, Array(rest))
    case "quoted-printable": return (Self.unquoted(body), [])
    default: return (Array(body), [])
    }
  }

  /// Decodes quoted-printable (RFC 2045, 6.7). Text that is not a code stays unchanged.
  private static func unquoted(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(body.count)
    var index = body.startIndex
    while index < body.endIndex {
      let byte = body[index]
      index += 1
      guard byte == UInt8(ascii: "=") else {
        plain.append(byte)
        continue
      }
      let rest = body[index...]
      if let high = rest.first?.hexValue, let low = rest.dropFirst().first?.hexValue {
        plain.append(high << 4 | low)
        index += 2
      } else {
        // A soft line break. Blanks may follow the equals sign if the mail was changed on the way.
        let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.count
        if rest.dropFirst(blanks).first == 0x0A {
          index += blanks + 1
        } else {
          plain.append(byte)
        }
      }
    }
    return plain
  }
}
