import HTTPTypes
import ReceiptKit

/// One option of a route, given in the query under the name of the command's option.
///
/// Only flags and languages are checked here. The library reads the other values and reports their faults.
typealias QueryParameter = Parameter

/// The options of a request. They are read strictly, like a command's options: otherwise an unknown option would
/// silently have no effect.
struct Query: Sendable {
  private let values: [String: [String]]

  /// Reads the text after the question mark (application/x-www-form-urlencoded).
  init(_ text: String?, _ known: [QueryParameter]) throws {
    let pairs = try (text ?? "").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count == 2 ? parts[1] : "") else {
        throw Problem.parameter("the query is not percent-encoded UTF-8")
      }
      return (name: name, value: value)
    }
    try self.init(pairs, known)
  }

  /// Reads names and values.
  init(_ pairs: [(name: String, value: String)], _ known: [QueryParameter]) throws {
    var values: [String: [String]] = [:]
    for (name, value) in pairs {
      guard let parameter = known.first(where: { $0.name == name }) else {
        // The name is repeated as it was sent, because people read it. It is shortened, because it may be stored; real
        // names are shorter.
        throw Problem.parameter(
          "the parameter \(name.prefix(40)) is unknown",
          hint: known.isEmpty ? nil : "known are " + known.map(\.name).joined(separator: ", ")
        )
      }
      guard !value.isEmpty else { throw Problem.parameter("\(parameter.name) has no value") }
      guard parameter.isRepeatable || values[name] == nil else {
        throw Problem.parameter("\(parameter.name) is given twice; which one counts?")
      }
      if case .flag = parameter.kind, value != "true", value != "false" {
        throw Problem.parameter("\(parameter.name) is neither true nor false")
      }
      if case .language = parameter.kind, !Self.isLanguage(value) {
        throw Problem.parameter("\(parameter.name) is not a tag of a language", hint: "use en, de-CH or zh-Hans")
      }
      values[name, default: []].append(value)
    }
    self.values = values
  }

  /// Whether the tag matches ``Parameter/Kind/languagePattern``.
  private static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isShaped = parts.allSatisfy {
      (1...8).contains($0.count) && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
    return isShaped && parts[0].allSatisfy(\.isASCIILetter)
  }

  /// All values of a parameter.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of a parameter that may occur only once.
  subscript(_ name: String) -> String? { values[name]?.first }

  func flag(_ name: String) -> Bool { self[name] == "true" }

  /// The moment in the parameter `at`; `nil` without it.
  func moment(now: Instant) throws -> Instant? {
    guard let text = self["at"] else { return nil }
    if text == "now" { return now }
    guard let date = ReceiptDate(moment: text) else {
      throw Problem.parameter(
        "at is not a time",
        hint: "use 2024-01-31, 2024-01-31 12:00 (UTC), 2024-01-31T12:00:00Z, 2024-01-31T12:00:00+0100 or now")
    }
    return date.instant
  }

  /// Percent-decoded UTF-8; `nil` for anything else.
  ///
  /// - Parameter plusIsSpace: whether a plus sign means a space, as in queries; in a path it is literal.
  static func decoded(_ text: Substring, plusIsSpace: Bool = true) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(Self.digit), let low = rest.popFirst().flatMap(Self.digit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { UInt8(exactly: $0) }
  }
}
