/// A test suite of JUnit XML for one input of `validate`: a test case for each check.
///
/// The format is that of Jenkins' `junit-10.xsd`, which GitLab and others also read. A suite has neither failures nor
/// errors if and only if the verdict is `passed`: a requested check that could not be run is an error. Only checks that
/// were not requested are skipped.
package struct JUnitSuite {
  /// The text before and after the suites of all inputs. Without the text after them, a file is not XML, so that an
  /// interrupted run does not look like success.
  package static let opening =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"receipt-tool validate\">\n"
  package static let closing = "</testsuites>\n"

  /// A test case. One that passed has no message, or a warning.
  private struct Case {
    let name: String
    var result = Result.passed
    var type: String?
    var message: String?
    var details: [String] = []
  }

  private enum Result: String {
    case passed, failure, error, skipped
  }

  private let name: String
  private var properties: [(name: String, value: String)] = []
  private let cases: [Case]

  /// Makes the suite of a judged input.
  ///
  /// - Parameter source: the input's name; `-` for standard input.
  package init(source: String, _ validation: Validation) {
    name = Self.name(source)
    properties = [("verdict", validation.verdict.rawValue), ("judged_at", validation.judgedAt.rfc3339)]
    let unread = validation.decoded.unread
    var reading = Case(name: Self.reading)
    if !unread.isEmpty {
      reading.result = .error
      reading.type = "unread"
      reading.message = "only a part of it was read; not read: \(UnreadPart.sentence(unread))"
    }
    cases = [reading] + validation.checks.map(Self.testCase)
  }

  /// Makes the suite of an input that could not be read.
  package init(source: String, _ error: ReceiptError) {
    name = Self.name(source)
    let details = error.hint.map { ["hint: \($0)"] } ?? []
    cases = [
      Case(
        name: Self.reading, result: .error, type: error.code.rawValue, message: error.message.description,
        details: details)
    ]
  }

  /// The test case before those of the checks: whether the input was read as a whole.
  private static let reading = "input"

  private static func name(_ source: String) -> String { source == "-" ? "standard input" : source }

  private static func testCase(_ check: CheckResult) -> Case {
    var found = Case(name: check.identifier)
    let reason = check.reason?.description ?? check.outcome.rawValue
    switch check.outcome {
    case .passed: break
    case .warning: found.message = "warning: " + reason
    case .failed:
      found.result = .failure
      found.type = check.outcome.rawValue
      found.message = reason
      let (expected, value) = check.shown
      if let expected { found.details.append("expected: \(expected)") }
      if let value { found.details.append("found: \(value)") }
      if let known = Check.named(check.identifier) {
        found.details.append("\(known.actor.rawValue): \(known.action)")
      }
    case .skipped where check.isMissing:
      found.result = .error
      found.type = "not-checked"
      found.message = "could not be checked: " + reason
    case .skipped:
      found.result = .skipped
      found.message = reason
    }
    return found
  }

  /// The suite as XML, indented by two.
  package var text: String {
    func count(_ result: Result) -> String { String(cases.count { $0.result == result }) }
    let counts = [
      ("name", name), ("tests", String(cases.count)), ("failures", count(.failure)), ("errors", count(.error)),
      ("skipped", count(.skipped)),
    ]
    var text = "  " + Self.start("testsuite", counts) + ">\n"
    if !properties.isEmpty {
      text += "    <properties>\n"
      for property in properties {
        text += "      " + Self.start("property", [("name", property.name), ("value", property.value)]) + "/>\n"
      }
      text += "    </properties>\n"
    }
    for testCase in cases { append(testCase, to: &text) }
    return text + "  </testsuite>\n"
  }

  private func append(_ testCase: Case, to text: inout String) {
    text += "    " + Self.start("testcase", [("classname", name), ("name", testCase.name)])
    guard let message = testCase.message else {
      text += "/>\n"
      return
    }
    text += ">\n"
    if testCase.result == .passed {
      text += "      <system-out>\(Self.escaped(message))</system-out>\n"
    } else {
      let element = testCase.result.rawValue
      let type = testCase.type.map { [("type", $0)] } ?? []
      text += "      " + Self.start(element, type + [("message", message)])
      let details = testCase.details.map(Self.escaped).joined(separator: "\n")
      text += details.isEmpty ? "/>\n" : ">\(details)</\(element)>\n"
    }
    text += "    </testcase>\n"
  }

  /// The start of a tag of XML 1.0, up to its last attribute.
  private static func start(_ name: String, _ attributes: [(name: String, value: String)]) -> String {
    attributes.reduce("<" + name) { $0 + " \($1.name)=\"\(escaped($1.value))\"" }
  }

  /// A text that is valid both as content and in attributes.
  ///
  /// Characters that XML forbids (W3C XML 1.0, production 2), or that could act on a terminal, are escaped as for a
  /// terminal: `\u{1b}`. Of the others, only U+FFFE and U+FFFF are forbidden.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.displayed(limit: 4_000).terminalSafe.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
