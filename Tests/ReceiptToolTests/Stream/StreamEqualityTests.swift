import Foundation
import Testing

/// A line of a stream is the document of a call for this input alone, to the byte; only its number stands there
/// besides.
@Suite("--stream says what single calls say", .serialized)
struct StreamEqualityTests {
  private static let commands: [[String]] = [
    ["decode"], ["decode", "--attributes"], ["decode", "--at", "2030-01-01", "--require", "test-signed"],
    ["validate", "--at", "2025-12-27", "--bundle-id", "com.example.reader", "--with-receipt"],
    ["diagnose", "--json", "--at", "2025-12-27", "--bundle-id", "com.example.reader"],
  ]

  private func compare(_ lines: [[UInt8]], _ command: [String]) throws {
    let scratch = try Scratch()
    let names = (1...lines.count).map(String.init)
    for (name, line) in zip(names, lines) { try scratch.file(name, line) }
    try scratch.file("all", StreamInputs.joined(lines))
    let single = try ToolRun(command + StreamInputs.anchor + names, directory: scratch.url)
    let stream = try ToolRun(command + StreamInputs.anchor + ["--stream", "all"], directory: scratch.url)
    let expected = single.stdout.split(separator: "\n")
    let found = stream.stdout.split(separator: "\n")
    try #require(expected.count == lines.count)
    try #require(found.count == lines.count, "\(stream.stderr)")
    for (number, (expected, found)) in zip(expected, found).enumerated() {
      let head = ",\"source\":\"\(number + 1)\","
      #expect(expected.contains(head))
      // The hint of a single call names its file as the argument of another command.
      let diagnose = "`receipt-tool diagnose \(number + 1)` says what it is and what to do"
      let general = expected.replacingOccurrences(of: "; " + diagnose, with: "")
        .replacingOccurrences(of: "\"" + diagnose + "\"", with: "null")
      let numbered = general.replacingOccurrences(of: head, with: ",\"source\":\"all\",\"line\":\(number + 1),")
      #expect(found == numbered[...], "line \(number + 1)")
    }
    #expect(stream.status == single.status)
  }

  @Test("of every vector", .thorough, arguments: commands)
  func vectors(_ command: [String]) throws {
    let lines = try StreamInputs.vectorLines()
    #expect(lines.count > 40)
    try compare(lines + [[], Array("hello".utf8), [0xFF, 0xFE, 0x80], [0x20, 0x09]], command)
  }

  @Test(
    "of the published receipts", .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts), arguments: commands
  )
  func published(_ command: [String]) throws {
    try compare(try StreamInputs.publishedLines(), command)
  }

  @Test("documents of streams follow the schemas", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
  func schemas() throws {
    let scratch = try Scratch()
    let lines = try StreamInputs.vectorLines().map { line in
      let text = String(decoding: line, as: UTF8.self)
      return try JSONSerialization.data(withJSONObject: ["r": text, "id": 7, "k": ["a": NSNull()]]) + [0x0A]
    }
    try scratch.file("all", lines.joined() + Data("nothing\n".utf8))
    for command in ["decode", "validate", "diagnose"] {
      let run = try ToolRun(
        [command, "--stream", "--field", "r", "--id-field", "id", "--keep", "k", "--summary", "s"] + StreamInputs.anchor
          + ["all", "missing"], directory: scratch.url)
      let documents = run.lines
      #expect(documents.count == lines.count + 2)
      #expect(documents.count { $0.contains("\"id\":7,\"kept\":{\"k\":{\"a\":null}}") } == lines.count)
      #expect(run.status == 66)
      try SchemaCheck.expectValid(documents, command + "-1")
      let summary = try Data(contentsOf: scratch.url.appendingPathComponent("s"))
      try SchemaCheck.expectValid(
        [try SchemaCheck.oneLine(String(decoding: summary, as: UTF8.self))], "stream-summary-1")
      let counts = try #require(try JSONSerialization.jsonObject(with: summary) as? [String: Any])
      #expect(counts["inputs"] as? Int == documents.count)
      let errors = documents.filter { $0.contains("\"exit_code\":") || $0.contains("\"readable\":false") }
      #expect(counts["errors"] as? Int == errors.count)
      #expect((counts["failed_sources"] as? [[String: Any]])?.compactMap { $0["source"] as? String } == ["missing"])
      let words = (counts["outcomes"] as? [String: Int] ?? [:]).values.reduce(0, +)
      #expect(words + (counts["errors"] as? Int ?? 0) == documents.count)
    }
  }
}
