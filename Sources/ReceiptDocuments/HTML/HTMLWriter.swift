/// Writes HTML. Text and attribute values are always escaped; names of elements and attributes are fixed in the code.
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

  /// Writes an element without content, such as `meta`.
  mutating func empty(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    open(name, attributes)
  }

  /// Writes text.
  mutating func text(_ text: String) { html += Self.escaped(text) }

  /// Writes text with roles. The writing direction of each piece is isolated from the others.
  mutating func text(_ text: StyledText) {
    for piece in text.pieces where !piece.text.isEmpty {
      if piece.role == .plain {
        element("bdi", text: piece.text)
      } else {
        element("bdi", ["class": piece.role.rawValue], text: piece.text)
      }
    }
  }

  /// Writes fixed text without escaping it: the style sheet, a line break.
  mutating func raw(_ text: StaticString) { html += "\(text)" }

  private mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    html += "<\(name)"
    for (key, value) in attributes { html += " \(key)=\"\(Self.escaped(value))\"" }
    html += ">"
  }

  /// Text escaped for HTML, in an element or an attribute value.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    // Characters that could act on a terminal do not belong in a page, either.
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
