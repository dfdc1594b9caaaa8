import ReceiptKit
import Testing

private typealias S = InputSamples

/// One way in which a good receipt arrives: what happens to its base64, and what the recognizer has to say about it.
struct InputDamage: Sendable, CustomTestStringConvertible {
  let name: String
  let layers: [InputLayer]
  /// What `diagnose` calls it.
  var cause: Cause?
  /// What Apple would answer to the text as given, production first, and to the mended text; `-` if none comes of it.
  var given = "21002 21002"
  var mended = "21007 0"
  /// From the undamaged base64 to what was pasted, with the repairs that it needs.
  let apply: @Sendable (String) -> (pasted: [UInt8], repairs: [String])

  var testDescription: String { name }

  private init(
    _ name: String, _ layers: [InputLayer] = [.base64], cause: Cause? = nil,
    _ apply: @escaping @Sendable (String) -> ([UInt8], [String])
  ) {
    self.name = name
    self.layers = layers
    self.cause = cause
    self.apply = apply
  }

  /// A row has layers, if there are others than base64, repairs with their counts, and what `diagnose` says.
  init(_ row: TableCase) throws {
    name = row.name
    layers = (row.value("layers") ?? "base64").split(separator: " ").compactMap { InputLayer(rawValue: String($0)) }
    cause = try row.value("cause").map { try #require(Cause(rawValue: $0)) }
    given = row.value("given") ?? given
    mended = row.value("mended") ?? mended
    apply = { base64 in
      let text = Template.filled(row.text, ["TEXT": base64, "BASE64": S.base64(Array(base64.utf8))])
      let repairs = row.expected.filter { $0.contains(": ") }.map { repair in
        let place = repair.lastIndex(of: " ") ?? repair.endIndex
        return String(repair[...place]) + "\(Template.number(String(repair[place...].dropFirst()), of: base64))"
      }
      // What is not there needs no repair.
      return (Array(text.utf8), repairs.filter { !$0.hasSuffix(" 0") })
    }
  }

  static let all = Result { try TableCase.read("damages", "forms").map(InputDamage.init) + computed }

  private static let computed: [InputDamage] = [
    InputDamage("quoted-printable") {
      let padding = S.count("=", in: $0)
      let body = String($0.dropLast(padding))
      let text = S.wrapped(body, at: 75, with: "=\r\n") + String(repeating: "=3D", count: padding)
      return (Array(text.utf8), ["quoted-printable codes undone: \((body.count - 1) / 75 + padding)"])
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
      let breaks = ($0.count - 1) / (width ?? 60)
      return (
        Array(S.wrapped(plain, at: width ?? 60, with: "\n").utf8),
        ["line breaks removed: \(breaks)", "'+' restored from spaces: \(S.count("+", in: $0))"]
      )
    },
    InputDamage("pasted twice, line after line") {
      // Without padding nothing tells where the first ends, so that its second copy is bytes behind it.
      let repairs =
        $0.hasSuffix("=")
        ? ["characters around the receipt ignored: \($0.count + 1)"]
        : ["line breaks removed: 1", "trailing bytes ignored: \($0.count / 4 * 3)"]
      return (Array("\($0)\n\($0)".utf8), repairs)
    },
    InputDamage("base64 of base64 of base64", [.base64, .base64, .base64], cause: .base64Twice) {
      (Array(S.base64(Array(S.base64(Array($0.utf8)).utf8)).utf8), [])
    },
    InputDamage("base64 of a request", [.base64, .verifyReceiptRequest, .base64]) {
      (Array(S.base64(Array("{\"receipt-data\":\"\($0)\"}".utf8)).utf8), [])
    },
    InputDamage("hex of the text", [.hex, .base64]) { (Array(S.hex(Array($0.utf8)).joined().utf8), []) },
    InputDamage("UTF-16 little-endian with a mark", [.utf16, .base64], cause: .utf16) {
      ([0xFF, 0xFE] + utf16($0), [])
    },
    InputDamage("UTF-16 little-endian without a mark", [.utf16, .base64]) { (utf16($0), []) },
    InputDamage("UTF-16 big-endian with a mark", [.utf16, .base64]) {
      ([0xFE, 0xFF] + $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, [])
    },
    InputDamage("PowerShell redirect", [.utf16, .base64]) {
      ([0xFF, 0xFE] + utf16($0 + "\r\n"), ["line breaks removed: 1"])
    },
  ]

  private static func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }

  static func percent(_ text: String) -> String {
    S.replacing(S.replacing(S.replacing(text, "+", with: "%2B"), "/", with: "%2f"), "=", with: "%3D")
  }
}
