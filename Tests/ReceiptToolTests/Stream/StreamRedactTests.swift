import Foundation
import Testing

@Suite("--stream of redact", .serialized)
struct StreamRedactTests {
  /// A key makes pseudonyms the same in every run.
  private func scratch() throws -> (Scratch, lines: [[UInt8]]) {
    let scratch = try Scratch()
    let made = try ToolRun(["redact", "--new-key", "key"], directory: scratch.url)
    try #require(made.status == 0, "\(made.stderr)")
    // Signing anew takes its time: every third will do.
    let lines = try StreamInputs.vectorLines().enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    for (index, line) in lines.enumerated() { try scratch.file(String(index + 1), line) }
    try scratch.file("all", StreamInputs.joined(lines))
    return (scratch, lines)
  }

  @Test("every line is redacted as a single call does it")
  func singles() throws {
    let (scratch, lines) = try scratch()
    let stream = try ToolRun(["redact", "--stream", "--key-file", "key", "all"], directory: scratch.url)
    let documents = try StreamInputs.documents(stream)
    try #require(documents.count == lines.count)
    var redacted = 0
    for (number, document) in zip(1..., documents) {
      let single = try ToolRun(["redact", "--key-file", "key", String(number)], directory: scratch.url)
      #expect(document["line"] as? Int == number)
      #expect(document["source"] as? String == "-")
      #expect((document.errorCode == nil) == (single.status == 0), "line \(number)")
      if let receipt = document["receipt_data"] as? String {
        redacted += 1
        #expect(receipt + "\n" == single.stdout, "line \(number)")
      } else if let inner = document["document"] as? NSDictionary {
        redacted += 1
        #expect(try single.json() as NSDictionary == inner, "line \(number)")
      }
    }
    #expect(redacted > 12 && redacted == documents.count { $0.errorCode == nil })
    #expect(stream.status == (redacted == lines.count ? 0 : 65))
  }

  @Test(
    "its documents follow their schemas", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing),
    arguments: [([], "redacted-1"), (["--json"], "decode-1"), (["--list", "--json"], "redact-1")])
  func schemas(_ options: [String], _ schema: String) throws {
    let (scratch, lines) = try scratch()
    let run = try ToolRun(["redact", "--stream", "--key-file", "key"] + options + ["all"], directory: scratch.url)
    // Documents that are redacted as documents stay what they are with --json.
    let documents = run.stdout.split(separator: "\n").map(String.init)
      .filter { options != ["--json"] || !$0.contains("receipt-tool/redacted/1") }
    #expect(documents.count > lines.count / 2)
    #expect(try SchemaCheck.complaints(documents, schema: schema).filter { !$0.isEmpty } == [])
  }
}
