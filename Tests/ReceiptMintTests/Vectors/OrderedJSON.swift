/// JSON in the order in which it is told, for sidecars that people read. Nothing of ReceiptKit's is used: what the
/// sidecars expect must not come from the code that they test.
indirect enum OrderedJSON: Sendable {
  case null
  case `true`
  case `false`
  case number(Int64)
  case text(String)
  case list([OrderedJSON])
  case object([(String, OrderedJSON)])

  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .number(let value): return String(value)
    case .text(let value): return Self.quoted(value)
    case .list(let elements):
      if elements.isEmpty { return "[]" }
      return "[\n" + elements.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.map { inner + Self.quoted($0.0) + ": " + $0.1.text(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
