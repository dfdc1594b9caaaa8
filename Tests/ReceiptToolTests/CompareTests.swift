import Foundation
import ReceiptKit
import Testing

@Suite("compare, run as a program")
struct CompareTests {
  private static let answer = "verifyreceipt-answer.body"

  private func compare(_ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
    try ToolRun(
      ["compare", "--trust-anchor", "root.pem", "sandbox-subscription.b64"] + arguments, input: input,
      directory: Package.vectors)
  }

  private func saved() throws -> String {
    try String(contentsOf: Package.vectors.appendingPathComponent(Self.answer), encoding: .utf8)
  }

  /// The report about an answer that was changed in one place.
  private func changed(_ found: String, _ replacement: String, _ arguments: [String] = ["--json"]) throws -> ToolRun {
    let text = try saved()
    let range = try #require(text.range(of: found))
    let edited = text.replacingCharacters(in: range, with: replacement)
    return try compare(arguments + ["--response", "-"], input: Array(edited.utf8))
  }

  @Test("an honest answer agrees; --fail-on any minds what only Apple knows")
  func agrees() throws {
    let run = try compare(["--response", Self.answer])
    #expect(run.status == 0 && run.stderr == "")
    #expect(run.stdout.hasPrefix("✓ agrees: "))
    #expect(run.stdout.contains("renewed 2026-01-09T08:59:59Z, after this receipt was signed"))
    #expect(run.stdout.contains("latest_receipt_info says the same"))
    #expect(!run.stdout.contains("Not expected") && !run.stdout.contains("= /"))
    for line in run.stdout.components(separatedBy: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(try compare(["--response", Self.answer, "--fail-on", "unexpected"]).status == 0)
    #expect(try compare(["--response", Self.answer, "--fail-on", "any"]).status == 1)
    let all = try compare(["--response", Self.answer, "--all"])
    #expect(all.stdout.contains("= /receipt/in_app/0/transaction_id  ") == false)
    #expect(all.stdout.contains("= /receipt/in_app/0/transaction_id\n") && all.status == 0)
  }

  @Test(
    "the published pair: equal, with exactly what is expected of the server",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let name = "sandbox-sha1-nine-purchases"
    let arguments = ["compare", "\(name).b64", "--json", "--response"]
    let run = try ToolRun(arguments + ["\(name).verifyReceipt.json"], directory: Package.realReceipts)
    let report = try run.json()
    #expect(run.status == 0 && report["verdict"] as? String == "agrees")
    let fields = try #require(report["fields"] as? [[String: Any]])
    #expect(
      fields.compactMap { $0["pointer"] as? String } == [
        "/receipt/request_date", "/receipt/request_date_ms", "/receipt/request_date_pst", "/latest_receipt_info",
        "/latest_receipt", "/pending_renewal_info",
      ])
    #expect(fields.allSatisfy { $0["kind"] as? String == "only-apple" && $0["expected"] as? Bool == true })
    let text = try String(
      contentsOf: Package.realReceipts.appendingPathComponent("\(name).verifyReceipt.json"), encoding: .utf8)
    // The first place is in in_app.
    let id = try #require(
      text.range(of: "\"transaction_id\": \"1000000692905419\"") ?? text.range(of: "1000000692905419"))
    let edited = text.replacingCharacters(in: id, with: text[id].replacingOccurrences(of: "5419", with: "5418"))
    let second = try ToolRun(arguments + ["-"], input: Array(edited.utf8), directory: Package.realReceipts)
    let changes = try #require(try second.json()["fields"] as? [[String: Any]]).filter {
      $0["expected"] as? Bool == false
    }
    #expect(second.status == 1 && changes.count == 1)
    #expect(
      changes[0]["local"] as? String == "1000000692905419" && changes[0]["apple"] as? String == "1000000692905418")
    #expect((changes[0]["pointer"] as? String)?.hasSuffix("/transaction_id") ?? false)
    #expect(changes[0]["cause"] as? String == "edited")
  }

  @Test("what differs is named, and the status is 1")
  func differs() throws {
    let changes = [
      ("\"2000000000000102\"", "\"2000000000000109\"", "edited"),
      ("\"quantity\": \"1\"", "\"quantity\": 1", "other-type"),
      ("\"product_id\"", "\"productId\"", "renamed"), ("\"adam_id\": 0", "\"adam_id\": 0.0", "number-form"),
      ("\"in_app\": [", "\"in_app\": [{\"transaction_id\": \"5\"},", "added"),
      ("\"bundle_id\": \"com.example.reader\",", "", "missing"),
      ("\"environment\": \"Sandbox\"", "\"environment\": \"Sandbox\", \"exception\": 1", "added"),
    ]
    for (found, replacement, cause) in changes {
      let run = try changed(found, replacement)
      let findings = try #require(try run.json()["findings"] as? [[String: Any]])
      #expect(run.status == 1 && findings.first?["cause"] as? String == cause, "\(replacement)")
      #expect(findings.filter { $0["expected"] as? Bool == false }.count == 1, "\(replacement)")
    }
    let text = try changed("\"2000000000000102\"", "\"2000000000000109\"", [])
    #expect(text.status == 1 && text.stdout.hasPrefix("✗ differs: ") && text.stdout.contains("\"2000000000000109\""))
  }

  @Test("the receipt or the answer from standard input")
  func standardInput() throws {
    let receipt = Array(try Data(contentsOf: Package.vectors.appendingPathComponent("sandbox-subscription.b64")))
    for sources in [[], ["-"]] {
      let run = try ToolRun(
        ["compare", "--json", "--trust-anchor", "root.pem", "--response", Self.answer] + sources, input: receipt,
        directory: Package.vectors)
      #expect(try run.status == 0 && run.json()["source"] as? String == "-")
    }
    let answer = try compare(["--json", "--response", "-"], input: Array(try saved().utf8))
    #expect(try answer.status == 0 && (answer.json()["response"] as? [String: Any])?["source"] as? String == "-")
  }

  @Test("Apple's status decides where there is nothing to compare")
  func statuses() throws {
    for (status, code) in [(21002, 0), (21004, 1), (21005, 75), (21007, 1), (21010, 1)] as [(Int, Int32)] {
      let run = try compare(["--response", "-", "--json"], input: Array("{\"status\":\(status)}".utf8))
      #expect(run.status == code, "\(status)")
    }
    let retry = try compare(["--response", "-"], input: Array("{\"status\":21123,\"is-retryable\":\"1\"}".utf8))
    #expect(retry.status == 75 && retry.stdout.contains("incomplete"))
    // Both refuse it: nobody differs.
    let forged = try ToolRun(
      ["compare", "--trust-anchor", "root.pem", "bad-signature.b64", "--response", "-"],
      input: Array("{\"status\":21002}".utf8), directory: Package.vectors)
    #expect(forged.status == 0 && forged.stdout.contains("bad-signature"))
    let untrusted = try ToolRun(
      ["compare", "sandbox-subscription.b64", "--response", Self.answer], directory: Package.vectors)
    #expect(untrusted.status == 1 && untrusted.stdout.contains("untrusted-chain"))
    let required = try compare(["--response", Self.answer, "--require", "authentic"])
    #expect(required.status == 1 && required.stderr.contains("less than --require asks for"))
  }

  @Test("what is no answer gets its own error")
  func badAnswers() throws {
    let answers: [(String, String)] = [
      ("", "an empty answer"), ("<html></html>", "HTML"),
      (String(try saved().prefix(3_000)), "cut off after 3,000 bytes"),
      ("[]", "no object"), ("{}", "no `status`"), ("Not Found", "JSON with 'N'"),
    ]
    for (text, message) in answers {
      let run = try compare(["--response", "-"], input: Array(text.utf8))
      #expect(run.status == 65 && run.stdout == "" && run.stderr.contains(message), "\(run.stderr)")
      #expect(run.stderr.contains("hint: "))
    }
    let binary = try compare(["--response", "-"], input: Array("{\"status\":0,\"x\":\"".utf8) + [0xFF, 0x22, 0x7D])
    #expect(binary.status == 65 && binary.stderr.contains("not UTF-8 at byte 17"), "\(binary.stderr)")
    let missing = try compare(["--response", "nowhere.json"])
    #expect(missing.status == 66 && missing.stderr.contains("nowhere.json"))
    let folder = try compare(["--response", "."])
    #expect(folder.status == 66 && folder.stderr.contains("directory"))
    let receipt = try ToolRun(
      ["compare", "not-a-receipt.txt", "--response", Self.answer], directory: Package.vectors)
    #expect(receipt.status == 65 && receipt.stderr.contains("not-a-receipt.txt: "))
    let jws = try ToolRun(["compare", "jws.jws", "--response", Self.answer], directory: Package.vectors)
    #expect(jws.status == 65 && jws.stderr.contains("JWS"))
  }

  @Test("command lines that mean nothing are refused")
  func usage() throws {
    let mistakes: [([String], String)] = [
      (["a", "b", "--response", "c"], "both name the answer"),
      (["a", "--response", "b", "--environment", "sandbox"], "exclude"), (["-", "--response", "-"], "standard input"),
      (["--response", "-"], "standard input"), (["a", "--response", "b", "--response", "c"], "twice"),
      (["a", "--response="], "empty"), (["a", "--response", "b", "--fail-on", "all"], "--fail-on"),
    ]
    for (arguments, message) in mistakes { try ToolRun.expectUsage(["compare"] + arguments, message) }
  }
}
