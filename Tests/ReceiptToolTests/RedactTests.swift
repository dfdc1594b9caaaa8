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

  static func request() throws -> [UInt8] {
    Array(#"{"receipt-data":"\#(try Minted.receipt().base64)","password":"0123456789abcdef"}"#.utf8)
  }

  @Test("Scripts/redact.txt", arguments: try CommandScript.cases("redact"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("what --json prints is a description for mint")
  func described() throws {
    let redacted = try Keyed().run(["--json"], input: try Minted.receipt().bytes)
    let minted = try ToolRun(["mint", "--key-size", "1024"], input: Array(redacted.stdout.utf8))
    #expect(minted.status == 0, "\(minted.stderr)")
    let decoded = try ToolRun(["decode"], input: Array(minted.stdout.utf8)).json()
    #expect(decoded["receipt"] as? NSObject == (try redacted.json()["receipt"] as? NSObject))
  }

  @Test("a product has the same pseudonym with and without its app's")
  func products() throws {
    let keyed = try Keyed()
    let input = try Minted.receipt().bytes
    func claims(_ options: [String]) throws -> [String: Any] {
      let run = try keyed.run(["--json"] + options, input: input)
      return try #require(try run.json()["receipt"] as? [String: Any])
    }
    func product(_ claims: [String: Any]) -> String? {
      (claims["in_app"] as? [[String: Any]])?.first?["product_id"] as? String
    }
    let products = try claims(["--product-ids"])
    let app = try claims(["--bundle-id"])
    let name = try #require(app["bundle_id"] as? String)
    #expect(name != "com.example.test" && product(app)?.hasPrefix(name + ".") == true)
    #expect(product(app) == product(products))
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
