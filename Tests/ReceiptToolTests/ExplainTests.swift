import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("explain, run as a program")
struct ExplainTests {
  @Test(
    "every entry can be asked for, and is valid by its schema", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
  func everything() throws {
    let questions = (Reference.entries + ReferenceEntry.minted).map(\.qualifiedKey)
    let run = try ToolRun(["explain", "--json"] + questions)
    #expect(run.status == 0 && run.stderr == "")
    #expect(run.lines.count == questions.count)
    try SchemaCheck.expectValid(run.lines, "explain-1")
    let list = try ToolRun(["explain", "--json"])
    let members = ReferenceEntry.documentMembers
    #expect((try list.json()["entries"] as? [Any])?.count == questions.count + members.count)
    let asked = try ToolRun(["explain", "--json"] + Set(members.map(\.key)))
    #expect(asked.status == 0 && asked.stderr == "")
    try SchemaCheck.expectValid(asked.lines, "explain-1")
    try SchemaCheck.expectRefused(try list.oneLine(), "explain-1", [("notification_v2", "v2")])
  }

  @Test("every word that a document of the tool can say can be asked for")
  func words() throws {
    let folder = Package.root.appendingPathComponent("Schemas")
    var words: Set<String> = []
    func collect(_ node: Any) {
      if let list = node as? [Any] { list.forEach(collect) }
      guard let object = node as? [String: Any] else { return }
      for key in ["enum", "const"] {
        guard let value = object[key] else { continue }
        words.formUnion((value as? [Any] ?? [value]).compactMap { $0 as? String })
      }
      object.values.forEach(collect)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".json") {
      collect(try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent(name))))
    }
    // Flags as verifyReceipt writes them, names of files, and languages (BCP 47), are no words of the tool.
    words = words.filter { !$0.hasPrefix("receipt-tool/") && !$0.hasSuffix(".pem") }
      .subtracting(["", "true", "false", "en", "de", "zh-Hans"])
    #expect(words.count > 250)
    let unknown = words.filter { Reference.answer($0, and: ReferenceEntry.minted).entries.isEmpty }
    #expect(unknown.sorted() == [])
  }

  @Test("text fits the width, with every entry and in the list")
  func width() throws {
    for columns in [40, 80] {
      let environment = ["COLUMNS": String(columns)]
      for run in [
        try ToolRun(["explain"], environment: environment),
        try ToolRun(["explain"] + (Reference.entries + ReferenceEntry.minted).map(\.key), environment: environment),
      ] {
        #expect(run.status == 0 && run.stderr == "")
        for line in run.stdout.components(separatedBy: "\n") { #expect(line.count <= columns, "\(line)") }
      }
    }
  }

  @Test("Scripts/explain.txt", arguments: try CommandScript.cases("explain"))
  func script(_ one: CommandScript.Case) throws { try one.run() }
}

@Suite("account-hash, run as a program")
struct AccountHashToolTests {
  /// Python's hashlib says what SHA-256 is.
  private func expected(_ name: [UInt8]) throws -> String {
    let script =
      "import hashlib,sys; h=hashlib.sha256(sys.stdin.buffer.read()).hexdigest(); print('-'.join(h[i:i+8] for i in range(0,64,8)))"
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script], input: name,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    try #require(run.status == 0)
    return run.stdout
  }

  @Test(
    "is what hashlib says, from an argument and from standard input",
    arguments: ["jane@example.com", "Zoë", " ", "a", "日本"])
  func names(_ name: String) throws {
    let hash = try expected(Array(name.utf8))
    for run in [
      try ToolRun(["account-hash", name]), try ToolRun(["account-hash"], input: Array(name.utf8)),
      try ToolRun(["account-hash", "-"], input: Array((name + "\n").utf8)),
      try ToolRun(["account-hash"], input: Array((name + "\r\n").utf8)),
    ] {
      #expect(run.stdout == hash && run.status == 0 && run.stderr == "")
    }
    // Only one line break is left out.
    #expect(
      try ToolRun(["account-hash"], input: Array((name + "\n\n").utf8)).stdout == expected(Array((name + "\n").utf8)))
  }
}
