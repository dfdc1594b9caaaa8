import Foundation
import ReceiptMint
import Testing

/// `receipt-tool mint` as people call it. 1024 bits are quick.
@Suite("mint")
struct MintTests {
  static let quick = ["--key-size", "1024"]

  private func decoded(_ base64: String, anchor: URL? = nil) throws -> [String: Any] {
    let trust = anchor.map { ["--trust-anchor", $0.path] } ?? []
    return try ToolRun(["decode"] + trust, input: Array(base64.utf8)).json()
  }

  @Test("Scripts/mint.txt", arguments: try CommandScript.cases("mint"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("every template is sound under its anchor", arguments: ReceiptTemplate.allCases.map(\.rawValue))
  func templates(_ template: String) throws {
    let scratch = try Scratch()
    let anchor = scratch.url.appendingPathComponent("anchor.pem")
    let run = try ToolRun(
      ["mint", "--template", template, "--seed", "1", "--write-anchor", anchor.path] + Self.quick)
    #expect(run.status == 0 && run.stderr == "")
    #expect(!run.stdout.hasSuffix("\n"))
    let validation = try ToolRun(
      ["validate", "--allow-test-signed", "--trust-anchor", anchor.path], input: Array(run.stdout.utf8))
    #expect(validation.status == 0, "\(validation.stdout)")
    let bare = try ToolRun(["validate", "--allow-test-signed"], input: Array(run.stdout.utf8))
    #expect(bare.status == 1)
  }

  @Test("decode | mint gives the claims back, and an attribute list the payload")
  func roundTrip() throws {
    let file = Package.vectors.appendingPathComponent("sandbox-subscription.b64").path
    for options in [[], ["--attributes"]] {
      let before = try ToolRun(["decode", file] + options)
      let minted = try ToolRun(["mint"] + Self.quick, input: Array(before.stdout.utf8))
      #expect(minted.status == 0, "\(minted.stderr)")
      let after = try ToolRun(["decode"] + options, input: Array(minted.stdout.utf8))
      let keys = ["receipt", "environment"] + (options.isEmpty ? [] : ["attributes"])
      for key in keys {
        let old = try #require(try before.json()[key] as? NSObject)
        #expect(try after.json()[key] as? NSObject == old, "\(key)")
      }
    }
  }

  @Test("formats")
  func formats() throws {
    let arguments = ["mint", "--template", "empty", "--seed", "1", "--creation-date", "2025-12-26"] + Self.quick
    let base64 = try ToolRun(arguments).stdout
    let pem = try ToolRun(arguments + ["--format", "pem"]).stdout
    #expect(pem.hasPrefix("-----BEGIN PKCS7-----\n") && pem.hasSuffix("-----END PKCS7-----"))
    #expect(pem.split(separator: "\n").dropFirst().dropLast().joined() == base64)
    let request = try ToolRun(arguments + ["--format", "request"]).json()
    #expect(request as? [String: String] == ["receipt-data": base64])
    let scratch = try Scratch()
    let shell = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "\"$0\" \"$@\" | openssl base64 -A",
        ToolRun.program(because: "a pipe of the shell takes its octets, which are no text").path,
      ] + arguments + ["--format", "der"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], directory: scratch.url)
    #expect(shell.stdout == base64)
  }

  @Test("the answer of verifyReceipt belongs to the receipt")
  func answers() throws {
    let arguments = ["mint", "--template", "subscription", "--seed", "1", "--creation-date", "2025-12-26"] + Self.quick
    let base64 = try ToolRun(arguments).stdout
    let answer = try ToolRun(arguments + ["--format", "answer"]).json()
    #expect(answer["status"] as? Int == 0 && answer["environment"] as? String == "Sandbox")
    #expect(answer["latest_receipt"] as? String == base64)
    let receipt = try #require(answer["receipt"] as? [String: Any])
    let own = try #require(try decoded(base64)["receipt"] as? [String: Any])
    #expect(
      NSDictionary(dictionary: receipt.filter { !$0.key.hasPrefix("request_date") }) == NSDictionary(dictionary: own))
    #expect(receipt["request_date"] as? String == "2025-12-26 00:00:00 Etc/GMT")
    let forged = try ToolRun(arguments + ["--format", "answer", "--flaw", "bad-signature"]).json()
    #expect(forged as NSDictionary == ["status": 21003])
    let many = try ToolRun(arguments + ["--format", "answer", "--count", "3"]).stdout.split(separator: "\n")
    #expect(many.count == 3 && many.allSatisfy { $0.hasPrefix("{\"status\":0,") })
  }

  @Test("--count streams receipts that all differ, the same with any number of threads")
  func count() throws {
    let arguments = [
      "mint", "--template", "consumable", "--seed", "1", "--creation-date", "2025-12-26", "--count", "300",
    ]
    let one = try ToolRun(arguments + ["--jobs", "1"] + Self.quick)
    #expect(one.status == 0, "\(one.stderr)")
    let lines = one.stdout.split(separator: "\n")
    #expect(lines.count == 300 && Set(lines).count == 300)
    #expect(try ToolRun(arguments + ["--jobs", "3"] + Self.quick).stdout == one.stdout)
    let described = try ToolRun(
      ["mint", "--seed", "1", "--count", "20"] + Self.quick,
      input: Array(#"{"receipt":{"in_app":[{"transaction_id":"2000000000000001"}]}}"#.utf8))
    #expect(Set(described.stdout.split(separator: "\n")).count == 20)
  }

  private static let mistakes: [(arguments: [String], words: String)] = [
    (["--template", "nothing"], "'nothing' is not a template"), (["--flaw", "nothing"], "'nothing' is not a flaw"),
    (["--template", "empty", "d.json"], "exclude each other"), (["--trial"], "--trial needs --template"),
    (["--template", "consumable", "--trial"], "--trial means nothing to --template consumable"),
    (["--template", "vpp", "--environment", "xcode"], "exclude each other"),
    (["--template", "subscription", "--gap", "--renewals", "0"], "--gap needs a renewal"),
    (["--template", "subscription", "--period", "soon"], "'soon' is not a length of time"),
    (["--template", "empty", "--count", "0"], "'0' is not a whole number from 1"),
    (["--template", "empty", "--count", "2", "--format", "pem"], "pem has no lines"),
    (["--template", "empty", "--attribute", "4711:ABC"], "is not an attribute"),
    (["--template", "empty", "--seed", "1", "--seed", "2"], "--seed is given twice"),
    (["--template", "empty", "--bundle-id", "a", "--bundle-id", "b"], "--bundle-id is given twice"),
    (["--template", "empty", "--key-size", "512"], "--key-size"),
    (["--template", "empty", "--json"], "--json needs --flaw list"),
    (["--template", "empty", "--ca", "c", "--key-size", "1024"], "exclude each other"),
    (["--template", "xcode", "--flaw", "missing-marker"], "three certificates"),
    (["--template", "xcode", "--flaw", "duplicate-transaction"], "is not a flaw in Xcode"),
    (
      ["--template", "subscription", "--environment", "xcode", "--flaw", "duplicate-transaction"],
      "is not a flaw in Xcode"
    ),
    (["--template", "legacy", "--flaw", "truncated"], "bad-signature and changed-content only"),
    (["--template", "legacy", "--ber"], "no ASN.1"),
    (["--template", "subscription", "--renewals", "10000", "--period", "100y"], "which is not a date"),
  ]

  @Test("mistakes are usage errors that say what is wrong", arguments: mistakes)
  func usage(_ mistake: (arguments: [String], words: String)) throws {
    try ToolRun.expectUsage(["mint"] + mistake.arguments, mistake.words)
  }

  @Test("every certificate that is minted says TEST and that it is not Apple's")
  func names() throws {
    let run = try ToolRun(["mint", "--template", "vpp"] + Self.quick)
    let certificates = try #require(
      (try decoded(run.stdout)["authenticity"] as? [String: Any])?["certificates"] as? [[String: Any]])
    #expect(certificates.count == 3)
    for certificate in certificates {
      for key in ["subject", "issuer"] {
        let name = try #require(certificate[key] as? String)
        #expect(name.contains("TEST") && name.contains("not Apple") && !name.contains("Apple Inc"))
      }
    }
  }
}
