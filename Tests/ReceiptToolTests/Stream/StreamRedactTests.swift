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

  @Test("every line is redacted as a single call does it", .thorough)
  func singles() throws {
    let (scratch, lines) = try scratch()
    let stream = try ToolRun(["redact", "--stream", "--key-file", "key", "all"], directory: scratch.url)
    let documents = try stream.documents()
    try #require(documents.count == lines.count)
    var redacted = 0
    for (number, document) in zip(1..., documents) {
      let single = try ToolRun(["redact", "--key-file", "key", String(number)], directory: scratch.url)
      #expect(document["line"] as? Int == number)
      #expect(document["source"] as? String == "-")
      #expect((document.errorCode == nil) == (single.status == 0), "line \(number)")
      if let receipt = document["receipt_data"] as? String {
        redacted += 1
        #expect(receipt == single.stdout, "line \(number)")
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
    let documents = run.lines.filter { options != ["--json"] || !$0.contains("receipt-tool/redacted/1") }
    #expect(documents.count > lines.count / 2)
    try SchemaCheck.expectValid(documents, schema)
  }

  /// A table without its line of names: the first customer stands where the names should be.
  @Test("errors on standard output say nothing of the input, and files are numbered", arguments: [[], ["--json"]])
  func silence(_ options: [String]) throws {
    let (scratch, _) = try scratch()
    let receipt = try StreamInputs.receipts(1)[0]
    try scratch.file("jane-doe.csv", "jane@example.com,\(receipt)\njohn@example.com,x\n".utf8)
    try scratch.file(
      "smith.csv", "id,receipt\n1,\(receipt)\n2,2000001092134138\n3,\"a\" b\n4,{\"receipt-data\":7}\n".utf8)
    let run = try ToolRun(
      ["redact", "--stream", "--key-file", "key", "--csv", "--field", "receipt"] + options
        + ["jane-doe.csv", "gone-miller", "smith.csv"], directory: scratch.url)
    let documents = try run.documents()
    #expect(documents.map { $0["source"] as? String } == ["file 1", "file 2"] + Array(repeating: "file 3", count: 4))
    #expect(documents.map { $0["line"] as? Int } == [nil, nil, 2, 3, 4, 5])
    #expect(
      documents.map(\.errorCode)
        == ["invalid_record", "unreadable", nil, "transaction_identifier", "invalid_record", "invalid_json"])
    for word in ["jane", "example.com", "miller", "smith", "2000001092134138", "john"] where run.stdout.contains(word) {
      // The redacted receipt itself has the bundle identifier of the example.
      #expect(options == ["--json"] && word == "example.com", "\(word)")
    }
    for document in documents where document.errorCode != nil {
      let error = try #require(document["error"] as? [String: Any])
      #expect((error["message"] as? String)?.isEmpty == false)
      #expect(!"\(error)".contains("example"))
    }
    #expect(run.stderr.contains("error: jane-doe.csv: the table has no column 'receipt'"))
    #expect(run.stderr.contains("error: gone-miller cannot be read"))
  }
}
