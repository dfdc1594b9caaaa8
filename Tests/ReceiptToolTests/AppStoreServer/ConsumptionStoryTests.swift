import Foundation
import GRDB
import Testing

import SystemLibrary

/// Apple asks how a purchase was used, and `ledger run` answers, against `serve --scenario`.
@Suite("From CONSUMPTION_REQUEST to the answer")
struct ConsumptionStoryTests {
  private static let kills = ProcessInfo.processInfo.environment["LEDGER_KILLS"].flatMap { Int($0) } ?? 6

  private struct Backend {
    let run: StandInRun
    let ledger: String
    let policy: String
    /// The transaction that Apple asks about.
    let transaction: String

    /// A customer bought three times, and Apple asked about the last purchase an hour ago.
    init(_ arguments: [String] = []) throws {
      // The scenario ends a day after the question.
      let end = Date(timeIntervalSinceNow: 23 * 3_600).formatted(.iso8601)
      run = try StandInRun(["consumables"], created: end, arguments: arguments)
      ledger = run.scratch.path + "/ledger.sqlite"
      policy = try run.scratch.file(
        "policy.json",
        Array(
          """
          {"rules": [{"delivery_status": "DELIVERED", "sample_content_provided": true, "max_age": "30d",
            "consumption_percentage": 25.5, "refund_preference": "GRANT_PRORATED"}]}
          """.utf8)
      ).path
      let questions = try run.payloads("notification").filter {
        $0["notificationType"] as? String == "CONSUMPTION_REQUEST"
      }
      transaction = try #require(try run.identifiers().last)
      try run.clock(milliseconds: try #require(questions.last?["signedDate"] as? Int))
      for (number, receipt) in try run.receipts().enumerated() where number == 4 {
        let file = try run.scratch.file("receipt.b64", receipt.utf8).path
        let added = try ledger(
          "add",
          testing + [
            "--environment", "sandbox", "--bundle-id", StandInRun.bundle, file, "--order", "7", "--account", "jane",
          ])
        #expect(added.status == 0, "\(added.stdout) \(added.stderr)")
      }
    }

    var testing: [String] {
      ["--trust-anchor", run.folders[0].appendingPathComponent("anchor.pem").path, "--allow-test-signed"]
    }

    func ledger(_ command: String, _ arguments: [String]) throws -> ToolRun {
      try ToolRun(
        ["ledger", command, "--database", ledger] + arguments,
        environment: ["HOME": run.scratch.path, "COLUMNS": "200"]
      ).withoutWaits
    }

    func running() throws -> [String] {
      ["--api", "--api-endpoint", run.server.url] + Array(try run.asking().prefix(6)) + testing
    }

    func agree() throws {
      let consent = try ledger("consent", ["jane", "--given", "--source", "settings"])
      try #require(consent.status == 0, "\(consent.stderr)")
    }

    /// Words of the events about answers.
    func outcomes() throws -> [String] {
      try ledger("events", []).documents().compactMap { $0["event"] as? String }
        .filter { $0.hasPrefix("consumption_") && $0 != "consumption_requested" }
    }

    /// What the stand-in took, each with its transaction, the newest first.
    func taken() throws -> [String] {
      let page = try run.server.ask("GET", "/_inspector").text
      let section =
        page.components(separatedBy: "<section id=\"consumption\">").dropFirst().first?
        .components(separatedBy: "</section>").first ?? ""
      return section.components(separatedBy: "<dt>").dropFirst().map { entry in
        let words = entry.replacingOccurrences(of: "&quot;", with: "\"")
        let transaction = words.components(separatedBy: "transaction ").dropFirst().first?.prefix { $0 != "," } ?? ""
        let content =
          words.components(separatedBy: "<code>").dropFirst().first?.components(separatedBy: "</code>")
          .first ?? ""
        return "\(transaction) \(content)"
      }
    }
  }

  private static let answer = """
    {"customerConsented":true,"sampleContentProvided":true,"deliveryStatus":"DELIVERED",\
    "consumptionPercentage":25500,"refundPreference":"GRANT_PRORATED"}
    """

  @Test("nothing without policy, nothing without consent; then a dry run, and one answer")
  func story() throws {
    let shop = try Backend()
    let asking = try shop.running()
    let plain = try shop.ledger("run", asking)
    #expect(plain.status == 0 && plain.stdout.contains("consumption_requested"), "\(plain)")
    let withPolicy = asking + ["--consumption-policy", shop.policy]
    #expect(try shop.ledger("run", withPolicy).status == 0)
    #expect(try shop.taken() == [] && shop.outcomes() == [])
    func listed(_ more: [String] = []) throws -> [[String: Any]] {
      let run = try shop.ledger("consumption", ["--json", "--consumption-policy", shop.policy] + more)
      try #require(run.status == 0, "\(run.stderr)")
      try SchemaCheck.expectValid([try run.oneLine()], "ledger-consumption-1")
      return try #require(try run.json()["requests"] as? [[String: Any]]).filter { $0["account"] as? String == "jane" }
    }
    #expect(try listed().map { $0["reason"] as? String } == ["no_consent"])
    #expect(try shop.ledger("consumption", []).stdout.contains("the customer did not agree to it"))
    #expect(try shop.ledger("consent", ["jane"]).status == 1)
    try shop.agree()
    #expect(try shop.ledger("consent", ["jane"]).status == 0)
    let open = try #require(try listed().first)
    #expect(open["transaction_id"] as? String == shop.transaction && open["reason"] is NSNull)
    #expect((open["answer"] as? [String: Any])?["consumptionPercentage"] as? Int == 25_500)
    #expect(try shop.taken() == [], "a dry run sends nothing")

    let sent = try shop.ledger("run", withPolicy)
    #expect(sent.status == 0 && sent.stderr == "", "\(sent)")
    #expect(try shop.taken() == ["\(shop.transaction) \(Self.answer)"] && shop.outcomes() == ["consumption_sent"])
    #expect(try shop.ledger("run", withPolicy).status == 0)
    #expect(try shop.taken().count == 1 && listed().isEmpty)
    let events = try shop.ledger("events", [])
    try SchemaCheck.expectValid(events.lines, "ledger-event-1")
    let shown = try shop.ledger("show", ["jane"])
    #expect(shown.stdout.contains("Apple was told how the purchase was used"), "\(shown.stdout)")
  }

  @Test("Apple's library sends the same, and the stand-in takes both alike", .enabled(if: AppleLibrary.canRun))
  func library() throws {
    let shop = try Backend()
    try shop.agree()
    let sent = try shop.ledger("run", try shop.running() + ["--consumption-policy", shop.policy])
    let event = try #require(try sent.documents().first { $0["event"] as? String == "consumption_sent" }, "\(sent)")
    let body = try #require(event["sent"] as? [String: Any])
    let answers = try shop.run.ask([
      ("send_consumption_information", [shop.transaction, ["ConsumptionRequest": body]])
    ])
    #expect(answers.first?["error"] == nil, "\(answers)")
    let taken = try shop.taken()
    #expect(taken.count == 2 && Set(taken).count == 1, "\(taken)")
  }

  @Test(
    "kill -9 at any moment, also between Apple's answer and its record: one answer, however often, and one event",
    .thorough)
  func killed() throws {
    let shop = try Backend(["--delay", "150ms"])
    try shop.agree()
    let arguments =
      ["--lease", "1s", "--timeout", "1", "--backoff", "1s"] + (try shop.running())
      + ["--consumption-policy", shop.policy]
    let queue = try DatabaseQueue(path: shop.ledger)
    var (kills, unrecorded) = (0, 0)
    let deadline = Date() + 240
    while try shop.outcomes().isEmpty {
      try #require(Date() < deadline)
      let process = Process()
      process.executableURL = ToolRun.program(because: "it is killed while it sends")
      process.arguments = ["ledger", "run", "--database", shop.ledger] + arguments
      process.environment = ["HOME": shop.run.scratch.path]
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      process.standardInput = FileHandle.nullDevice
      let (taken, tries) = (try shop.taken().count, try self.tries(queue))
      try process.start()
      if kills < Self.kills, kills.isMultiple(of: 2) {
        // Once it has recorded what it sends, nothing more can be recorded: it is killed after the server took it.
        while try process.isRunning && self.tries(queue) == tries { usleep(1_000) }
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: "BEGIN IMMEDIATE")
          while process.isRunning, try shop.taken().count == taken { usleep(1_000) }
          kill(process.processIdentifier, SIGKILL)
          process.waitUntilExit()
          try db.execute(sql: "ROLLBACK")
        }
        if process.terminationReason == .uncaughtSignal { (kills, unrecorded) = (kills + 1, unrecorded + 1) }
      } else if kills < Self.kills {
        usleep(UInt32.random(in: 0...400) * 1_000)
        if process.isRunning { kills += 1 }
        kill(process.processIdentifier, SIGKILL)
      }
      process.waitUntilExit()
      usleep(300_000)
    }
    let taken = try shop.taken()
    #expect(unrecorded > 0 && taken.count > unrecorded)
    #expect(Set(taken) == ["\(shop.transaction) \(Self.answer)"], "\(taken)")
    #expect(try shop.outcomes() == ["consumption_sent"])
    // From now on nothing is sent.
    #expect(try shop.ledger("run", arguments).status == 0)
    #expect(try shop.taken().count == taken.count && shop.ledger("check", []).status == 0)
  }

  private func tries(_ queue: DatabaseQueue) throws -> Int {
    try queue.read { try Int.fetchOne($0, sql: "SELECT coalesce(max(tries), 0) FROM consumption") ?? 0 }
  }

  @Test("serve --run --api answers, too")
  func served() throws {
    let shop = try Backend()
    let token = String(repeating: "t", count: 32)
    let tokens = try shop.run.scratch.file("token", token.utf8)
    // The first pass comes at the start, and the next one a minute later.
    try shop.agree()
    let service = try RunningServer(
      [
        "--ledger", shop.ledger, "--token-file", tokens.path, "--run", "--api", "--app", "shop",
        "--consumption-policy", shop.policy,
      ] + shop.testing, environment: shop.run.profile())
    let deadline = Date() + 60
    while try shop.taken().isEmpty, Date() < deadline { usleep(50_000) }
    #expect(try shop.taken() == ["\(shop.transaction) \(Self.answer)"], "\(service.log)")
    let withdrawal = try service.post(
      "/v1/accounts/jane/consent", #"{"given":false,"source":"settings"}"#, ["Authorization: Bearer \(token)"])
    #expect(withdrawal.status == 200 && service.end() == 0)
    #expect(try shop.ledger("consent", ["jane"]).status == 1 && shop.outcomes() == ["consumption_sent"])
  }

  @Test("the options name what they need")
  func usage() throws {
    try ToolRun.expectUsage(["ledger", "run", "--consumption-policy", "x"], "--consumption-policy needs --api")
    try ToolRun.expectUsage(["ledger", "consent", "jane", "--given"], "--source")
    try ToolRun.expectUsage(["ledger", "consent", "jane", "--source", "x"], "--given or --withdrawn")
    try ToolRun.expectUsage(["ledger", "consent", "jane", "--given", "--withdrawn", "--source", "x"], "--withdrawn")
    try ToolRun.expectUsage(["serve", "--consumption-policy", "x"], "--consumption-policy needs")
    let scratch = try Scratch()
    let policy = try scratch.file("policy.json", Array(#"{"rules":[{}]}"#.utf8)).path
    let run = try ToolRun(["ledger", "consumption", "--consumption-policy", policy])
    #expect(run.status == 66 || run.status == 64, "\(run.status)")
    #expect(run.stderr.contains("/rules/0: delivery_status is missing"), "\(run.stderr)")
  }
}
