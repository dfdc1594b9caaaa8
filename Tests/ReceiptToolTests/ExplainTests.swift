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

  @Test("names may be written as several words; several names are answered one by one")
  func names() throws {
    #expect(try ToolRun(["explain", "cancellation", "date"]).stdout.hasPrefix("cancellation_date"))
    let two = try ToolRun(["explain", "21007", "1702"])
    #expect(two.stdout.contains("21007  status") && two.stdout.contains("\n\n1702  attribute"))
    let refund = try ToolRun(["explain", "refund"]).stdout
    #expect(refund.contains("version 1") && refund.contains("version 2"))
    #expect(try ToolRun(["explain", "SKError 2"]).stdout.contains("The customer cancelled the purchase."))
  }

  @Test("errors are found inside a text, but only where no word is a name")
  func errorTexts() throws {
    for words in [
      [#"Error Domain=SKErrorDomain Code=2 "(null)""#], ["it", "said:", "Domain=SKErrorDomain", "Code=2"],
      ["SKErrorDomain", "Code=2"], ["ESKERRORDOMAIN2"],
    ] {
      let run = try ToolRun(["explain"] + words)
      #expect(run.status == 0 && run.stdout.hasPrefix("paymentCancelled  error of StoreKit\n"), "\(words)")
    }
    let exception = "APIException{httpStatusCode=404, apiError=TRANSACTION_ID_NOT_FOUND}"
    #expect(try ToolRun(["explain", exception]).stdout.hasPrefix("4040010  error code of the App Store Server API\n"))
    // Single terms are not hidden by the text that they are part of.
    let single = try ToolRun(["explain", "21007", "6777006 failed"])
    #expect(single.status == 64 && single.stdout.hasPrefix("21007  status") && !single.stdout.contains("6777006"))
    let both = try ToolRun(["explain", "1702", "21007"])
    #expect(both.stdout.contains("1702  attribute") && both.stdout.contains("21007  status"))
    let none = try ToolRun(["explain", "where", "qqqqqqqq"])
    #expect(none.status == 64 && none.stdout == "")
    // Names of members stand in such texts, too.
    let members = try ToolRun(["explain", "error", "at", "line", "Domain=SKErrorDomain", "Code=2"])
    #expect(members.stdout.hasPrefix("paymentCancelled  error of StoreKit\n"))
  }

  @Test("an unknown value of a known field is refused with the known ones")
  func unknownValues() throws {
    let run = try ToolRun(["explain", "expiration_intent=9"])
    #expect(run.status == 64 && run.stdout == "")
    #expect(
      run.stderr
        == "error: expiration_intent has no known value '9'\nhint: its known values are 1, 2, 3, 4, 5\n")
    let many = try ToolRun(["explain", "errorCode=12345678"])
    #expect(many.status == 64 && many.stdout == "", "\(many.stderr)")
    let open = try ToolRun(["explain", "product_id=x\u{1B}[31m"])
    #expect(open.status == 64 && open.stderr.contains("explain product_id explains the field"), "\(open.stderr)")
    #expect(!open.stderr.contains("\u{1B}"))
  }

  @Test("what is not known is a usage error with what is close")
  func unknown() throws {
    let run = try ToolRun(["explain", "expires_dat"])
    #expect(run.status == 64 && run.stdout == "")
    #expect(
      run.stderr
        == "error: unknown name: 'expires_dat'\nhint: did you mean expires_at, expires_date, "
        + "commitmentExpiresDate, grace_period_expires_date?\n")
    let far = try ToolRun(["explain", "\u{1B}[31mqqqqqqqq", "--json"])
    #expect(far.status == 64 && far.stdout == "" && far.stderr.contains("\\u{1b}") && far.stderr.contains("hint: "))
    // What is known is answered even so.
    let both = try ToolRun(["explain", "21007", "qqqqqqqq"])
    #expect(both.status == 64 && both.stdout.hasPrefix("21007"))
  }

  @Test("a cause is that of the command that names it")
  func causes() throws {
    #expect(try ToolRun(["explain", "offer-nonce-case"]).stdout.contains("receipt-tool offer check\n"))
    #expect(try ToolRun(["explain", "token-early"]).stdout.contains("receipt-tool diagnose\n"))
  }
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

  @Test("names that no app can have hashed are refused")
  func refused() throws {
    for bytes: [UInt8] in [[], [0x0A], [0xFF], [0x61, 0, 0x62]] {
      let run = try ToolRun(["account-hash"], input: bytes)
      #expect(run.status == 64 && run.stdout == "" && run.stderr.hasPrefix("error: the account name "), "\(bytes)")
    }
    #expect(try ToolRun(["account-hash", ""]).status == 64)
    #expect(try ToolRun(["account-hash", "a", "b"]).status == 64)
    // What an argument becomes that is not UTF-8.
    let damaged = try ToolRun(["account-hash", "a\u{FFFD}"])
    #expect(damaged.status == 64 && damaged.stdout == "" && damaged.stderr.contains("not valid UTF-8"))
  }
}
