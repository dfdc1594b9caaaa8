import Foundation
import ReceiptMint
import ReceiptReading
import Testing

/// `receipt-tool mint --jws` and `--notification` as people call them.
@Suite("mint --jws")
struct MintSignedDataTests {
  private static let fixed = ["--seed", "1", "--creation-date", "2026-01-15T12:00:00Z"] + MintTests.quick

  @Test(
    "Apple's own library takes every kind and every notification under the root", .thorough,
    .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
  func library() throws {
    let scratch = try Scratch()
    let anchor = scratch.url.appendingPathComponent("a.pem").path
    for environment in ["sandbox", "production"] {
      var lines: [String] = []
      var appID = ""
      func add(_ kind: String, _ arguments: [String]) throws -> String {
        let run = try ToolRun(
          ["mint", "--write-anchor", anchor, "--environment", environment] + arguments + Self.fixed)
        #expect(run.status == 0 && run.stderr == "", "\(run.stderr)")
        lines.append(kind + " " + run.stdout)
        return run.stdout
      }
      for kind in SignedPayloadKind.allCases.map(\.rawValue) {
        let jws = try add(kind, ["--jws", kind])
        if kind == "realtime" { appID = String(try #require(try StandInRun.payload(jws)["appAppleId"] as? Int)) }
      }
      // It knows four contents, and finds no app in the fifth.
      for name in NotificationTemplate.all.map(\.name) where name != "UNCLAIM_SEATS" {
        let outer = try StandInRun.payload(try add("notification", ["--notification", name]))
        let content = (outer["data"] ?? outer["appData"]) as? [String: Any]
        for (key, kind) in [
          "signedTransactionInfo": "transaction", "signedRenewalInfo": "renewal",
          "signedAppTransactionInfo": "app-transaction",
        ] {
          if let inner = content?[key] as? String { lines.append(kind + " " + inner) }
        }
      }
      let name = environment == "sandbox" ? "Sandbox" : "Production"
      let said = try AppleLibrary.judge(lines, [anchor, "com.example.app", name, appID])
      #expect(said.count == lines.count && lines.count > 100)
      for (line, words) in zip(lines, said) { #expect(words == "OK", "\(line.prefix(20))") }
      let stranger = try AppleLibrary.judge(lines, [anchor, "com.example.other", name, appID])
      #expect(!zip(lines, stranger).contains { !$0.hasPrefix("renewal") && !$0.hasPrefix("realtime") && $1 == "OK" })
    }
  }

  /// What Apple's library does not look at: text that it leaves to others, the third certificate, key usage, what is
  /// within.
  private static let beyondTheLibrary: Set<String> = [
    "broken-root-embedded", "trailing-certificate-octets", "wrong-key-usage", "duplicate-member", "two-dates",
  ]

  @Test(
    "Apple's own library refuses every flaw that it looks for", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
  func flaws() throws {
    let scratch = try Scratch()
    let anchor = scratch.url.appendingPathComponent("a.pem").path
    let flaws = JWSFlaw.all.filter { !$0.needsContents }
    let lines = try flaws.map { flaw in
      let run = try ToolRun(
        ["mint", "--jws", "transaction", "--write-anchor", anchor, "--flaw", flaw.name] + Self.fixed)
      #expect(run.status == 0, "\(run.stderr)")
      return "transaction " + run.stdout
    }
    let said = try AppleLibrary.judge(lines, [anchor, "com.example.app", "Sandbox"])
    #expect(said.count == flaws.count)
    for (flaw, words) in zip(flaws, said) {
      let isTaken = flaw.promise.exitStatus == 0 || Self.beyondTheLibrary.contains(flaw.name)
      #expect((words == "OK") == isTaken, "\(flaw.name): \(words)")
    }
  }

  @Test("validate says of each flaw what the list says", .thorough, arguments: JWSFlaw.all.map(\.name))
  func promises(_ name: String) throws {
    let flaw = try #require(JWSFlaw.named(name))
    let scratch = try Scratch()
    let anchor = scratch.url.appendingPathComponent("a.pem").path
    let kind = flaw.needsContents ? "notification" : "transaction"
    let minted = try ToolRun(["mint", "--jws", kind, "--write-anchor", anchor, "--flaw", name] + Self.fixed)
    let input = Array(minted.stdout.utf8)
    let run = try ToolRun(["validate", "--allow-test-signed", "--trust-anchor", anchor], input: input)
    #expect((run.status == 0) == (flaw.promise.exitStatus == 0), "\(run.stdout)")
    if let error = flaw.promise.error {
      #expect(run.status == 65)
      let batch = try ToolRun(["validate", "--stream"], input: input + [0x0A]).stdout
      #expect(batch.contains("\"code\":\"\(error)\""), "\(batch)")
      return
    }
    let report = try run.json()
    let decoded = try ToolRun(["decode", "--trust-anchor", anchor], input: input).json()
    let authenticity = try #require(decoded["authenticity"] as? [String: Any])
    #expect(authenticity["verdict"] as? String == flaw.promise.authenticity)
    let steps = try #require(authenticity["steps"] as? [[String: Any]])
    let failedStep = steps.first { $0["outcome"] as? String == "failed" }?["step"] as? String
    #expect(failedStep == flaw.promise.failedStep)
    // A flaw within makes nothing of the envelope fail: which check tells of it is up to validate.
    if flaw.needsContents { return }
    let checks = try #require(report["checks"] as? [[String: Any]])
    let failed = checks.filter { $0["outcome"] as? String == "failed" }.compactMap { $0["check"] as? String }
    #expect(failed == flaw.promise.failedChecks)
  }

  @Test("the same seed and date give the same text; --count streams different ones")
  func deterministic() throws {
    let arguments = ["mint", "--jws", "transaction"] + Self.fixed
    let first = try ToolRun(arguments).stdout
    #expect(!first.isEmpty && !first.hasSuffix("\n"))
    #expect(try ToolRun(arguments, environment: ["TZ": "Asia/Tokyo"]).stdout == first)
    let many = try ToolRun(arguments + ["--count", "200", "--jobs", "2"]).stdout.split(separator: "\n")
    #expect(many.count == 200 && Set(many).count == 200 && many[0] == first)
    let free = try ToolRun(["mint", "--jws", "renewal"] + MintTests.quick)
    #expect(free.status == 0 && free.stderr.hasPrefix("note: "))
  }

  @Test("a description is signed as it is, and what is an object where signed data belongs is signed, too")
  func description() throws {
    let description =
      #"{"notificationType":"NEW_TYPE","data":{"bundleId":"com.example.app","environment":"Sandbox","signedTransactionInfo":{"transactionId":"1","bundleId":"com.example.app"}}}"#
    let run = try ToolRun(["mint", "--jws", "notification", "-"] + Self.fixed, input: Array(description.utf8))
    #expect(run.status == 0, "\(run.stderr)")
    let outer = try StandInRun.payload(run.stdout)
    #expect(outer["notificationType"] as? String == "NEW_TYPE" && outer["signedDate"] as? Int == 1_768_478_400_000)
    let data = try #require(outer["data"] as? [String: Any])
    let inner = try StandInRun.payload(try #require(data["signedTransactionInfo"] as? String))
    #expect(inner["transactionId"] as? String == "1" && inner["signedDate"] as? Int == 1_768_478_400_000)
    let changed = try ToolRun(
      ["mint", "--jws", "notification", "-", "--bundle-id", "com.example.new", "--environment", "production"]
        + Self.fixed, input: Array(description.utf8))
    let other = try #require(try StandInRun.payload(changed.stdout)["data"] as? [String: Any])
    #expect(other["bundleId"] as? String == "com.example.new" && other["environment"] as? String == "Production")
    let within = try StandInRun.payload(try #require(other["signedTransactionInfo"] as? String))
    #expect(within["bundleId"] as? String == "com.example.new")
  }

  @Test("the body of a request is what Apple sends")
  func request() throws {
    let arguments = ["mint", "--notification", "TEST"] + Self.fixed
    let request = try ToolRun(arguments + ["--format", "request"]).json()
    #expect(request as? [String: String] == ["signedPayload": try ToolRun(arguments).stdout])
  }

  @Test("lists")
  func lists() throws {
    let names = try ToolRun(["mint", "--notification", "list"]).lines
    #expect(names == NotificationTemplate.all.map(\.name))
    let lines = try ToolRun(["mint", "--jws", "transaction", "--flaw", "list"]).stdout.split(separator: "\n")
    #expect(lines.count == JWSFlaw.all.count)
    for (line, flaw) in zip(lines, JWSFlaw.all) { #expect(line.hasPrefix(flaw.name) && line.hasSuffix(flaw.summary)) }
  }

  private static let mistakes: [(arguments: [String], words: String)] = [
    (["--jws", "receipt"], "transaction"), (["--notification", "NOTHING"], "'NOTHING' is not a notification"),
    (["--jws", "renewal", "--notification", "TEST"], "exclude each other"),
    (["--jws", "transaction", "--template", "mac"], "no signed data is about mac"),
    (["--jws", "renewal", "--template", "consumable"], "is about subscriptions"),
    (["--notification", "DID_RENEW", "--template", "consumable"], "is about subscriptions"),
    (["--jws", "transaction", "--environment", "vpp"], "exclude each other"),
    (["--jws", "notification", "--environment", "xcode"], "Xcode makes no notification"),
    (["--jws", "transaction", "--ber"], "--ber means nothing to signed data"),
    (["--jws", "transaction", "--strict"], "--strict needs a description"),
    (["--template", "empty", "--strict"], "--strict is about signed data"),
    (["--jws", "transaction", "-", "--strict", "--allow-invalid"], "exclude each other"),
    (["--jws", "transaction", "--quantity", "2"], "--quantity means nothing"),
    (["--jws", "app-transaction", "--product", "a"], "--product means nothing"),
    (["--jws", "transaction", "--format", "der"], "--format der means nothing"),
    (["--jws", "transaction", "--format", "request"], "--format request means nothing"),
    (["--jws", "transaction", "--flaw", "zero-quantity"], "is a flaw of receipts"),
    (["--template", "empty", "--flaw", "zero-r"], "is a flaw of signed data"),
    (["--jws", "transaction", "--flaw", "nested-bad-signature"], "is about a notification"),
    (["--jws", "transaction", "--environment", "xcode", "--flaw", "wrong-root"], "three certificates"),
  ]

  @Test("mistakes are usage errors that say what is wrong", arguments: mistakes)
  func usage(_ mistake: (arguments: [String], words: String)) throws {
    try ToolRun.expectUsage(["mint"] + mistake.arguments + MintTests.quick, mistake.words)
  }
}

/// Apple's library, in the virtual environment of Scripts/setup.
enum AppleLibrary {
  private static let script = Package.root.appendingPathComponent("Tests/Fixtures/apple_library.py").path
  static let missing: Comment =
    "Apple's library of Tests/requirements.txt is not installed: Scripts/setup tests does it"

  /// Where CI runs, a check that cannot run is a failure and not a skip.
  static let canRun =
    ProcessInfo.processInfo.environment["CI"] != nil
    || (try? Python.run(["-c", "import appstoreserverlibrary"]))?.status == 0

  /// What it says of each line.
  static func judge(_ lines: [String], _ arguments: [String]) throws -> [String] {
    let run = try Python.run([script] + arguments, input: Array((lines.joined(separator: "\n") + "\n").utf8))
    try #require(run.status == 0, "\(run.stderr)")
    return run.lines
  }
}
