import Foundation
import ReceiptMint
import Testing

@Suite("inspect, run as a program")
struct InspectTests {
  @Test("the answer comes first, then the verdict; the exit status follows --require and --bundle-id")
  func verdicts() throws {
    let scratch = try Scratch()
    let receipt = try scratch.file("receipt.der", try Minted.receipt().bytes).path
    let anchor = try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path
    let trust = ["--trust-anchor", anchor]
    let app = ["--bundle-id", "com.example.test"]
    let stranger = "✗ Not from Apple: the signer is not trusted."
    let ended = "✗ Test: Expired on 26 December 2025, 18:13."
    let other = "✗ Of another app: com.example.test."
    let cases: [(arguments: [String], start: String, verdict: String, status: Int32)] = [
      ([], stranger, "✗ untrusted chain", 0),
      (["--require", "test-signed"], stranger, "✗ untrusted chain", 1),
      (trust, ended, "! test-signed", 0),
      (trust + ["--require", "test-signed"], ended, "! test-signed", 0),
      (trust + ["--require", "authentic"], ended, "! test-signed", 1),
      (
        ["--at", "1999-12-31"] + trust, "✗ Cannot tell: a certificate was not valid on 31 December 1999",
        "✗ outside validity", 0
      ),
      (
        ["--at", "2025-12-26 18:12:00 UTC"] + trust, "! Test: Subscribed until", "! test-signed",
        0
      ),
      (trust + app, ended, "! test-signed", 0),
      (app, stranger, "✗ untrusted chain", 1),
      (trust + ["--bundle-id", "com.example.tes"], other, "! test-signed", 1),
      (trust + ["--bundle-id", "com.example.x"] + app, ended, "! test-signed", 0),
    ]
    for expected in cases {
      let run = try ToolRun(["inspect"] + expected.arguments + [receipt])
      #expect(run.stdout.hasPrefix(expected.start), "\(expected.arguments)")
      #expect(run.stdout.contains("\n\n\(expected.verdict) — "), "\(expected.arguments)")
      #expect(run.stdout.contains("com.example.test.monthly"))
      #expect(run.status == expected.status, "\(expected.arguments)")
      #expect((run.stderr == "") == (expected.status == 0), "\(expected.arguments)")
    }
  }

  @Test("several pieces of signed data in one text are one history, if they are of one customer")
  func severalSigned() throws {
    let vectors = Package.root.appendingPathComponent("TestReceipts")
    func text(_ name: String) throws -> String {
      try String(contentsOf: vectors.appendingPathComponent("jws-\(name).jws"), encoding: .utf8)
    }
    let anchor = ["--trust-anchor", vectors.appendingPathComponent("root.pem").path]
    let both = try text("transaction") + "\n" + text("renewal") + "\n"
    let run = try ToolRun(["inspect"] + anchor, input: Array(both.utf8))
    #expect(
      run.status == 0 && run.stdout.contains("Pieces: 2") && run.stdout.contains("Test purchase"), "\(run.stderr)")
    let required = try ToolRun(["inspect", "--require", "authentic"] + anchor, input: Array(both.utf8))
    #expect(required.status == 1)
    // An answer of Get All Subscription Statuses, read as a whole.
    func trimmed(_ name: String) throws -> String { try text(name).trimmingCharacters(in: .whitespacesAndNewlines) }
    let last: [String: Any] = [
      "status": 1, "signedTransactionInfo": try trimmed("transaction"), "signedRenewalInfo": try trimmed("renewal"),
    ]
    let object: [String: Any] = ["environment": "Sandbox", "data": [["lastTransactions": [last]]]]
    let answer = Array(try JSONSerialization.data(withJSONObject: object))
    let whole = try ToolRun(["inspect"] + anchor, input: answer)
    #expect(whole.status == 0 && whole.stdout.contains("Pieces: 2"), "\(whole.stdout)")
    #expect(!whole.stdout.contains("NOT ALL OF IT") && !whole.stdout.contains("Cannot tell"), "\(whole.stdout)")
  }

  @Test("the whole report is in the language of the locale, or in the one that is asked for")
  func languages() throws {
    let receipt = try Minted.receipt().bytes
    let english = try ToolRun(["inspect"], input: receipt).stdout
    let cases: [(options: [String], environment: [String: String], start: String, row: String)] = [
      ([], ["LANG": "de_AT.UTF-8"], "✗ Nicht von Apple: dem Unterzeichner wird nicht vertraut.\n", "Zeiten in UTC."),
      ([], ["LANG": "de_DE", "LC_ALL": "zh_CN.UTF-8"], "✗ 并非来自 Apple：签名者不受信任。\n", "时间均为 UTC。"),
      (["--language", "zh-Hans"], ["LANG": "de_DE.UTF-8"], "✗ 并非来自 Apple：签名者不受信任。\n", "时间均为 UTC。"),
    ]
    for (options, environment, start, row) in cases {
      let run = try ToolRun(["inspect"] + options, input: receipt, environment: environment)
      #expect(run.stdout.hasPrefix(start) && run.stdout.contains(row), "\(run.stdout)")
      #expect(!run.stdout.contains("Times are in UTC.") && !run.stdout.contains("Purchases"), "\(run.stdout)")
    }
    for (options, environment) in [
      ([], ["LANG": "de_DE", "LC_MESSAGES": "en_GB"]), ([], ["LANG": "fr_FR.UTF-8"]),
      (["--language=en"], ["LANG": "de_DE.UTF-8"]),
    ] {
      #expect(try ToolRun(["inspect"] + options, input: receipt, environment: environment).stdout == english)
    }
    let wrong = try ToolRun(["inspect", "--language", "fr"], input: receipt)
    #expect(wrong.status == 64 && wrong.stderr.contains("'fr'"), "\(wrong.stderr)")
    let error = try ToolRun(["inspect", "--language", "de"], input: Array("MIIB".utf8))
    #expect(error.status == 65 && error.stderr.contains("Beleg"), "\(error.stderr)")
  }

  @Test("reports in German and Chinese are those of the files in Golden", arguments: ["de", "zh-Hans"])
  func translations(_ language: String) throws {
    func vector(_ name: String) -> String { "TestReceipts/" + name }
    let anchor = ["--trust-anchor", vector("root.pem")]
    let commands: [(name: String, arguments: [String])] = [
      ("inspect", ["inspect", "--at", "2026-01-15T12:00:00Z", vector("sandbox-subscription.b64")] + anchor),
      ("notification", ["inspect", "--at", "2026-01-15T12:00:00Z", vector("jws-notification-refund.jws")] + anchor),
      ("status", ["status", "--at", "2026-01-15T12:00:00Z", vector("sandbox-subscription.b64")] + anchor),
      (
        "validate", ["validate", "--text", "--at", "2026-01-15T12:00:00Z", vector("sandbox-subscription.b64")] + anchor
      ),
      ("diff", ["diff", vector("empty.b64"), vector("sandbox-subscription.b64")] + anchor),
      ("explain", ["explain", "21004", "DID_FAIL_TO_RENEW", "offerType=4", "untrusted-chain", "SKError=2"]),
      ("diagnose", ["diagnose", "--at", "2026-01-15T12:00:00Z", vector("token-expired.jwt")]),
      ("compare", ["compare", vector("production.b64"), vector("verifyreceipt-response.body")] + anchor),
    ]
    for (name, arguments) in commands {
      let run = try ToolRun(
        arguments + ["--language", language], environment: ["COLUMNS": "80"], directory: Package.root)
      let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Golden/\(name)-\(language).txt")
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(run.stdout.utf8).write(to: file) }
      #expect(run.stdout == (try String(contentsOf: file, encoding: .utf8)), "\(name): \(run.stderr)")
    }
  }

  @Test(
    "a locale without UTF-8 gets none",
    arguments: [
      ["LC_ALL": "C"], ["LANG": "POSIX"], ["LC_CTYPE": "de_DE.ISO-8859-1"], ["LANG": "en_US.UTF-8", "LC_ALL": "C"],
    ])
  func ascii(_ environment: [String: String]) throws {
    let receipt = try Minted.receipt().bytes
    let run = try ToolRun(["inspect"], input: receipt, environment: environment)
    #expect(run.stdout.hasPrefix("x Not from Apple: the signer is not trusted.\n"))
    #expect(run.stdout.utf8.allSatisfy { $0 < 0x80 }, "\(run.stdout)")
    for other in [[:], ["LC_ALL": "C.UTF-8"], ["LC_ALL": "", "LANG": "en_US.utf8"], ["LANG": "en_US"]] {
      #expect(try ToolRun(["inspect"], input: receipt, environment: other).stdout.hasPrefix("✗"), "\(other)")
    }
  }

  @Test("an unreadable input is an error, with nothing on standard output")
  func errors() throws {
    let run = try ToolRun(["inspect"], input: Array("this is not a receipt".utf8))
    #expect(run.status == 65 && run.stdout == "")
    #expect(run.stderr.hasPrefix("error: ") && run.stderr.contains("\nhint: "))
    for arguments in [
      ["--asn1", "--certificates"], ["--asn1", "--require", "authentic"], ["--asn1", "--bundle-id", "a"],
      ["--bundle-id", ""], ["--color", "sometimes"],
    ] {
      let run = try ToolRun(["inspect"] + arguments)
      #expect(run.status == 64 && run.stdout == "" && run.stderr.hasPrefix("error: "), "\(arguments)")
    }
  }

  @Test("several inputs have a heading each, and the worst status is the exit status")
  func batch() throws {
    let scratch = try Scratch()
    _ = try scratch.file("good.b64", Array(try Minted.receipt().base64.utf8))
    _ = try scratch.file("bad.txt", Array("this is not a receipt".utf8))
    let run = try ToolRun(["inspect", "good.b64", "bad.txt", "missing", "good.b64"], directory: scratch.url)
    #expect(run.status == 66)
    #expect(run.stdout.components(separatedBy: "==> good.b64 <==\n\n✗").count == 3)
    #expect(!run.stdout.contains("bad.txt"))
    #expect(run.stderr.contains("error: bad.txt: ") && run.stderr.contains("error: missing cannot be read"))
  }

  @Test("80 columns unless COLUMNS says otherwise; colours only when asked for")
  func terminal() throws {
    let receipt = try Minted.receipt().bytes
    func widest(_ environment: [String: String]) throws -> Int {
      let run = try ToolRun(["inspect", "--certificates"], input: receipt, environment: environment)
      #expect(!run.stdout.contains("\u{1B}"))
      return run.stdout.split(separator: "\n").map(\.count).max() ?? 0
    }
    #expect(try (70...80).contains(widest([:])))
    #expect(try (70...80).contains(widest(["COLUMNS": "none", "CLICOLOR_FORCE": "1"])))
    #expect(try (41...50).contains(widest(["COLUMNS": "50"])))
    #expect(try (81...200).contains(widest(["COLUMNS": "200"])))
    for (choice, isColoured) in [("always", true), ("never", false), ("auto", false)] {
      let run = try ToolRun(["inspect", "--color", choice], input: receipt, environment: ["NO_COLOR": "1"])
      #expect(run.stdout.contains("\u{1B}[") == isColoured, "\(choice)")
    }
  }

  @Test("--asn1 shows what cannot be decoded")
  func asn1() throws {
    let run = try ToolRun(
      ["inspect", "--asn1"], input: try Minted.receipt().bytes, environment: ["COLUMNS": "140"])
    #expect(run.status == 0 && run.stderr == "")
    #expect(run.stdout.contains("1702 product_id: \"com.example.test.monthly\""))
    // An envelope that decode refuses: the payload is no SET.
    let minter = EnvelopeMinter(try Minted.chain())
    let foreign = try minter.envelope(payload: DEREncoder.utf8String("hello")).mint().bytes
    let refused = try ToolRun(["inspect"], input: foreign)
    #expect(refused.status == 65 && refused.stderr.contains("inspect --asn1"))
    let shown = try ToolRun(["inspect", "--asn1"], input: foreign)
    #expect(shown.status == 0 && shown.stdout.contains("UTF8String  \"hello\""))
    // And a structure that breaks: what can be shown is shown.
    let broken = try ToolRun(
      ["inspect", "--asn1"], input: try minter.envelope(payload: [0x31, 0x05, 0x02]).mint().bytes)
    #expect(broken.status == 65 && broken.stdout.contains("signerInfos") && broken.stderr.hasPrefix("error: "))
  }
}
