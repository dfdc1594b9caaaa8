import Foundation
import ReceiptKit
import ReceiptMint
import ReceiptRedaction
import Testing

@Suite("redact")
struct RedactTests {
  static let transaction = "2000000000000001"

  /// A folder with a key, which go together.
  final class Keyed {
    let scratch: Scratch
    let key: String

    init() throws {
      scratch = try Scratch()
      key = scratch.path + "/customers.key"
      let run = try ToolRun(["redact", "--new-key", key])
      #expect(run.status == 0 && run.stdout == "" && run.stderr == "")
    }

    func run(_ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
      try ToolRun(["redact", "--key-file", key] + arguments, input: input)
    }

    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String { try scratch.file(name, bytes).path }
  }

  static func mode(_ path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  static func request() throws -> [UInt8] {
    Array(#"{"receipt-data":"\#(try Minted.receipt().base64)","password":"0123456789abcdef"}"#.utf8)
  }

  @Test("a new key is private, and never written over another file")
  func newKey() throws {
    let keyed = try Keyed()
    #expect(try Self.mode(keyed.key) == 0o600)
    let key = keyed.key
    let before = try Data(contentsOf: URL(fileURLWithPath: key))
    #expect(before.count == 65)
    let again = try ToolRun(["redact", "--new-key", key])
    #expect(again.status == 74)
    #expect(again.stderr.contains("never overwritten"))
    #expect(try ToolRun(["redact", "--new-key", key + "/none"]).status == 74)
    #expect(try Data(contentsOf: URL(fileURLWithPath: key)) == before)
  }

  @Test(
    "a key that others can read, a short one and a missing one are refused, and none is printed",
    arguments: [0o604, 0o606, 0o620, 0o644])
  func refusedKeys(_ mode: Int) throws {
    let keyed = try Keyed()
    let key = keyed.key
    let secret = try String(contentsOfFile: key, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
    let input = try Minted.receipt().bytes
    let open = try keyed.run([], input: input)
    #expect(open.status == 66 && open.stdout == "")
    #expect(open.stderr.contains("(mode \(String(mode, radix: 8)))"))
    #expect(open.stderr.contains("hint: chmod 600"))

    let short = try keyed.file("short.key", secret.utf8.prefix(31))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: short)
    let tooShort = try ToolRun(["redact", "--key-file", short], input: input)
    #expect(tooShort.status == 66 && tooShort.stdout == "")
    #expect(tooShort.stderr.contains("a key of 31 bytes; at least 32 are needed"))
    #expect(!tooShort.stderr.contains(secret.prefix(8)))

    let missing = try ToolRun(["redact", "--key-file", keyed.scratch.path + "/none"], input: input)
    #expect(missing.status == 66 && missing.stderr.contains("No such file"))
  }

  @Test("one key gives one output, another key another one, and no key one that never comes again")
  func keys() throws {
    let keyed = try Keyed()
    let file = try keyed.file("receipt.b64", try Minted.receipt().base64.utf8)
    let first = try keyed.run([file])
    #expect(first.status == 0 && first.stderr == "")
    #expect(!first.stdout.contains(Self.transaction))
    let piped = try keyed.run([], input: try Minted.receipt().bytes)
    #expect(piped.stdout == first.stdout, "form and way of an input make no difference")
    #expect(try Keyed().run([file]).stdout != first.stdout)
    let unkeyed = try ToolRun(["redact", file])
    #expect(unkeyed.status == 0 && unkeyed.stderr.contains("--key-file keeps them"))
    let refused = try ToolRun(["redact"], input: Array("no receipt".utf8))
    #expect(refused.status == 65 && !refused.stderr.contains("--key-file keeps them"))
    #expect(try ToolRun(["redact", file]).stdout != unkeyed.stdout)
  }

  @Test("a receipt alone has no line break behind it, so that Apple takes the file; several have one each")
  func lastLine() throws {
    let keyed = try Keyed()
    let file = try keyed.file("receipt.b64", try Minted.receipt().base64.utf8)
    let one = try keyed.run([file]).stdout
    #expect(!one.contains("\n"))
    let diagnosed = try ToolRun(["diagnose", "--json"], input: Array(one.utf8)).stdout
    #expect(!diagnosed.contains("line-breaks"))
    #expect(try keyed.run([file, file]).stdout == "\(one)\n\(one)\n")
  }

  @Test("every command reads what comes out, and none takes it for Apple's")
  func commands() throws {
    let keyed = try Keyed()
    let inputs: [(name: String, bytes: [UInt8])] = [
      ("receipt", try Minted.receipt().bytes), ("request", try Self.request()),
      (
        "answer",
        Array(#"{"status":0,"receipt":{"in_app":[]},"latest_receipt":"\#(try Minted.receipt().base64)"}"#.utf8)
      ),
    ]
    for (name, bytes) in inputs {
      let redacted = try keyed.run([], input: bytes)
      try #require(redacted.status == 0)
      let file = try keyed.file(name, redacted.stdout.utf8)
      let decoded = try ToolRun(["decode", file])
      #expect(decoded.status == 0)
      #expect((try decoded.json()["authenticity"] as? [String: Any])?["verdict"] as? String == "untrusted-chain")
      #expect(decoded.stdout.contains("TEST REDACTED Receipt Signing (not Apple)"))
      #expect(try ToolRun(["inspect", file]).status == 0)
      #expect(try ToolRun(["status", "--at", "2025-12-27", file]).status == 0)
      #expect(try ToolRun(["diagnose", file]).status == 0)
      #expect(try ToolRun(["validate", file]).status == 1)
      #expect(try ToolRun(["decode", "--require", "authentic", file]).status == 1)
    }
    let anchors = try ToolRun(["redact", "--print-anchors"])
    #expect(anchors.status == 0)
    let anchor = try keyed.file("anchors.pem", anchors.stdout.utf8)
    let trusted = try ToolRun([
      "decode", "--trust-anchor", anchor, "--require", "test-signed", keyed.scratch.path + "/receipt",
    ])
    #expect(trusted.status == 0)
    // The strongest that anybody can say of it is still not production.
    let strongest = [
      "validate", "--trust-anchor", anchor, "--environment", "production", keyed.scratch.path + "/receipt",
    ]
    #expect(try ToolRun(strongest).status == 1)
    #expect((try trusted.json()["authenticity"] as? [String: Any])?["verdict"] as? String == "test-signed")
  }

  @Test("--json is decode's document with a mark, and tells no name of a file")
  func json() throws {
    let keyed = try Keyed()
    let file = try keyed.file("jane-doe-\(Self.transaction).b64", try Minted.receipt().base64.utf8)
    let run = try keyed.run(["--json", file])
    #expect(run.status == 0)
    #expect(try run.json()["redacted"] as? Bool == true)
    #expect(!run.stdout.contains("jane-doe") && !run.stdout.contains(Self.transaction))
    let purchases = (try run.json()["receipt"] as? [String: Any])?["in_app"] as? [[String: Any]]
    #expect(purchases?.count == 1)
    let line = try keyed.run([file]).stdout
    #expect(
      try ToolRun(["--in-app", "--compact"], input: Array(line.utf8)).stdout.contains(
        "\"\(try #require(purchases?.first?["transaction_id"] as? String))\""))
  }

  @Test("documents of this tool are refused", arguments: [["decode"], ["validate"], ["status", "--json"]])
  func ownDocuments(_ command: [String]) throws {
    let document = try ToolRun(command, input: try Minted.receipt().bytes).stdout
    #expect(document.contains("receipt-tool/"))
    let run = try Keyed().run([], input: Array(document.utf8))
    #expect(run.status == 65 && run.stdout == "", "\(run.stderr)")
    #expect(run.stderr.contains("a document that this tool made (receipt-tool/\(command[0])/1)"))
    #expect(run.stderr.contains("hint: redact the receipt itself"))
  }

  @Test("what --json prints is a description for mint")
  func described() throws {
    let redacted = try Keyed().run(["--json"], input: try Minted.receipt().bytes)
    let minted = try ToolRun(["mint", "--key-size", "1024"], input: Array(redacted.stdout.utf8))
    #expect(minted.status == 0, "\(minted.stderr)")
    let decoded = try ToolRun(["decode"], input: Array(minted.stdout.utf8)).json()
    #expect(decoded["receipt"] as? NSObject == (try redacted.json()["receipt"] as? NSObject))
  }

  @Test("several inputs give a line each, and one that is no receipt does not hide the others")
  func batch() throws {
    let keyed = try Keyed()
    let good = try keyed.file("good", try Minted.receipt().bytes)
    let answer = try keyed.file("request", try Self.request())
    let bad = try keyed.file("bad", "hello".utf8)
    let run = try keyed.run([good, bad, answer])
    #expect(run.status == 65)
    let lines = run.lines
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("MII") && lines[2].hasPrefix(#"{"redacted":true,"#))
    #expect(run.stderr.contains("bad: "))
    let missing = try keyed.run([good, keyed.scratch.path + "/jane-doe.b64"])
    #expect(missing.status == 66 && !missing.stdout.contains("jane-doe"))
    if SchemaCheck.canRun { try SchemaCheck.expectValid([lines[1], missing.lines[1]], "redacted-1") }
    let documents = try keyed.run(["--json", good, bad]).stdout.split(separator: "\n")
    #expect(documents.count == 2 && documents[1].contains(#""code":"not_a_receipt""#))
  }

  @Test(
    "options that contradict each other or say nothing are refused",
    arguments: [
      ["--shift", "1d", "--coarsen", "day"], ["--shift", "soon"], ["--coarsen", "year"],
      ["--new-key", "a", "--key-file", "b"],
      ["--new-key", "a", "--list"], ["--new-key", "a", "--shift", "3"], ["--new-key", "a", "--json"],
      ["--new-key", "a", "--bundle-id"], ["--print-anchors", "--coarsen", "day"],
      ["--new-key", "a", "receipt"], ["--print-anchors", "receipt"], ["--key-file", "a", "--key-file", "b"],
    ])
  func usage(_ arguments: [String]) throws {
    try ToolRun.expectUsage(["redact"] + arguments)
  }

  @Test("app, products and dates are replaced on request only")
  func options() throws {
    let keyed = try Keyed()
    let input = try Minted.receipt().bytes
    func claims(_ options: [String]) throws -> [String: Any] {
      let run = try keyed.run(["--json"] + options, input: input)
      return try #require(try run.json()["receipt"] as? [String: Any])
    }
    func product(_ claims: [String: Any]) -> String? {
      (claims["in_app"] as? [[String: Any]])?.first?["product_id"] as? String
    }
    let plain = try claims([])
    #expect(plain["bundle_id"] as? String == "com.example.test" && product(plain) == "com.example.test.monthly")
    let products = try claims(["--product-ids"])
    #expect(products["bundle_id"] as? String == "com.example.test" && product(products) != "com.example.test.monthly")
    let app = try claims(["--bundle-id"])
    let name = try #require(app["bundle_id"] as? String)
    #expect(name != "com.example.test" && product(app)?.hasPrefix(name + ".") == true)
    #expect(product(app) == product(products))
    #expect(try claims(["--shift", "-1d"])["receipt_creation_date"] as? String == "2025-12-25 18:39:47 Etc/GMT")
    #expect(try claims(["--shift", "2h"])["receipt_creation_date"] as? String == "2025-12-26 20:39:47 Etc/GMT")
    #expect(try claims(["--coarsen", "month"])["receipt_creation_date"] as? String == "2025-12-01 00:00:00 Etc/GMT")
    #expect(try claims(["--shift", "-1d"])["original_purchase_date"] as? String == "2013-08-01 07:00:00 Etc/GMT")
  }

  @Test(
    "--list says what would be done, in words and as valid JSON", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
  func list() throws {
    let request = try Self.request()
    let words = try ToolRun(["redact", "--list"], input: request)
    #expect(words.status == 0 && words.stderr == "")
    #expect(try words.stdout.contains(Regex("(?m)^ +1  transaction +receipt-data > in_app\\[\\]\\.transaction_id$")))
    #expect(try words.stdout.contains(Regex("(?m)^Removed\\n +1  secret +password$")))
    let json = try ToolRun(["redact", "--list", "--json"], input: request)
    for text in [words.stdout, json.stdout] {
      #expect(!text.contains(Self.transaction) && !text.contains("0123456789abcdef"))
    }
    let keyed = try Keyed()
    let file = try keyed.file("a", request)
    let bad = try keyed.file("b", "hello".utf8)
    let lists = try ToolRun(["redact", "--list", "--json", file, bad])
    #expect(lists.lines.count == 2)
    try SchemaCheck.expectValid(lists.lines, "redact-1")
    let inputs = try ["x", "y"].map { try keyed.file($0, try Minted.receipt().bytes) }
    let documents = try keyed.run(["--json"] + inputs)
    #expect(documents.lines.count == 2)
    try SchemaCheck.expectValid(documents.lines, "decode-1")
  }
}
