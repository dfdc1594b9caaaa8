/// Writes HTML. Text and attribute values are always escaped; names of elements and attributes are fixed in the code.
package struct HTMLWriter: Sendable {
  package private(set) var html = ""
  /// The language of messages.
  let language: SummaryLanguage
  /// What must not appear in texts and attribute values; `nil` if everything may.
  private let mask: ValueMask?

  package init(in language: SummaryLanguage, masking mask: ValueMask? = nil) {
    self.language = language
    self.mask = mask
  }

  /// Writes an element with its content.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    _ content: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    content(&self)
    html += "</\(name)>"
  }

  /// Writes an element with a text.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an element without content, such as `meta`.
  mutating func empty(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    open(name, attributes)
  }

  /// Writes text that is the same in every language. The overload is disfavored so that literals are messages.
  @_disfavoredOverload
  mutating func text(_ text: String) { html += Self.escaped(masked(text)) }

  /// Writes a message in the language of the document.
  package mutating func text(_ message: Message) { text(message.text(in: language)) }

  /// Writes text with roles in the language of the document. Addresses on the page are links.
  mutating func text(_ text: StyledText) {
    var rest = text.said(in: language).pieces.filter { !$0.text.isEmpty }[...]
    while let piece = rest.first {
      let same = rest.prefix { $0.link == piece.link }
      rest = rest.dropFirst(same.count)
      if let link = piece.link, link.hasPrefix("#") {
        element("a", ["href": link]) { writer in for piece in same { writer.text(piece) } }
      } else {
        for piece in same { self.text(piece) }
      }
    }
  }

  /// Writes a piece of text. The writing direction of a value is isolated from what is around it.
  private mutating func text(_ piece: StyledText.Piece) {
    let isValue = piece.message == nil && piece.language == nil
    let attributes: KeyValuePairs<StaticString, String> = piece.role == .plain ? [:] : ["class": piece.role.rawValue]
    if isValue {
      element("bdi", attributes) { $0.timed(piece.text) }
    } else if piece.role == .plain {
      timed(piece.text)
    } else {
      element("span", attributes) { $0.timed(piece.text) }
    }
  }

  /// The forms of a moment in reports, which is in UTC; `0` stands for any digit.
  private static let moments = ["0000-00-00 00:00:00", "0000-00-00 00:00"].map { Array($0.utf8) }

  /// Writes text in which each moment is a `time` element, so that a page can add the reader's own time.
  private mutating func timed(_ text: String) {
    let octets = Array(masked(text).utf8)
    func isMoment(_ form: [UInt8], at index: Int) -> Bool {
      index + form.count <= octets.count
        && zip(octets[index...], form).allSatisfy { $1 == UInt8(ascii: "0") ? $0.isASCIIDigit : $0 == $1 }
    }
    var start = 0
    var index = 0
    while index < octets.count {
      guard octets[index].isASCIIDigit, let form = Self.moments.first(where: { isMoment($0, at: index) }) else {
        index += 1
        continue
      }
      let end = index + form.count
      let moment = String(decoding: octets[index..<end], as: UTF8.self)
      self.text(String(decoding: octets[start..<index], as: UTF8.self))
      element("time", ["datetime": moment.replacing(" ", with: "T") + "Z"], text: moment)
      start = end
      index = end
    }
    self.text(String(decoding: octets[start...], as: UTF8.self))
  }

  /// Writes fixed text without escaping it: the style sheet, a line break.
  mutating func raw(_ text: StaticString) { html += "\(text)" }

  /// Writes text that is used as it is: the content of a field, or a document. Only its markup is escaped: nothing is
  /// masked, and control characters stay.
  mutating func verbatim(_ text: String) { html += Self.withoutMarkup(text) }

  private func masked(_ text: String) -> String { mask?.masked(text.terminalSafe) ?? text }

  private mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    html += "<\(name)"
    for (key, value) in attributes { html += " \(key)=\"\(Self.escaped(masked(value)))\"" }
    html += ">"
  }

  /// Text escaped for HTML, in an element or an attribute value.
  ///
  /// Characters that could act on a terminal do not belong in a page, either.
  package static func escaped(_ text: String) -> String { withoutMarkup(text.terminalSafe) }

  /// The same text, in which nothing acts as markup.
  package static func withoutMarkup(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
