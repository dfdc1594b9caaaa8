/// Writes HTML. Text and values of attributes are always escaped; names of elements and attributes are our own.
package struct HTMLWriter: Sendable {
  private(set) var html = ""

  /// Writes an element with its content.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    _ content: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    content(&self)
    html += "</\(name)>"
  }

  /// Writes an element with a text.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an element that has no content: `meta`.
  mutating func empty(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    open(name, attributes)
  }

  /// Writes text.
  mutating func text(_ text: String) { html += Self.escaped(text) }

  /// Writes text with roles, each piece apart from the direction of the others.
  mutating func text(_ text: StyledText) {
    for piece in text.pieces where !piece.text.isEmpty {
      if piece.role == .plain {
        element("bdi", text: piece.text)
      } else {
        element("bdi", ["class": piece.role.rawValue], text: piece.text)
      }
    }
  }

  /// Writes our own text as it is: the style sheet, a line break.
  mutating func raw(_ text: StaticString) { html += "\(text)" }

  private mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    html += "<\(name)"
    for (key, value) in attributes { html += " \(key)=\"\(Self.escaped(value))\"" }
    html += ">"
  }

  /// Text as HTML shows it, in an element or a value of an attribute.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    // What could act on a terminal has no business in a page, either.
    for scalar in text.terminalSafe.unicodeScalars {
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
