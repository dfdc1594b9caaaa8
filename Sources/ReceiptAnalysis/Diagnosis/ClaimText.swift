/// Values of tokens in messages: short, safe to print, and never a possible secret.
enum ClaimText {
  /// A value and its type.
  static func shown(_ value: JSONValue) -> Message {
    switch value {
    case .string(let text):
      mayBeSecret(text) ? quoted(text, limit: 40) : "the text \(quoted(text, limit: 40))"
    case .number(let digits): "`\(digits.prefix(40))`"
    default: value.kind
    }
  }

  /// A text between back quotes.
  static func quoted(_ text: String, limit: Int) -> Message {
    mayBeSecret(text)
      ? "a text of \(grouped: text.utf8.count) characters that looks like a key or a token"
      : "`\(text.displayed(limit: limit))`"
  }

  /// Why a claim is not a meaningful text, as a sentence; `nil` if the claim is such a text.
  static func fault(_ name: String, _ value: JSONValue?) -> Message? {
    switch value {
    case nil: "`\(name)` is missing"
    case .string("")?: "`\(name)` is empty"
    case .string?: nil
    case let value?: "`\(name)` is \(value.kind), where a text belongs"
    }
  }

  /// `2 h 5 min`, `1 h 1 s`: the two largest units.
  static func duration(_ seconds: Int64) -> Message {
    func part(_ count: Int64, _ one: Message, _ several: Message) -> Message? {
      count <= 0 ? nil : count == 1 ? one : several
    }
    let days = seconds / 86_400
    let hours = seconds / 3_600 % 24
    let minutes = seconds / 60 % 60
    let rest = seconds % 60
    let parts = [
      part(days, "1 d", "\(days) d"), part(hours, "1 h", "\(hours) h"), part(minutes, "1 min", "\(minutes) min"),
      part(rest, "1 s", "\(rest) s"),
    ].compactMap(\.self)
    return parts.isEmpty ? "0 s" : Array(parts.prefix(2)).joined(separator: " ")
  }

  /// Whether a text looks like a key or a token. Identifiers do not: those of apps have dots, UUIDs have 36 characters,
  /// and key ids have ten.
  private static func mayBeSecret(_ text: String) -> Bool {
    text.contains("BEGIN ") || text.contains("eyJ")
      || text.utf8.count >= 40 && text.utf8.allSatisfy { Base64.values[Int($0)] < 64 || "-_=".utf8.contains($0) }
  }
}
