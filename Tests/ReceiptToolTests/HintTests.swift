import Foundation
import Testing

@testable import ReceiptCommands

/// What a person who slipped is told.
@Suite("Hints")
struct HintTests {
  private func hint(_ arguments: [String], input: [UInt8] = []) throws -> String {
    let run = try ToolRun(arguments, input: input)
    #expect(run.status == 64 && run.stdout == "", "\(arguments): \(run.status)")
    return run.stderr
  }

  @Test("commands, subcommands, options and values that may have been meant")
  func suggestions() throws {
    for (arguments, meant) in [
      (["validte", "a"], "validate"), (["Decode", "a"], "decode"), (["stauts"], "status"),
      (["ledger", "stat"], "stats"),
      (["mint", "int", "ca"], "init"), (["help", "verfy"], "verify"), (["help", "ledger", "ad"], "add"),
      (["decode", "--in-ap"], "--in-app"), (["validate", "--bundleid", "a.b"], "--bundle-id"),
      (["validate", "-quiet"], "--quiet"), (["ledger", "add", "--ordr", "1"], "--order"),
      (["decode", "--format", "jsn"], "json"), (["inspect", "--color", "alway"], "always"),
      (["redact", "--coarsen", "dy"], "day"), (["ledger", "list", "--state", "pendng"], "pending"),
      (["mint", "--digest", "sha255"], "sha256"),
      (["compare", "--fail-on", "ny", "--response", "a", "b"], "any"),
      (["decode", "--require", "authentik"], "authentic"),
      (["validate", "--environment", "prod"], "production"),
      (["validate", "--require-check", "device"], "device_hash"),
      (["mint", "--template", "subscripton"], "subscription"), (["mint", "--flaw", "bad-signatur"], "bad-signature"),
    ] {
      let said = try hint(arguments)
      #expect(said.lowercased().contains("did you mean ") && said.contains(meant), "\(arguments): \(said)")
    }
    #expect(try !hint(["decode", "--qwertyuiop"]).contains("did you mean"))
    #expect(try hint(["help", "foo"]).contains("no command 'foo'"))
    #expect(try hint(["help", "decode", "foo"]).contains("no subcommands"))
    #expect(try hint(["ledger"]).contains("needs a subcommand: add, run"))
  }

  @Test("--json where nothing is JSON: the command that prints it is named")
  func withoutJSON() throws {
    for (arguments, other) in [
      (["inspect", "--json", "a"], "receipt-tool decode prints JSON"),
      (["token", "--json"], "receipt-tool diagnose --json"),
      (["notifications", "test", "--json"], "receipt-tool api test-notification prints JSON"),
      (["ledger", "apps", "add", "--json"], "receipt-tool ledger apps list --json"),
      (["mint", "--template", "list", "--json"], "--json needs --flaw list"),
      (["mint", "--scenario", "list", "--json"], "--json needs --flaw list"),
      (["mint", "--notification", "list", "--json"], "--json needs --flaw list"),
    ] {
      let said = try hint(arguments)
      #expect(said.contains(other), "\(arguments): \(said)")
    }
  }

  @Test("compare with a second receipt: diff compares two of them")
  func twoReceipts() throws {
    let scratch = try Scratch()
    for name in ["a.b64", "b.b64"] { try scratch.file(name, Array(try Minted.receipt().base64.utf8)) }
    let run = try ToolRun(["compare", "a.b64", "b.b64"], directory: scratch.url)
    #expect(run.status == 65 && run.stderr.contains("b.b64: this is a receipt"), "\(run.stderr)")
    #expect(run.stderr.contains("hint: receipt-tool diff"), "\(run.stderr)")
    // An answer that cannot be used is named as what it is, although a receipt is in it.
    try scratch.file("c.json", #"{"receipt-data":"\#(try Minted.receipt().base64)"}"#.utf8)
    let other = try ToolRun(["compare", "a.b64", "c.json"], directory: scratch.url)
    #expect(other.status == 65 && !other.stderr.contains("diff"), "\(other.stderr)")
  }

  @Test("an id where a file should be is named as what it is")
  func identifiers() throws {
    for command in [["inspect"], ["compare", "--response", "x"]] {
      for (argument, what, hint) in [
        ("2000000912345678", "a transaction identifier of 16 digits", "history 2000000912345678"),
        ("appstore:2000000912345678", "a transaction identifier of 16 digits", "history 2000000912345678"),
        ("appstore.application", "the receipt of the app", "transaction.appStoreReceipt"),
        ("MX2ABC1234", "an order number", "history MX2ABC1234"), ("GPA.1234-5678-9012", "of Google Play", "Google"),
      ] {
        let scratch = try Scratch()
        try scratch.file("x", #"{"status":0}"#.utf8)
        let run = try ToolRun(command + [argument], directory: scratch.url)
        #expect(
          run.status == 66 && run.stderr.contains("is not a file: ") && run.stderr.contains(what), "\(run.stderr)")
        #expect(run.stderr.contains(hint) && !run.stderr.contains("No such file"), "\(run.stderr)")
      }
    }
    let secret = String(repeating: "0a", count: 16)
    let run = try ToolRun(["inspect", secret])
    #expect(
      run.status == 66 && !run.stderr.contains("is not a file: \(secret)") && run.stderr.contains("shared secret"))
  }

  @Test("a file over the limit, perhaps with a receipt a line, hints at --stream")
  func manyReceipts() throws {
    let run = try ToolRun(["inspect", "--max-size", "1K"], input: try Minted.receipt().bytes)
    #expect(run.status == 65 && run.stderr.contains("decode --stream"), "\(run.stderr)")
  }

  @Test("a word that is a file, or a path, or nothing like a command is an input")
  func inputs() throws {
    let scratch = try Scratch()
    try scratch.file("validte", try Minted.receipt().base64.utf8)
    #expect(try ToolRun(["validte"], directory: scratch.url).status == 0)
    for name in ["./stauts", "stauts.b64", "receipt"] { #expect(try ToolRun([name]).status == 66, "\(name)") }
  }

  @Test("a command behind its options is to stand before them")
  func misplacedCommands() throws {
    let scratch = try Scratch()
    try scratch.file("r.b64", try Minted.receipt().base64.utf8)
    for (arguments, command) in [
      (["--max-size", "1M", "inspect", "r.b64"], "receipt-tool inspect"),
      (["--color", "never", "validate", "r.b64"], "receipt-tool validate"),
      (["r.b64", "status"], "receipt-tool status"),
      (["mint", "--seed", "1", "init", "ca"], "receipt-tool mint init"),
    ] {
      let run = try ToolRun(arguments, directory: scratch.url)
      #expect(run.status == 64 && run.stdout == "", "\(arguments)")
      #expect(run.stderr.contains("hint: put the command first: \(command) "), "\(run.stderr)")
    }
    try scratch.file("inspect", try Minted.receipt().base64.utf8)
    #expect(try ToolRun(["--max-size", "1M", "inspect", "r.b64"], directory: scratch.url).status == 0)
    #expect(try ToolRun(["r.b64", "--", "status"], directory: scratch.url).status == 66)
  }

  @Test("a number or a time with a minus sign is named as such")
  func negative() throws {
    for arguments in [["mint", "--count", "-1"], ["inspect", "--at", "-1"], ["status", "--at", "-1"]] {
      let said = try hint(arguments)
      #expect(said.contains("'-1'") && !said.contains("Missing"), "\(said)")
    }
  }

  @Test("--json is taken where JSON is printed in any case, and changes nothing")
  func json() throws {
    let receipt = try Minted.receipt().bytes
    for arguments in [["decode"], ["decode", "--stream", "--jobs", "1"], ["validate", "--at", "2026-01-01"]] {
      let plain = try ToolRun(arguments, input: receipt)
      let json = try ToolRun(arguments + ["--json"], input: receipt)
      #expect(json.status == plain.status && json.stdout == plain.stdout, "\(arguments)")
    }
    let tool = try LedgerTool()
    #expect(try tool.add(LedgerTool.receipt([LedgerTool.coins("1")]), order: "1", account: "a", ["--json"]).status == 0)
    for command in ["events", "export"] {
      #expect(try tool.run(command, ["--json"]).stdout == tool.run(command).stdout, "\(command)")
    }
    for arguments in [
      ["decode", "--json", "--format", "csv"], ["validate", "--json", "--text"], ["validate", "--json", "-q"],
      ["ledger", "export", "--json", "--format", "csv"], ["verify", "--json", "--curl"],
    ] {
      #expect(try hint(arguments).contains("exclude each other"), "\(arguments)")
    }
    // Every command has it, but for those whose output is for people, is no document, or is JSON line by line.
    let without = try CommandTree.shared().commands.filter { !$0.options.contains { $0.name == "--json" } }.map(\.name)
    #expect(
      Set(without) == [
        "inspect", "mcp", "migrate", "serve", "mint init", "ledger prune", "ledger backup", "ledger import",
        "ledger move", "ledger apps add",
        "ledger merge", "ledger transfer",
        "ledger erase", "account-hash", "notifications test", "token",
      ],
      "\(without)")
  }

  @Test("a status alone leads to its explanation")
  func status() throws {
    for status in [21000, 21002, 21004, 21010, 21199] {
      for body in [#"{"status":\#(status)}"#, #"{"environment":"Sandbox", "status":\#(status), "is-retryable":"0"}"#] {
        let run = try ToolRun(["diagnose"], input: Array(body.utf8), environment: ["COLUMNS": "200"])
        #expect(run.status == 65 && run.stdout.contains("receipt-tool explain \(status)"), "\(run.stdout)")
        #expect(try ToolRun(["decode"], input: Array(body.utf8)).stderr.contains("receipt-tool explain \(status)"))
      }
    }
    for status in ["0", "7", "123456"] {
      let run = try ToolRun(["diagnose"], input: Array("{\"status\":\(status)}".utf8))
      #expect(!run.stdout.contains("receipt-tool explain"), "\(status)")
    }
  }

  @Test(
    "an answer whose latest_receipt was cut leads to status, which reads the rest",
    arguments: [10, 63, 900, 2_000, 4_001])
  func cutAnswer(_ length: Int) throws {
    let file = Package.vectors.appendingPathComponent("verifyreceipt-answer.body")
    var answer = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    answer["latest_receipt"] = (answer["latest_receipt"] as? String).map { String($0.prefix(length)) }
    let body = Array(try JSONSerialization.data(withJSONObject: answer))
    for command in ["decode", "validate"] {
      let run = try ToolRun([command], input: body)
      #expect(run.status == 65 && run.stderr.contains("receipt-tool status"), "\(command): \(run.stderr)")
    }
    // It reads the rest itself, and says that the receipt was cut.
    answer["latest_receipt"] = "..."
    for body in [body, Array(try JSONSerialization.data(withJSONObject: answer))] {
      let report = try ToolRun(["inspect"], input: body)
      #expect(report.stdout.contains("the signed receipt in it (latest_receipt) was cut off"), "\(report.stdout)")
      #expect(report.status == 0)
    }
    let diagnosis = try ToolRun(["diagnose"], input: body, environment: ["COLUMNS": "300"])
    #expect(diagnosis.stdout.contains("receipt-tool status"), "\(diagnosis.stdout)")
    let status = try ToolRun(["status"], input: body)
    #expect(status.status == 0 && status.stdout.contains("Subscriptions: 1"), "\(status.stderr)")
  }

  /// Requests that break no rule.
  private static let requests = [
    "consumption": #"""
    {"customerConsented": true, "sampleContentProvided": false, "accountTenure": 0, "consumptionStatus": 0,
     "deliveryStatus": 0, "lifetimeDollarsPurchased": 0, "lifetimeDollarsRefunded": 0, "platform": 0, "playTime": 0,
     "userStatus": 0, "appAccountToken": ""}
    """#, "commerce": #"{"requestInfo": {"requestReferenceId": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}}"#,
    "message": #"{"header": "Stay", "body": "One more month"}"#,
    "report": #"""
    {"requestIdentifier": "7e3fb20b-4cdb-47cc-936d-99d65f608138", "externalPurchaseId": "e",
     "status": "NO_LINE_ITEM"}
    """#,
  ]

  @Test("a directory and an empty name are called what they are, for inputs and for every option that takes a file")
  func files() throws {
    let scratch = try Scratch()
    try scratch.directory("folder")
    try scratch.file("receipt", try Minted.receipt().base64.utf8)
    try ScriptedAPI.makeKey(scratch.path + "/key.p8")
    for (name, text) in Self.requests { try scratch.file(name, text.utf8) }
    try scratch.file("image", StandInMessagingTests.png(3_840, 160))
    chmod(try scratch.file("token", "0123456789abcdef".utf8).path, 0o600)
    let kept = ["--database", scratch.path + "/kept.sqlite"]
    _ = try ToolRun(
      ["ledger", "add", "--bundle-id", "a", "--order", "1", "--account", "a"] + kept + ["receipt"],
      directory: scratch.url)
    let export = try ToolRun(["ledger", "export", "--all"] + kept)
    try #require(export.status == 0, "\(export.stderr)")
    try scratch.file("export", export.stdout.utf8)
    for command in try CommandTree.shared().commands {
      for option in command.options where option.takesFile {
        var words = command.words + [option.name, "folder"]
        switch command.name {
        case "compare" where option.name == "--key": words.append("--api")
        case "compare" where !["--response", "--transactions"].contains(option.name):
          words += ["--response", "receipt"]
        case "verify": words += ["--endpoint", "http://127.0.0.1:1/"]
        case "migrate":
          words += ["--endpoint", "http://127.0.0.1:1/"]
          if option.name != "--state" { words += ["--state", "state"] }
          if option.name != "--key" {
            words += ["--key", "key.p8", "--key-id", "X", "--issuer-id", ScriptedAPI.issuer, "--bundle-id", "a"]
          }
        case "serve" where option.name == "--ledger": words += ["--token-file", "token"]
        case "serve" where ["--webhook-file", "--forward-file", "--erasure-key"].contains(option.name):
          words += ["--ledger", "new", "--bundle-id", "a", "--environment", "sandbox", "--token-file", "token"]
        case "serve" where option.name == "--consumption-policy":
          words += ["--run", "--api", "--ledger", "new", "--bundle-id", "a", "--token-file", "token"]
        case "serve" where option.name == "--from-ledger": words += ["--ca", StandInRun.authority.path]
        case "serve" where option.name == "--products":
          words += ["--ca", StandInRun.authority.path, "--scenario", "upgrade"]
        case _ where option.name == "--products": words += ["--scenario", "upgrade", "--output", "life"]
        case "ledger run" where option.name == "--key" || option.name == "--consumption-policy": words.append("--api")
        case "ledger run" where option.name == "--trust-anchor": words.append("--api")
        case _ where option.name == "--trust-anchor" && command.options.contains { $0.name == "--key-id" }:
          words += ["--key", "key.p8", "--key-id", "X", "--issuer-id", ScriptedAPI.issuer, "--bundle-id", "a"]
        case "ledger run": words += ["--endpoint", "http://127.0.0.1:1/", "--sandbox-endpoint", "http://127.0.0.1:1/"]
        case "ledger add": words += ["--order", "1", "--account", "a"]
        case "ledger prune": words += ["--older-than", "1d"]
        default: break
        }
        switch command.name {
        case "api mass-extension": words += ["product", "7e3fb20b-4cdb-47cc-936d-99d65f608138"]
        case "api extend", "api extend-all": words += ["--days", "1", "--yes"]
        case "api consume": words += ["--customer-consented", "--delivery-status", "DELIVERED", "--yes"]
        case "api set-token": words += ["1", "7e3fb20b-4cdb-47cc-936d-99d65f608138"]
        case "api unclaim-seat": words += ["1", "7e3fb20b-4cdb-47cc-936d-99d65f608138", "--yes"]
        case "api associate-seat": words += ["1", "7e3fb20b-4cdb-47cc-936d-99d65f608138", "1", "--yes"]
        case "api consume-v1": words += ["1", "consumption", "--yes"]
        case "api advanced-commerce": words += ["cancel", "1", "commerce", "--yes"]
        case "messages upload": words += ["7e3fb20b-4cdb-47cc-936d-99d65f608138", "message", "--yes"]
        case "messages upload-image": words += ["7e3fb20b-4cdb-47cc-936d-99d65f608138", "image", "--yes"]
        case "messages delete", "messages delete-image":
          words += ["7e3fb20b-4cdb-47cc-936d-99d65f608138", "--yes"]
        case "messages default": words += ["product", "en-US"]
        case "messages delete-default": words += ["product", "en-US", "--yes"]
        case "messages set-default": words += ["p", "en-US", "7e3fb20b-4cdb-47cc-936d-99d65f608138", "--yes"]
        case "messages set-url": words += ["http://127.0.0.1:1/", "--yes"]
        case "messages delete-url": words.append("--yes")
        case "messages test": words += ["1", "--yes"]
        case "reports send": words += ["report", "--yes"]
        case "offer sign" where option.name == "--request": words += ["advanced-commerce", "--key", "key.p8"]
        case "offer sign": words += ["promotional", "--product-id", "p", "--offer-id", "o"]
        default: break
        }
        if command.name == "offer sign" { words += ["--key-id", "X", "--bundle-id", "a"] }
        if option.name == "--summary", command.name != "migrate" { words.append("--stream") }
        if option.name == "--write-anchor" { words += ["--template", "empty"] }
        if option.name == "--token-file", command.name == "compare" {
          words = ["compare", "--endpoint", "http://127.0.0.1:1/", "--token-file", "folder"]
        }
        if command.name == "compare", option.name == "--shared-secret-file" {
          words = ["compare", option.name, "folder"]
        }
        switch command.name {
        case "ledger show", "ledger backup", "ledger erase", "ledger move", "ledger consent": words.append("name")
        case "ledger import": words.append("export")
        case "diff": words += ["receipt", "receipt"]
        case "ledger merge", "ledger transfer": words += ["name", "other"]
        case "api mass-extension", "api set-token", "api unclaim-seat", "api associate-seat", "api consume-v1",
          "api advanced-commerce", "reports send", "offer sign":
          break
        case _ where command.name.hasPrefix("messages ") && command.name != "messages test-result": break
        case _ where command.takesInputs && !["--new-key", "--write-anchor", "--products"].contains(option.name):
          words.append("receipt")
        default: break
        }
        let run = try ToolRun(words, environment: ["HOME": scratch.path], directory: scratch.url)
        #expect(run.status > 1 && run.stdout == "", "\(words): \(run.status)")
        // What is never overwritten is refused because it is there.
        let isNew = ["--new-key", "--write-anchor", "--html"].contains(option.name)
        let said = run.stderr.lowercased()
        #expect(
          said.contains("is a directory")
            || isNew && (said.contains("already exists") || said.contains("there is a file")),
          "\(words): \(run.stderr)")
      }
    }
    for command in [["decode"], ["inspect"], ["validate"], ["status"], ["diagnose"], ["redact"], ["verify"], ["mint"]] {
      let run = try ToolRun(command + [""])
      #expect(run.status == 66 && run.stderr.contains("an empty path was given"), "\(command): \(run.stderr)")
    }
  }
}
