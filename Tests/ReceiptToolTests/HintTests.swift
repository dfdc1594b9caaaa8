import Foundation
import Testing

@testable import ReceiptCommands

/// What a person who slipped is told.
@Suite("Hints")
struct HintTests {
  @Test("Scripts/hints.txt", arguments: try CommandScript.cases("hints"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("every command has --json, but for those whose output is for people, is no document, or is JSON line by line")
  func withoutJSON() throws {
    let without = try CommandTree.shared().commands.filter { !$0.options.contains { $0.name == "--json" } }.map(\.name)
    #expect(
      Set(without) == [
        "inspect", "mcp", "migrate", "serve", "mint init", "ledger prune", "ledger backup", "ledger import",
        "ledger move", "ledger apps add", "ledger merge", "ledger transfer", "ledger erase", "account-hash",
        "notifications test", "token",
      ],
      "\(without)")
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

  @Test("a directory is called what it is, for every option that takes a file")
  func files() throws {
    let scratch = try Scratch()
    try scratch.directory("folder")
    try scratch.file("receipt", try Minted.receipt().base64.utf8)
    try ScriptedAPI.makeKey(scratch.path + "/key.p8")
    for (name, text) in Self.requests { try scratch.file(name, text.utf8) }
    try scratch.file("image", StandInMessagingTests.png(3_840, 160))
    try scratch.file("token", "0123456789abcdef".utf8)
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
  }
}
