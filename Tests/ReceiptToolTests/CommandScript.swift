import Foundation
import ReceiptKit
import Testing

/// Command lines and requests with what comes of them, as text: `Scripts/NAME.txt`. Scripts/README.md says how to write
/// one.
enum CommandScript {
  /// One heading of a script with the steps below it.
  struct Case: Sendable, CustomTestStringConvertible {
    let title: String
    fileprivate(set) var steps: [Step] = []
    var testDescription: String { title }
  }

  /// A line, with the lines that say what is expected of it.
  struct Step: Sendable {
    let line: Line
    fileprivate(set) var expectations: [Line]

    /// What is expected may also stand behind the step, after two spaces.
    fileprivate init(_ whole: Line) {
      let parts = whole.text.split(separator: #/\s{2,}(?=2?>[!^$=~]?(\s|$)|\.[a-z_#]|\[\]|problem )/#).map { part in
        Line(text: String(part), file: whole.file, number: whole.number)
      }
      (line, expectations) = (parts[0], Array(parts.dropFirst()))
    }
  }

  struct Line: Sendable {
    let text: String
    let file: URL
    let number: Int

    var location: SourceLocation {
      SourceLocation(
        fileID: "ReceiptToolTests/" + file.lastPathComponent, filePath: file.path, line: number, column: 1)
    }
  }

  struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ what: String, _ line: Line) { description = "\(line.file.lastPathComponent):\(line.number): \(what)" }
  }

  /// The cases of a script.
  static func cases(_ name: String) throws -> [Case] {
    let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Scripts/\(name).txt")
    var cases: [Case] = []
    // Steps above the first heading are those of every case.
    var first: [Step] = []
    for (index, text) in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").enumerated() {
      let line = Line(text: text.trimmingCharacters(in: .whitespaces), file: file, number: index + 1)
      if line.text.isEmpty || line.text.hasPrefix("##") { continue }
      if text.hasPrefix("# ") {
        cases.append(Case(title: String(text.dropFirst(2)), steps: first))
      } else if text.hasPrefix("  ") {
        guard let last = cases.indices.last, let step = cases[last].steps.indices.last else {
          throw Mistake("no step stands above", line)
        }
        cases[last].steps[step].expectations.append(line)
      } else if let last = cases.indices.last {
        cases[last].steps.append(Step(line))
      } else {
        first.append(Step(line))
      }
    }
    return cases
  }
}

extension CommandScript.Case {
  /// Runs the steps in a folder of their own.
  ///
  /// - Parameter prepare: puts more files and variables into it.
  func run(_ prepare: (CommandScriptRun) throws -> Void = { _ in }) throws {
    let run = try CommandScriptRun()
    try prepare(run)
    for step in steps { try run.perform(step) }
  }
}

/// The folder of one case while it runs, and what its lines may name.
final class CommandScriptRun {
  typealias Line = CommandScript.Line
  typealias Mistake = CommandScript.Mistake

  let scratch: Scratch
  /// `$NAME` stands for these words.
  var variables: [String: [String]] = [:]
  /// What no output may have.
  var secrets: [String] = []
  /// Whether a success may say something on standard error besides what is expected.
  var talks = false
  /// What requests are sent to.
  var server: RunningServer?
  /// How a command is run.
  var runs: (_ words: [String], _ input: [UInt8], _ environment: [String: String]) throws -> ToolRun
  /// Steps that only some scripts have, by their first word.
  var steps: [String: (_ words: [String]) throws -> Void] = [:]
  /// What has to be there until the end.
  var kept: [Any] = []

  init() throws {
    let scratch = try Scratch()
    self.scratch = scratch
    runs = {
      try ToolRun($0, input: $1, environment: ["HOME": scratch.path].merging($2) { $1 }, directory: scratch.url)
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/vectors", withDestinationPath: Package.vectors.path)
    let receipt = try Minted.receipt()
    try scratch.file("receipt.b64", receipt.base64.utf8)
    try scratch.file("receipt.der", receipt.bytes)
    try scratch.file("root.pem", try Minted.anchor().utf8)
    variables["DIR"] = [scratch.path]
  }

  /// Puts a file into the folder.
  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws { try scratch.file(name, bytes) }

  private static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE"]

  // MARK: - Steps

  fileprivate func perform(_ step: CommandScript.Step) throws {
    let text = step.line.text
    // Only what runs has an outcome.
    let isRun = text.first?.isNumber ?? false
    if !isRun, let expectation = step.expectations.first {
      throw Mistake("nothing runs of which '\(expectation.text)' could hold", step.line)
    }
    if text.hasPrefix("sh ") {
      try shell(String(text.dropFirst(3)), step.line)
      return
    }
    for var words in try CommandScriptWords(text, variables, step.line).alternatives() {
      let input = try takeInput(&words, step.line)
      switch words.removeFirst() {
      case "write":
        try scratch.file(words[0], input)
      case "set":
        variables[words[0]] = Array(words.dropFirst())
      case "scenario":
        try mint(words)
      case "mode":
        guard let mode = mode_t(words[0], radix: 8), chmod(scratch.path + "/" + words[1], mode) == 0 else {
          throw Mistake("no such mode, or no such file", step.line)
        }
      case "serve":
        let server = try RunningServer(words, environment: ["HOME": scratch.path])
        self.server = server
        variables["PORT"] = ["\(server.port)"]
      case "logs":
        let words = words.joined(separator: " ")
        #expect(server?.logs(words) == true, "\(server?.log ?? "")", sourceLocation: step.line.location)
      case "unlogged":
        #expect(server?.log.contains(words.joined(separator: " ")) == false, sourceLocation: step.line.location)
      case "silent":
        #expect(server?.log == "", sourceLocation: step.line.location)
      case "end":
        #expect(server?.end() == 0, sourceLocation: step.line.location)
      case let name where steps[name] != nil:
        try steps[name]?(words)
      case let status:
        guard let status = Int32(status) else { throw Mistake("no step begins with '\(status)'", step.line) }
        try expect(step.expectations, of: outcome(words, input, step.line), status, step.line)
      }
    }
  }

  /// Mints a scenario into the folder `life`; its files are also `1.receipt`, `1.transaction` and so on, by event.
  private func mint(_ words: [String]) throws {
    let run = try ToolRun(
      ["mint", "--seed", "1", "--output", scratch.path + "/life", "--scenario"] + words, directory: scratch.url)
    try #require(run.status == 0, "\(run.stderr)")
    try scratch.file("anchor.pem", Data(contentsOf: scratch.url.appendingPathComponent("life/anchor.pem")))
    for path in run.lines {
      let name = String(path.split(separator: "/").last ?? "")
      let parts = name.split { "-.".contains($0) }.map(String.init)
      guard let number = parts.first.flatMap({ Int($0) }), parts.count > 2 else { continue }
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/\(number).\(parts[parts.count - 2])", withDestinationPath: "life/" + name)
    }
  }

  private func shell(_ script: String, _ line: Line) throws {
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-ec", script],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], directory: scratch.url)
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)", sourceLocation: line.location)
  }

  /// What stands behind `<` (a file) or `<<<` (a text) at the end.
  private func takeInput(_ words: inout [String], _ line: Line) throws -> [UInt8] {
    guard words.count > 2, let sign = words.dropLast().last, ["<", "<<<"].contains(sign) else { return [] }
    let input = words.removeLast()
    words.removeLast()
    if sign == "<<<" { return Array(input.utf8) }
    return Array(try Data(contentsOf: scratch.url.appendingPathComponent(input)))
  }

  /// What came of a command, or of a request.
  private struct Outcome {
    let words: [String]
    let status: Int32
    let output, errors: String
    /// Of a request.
    var headers: [String: String]?
  }

  private func outcome(_ words: [String], _ input: [UInt8], _ line: Line) throws -> Outcome {
    if let method = words.first, Self.methods.contains(method) {
      let server = try #require(server, "no server", sourceLocation: line.location)
      var fields = Array(words.dropFirst(2))
      let host = fields.firstIndex { $0.hasPrefix("Host:") }.map { String(fields.remove(at: $0).dropFirst(5)) }
      let answer = try server.ask(method, words[1], fields, input, host: host)
      return Outcome(
        words: words, status: Int32(answer.status), output: answer.text, errors: "", headers: answer.headers)
    }
    var environment: [String: String] = [:]
    var rest = words[...]
    while let word = rest.first, let end = word.firstIndex(of: "="),
      word[..<end].allSatisfy({ $0.isUppercase || $0 == "_" })
    {
      environment[String(word[..<end])] = String(word[word.index(after: end)...])
      rest = rest.dropFirst()
    }
    let run = try runs(Array(rest), input, environment)
    return Outcome(words: words, status: run.status, output: run.stdout, errors: run.stderr)
  }

  // MARK: - Expectations

  private func expect(_ lines: [Line], of outcome: Outcome, _ status: Int32, _ line: Line) throws {
    let told = "\(outcome.words): \(outcome.status)\n\(outcome.output.prefix(4_000))\n\(outcome.errors.prefix(2_000))"
    func check(_ isRight: Bool, _ line: Line) {
      #expect(isRight, "\(line.text)\n\(told)", sourceLocation: line.location)
    }
    check(outcome.status == status, line)
    for secret in secrets { check(!outcome.output.contains(secret) && !outcome.errors.contains(secret), line) }
    for expectation in lines { check(try holds(expectation, for: outcome), expectation) }
    guard outcome.headers == nil else { return }
    let saysErrors = lines.contains { $0.text.hasPrefix("2>") }
    let saysOutput = lines.contains { !$0.text.hasPrefix("2>") }
    // A success says nothing besides, and a refusal prints nothing.
    if status == 0 && !saysErrors && !talks { check(outcome.errors == "", line) }
    if status > 63 && !saysOutput { check(outcome.output == "", line) }
    if status > 63 && !saysErrors && !saysOutput { check(outcome.errors.contains("error: "), line) }
  }

  private func holds(_ line: Line, for outcome: Outcome) throws -> Bool {
    let (sign, rest) = Self.halves(line.text)
    // What no output can have would be found missing.
    if let name = rest.matches(of: /\$([A-Z][A-Z0-9]*)/).first(where: { variables[String($0.output.1)] == nil }) {
      throw Mistake("no \(name.output.0)", line)
    }
    let text = CommandScriptWords.expand(rest, variables)
    switch sign {
    case "save":
      try scratch.file(text, outcome.output.utf8)
      return true
    case "same":
      return outcome.output == (try String(contentsOf: scratch.url.appendingPathComponent(text), encoding: .utf8))
    case "widest":
      // Columns of the longest line, from and to.
      let range = text.split(separator: " ").compactMap { Int($0) }
      let widest = outcome.output.split(separator: "\n").map(\.count).max() ?? 0
      return range.count == 2 && (range[0]...range[1]).contains(widest)
    case "ascii": return outcome.output.utf8.allSatisfy { $0 < 0x80 }
    case "lines": return outcome.output.split(separator: "\n").count == Int(text)
    case "schema":
      guard SchemaCheck.canRun else { return true }
      let isOne = (try? JSONReader().read(Array(outcome.output.utf8))) != nil
      let documents =
        isOne ? [try SchemaCheck.oneLine(outcome.output)] : outcome.output.split(separator: "\n").map(String.init)
      try SchemaCheck.expectValid(documents, text, sourceLocation: line.location)
      return true
    case "problem":
      return try Self.json(outcome.output, line)["type"] == .string("urn:receipt-tool:problem:" + text)
        && outcome.headers?["content-type"] == "application/problem+json"
    case "header":
      let (name, value) = Self.halves(text)
      if value == "missing" { return outcome.headers?[name] == nil }
      return value.hasPrefix("~ ")
        ? outcome.headers?[name]?.contains(value.dropFirst(2)) == true : outcome.headers?[name] == value
    case _ where sign.hasPrefix(".") || sign.hasPrefix("["):
      return try Self.holds(
        text, for: try CommandScriptPath(sign, line).value(in: Self.json(outcome.output, line)), line)
    case _ where sign.hasPrefix(">"): return try Self.holds(sign.dropFirst(), text, for: outcome.output, line)
    case _ where sign.hasPrefix("2>"): return try Self.holds(sign.dropFirst(2), text, for: outcome.errors, line)
    default: throw Mistake("'\(sign)' expects nothing", line)
    }
  }

  private static func halves(_ text: String) -> (String, String) {
    let end = text.firstIndex(of: " ") ?? text.endIndex
    return (String(text[..<end]), String(text[end...].dropFirst()))
  }

  private static func holds(_ sign: Substring, _ text: String, for found: String, _ line: Line) throws -> Bool {
    switch sign {
    case "": return text.isEmpty || found.contains(text)
    case "!": return text.isEmpty ? found.isEmpty : !found.contains(text)
    case "^": return found.hasPrefix(text)
    case "$": return found.hasSuffix(text)
    case "=": return found == text
    // White space of any kind and number counts as one space.
    case "~": return found.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(text)
    default: throw Mistake("'\(sign)' expects nothing", line)
    }
  }

  private static func holds(_ text: String, for found: JSONValue?, _ line: Line) throws -> Bool {
    if text == "missing" || text == "present" { return (found == nil) == (text == "missing") }
    if text.hasPrefix("~ ") { return (found?.stringValue ?? found?.compactText)?.contains(text.dropFirst(2)) == true }
    let isDenied = text.hasPrefix("! ")
    let expected = try JSONReader().read(Array((isDenied ? text.dropFirst(2) : text[...]).utf8))
    return isDenied ? found != nil && found != expected : found == expected
  }

  /// The document, or the documents of the lines.
  private static func json(_ text: String, _ line: Line) throws -> JSONValue {
    if let value = try? JSONReader().read(Array(text.utf8)), !line.text.hasPrefix("[") { return value }
    do {
      return .array(try text.split(separator: "\n").map { try JSONReader().read(Array($0.utf8)) })
    } catch { throw Mistake("no JSON: \(text.prefix(2_000))", line) }
  }
}

/// The place of a value: `.checks[check=signature].outcome`, `[].error.code` of all lines, `.pieces.#` for a number.
/// With `==` it is that of all elements that have the value.
private struct CommandScriptPath {
  private enum Part {
    case member(String)
    case index(Int)
    case all
    case count
    case first(name: String, value: String)
    case those(name: String, value: String)
  }

  private let parts: [Part]

  init(_ text: String, _ line: CommandScript.Line) throws {
    parts = try text.matches(of: /\.(#)|\.([^.\[]+)|\[([^\]]*)\]/).map { match in
      if match.output.1 != nil { return .count }
      if let name = match.output.2 { return .member(String(name)) }
      let inside = String(match.output.3 ?? "")
      if inside.isEmpty { return .all }
      if let index = Int(inside) { return .index(index) }
      let sides = inside.split(separator: "=", maxSplits: 1).map(String.init)
      if sides.count == 2, sides[1].hasPrefix("=") {
        return .those(name: sides[0], value: String(sides[1].dropFirst()))
      }
      guard sides.count == 2 else { throw CommandScript.Mistake("no path: \(text)", line) }
      return .first(name: sides[0], value: sides[1])
    }
  }

  func value(in root: JSONValue) -> JSONValue? { Self.value(parts[...], root) }

  private static func value(_ parts: ArraySlice<Part>, _ node: JSONValue) -> JSONValue? {
    guard let part = parts.first else { return node }
    let rest = parts.dropFirst()
    let elements: [JSONValue] = if case .array(let elements) = node { elements } else { [] }
    switch part {
    case .member(let name): return node[name].flatMap { value(rest, $0) }
    case .index(let index): return elements.indices.contains(index) ? value(rest, elements[index]) : nil
    case .all: return all(rest, elements)
    case .count: return .number("\(elements.count)")
    case .first(let name, let text): return elements.first { has(name, text, $0) }.flatMap { value(rest, $0) }
    case .those(let name, let text):
      return all(rest, elements.filter { has(name, text, $0) })
    }
  }

  private static func all(_ rest: ArraySlice<Part>, _ elements: [JSONValue]) -> JSONValue {
    if case .count? = rest.first { return .number("\(elements.count)") }
    return .array(elements.map { value(rest, $0) ?? .null })
  }

  private static func has(_ name: String, _ text: String, _ element: JSONValue) -> Bool {
    (element[name]?.stringValue ?? element[name]?.compactText) == text
  }
}

/// The words of a line, much as a shell finds them: quotation marks, `{a,b}` for both of them, `$NAME`.
private struct CommandScriptWords {
  /// Of each word the parts, each with its alternatives.
  private var words: [[[[String]]]] = []

  init(_ text: String, _ variables: [String: [String]], _ line: CommandScript.Line) throws {
    // A quoted part, one in braces, a variable by itself, or anything else up to one of these.
    let part = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\{([^}]*)\}|\$([A-Z][A-Z0-9]*)|([^ '"{$]+|[$"'{])/
    for word in text.matches(of: /(?:'[^']*'|"(?:[^"\\]|\\.)*"|\{[^}]*\}|[^ '"{])+/) {
      var parts: [[[String]]] = []
      for match in word.output.matches(of: part) {
        if let literal = match.output.1 {
          parts.append([[Self.expandVariables(String(literal), variables)]])
        } else if let text = match.output.2 {
          parts.append([[Self.expand(String(text), variables)]])
        } else if let choices = match.output.3 {
          parts.append(
            choices.split(separator: ",", omittingEmptySubsequences: false).map { choice in
              choice.isEmpty ? [] : Self.expand(String(choice), variables).split(separator: " ").map(String.init)
            })
        } else if let name = match.output.4 {
          guard let value = variables[String(name)] else { throw CommandScript.Mistake("no $\(name)", line) }
          parts.append([value])
        } else {
          parts.append([[String(match.output.5 ?? "")]])
        }
      }
      words.append(parts)
    }
  }

  /// The line with each choice of its braces.
  func alternatives() -> [[String]] {
    var lines: [[String]] = [[]]
    for parts in words {
      var choices: [[String]?] = [nil]
      for part in parts {
        choices = choices.flatMap { begun in
          part.map { words in begun.map { Self.joined($0, words) } ?? words }
        }
      }
      lines = lines.flatMap { line in choices.map { line + ($0 ?? []) } }
    }
    return lines
  }

  /// The words with those that follow them without a space.
  private static func joined(_ first: [String], _ second: [String]) -> [String] {
    guard let last = first.last, let next = second.first else { return first + second }
    return first.dropLast() + [last + next] + second.dropFirst()
  }

  static func expandVariables(_ text: String, _ variables: [String: [String]]) -> String {
    text.replacing(/\$([A-Z][A-Z0-9]*)/) { match in
      variables[String(match.output.1)]?.joined(separator: " ") ?? String(match.output.0)
    }
  }

  /// `\n`, `\t`, `\"`, `\\`, `\u{1b}` and `$NAME` as what they stand for.
  static func expand(_ text: String, _ variables: [String: [String]]) -> String {
    text.replacing(/\\u\{([0-9a-fA-F]+)\}|\\([nrt"\\$])|\$([A-Z][A-Z0-9]*)/) { match in
      if let digits = match.output.1 {
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
      }
      if let letter = match.output.2 { return ["n": "\n", "r": "\r", "t": "\t"][letter] ?? String(letter) }
      return match.output.3.flatMap { variables[String($0)] }?.joined(separator: " ") ?? String(match.output.0)
    }
  }
}
