import Decompression
import ReceiptKit

/// What the form of a page sends: items, what to compare them with, and what is asked about them. Fields that a person
/// left empty count as absent.
struct PageForm: Sendable {
  /// The pasted text and the opened files.
  private(set) var items: [PastedItem] = []
  /// The second input to compare with.
  private(set) var other: [UInt8]?
  /// Whether the report leaves out what identifies people.
  var isImpersonal: Bool { query.flag(Self.impersonal.name) }
  /// The other fields, which are checked as a query is.
  let query: Query
  /// The texts of the fields, so that the page can show them again.
  private(set) var texts: [String: String] = [:]

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - type: the value of `Content-Type`.
  ///   - limit: the maximum size of what is in all archives together.
  ///   - known: the fields beside those for items.
  /// - Throws: a ``Problem`` for anything that this form does not send.
  init(_ body: [UInt8], type: String?, upTo limit: Int, _ known: [QueryParameter]) throws {
    var pairs: [(name: String, value: String)] = []
    var archives = Archives(room: limit)
    for part in try MultipartForm(body, type: type).parts {
      if let name = part.fileName {
        guard part.name == "file" else { throw Problem.body("only the field file has files") }
        // Without a file, browsers send one without a name.
        if !name.isEmpty { items += archives.open(name, Array(part.content)) }
        continue
      }
      guard let text = String(validating: part.content, as: UTF8.self) else {
        throw Problem.body("the field \(part.name.prefix(40)) is not UTF-8")
      }
      // Only the language may be given several times: the best first.
      guard texts.updateValue(text, forKey: part.name) == nil || part.name == "language" else {
        throw Problem.body("the field \(part.name.prefix(40)) is given twice")
      }
      guard let value = Self.trimmed(text) else { continue }
      switch part.name {
      case "receipt": items.append(PastedItem(Array(text.utf8)))
      case "other": other = Array(text.utf8)
      default: pairs.append((part.name, value))
      }
    }
    guard items.count <= ServerLimits.inputs else { throw Problem.body("there are too many files") }
    query = try Query(pairs, known + [Self.impersonal])
  }

  /// The archives of a form. All of them together hold as much as one form.
  private struct Archives {
    /// The number of bytes that may still be unpacked.
    var room: Int
    /// How many more archives are opened, also if that fails.
    private var count = 10

    init(room: Int) { self.room = room }

    /// A file, decompressed; of an archive each file. What cannot be opened stays as it is, and is named as unread.
    mutating func open(_ name: String, _ bytes: [UInt8]) -> [PastedItem] {
      let file = PastedItem(name: name, bytes)
      guard PackedInput.isPacked(bytes), count > 0 else { return [file] }
      count -= 1
      guard let items = try? PackedInput.items(bytes, named: name, upTo: room) else { return [file] }
      room = max(0, room - items.reduce(0) { $0 + $1.bytes.count })
      return items.map { item in
        var item = item
        item.name = item.name.map { "\(name)/\($0)" } ?? name
        return item
      }
    }
  }

  private static let impersonal = QueryParameter(
    "impersonal", "Whether the report leaves out what identifies people.", example: "true", kind: .flag)

  /// The text without spaces around it; `nil` if nothing is left.
  private static func trimmed(_ text: String) -> String? {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    return String(text[first...last])
  }
}
