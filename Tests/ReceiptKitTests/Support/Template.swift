import ReceiptKit

/// Texts of tables with places for others. `$TEXT` is one, `$TEXT{..30}` its first 30 characters, `$TEXT{30..}` the
/// rest, `$TEXT{-25..}` the last 25, `$TEXT{64|\n|> }` its lines of 64 characters with what stands between them and
/// before each, and `$TEXT{+→-,/→_}` the text with other characters.
enum Template {
  static func filled(_ template: String, _ values: [String: String]) -> String {
    template.replacing(/\$([A-Z0-9]+)(?:\{([^}]*)\})?/) { match in
      guard let value = values[String(match.output.1)] else { return String(match.output.0) }
      return match.output.2.map { changed(value, String($0)) } ?? value
    }
  }

  private static func changed(_ value: String, _ change: String) -> String {
    if let (_, first, last) = change.wholeMatch(of: /(-?\d+)?\.\.(-?\d+)?/)?.output {
      let places = [first.flatMap { Int($0) } ?? 0, last.flatMap { Int($0) } ?? value.count]
        .map { $0 < 0 ? value.count + $0 : $0 }
      return String(value.dropFirst(places[0]).prefix(places[1] - places[0]))
    }
    let parts = change.split(separator: "|", omittingEmptySubsequences: false).map(unescaped)
    if let width = Int(parts[0]), parts.count > 1 {
      return InputSamples.wrapped(value, at: width, with: parts[1], prefix: parts.count > 2 ? parts[2] : "")
    }
    return change.split(separator: ",").reduce(value) { text, pair in
      let sides = pair.split(separator: "→", omittingEmptySubsequences: false).map(unescaped)
      return text.replacing(sides[0], with: sides[1])
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing("\\\\", with: "\u{0}").replacing("\\n", with: "\n").replacing("\\r", with: "\r")
      .replacing("\u{0}", with: "\\")
  }

  /// `2*B64+1` of a text: `B64` is how often it is broken at 64 characters, `L64` the number of its lines then, and
  /// `COUNT(+)` the number of its plus signs.
  static func number(_ sum: String, of text: String) -> Int {
    let digits = sum.replacing(/COUNT\((.)\)/) { match in "\(text.filter { $0 == match.output.1.first }.count)" }
      .replacing(/([BL])(\d+)/) { match in
        "\((text.count - 1) / (Int(match.output.2) ?? 1) + (match.output.1 == "L" ? 1 : 0))"
      }
    return digits.split(separator: "+").reduce(0) { sum, product in
      sum + product.split(separator: "*").reduce(1) { $0 * (Int($1) ?? 0) }
    }
  }
}
