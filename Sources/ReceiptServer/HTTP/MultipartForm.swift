import ReceiptKit

/// A body of multipart/form-data (RFC 7578), exactly as browsers write it: lines end with CRLF, and nothing stands
/// before the first boundary or behind the last.
struct MultipartForm {
  struct Part {
    let name: String
    /// The name of a file; `nil` for other fields.
    let fileName: String?
    let content: ArraySlice<UInt8>
  }

  /// More parts than the pages have fields and files.
  private static let maximumParts = ServerLimits.inputs + 100
  private static let maximumHead = 4_096

  private(set) var parts: [Part] = []

  /// - Parameter type: the value of `Content-Type`.
  /// - Throws: ``Problem/body(_:hint:status:)`` for anything else.
  init(_ body: [UInt8], type: String?) throws {
    guard let boundary = type.flatMap(Self.boundary) else {
      throw Problem.body("the body is not multipart/form-data", status: .unsupportedMediaType)
    }
    let delimiter = Array("\r\n--\(boundary)".utf8)
    guard body.starts(with: delimiter.dropFirst(2)) else { throw Self.wrong }
    var rest = body[(delimiter.count - 2)...]
    while !rest.elementsEqual("--\r\n".utf8) {
      guard rest.starts(with: "\r\n".utf8), parts.count < Self.maximumParts,
        let end = body.firstOffset(of: delimiter, in: (rest.startIndex + 2)..<body.count)
      else { throw Self.wrong }
      parts.append(try Self.part(body, (rest.startIndex + 2)..<end))
      rest = body[(end + delimiter.count)...]
    }
  }

  private static let wrong = Problem.body("the body is not a form as browsers send it")

  /// The boundary of a media type: letters, digits and hyphens, as browsers choose it (RFC 2046, 5.1.1, allows more).
  private static func boundary(_ type: String) -> String? {
    let start = "multipart/form-data; boundary="
    guard type.lowercased().hasPrefix(start) else { return nil }
    let boundary = type.utf8.dropFirst(start.utf8.count)
    let isShaped = boundary.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    return (1...70).contains(boundary.count) && isShaped ? String(boundary) : nil
  }

  private static func part(_ body: [UInt8], _ range: Range<Int>) throws -> Part {
    let head = range.prefix(maximumHead)
    guard let end = body.firstOffset(of: Array("\r\n\r\n".utf8), in: head),
      let text = String(validating: body[range.lowerBound..<end], as: UTF8.self)
    else { throw wrong }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let start = "content-disposition: form-data; "
    let dispositions = lines.filter { $0.lowercased().hasPrefix(start) }
    guard dispositions.count == 1 else { throw wrong }
    var values: [String: String] = [:]
    for parameter in dispositions[0].dropFirst(start.count).split(separator: "\"; ") {
      let sides = parameter.split(separator: "=\"", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw wrong }
      let value = sides[1].hasSuffix("\"") ? sides[1].dropLast() : sides[1]
      guard !value.contains("\""), values.updateValue(decoded(value), forKey: String(sides[0])) == nil else {
        throw wrong
      }
    }
    guard let name = values["name"] else { throw wrong }
    return Part(name: name, fileName: values["filename"], content: body[(end + 4)..<range.upperBound])
  }

  /// Browsers write three characters of a name as codes, and a percent sign as it is.
  private static func decoded(_ text: Substring) -> String {
    String(text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n"))
  }
}
