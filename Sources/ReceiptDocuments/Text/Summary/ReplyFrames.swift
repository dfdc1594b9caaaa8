/// The sentences that a team adds to its replies to customers, for each language: a greeting, a closing, and how
/// customers send a receipt from the app.
///
/// It is read strictly, as a ``Policy`` is: `{"en": {"greeting": "Dear reader,", "closing": "Your Reader team"}}`. A
/// sentence that is left out keeps its default.
package struct ReplyFrames: Sendable {
  struct Frame: Sendable {
    var greeting: Message?
    /// How customers send a receipt from the app.
    var request: Message?
    var closing: Message?
  }

  /// Whether test purchases get the replies of real ones, for a rehearsal.
  package var isRehearsal = false
  private var frames: [SummaryLanguage: Frame] = [:]

  /// The largest file.
  package static let maximumBytes = 64 << 10
  /// The longest text, in bytes.
  private static let longestText = 2_000
  private static let names: KeyValuePairs<String, SummaryLanguage> = ["en": .english, "de": .german, "zh": .chinese]

  /// Greetings and closings of this program's.
  package init() {}

  /// - Parameter text: JSON in UTF-8.
  /// - Throws: an error whose message begins with the JSON pointer (RFC 6901) of the value at fault.
  package init(_ text: [UInt8]) throws(ExpectationError) {
    let document: JSONValue
    do throws(ReceiptError) {
      document = try JSONReader(maximumDepth: 3, maximumValues: 100).read(text)
    } catch {
      throw ExpectationError(error.message, hint: Self.form)
    }
    for (name, value) in try Self.members(document, JSONPointer()) {
      let pointer = JSONPointer(name)
      guard let language = Self.names.first(where: { $0.key == name })?.value else {
        throw pointer.error("unknown language", hint: "known are \(Self.names.map(\.key).joined(separator: ", "))")
      }
      for (name, value) in try Self.members(value, pointer) {
        let pointer = pointer / name
        let text: Message = "\(try Self.plain(pointer.string(value), pointer))"
        switch name {
        case "greeting": frames[language, default: Frame()].greeting = text
        case "request": frames[language, default: Frame()].request = text
        case "closing": frames[language, default: Frame()].closing = text
        default: throw pointer.error("unknown key", hint: "known keys are greeting, request and closing")
        }
      }
    }
  }

  subscript(_ language: SummaryLanguage) -> Frame { frames[language] ?? Frame() }

  private static let form: Message = #"use {"en": {"greeting": "Dear reader,", "closing": "Your Reader team"}}"#

  private static func members(
    _ value: JSONValue, _ pointer: JSONPointer
  ) throws(ExpectationError) -> [(String, JSONValue)] {
    guard case .object(let members) = value else {
      throw pointer.error("has to be an object, not \(value.kind)", hint: form)
    }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.name).inserted {
      throw (pointer / member.name).error("the key occurs twice")
    }
    return members.map { ($0.name, $0.value) }
  }

  /// Lines of plain text, without empty ones around them.
  private static func plain(_ text: String, _ pointer: JSONPointer) throws(ExpectationError) -> String {
    guard text.utf8.count <= longestText else {
      throw pointer.error("has \(text.utf8.count.grouped) bytes, and at most \(longestText.grouped) are allowed")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.allSatisfy({ !$0.unicodeScalars.contains(where: \.actsOnTerminals) }) else {
      throw pointer.error("has a character that cannot be seen", hint: "use plain text, with \\n between lines")
    }
    func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    let kept = lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    guard !kept.isEmpty else { throw pointer.error("is empty; leave it out") }
    return kept.joined(separator: "\n")
  }
}
