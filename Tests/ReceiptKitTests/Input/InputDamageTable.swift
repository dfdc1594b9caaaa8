import ReceiptKit

private typealias S = InputSamples

private func breaks(_ text: String, _ width: Int) -> Int { (text.count - 1) / width }

extension InputDamage {
  static let all: [InputDamage] = whitespace + alphabet + escapes + dressing + wrappers + encodings + surroundings

  private static let whitespace: [InputDamage] = [
    InputDamage("canonical") { ($0, []) },
    InputDamage("trailing newline") { ($0 + "\n", ["line breaks removed: 1"]) },
    InputDamage("wrapped at 64 with LF") {
      (S.wrapped($0, at: 64, with: "\n"), ["line breaks removed: \(breaks($0, 64))"])
    },
    InputDamage("wrapped at 76 with CRLF, newline at the end") {
      (S.wrapped($0, at: 76, with: "\r\n") + "\r\n", ["line breaks removed: \(breaks($0, 76) + 1)"])
    },
    InputDamage("wrapped at 64 with CR") {
      (S.wrapped($0, at: 64, with: "\r"), ["line breaks removed: \(breaks($0, 64))"])
    },
    InputDamage("line breaks of HTML") {
      (S.wrapped($0, at: 76, with: "<br>\n"), ["line breaks removed: \(2 * breaks($0, 76))"])
    },
    InputDamage("line breaks of XHTML") {
      (S.wrapped($0, at: 76, with: "<br />"), ["line breaks removed: \(breaks($0, 76))"])
    },
    InputDamage("indented lines") {
      let lines = breaks($0, 70) + 1
      return (
        S.wrapped($0, at: 70, with: "\n", prefix: "  "),
        ["line breaks removed: \(lines - 1)", "spaces removed: \(2 * lines)"]
      )
    },
    InputDamage("lines joined with spaces") {
      (S.wrapped($0, at: 64, with: " "), ["spaces removed: \(breaks($0, 64))"])
    },
    InputDamage("lines with trailing spaces") {
      let count = breaks($0, 64)
      return (S.wrapped($0, at: 64, with: " \n"), ["line breaks removed: \(count)", "spaces removed: \(count)"])
    },
    InputDamage("blank around it") { ("  \t\n" + $0 + "\n \n", ["line breaks removed: 3", "spaces removed: 4"]) },
    InputDamage("no-break spaces") {
      let count = breaks($0, 100)
      return (S.wrapped($0, at: 100, with: "\u{A0}") + "\u{A0}", ["no-break spaces removed: \(count + 1)"])
    },
    InputDamage("zero-width spaces") {
      let count = breaks($0, 100)
      return ("\u{200B}" + S.wrapped($0, at: 100, with: "\u{200B}"), ["invisible characters removed: \(count + 1)"])
    },
    InputDamage("byte-order mark") { ("\u{FEFF}" + $0, ["byte-order mark removed: 1"]) },
    InputDamage("mail quotation") {
      let lines = breaks($0, 64) + 1
      return (
        S.wrapped($0, at: 64, with: "\n", prefix: "> "),
        ["line breaks removed: \(lines - 1)", "reply marks removed: \(lines)"]
      )
    },
    InputDamage("mail quotation with words around it") {
      let lines = breaks($0, 64) + 1
      let (greeting, ending) = ("Hello,\n\nthis is it:\n", "\n\nRegards")
      return (
        greeting + S.wrapped($0, at: 64, with: "\n", prefix: "> ") + ending,
        [
          "characters around the receipt ignored: \(greeting.count + 2 + ending.count)",
          "line breaks removed: \(lines - 1)", "reply marks removed: \(lines - 1)",
        ]
      )
    },
    InputDamage("quoted-printable") {
      let padding = S.count("=", in: $0)
      let body = String($0.dropLast(padding))
      let text = S.wrapped(body, at: 75, with: "=\r\n") + String(repeating: "=3D", count: padding)
      let softBreaks = breaks(body, 75)
      return (text, ["quoted-printable codes undone: \(softBreaks + padding)"])
    },
  ]

  private static let alphabet: [InputDamage] = [
    InputDamage("'+' turned into a space") {
      (S.replacing($0, "+", with: " "), ["'+' restored from spaces: \(S.count("+", in: $0))"])
    },
    InputDamage("'+' turned into a space, and wrapped") {
      let plain = S.replacing($0, "+", with: " ")
      // A width at which no line starts or ends with a space: there a lost plus cannot be told from white space.
      let octets = Array(plain.utf8)
      let width = (60...5_000).first { width in
        stride(from: width, to: octets.count, by: width).allSatisfy { position in
          !octets[position - 1...position].contains(UInt8(ascii: " "))
        }
      }
      return (
        S.wrapped(plain, at: width ?? 60, with: "\n"),
        ["line breaks removed: \(breaks($0, width ?? 60))", "'+' restored from spaces: \(S.count("+", in: $0))"]
      )
    },
    InputDamage("base64url, padded") {
      let count = S.count("+", in: $0) + S.count("/", in: $0)
      return (
        S.replacing(S.replacing($0, "+", with: "-"), "/", with: "_"), ["URL-safe characters translated: \(count)"]
      )
    },
    InputDamage("base64url, not padded") {
      let count = S.count("+", in: $0) + S.count("/", in: $0)
      let padding = S.count("=", in: $0)
      let text = S.replacing(S.replacing(S.replacing($0, "+", with: "-"), "/", with: "_"), "=", with: "")
      let added = padding > 0 ? ["padding added: \(padding)"] : []
      return (text, ["URL-safe characters translated: \(count)"] + added)
    },
    InputDamage("excess padding") { ($0 + "==", ["excess padding removed: 2"]) },
  ]

  private static let escapes: [InputDamage] = [
    InputDamage("JSON slashes") {
      (S.replacing($0, "/", with: "\\/"), ["JSON escapes undone: \(S.count("/", in: $0))"])
    },
    InputDamage("twice escaped slashes") {
      (S.replacing($0, "/", with: "\\\\/"), ["JSON escapes undone: \(S.count("/", in: $0))"])
    },
    InputDamage("unicode escapes") {
      let count = S.count("+", in: $0) + S.count("=", in: $0)
      let text = S.replacing(S.replacing($0, "+", with: "\\u002b"), "=", with: "\\u003D")
      return (text, ["JSON escapes undone: \(count)"])
    },
    InputDamage("literal \\r\\n") {
      (S.wrapped($0, at: 64, with: "\\r\\n"), ["JSON escapes undone: \(2 * breaks($0, 64))"])
    },
    InputDamage("shell continuation lines") {
      let count = breaks($0, 64)
      return (S.wrapped($0, at: 64, with: "\\\n"), ["line breaks removed: \(count)", "JSON escapes undone: \(count)"])
    },
    InputDamage("percent-encoded", [.percentEncoding, .base64]) { (percent($0), []) },
    InputDamage("percent-encoded twice", [.percentEncoding, .percentEncoding, .base64]) {
      (S.replacing(percent($0), "%", with: "%25"), [])
    },
  ]

  static func percent(_ text: String) -> String {
    S.replacing(S.replacing(S.replacing(text, "+", with: "%2B"), "/", with: "%2f"), "=", with: "%3D")
  }
}
