import Foundation
import ReceiptMint
import Testing

@Suite("validate, run as a program")
struct ValidateTests {
  private let scratch: Scratch
  private let good: String
  private let anchor: String

  init() throws {
    scratch = try Scratch()
    good = try scratch.file("good.b64", Array(try Minted.receipt().base64.utf8)).path
    anchor = try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path
  }

  /// Judges the sample as a receipt that a test authority vouches for.
  private func run(_ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
    try ToolRun(["validate", "--trust-anchor", anchor] + arguments, input: input)
  }

  private func outcomes(_ run: ToolRun) throws -> [String: String] {
    let checks = try #require(try run.json()["checks"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: checks.compactMap { check in
        (check["check"] as? String).flatMap { name in (check["outcome"] as? String).map { (name, $0) } }
      })
  }

  @Test("what nothing proves has no tick, and is said to be claimed")
  func claims() throws {
    let own = ["--text", "--bundle-id", "com.example.test", good]
    let forged = try ToolRun(["validate"] + own).stdout
    #expect(forged.contains("! bundle_identifier            only claimed: com.example.test"), "\(forged)")
    #expect(!forged.contains("✓"), "\(forged)")
    let proven = try run(["--allow-test-signed"] + own).stdout
    #expect(proven.contains("✓ bundle_identifier            com.example.test\n"), "\(proven)")
  }

  @Test("values that look the same and are not stand in quotation marks")
  func lookAlikes() throws {
    let text = try run(["--text", "--bundle-id", "com.example.test ", good]).stdout
    #expect(text.contains("expected: “com.example.test ”") && text.contains("found: “com.example.test”"), "\(text)")
    #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("white space or a character"))
    let other = try run(["--text", "--bundle-id", "com.example.other", good]).stdout
    #expect(other.contains("expected: com.example.other\n") && !other.contains("“"), "\(other)")
    let diagnosis = try ToolRun(["diagnose", "--bundle-id", "com.example.test ", good]).stdout
    #expect(diagnosis.contains("“com.example.test ”"), "\(diagnosis)")
  }

  @Test("the exit status is the verdict")
  func verdicts() throws {
    let cases: [(arguments: [String], verdict: String, status: Int32)] = [
      ([], "failed", 1),
      (["--allow-test-signed"], "passed", 0),
      (["--allow-test-signed", "--bundle-id", "com.example.test"], "passed", 0),
      (["--allow-test-signed", "--bundle-id", "com.example.other", "--bundle-id", "com.example.test"], "passed", 0),
      (["--allow-test-signed", "--bundle-id", "com.example.other"], "failed", 1),
      (["--allow-test-signed", "--require-check", "device_hash"], "incomplete", 1),
      (["--allow-test-signed", "--device-guid", "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf"], "passed", 0),
      (["--allow-test-signed", "--device-guid", "a0a1a2a3a4a5a6a7a8a9aaabacadaeae"], "failed", 1),
      (["--allow-test-signed", "--active", "com.example.test.monthly"], "failed", 1),
      (["--allow-test-signed", "--active", "com.example.test.monthly", "--grace-period", "5200w"], "passed", 0),
      (["--allow-test-signed", "--max-age", "5200w"], "passed", 0),
      (["--allow-test-signed", "--max-age", "1d"], "failed", 1),
      (["--allow-test-signed", "--app-version", "1"], "passed", 0),
      (["--allow-test-signed", "--app-version", "1.0"], "failed", 1),
      (["--allow-test-signed", "--min-app-version", "1.0"], "passed", 0),
      (["--allow-test-signed", "--product", "com.example.test.monthly", "--product", "pro"], "failed", 1),
      (["--allow-test-signed", "--environment", "sandbox"], "passed", 0),
      (["--allow-test-signed", "--environment", "xcode", "--environment", "production"], "failed", 1),
      (["--allow-test-signed", "--original-version-below", "2"], "incomplete", 1),
      (["--allow-test-signed", "--no-allow-test-signed"], "failed", 1),
    ]
    for expected in cases {
      let run = try run(expected.arguments + [good])
      #expect(try run.json()["verdict"] as? String == expected.verdict, "\(expected.arguments)")
      #expect(run.status == expected.status, "\(expected.arguments)")
      #expect(run.stderr == "", "\(expected.arguments)")
      let quiet = try self.run(expected.arguments + ["--quiet", good])
      #expect(quiet.status == expected.status && quiet.stdout + quiet.stderr == "", "\(expected.arguments)")
    }
  }

  @Test("--at judges certificates and dates alike; without it certificates are judged when the receipt was made")
  func time() throws {
    let active = ["--allow-test-signed", "--active", "com.example.test.monthly", good]
    #expect(try outcomes(try run(active))["active_subscription"] == "failed")
    let then = try run(["--at", "2025-12-26T18:12:00Z"] + active)
    #expect(try outcomes(then)["active_subscription"] == "passed")
    #expect(try outcomes(then)["creation_date"] == "failed")
    #expect(then.stdout.contains("made after the moment that was asked for"))
    #expect(try then.json()["judged_at"] as? String == "2025-12-26T18:12:00Z")
    let late = try run(["--allow-test-signed", "--at", "2030-01-01", good])
    #expect(late.status == 1)
    #expect(try outcomes(late)["certificate_chain"] == "failed")
    #expect(try outcomes(try run(["--allow-test-signed", good]))["certificate_chain"] == "passed")
  }

  @Test("a policy is read, and an option replaces its key")
  func policy() throws {
    let text = #"""
      {"bundle_id": "com.example.other", "environment": ["sandbox", "production"], "app_version": "2",
       "allow_test_signed": true, "product": ["pro"]}
      """#
    let policy = try scratch.file("policy.json", Array(text.utf8)).path
    let alone = try outcomes(try run(["--policy", policy, good]))
    #expect(
      alone.filter { $0.value == "failed" }.keys.sorted() == ["application_version", "bundle_identifier", "products"])
    let replaced = [
      "--policy", policy, "--bundle-id", "com.example.test", "--app-version", "1", "--product",
      "com.example.test.monthly",
    ]
    // The subscription of the sample has expired since.
    let run = try run(replaced + [good])
    #expect(run.status == 1)
    #expect(run.stdout.contains("com.example.test.monthly: auto-renewable subscription, expired 2025-12-26T18:13:07Z"))
    func failed(_ options: String...) throws -> [String] {
      try outcomes(try self.run(replaced + options + [good])).filter { $0.value == "failed" }.keys.sorted()
    }
    #expect(try failed() == ["products"])
    #expect(try failed("--no-allow-test-signed") == ["products", "signature"])
    #expect(try failed("--environment", "xcode") == ["environment", "products"])
  }

  @Test("a policy that cannot be used is refused by name")
  func badPolicy() throws {
    let policy = try scratch.file("policy.json", Array(#"{"bundle": "a.b"}"#.utf8)).path
    let unknown = try run(["--policy", policy, good])
    #expect(unknown.status == 64 && unknown.stdout == "")
    #expect(unknown.stderr.contains("--policy \(policy): /bundle: unknown key"))
    #expect(unknown.stderr.contains("hint: known keys are $schema, bundle_id,"))
    #expect(try run(["--policy", scratch.path + "/none.json", good]).status == 66)
  }

  @Test("expectations that cannot be read are refused, with the accepted forms")
  func usage() throws {
    let cases: [(arguments: [String], words: [String])] = [
      (["--bundle-id", ""], ["--bundle-id", "empty"]), (["--environment", "prod"], ["'prod'", "production, sandbox"]),
      (["--app-version", ""], ["--app-version"]), (["--min-app-version", "1.x"], ["'1.x'", "2.10.3"]),
      (["--original-version-below", "v2"], ["'v2'", "2.10.3"]), (["--max-age", "3"], ["'3'", "90s, 30m, 12h"]),
      (["--grace-period", "P16D", "--active", "a"], ["'P16D'", "90s, 30m, 12h"]),
      (["--device-guid", "xyz"], ["'xyz'", "UUID", "base64", "MAC address"]), (["--product", ""], ["--product"]),
      (["--active", ""], ["--active"]), (["--require-check", "device"], ["'device'", "device_hash"]),
      (["--at", "yesterday"], ["'yesterday'", "2024-01-31T12:00:00Z"]),
      (["--format", "xml"], ["xml", "json", "text"]),
      (["--grace-period", "6h"], ["grace period"]),
      (["--app-version", "1", "--min-app-version", "1"], ["--app-version", "--min-app-version", "exclude"]),
      (["--environment", "production", "--allow-test-signed"], ["contradicts", "production"]),
      (["--environment", "vpp", "--allow-test-signed"], ["contradicts", "vpp"]),
      (["--text", "--format", "json"], ["exclude"]), (["--text", "--with-receipt"], ["--with-receipt"]),
      (["--format", "text", "--compact"], ["--compact"]), (["--quiet", "--text"], ["--quiet"]),
      (["--quiet", "--with-receipt"], ["--quiet"]), (["--quiet", "--format", "json"], ["--quiet"]),
      (["--require", "authentic"], ["--require"]), (["--policy", "\(good)"], ["--policy", "JSON"]),
      (["--policy", "-", "-"], ["--policy -", "standard input"]),
    ]
    for (arguments, words) in cases {
      let run = try ToolRun(["validate"] + arguments + [good])
      #expect(run.status == 64, "\(arguments): \(run.stderr)")
      #expect(run.stdout == "", "\(arguments)")
      for word in words { #expect(run.stderr.contains(word), "\(arguments): \(run.stderr)") }
    }
  }

  @Test("a file where a product belongs is not read as one")
  func forgottenProduct() throws {
    for option in ["--active", "--product"] {
      let run = try ToolRun(["validate", option, good], input: Array(try Minted.receipt().base64.utf8))
      #expect(run.status == 64 && run.stdout == "", "\(run.stderr)")
      #expect(run.stderr.contains("\(option) needs a product, and '\(good)' is a file"), "\(run.stderr)")
    }
  }

  @Test("what is no receipt ends with 65, one line of diagnosis and the command that says more")
  func noReceipt() throws {
    let bad = try scratch.file("it's bad.txt", Array("this is not a receipt".utf8)).path
    let run = try run(["--bundle-id", "a.b", bad])
    #expect(run.status == 65 && run.stdout == "")
    let lines = run.stderr.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("error: \(bad): ") && lines[1].hasPrefix("hint: "))
    #expect(run.stderr.contains("`receipt-tool diagnose '\(bad.replacingOccurrences(of: "'", with: "'\\''"))'`"))
    #expect(try self.run([], input: Array("hello".utf8)).stderr.contains("`receipt-tool diagnose`"))
    #expect(try self.run([scratch.path + "/none"]).status == 66)
    #expect(!(try self.run([scratch.path + "/none"]).stderr.contains("diagnose")))
    let quiet = try self.run(["--quiet", bad])
    #expect(quiet.status == 65 && quiet.stdout + quiet.stderr == "")
  }

  @Test("several inputs make one report each, and the worst status is the exit status")
  func batch() throws {
    let bad = try scratch.file("bad.txt", Array("this is not a receipt".utf8)).path
    let run = try run(["--allow-test-signed", good, bad, scratch.path + "/none", good])
    let documents = try run.documents()
    #expect(documents.map { $0["verdict"] as? String } == ["passed", nil, nil, "passed"])
    #expect(documents.map { ($0["error"] as? [String: Any])?["exit_code"] as? Int } == [nil, 65, 66, nil])
    #expect(documents.allSatisfy { $0["schema"] as? String == "receipt-tool/validate/1" })
    #expect(run.status == 66)
    #expect(try self.run(["--allow-test-signed", good, good]).status == 0)
    #expect(try self.run(["--bundle-id", "a.b", good, bad]).status == 65)
    let text = try self.run(["--allow-test-signed", "--text", good, bad, good])
    #expect(text.stdout.components(separatedBy: "==> \(good) <==\n").count == 3)
    #expect(text.status == 65)
    let long = try scratch.file(String(repeating: "long", count: 30), Array(Minted.receipt().base64.utf8)).path
    #expect(try self.run(["--text", long, good]).stdout.hasPrefix("==> \(long) <==\n"), "however long a name is")
  }

  @Test("--with-receipt adds what decode prints, nothing else changes")
  func withReceipt() throws {
    let at = ["--allow-test-signed", "--at", "2025-12-27", good]
    var report = try run(["--with-receipt"] + at).json()
    let decoded = try ToolRun(["decode", good]).json()["receipt"] as? NSDictionary
    #expect(report.removeValue(forKey: "receipt") as? NSDictionary == decoded && decoded != nil)
    #expect(report as NSDictionary == (try run(at).json()) as NSDictionary)
  }

  @Test("text has marks, and colours only where they are asked for")
  func text() throws {
    let arguments = ["--allow-test-signed", "--bundle-id", "a.b", "--at", "2025-12-27", "--text", good]
    let plain = try run(arguments)
    #expect(plain.stdout.hasPrefix("✗ failed: "))
    #expect(plain.stdout.contains("\n✓ signature "))
    #expect(plain.stdout.contains("\n– device_hash "))
    #expect(!plain.stdout.contains("\u{1B}"))
    #expect(plain.stdout == (try run(["--format", "text"] + arguments.filter { $0 != "--text" })).stdout)
    #expect(try run(["--color", "always"] + arguments).stdout.contains("\u{1B}[31m"))
  }

  @Test(
    "the published sandbox receipts validate today", .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Package.realReceipts.path).sorted()
      .filter { $0.hasPrefix("sandbox") && $0.hasSuffix(".b64") }
    #expect(files.count == 4)
    #expect(try ToolRun(["validate", "-q"] + files, directory: Package.realReceipts).status == 0)
    for file in files {
      #expect(
        try ToolRun(["validate", "-q", "--environment", "production", file], directory: Package.realReceipts).status
          == 1)
      for time in ["1999-12-31", "2040-01-01", "now"] {
        #expect(try ToolRun(["validate", "-q", "--at", time, file], directory: Package.realReceipts).status == 1)
      }
    }
  }

  @Test("what is said twice, or not at all, is refused and not guessed")
  func saidTwice() throws {
    let receipt = try Minted.receipt().bytes
    let scratch = try Scratch()
    let policy = try scratch.file("policy.json", Array(#"{"app_version":"99"}"#.utf8)).path
    let cases: [[String]] = [
      ["--policy", policy, "--policy", policy], ["--app-version", "1", "--app-version", "2"],
      ["--at", "2024-01-01", "--at=2025-01-01"], ["--bundle-id=", "com.example"],
      ["--policy", policy, "--min-app-version", "1"],
    ]
    for arguments in cases {
      let run = try ToolRun(["validate"] + arguments, input: receipt)
      #expect(run.status == 64, "\(arguments): \(run.stderr)")
      #expect(run.stdout == "")
    }
  }

  @Test("a refunded period has no grace")
  func refundedWithGrace() throws {
    let arguments = [
      "validate", "--trust-anchor", "TestReceipts/root.pem", "--allow-test-signed", "--active",
      "com.example.reader.monthly",
      "--grace-period", "30d", "--at", "2025-12-27", "TestReceipts/sandbox-subscription.b64",
    ]
    let run = try ToolRun(arguments, directory: Package.root)
    #expect(run.status == 1)
    #expect(run.stdout.contains("auto-renewable subscription, refunded 2025-12-10T11:12:13Z"))
  }
}
