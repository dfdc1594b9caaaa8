import Foundation
import Testing

@Suite("compare --transactions, run as a program")
struct CompareTransactionsTests {
  /// A scenario as `mint` writes it, the names of its files by kind.
  struct Life {
    let scratch: Scratch
    let names: [String]

    init(_ scenario: String = "trial-renew-refund", seed: Int = 1) throws {
      scratch = try Scratch()
      let folder = scratch.path + "/life"
      let run = try ToolRun(["mint", "--scenario", scenario, "--seed", "\(seed)", "--output", folder])
      #expect(run.status == 0)
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    var url: URL { scratch.url.appendingPathComponent("life") }

    func all(_ kind: String) -> [String] { names.filter { $0.contains(".\(kind).") } }

    func file(_ number: Int, _ kind: String) throws -> String {
      try #require(all(kind).first { $0.hasPrefix("0\(number)-") })
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    /// `compare` with the anchor of the scenario.
    func compare(
      _ receipt: String, _ files: [String], _ arguments: [String] = [], input: [UInt8] = []
    ) throws -> ToolRun {
      try ToolRun(
        ["compare", "--trust-anchor", "anchor.pem", receipt] + files.flatMap { ["--transactions", $0] } + arguments,
        input: input, directory: url)
    }
  }

  @Test("signed data of the same customer agrees; --fail-on any minds what only signed data has")
  func agrees() throws {
    let life = try Life()
    let receipt = try life.file(2, "receipt")
    let run = try life.compare(receipt, life.all("transaction"))
    #expect(run.status == 0 && run.stderr == "" && run.stdout.hasPrefix("✓ agrees: "))
    #expect(run.stdout.contains("refunded-since: ") && run.stdout.contains("2 in both, 0 only in the receipt"))
    for line in run.stdout.components(separatedBy: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(try life.compare(receipt, life.all("notification")).status == 0)
    #expect(try life.compare(receipt, life.all("transaction"), ["--fail-on", "any"]).status == 1)
    let all = try life.compare(receipt, life.all("transaction"), ["--all"])
    #expect(
      all.status == 0 && all.stdout.contains("= /productId") && all.stdout.contains("+ /subscriptionGroupIdentifier"))
    let list = try life.all("transaction").map { "\"\(try life.text($0))\"" }.joined(separator: ",")
    let page = "{\"bundleId\":\"com.example.app\",\"hasMore\":false,\"signedTransactions\":[\(list)]}"
    let history = try life.compare(receipt, ["-"], ["--json"], input: Array(page.utf8))
    let report = try history.json()
    #expect(history.status == 0 && report["verdict"] as? String == "agrees")
    #expect((report["signed_data"] as? [String: Any])?["whole_history"] as? Bool == true)
  }

  @Test("signed data without --transactions leads to it, one file and several")
  func withoutOption() throws {
    let life = try Life()
    let receipt = try life.file(2, "receipt")
    let files = life.all("transaction")
    let one = try life.compare(receipt, [], [files[0]])
    #expect(one.status == 65 && one.stderr.contains("signed data") && one.stderr.contains("hint: --transactions FILE"))
    for arguments in [files, ["--response", files[0]]] {
      let run = try life.compare(receipt, [], arguments)
      #expect([64, 65].contains(run.status) && run.stderr.contains("--transactions"), "\(run.stderr)")
      #expect(!run.stderr.contains("receipt-tool-online"))
    }
  }

  @Test("a purchase that the whole history lacks differs, and so does what belongs to another customer")
  func differs() throws {
    let life = try Life()
    let first = try life.text(try life.file(1, "transaction"))
    let page = "{\"bundleId\":\"com.example.app\",\"hasMore\":false,\"signedTransactions\":[\"\(first)\"]}"
    let lacking = try life.compare(try life.file(1, "receipt"), ["-"], input: Array(page.utf8))
    #expect(lacking.status == 0)
    let later = try life.text(try life.file(4, "transaction"))
    let another = "{\"bundleId\":\"com.example.app\",\"hasMore\":false,\"signedTransactions\":[\"\(later)\"]}"
    let run = try life.compare(try life.file(4, "receipt"), ["-"], input: Array(another.utf8))
    #expect(run.status == 1 && run.stdout.hasPrefix("✗ differs: ") && run.stdout.contains("not-in-history: "))
    let others = try Life("one-time-charge")
    let production = try ToolRun(
      ["mint", "--jws", "transaction", "--seed", "1", "--environment", "production", "--write-anchor", "other.pem"],
      directory: others.url)
    #expect(production.status == 0)
    let elsewhere = try ToolRun(
      [
        "compare", "--trust-anchor", "anchor.pem", "--trust-anchor", "other.pem", try others.file(1, "receipt"),
        "--transactions", "-",
      ], input: Array(production.stdout.utf8), directory: others.url)
    #expect(elsewhere.status == 1 && elsewhere.stdout.hasPrefix("! no transaction is in both"), "\(elsewhere.stdout)")
    #expect(elsewhere.stdout.contains("another-environment: "))
  }

  @Test("what is not proven is said first and ends with 1, and --require applies to both")
  func unproven() throws {
    let life = try Life()
    let (receipt, transaction) = (try life.file(4, "receipt"), try life.file(4, "transaction"))
    let untrusted = try ToolRun(["compare", receipt, "--transactions", transaction], directory: life.url)
    #expect(untrusted.status == 1 && untrusted.stdout.hasPrefix("! nothing of the signed data counts"))
    var text = try life.text(transaction)
    text = String(text.dropLast(6)) + (text.hasSuffix("AAAAAA") ? "BBBBBB" : "AAAAAA")
    let changed = try life.compare(receipt, [try life.file(3, "transaction"), "-"], input: Array(text.utf8))
    #expect(changed.status == 1 && changed.stdout.hasPrefix("! 1 of 2 pieces of signed data do"), "\(changed.stdout)")
    #expect(try life.compare(receipt, [transaction], ["--require", "test-signed"]).status == 0)
    let required = try life.compare(receipt, [transaction], ["--require", "authentic"])
    #expect(required.status == 1 && required.stderr.contains("signed data: test-signed"))
    #expect(required.stderr.contains("less than --require asks for"))
  }

  @Test("what is no signed data, no receipt or no file")
  func badInputs() throws {
    let life = try Life()
    let (receipt, transaction) = (try life.file(1, "receipt"), try life.file(1, "transaction"))
    for (first, second, status, message) in [
      (receipt, receipt, 65, "no signed data of StoreKit 2"), (transaction, receipt, 65, "and no receipt"),
      (receipt, "anchor.pem", 65, "anchor.pem: "), (receipt, "missing.jws", 66, "missing.jws"),
      (receipt, ".", 66, "directory"), ("anchor.pem", transaction, 65, "anchor.pem: "),
    ] as [(String, String, Int32, String)] {
      let run = try life.compare(first, [second])
      #expect(run.status == status && run.stdout == "" && run.stderr.contains(message), "\(run.status) \(run.stderr)")
      #expect(run.stderr.contains("hint: "), "\(run.stderr)")
    }
    let empty = try life.compare(receipt, ["-"], input: Array("{\"signedTransactions\":[],\"hasMore\":false}".utf8))
    #expect(empty.status == 65 && empty.stdout == "")
    // One that cannot be read spoils all: it might say the opposite.
    let spoiled = try life.compare(receipt, [transaction, "-"], input: Array("nonsense".utf8))
    #expect(spoiled.status == 65 && spoiled.stdout == "")
  }

  @Test("command lines that mean nothing are refused")
  func usage() throws {
    let mistakes: [([String], String)] = [
      (["a", "b", "--transactions", "c"], "--transactions stands before each"),
      (["a", "--transactions", "b", "--response", "c"], "--response and --transactions exclude"),
      (
        ["a", "--transactions", "b", "--environment", "sandbox"], "signed data and options for asking Apple exclude"
      ),
      (["-", "--transactions", "-"], "standard input"), (["--transactions", "-"], "standard input"),
      (["a", "--transactions", "-", "--transactions", "-"], "standard input"), (["a", "--transactions="], "empty"),
      (["a", "--transactions"], "--transactions"), (["a", "--transaction", "b"], "--transaction"),
    ]
    for (arguments, message) in mistakes { try ToolRun.expectUsage(["compare"] + arguments, message) }
  }
}
