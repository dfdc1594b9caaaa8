import Foundation
import LoopbackServer
import Testing

/// The tool on both sides: a customer's life is minted and served, and a backend with a ledger follows it.
@Suite("From a receipt to the history, with a notification that is missed")
struct StoryTests {
  private struct Backend {
    let run: StandInRun
    let ledger: String

    var anchor: String { run.folders[0].appendingPathComponent("anchor.pem").path }

    func file(_ event: Int, _ kind: String) throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: run.folders[0].path).sorted()
      let name = try #require(names.first { $0.hasPrefix("0\(event)-") && $0.contains(".\(kind).") })
      return run.folders[0].appendingPathComponent(name).path
    }

    func ask(_ words: [String], _ more: [String]) throws -> ToolRun {
      try ToolRun(words + (try run.asking()) + more, environment: ["HOME": run.scratch.path])
    }

    func ledger(_ command: String, _ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
      try ToolRun(
        ["ledger", command, "--database", ledger] + arguments, input: input, environment: ["HOME": run.scratch.path])
    }

    var testing: [String] { ["--trust-anchor", anchor, "--allow-test-signed"] }

    /// The first receipt is presented.
    func present() throws {
      let added = try ledger(
        "add",
        testing + [
          "--environment", "sandbox", "--bundle-id", StandInRun.bundle, try file(1, "receipt"), "--order", "7",
          "--account", "jane",
        ])
      #expect(added.status == 0, "\(added.stderr)")
    }

    func askingForLedger() throws -> [String] {
      ["--api", "--api-endpoint", run.server.url] + Array(try run.asking().prefix(6))
    }

    /// `ledger run`, and its events.
    func run(_ arguments: [String]) throws -> (run: ToolRun, kinds: [String]) {
      let found = try ledger("run", arguments).withoutWaits
      let kinds = try found.stdout.split(separator: "\n").compactMap {
        (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["event"] as? String
      }
      return (found, kinds)
    }

    /// What the backend does with what it gets.
    func notify(_ request: LoopbackServer.Request) throws -> ToolRun {
      try ledger("notify", ["--trust-anchor", anchor, "--allow-test-signed", "-"], input: request.body)
    }

    /// The transactions of `history`, and whether each is refunded.
    func history() throws -> [String: Bool] {
      let run = try ask(["history"], ["--stream", try file(1, "receipt")])
      try #require(run.status == 0, "\(run.stderr)")
      var found: [String: Bool] = [:]
      for line in run.stdout.split(separator: "\n") {
        let item = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let transaction = try #require(item["transaction"] as? [String: Any])
        found[try #require(transaction["transactionId"] as? String)] = transaction["revocationDate"] != nil
      }
      return found
    }

    /// The same in the ledger.
    func recorded() throws -> [String: Bool] {
      var found: [String: Bool] = [:]
      for line in try ledger("export", []).stdout.split(separator: "\n") {
        let purchase = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        found[try #require(purchase["transaction_id"] as? String)] = purchase["state"] as? String == "refunded"
      }
      return found
    }
  }

  private func wait(_ server: LoopbackServer, for count: Int) {
    let deadline = Date() + 60
    while server.requests.count < count, Date() < deadline { usleep(20_000) }
    // What was answered is recorded a moment later.
    usleep(300_000)
  }

  @Test("presented, renewed, refunded; the notification is missed and caught up; the ledger tells the same as history")
  func story() throws {
    // The backend is down when the refund is told.
    let backend = try LoopbackServer { _, earlier in earlier < 3 ? .http(200) : .http(503) }
    defer { backend.stop() }
    let run = try StandInRun(["trial-renew-refund"], arguments: ["--notify", backend.url("apple")])
    let shop = Backend(run: run, ledger: run.scratch.path + "/ledger.sqlite")
    let dates = try run.payloads("notification").map { try #require($0["signedDate"] as? Int) }
    let transactions = try run.identifiers()
    try #require(dates.count == 4 && transactions.count == 2)

    // A receipt is presented.
    wait(backend, for: 1)
    try shop.present()
    #expect(try shop.history() == [transactions[0]: false])

    // It renews, and the backend is told.
    try run.clock(milliseconds: dates[1])
    wait(backend, for: 2)
    #expect(try shop.notify(try #require(backend.requests.last)).status == 0)
    #expect(try shop.history() == [transactions[0]: false, transactions[1]: false])
    #expect(try shop.recorded() == shop.history())

    // It is refunded, and the backend is down.
    try run.clock(milliseconds: dates[3])
    wait(backend, for: 4)
    #expect(try shop.history() == [transactions[0]: false, transactions[1]: true])
    #expect(try shop.recorded() == [transactions[0]: false, transactions[1]: false])

    // What was missed is found, posted again, and taken in.
    let range = ["--failed", "--since", "2026-01-05", "--until", "2026-12-31"]
    let missed = try shop.ask(["notifications", "list"], range + ["--json"])
    let line = try #require(try JSONSerialization.jsonObject(with: Data(missed.stdout.utf8)) as? [String: Any])
    #expect(line["type"] as? String == "REFUND" && line["delivered"] as? Bool == false)
    #expect(
      (line["attempts"] as? [[String: Any]])?.map { $0["result"] as? String } == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"])
    let again = try LoopbackServer { _, _ in .http(200) }
    defer { again.stop() }
    let replay = try shop.ask(["notifications", "list"], range + ["--replay", again.url("apple")])
    #expect(replay.status == 0 && again.requests.count == 1, "\(replay.stderr)")
    #expect(try shop.notify(try #require(again.requests.first)).status == 0)
    #expect(try shop.recorded() == shop.history())

    // And a person sees it, with the receipt of the first day beside it.
    let report = try shop.ask(["history"], [try shop.file(1, "receipt")])
    #expect(report.status == 0 && report.stdout.contains("refunded"))
    let compared = try shop.ask(["compare", "--api"], [try shop.file(1, "receipt")])
    #expect(compared.status == 0 && compared.stdout.contains("renewed-since"), "\(compared.stdout) \(compared.stderr)")
  }

  @Test("a ledger is served: what it has recorded is what a client of the API sees, and nothing is written to it")
  func fromLedger() throws {
    let run = try StandInRun(["trial-renew-refund"])
    let path = run.scratch.path + "/ledger.sqlite"
    let shop = Backend(run: run, ledger: path)
    try shop.present()
    let names = try FileManager.default.contentsOfDirectory(atPath: run.folders[0].path).sorted()
    let told = names.filter { $0.hasSuffix(".notification.jws") }.map { run.folders[0].appendingPathComponent($0).path }
    #expect(try shop.ledger("notify", shop.testing + told).status == 0)
    let transactions = try run.identifiers()
    #expect(try shop.recorded() == [transactions[0]: false, transactions[1]: true])
    let events = try shop.ledger("events", []).stdout

    let server = try RunningServer(["--ca", StandInRun.authority.path, "--from-ledger", path])
    let asking = try run.asking().map { $0 == run.server.url ? server.url : $0 }
    let seen = try ToolRun(
      ["history"] + asking + ["--stream", try shop.file(1, "receipt")], environment: ["HOME": run.scratch.path])
    #expect(seen.status == 0, "\(seen.stderr)")
    var found: [String: Bool] = [:]
    for line in seen.stdout.split(separator: "\n") {
      let item = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let transaction = try #require(item["transaction"] as? [String: Any])
      found[try #require(transaction["transactionId"] as? String)] = transaction["revocationDate"] != nil
      #expect(transaction["productId"] as? String == "com.example.app.monthly")
      #expect(transaction["type"] as? String == "Auto-Renewable Subscription")
    }
    #expect(try found == shop.recorded())
    // Before the refund, it was not known.
    let refunded = try run.payloads("notification").map { try #require($0["signedDate"] as? Int) }
    #expect(try server.post("/_clock", #"{"now": \#(refunded[3] - 86_400_000)}"#).status == 200)
    let before = try ToolRun(
      ["history"] + asking + ["--stream", try shop.file(1, "receipt")], environment: ["HOME": run.scratch.path])
    #expect(before.stdout.contains(transactions[1]) && !before.stdout.contains("revocationDate"))
    #expect(try shop.ledger("events", []).stdout == events)
  }

  @Test("a ledger that is missing, has what the scenario has, or is given without --ca")
  func wrongLedger() throws {
    let run = try StandInRun(["trial-renew-refund"])
    let path = run.scratch.path + "/ledger.sqlite"
    try Backend(run: run, ledger: path).present()
    func serve(_ arguments: [String]) throws -> ToolRun {
      try ToolRun(["serve", "--listen", "127.0.0.1:0"] + arguments)
    }
    let ca = ["--ca", StandInRun.authority.path]
    let missing = try serve(ca + ["--from-ledger", path + ".none"])
    #expect(missing.status == 66 && missing.stderr.contains("there is no ledger"), "\(missing)")
    #expect(try serve(["--from-ledger", path]).status == 64)
    let both = try serve(ca + ["--from-ledger", path, "--scenario", run.folders[0].path])
    #expect(both.status == 65 && both.stderr.contains("both have the purchase"), "\(both)")
  }

  /// Some days ago.
  private func day(_ ago: Int) -> String {
    Date(timeIntervalSinceNow: TimeInterval(-ago * 86_400)).formatted(.iso8601.year().month().day())
  }

  @Test("what is too old for the notification history is known from statuses and the refund history, without a receipt")
  func polled() throws {
    // The sandbox keeps notifications for 30 days.
    let run = try StandInRun(["trial-renew-refund"], created: day(40))
    let shop = Backend(run: run, ledger: run.scratch.path + "/ledger.sqlite")
    let transactions = try run.identifiers()
    try shop.present()
    let asking = try shop.askingForLedger() + shop.testing

    try run.clock(milliseconds: Int(Date().timeIntervalSince1970 * 1_000))
    let without = try shop.run(asking)
    #expect(without.run.status == 0 && without.kinds == [], "\(without)")
    // What is not allowed is not taken in.
    let refused = try shop.run(try shop.askingForLedger() + ["--poll", "--backoff", "1s"])
    #expect(refused.run.status == 1 && refused.kinds == [], "\(refused)")
    #expect(refused.run.stderr.contains("is not proven"))
    #expect(try shop.recorded() == [transactions[0]: false])

    // It was postponed.
    usleep(1_200_000)
    let told = try shop.run(asking + ["--poll"])
    #expect(told.run.status == 0 && told.run.stderr == "", "\(told)")
    #expect(told.kinds.contains("refunded"), "\(told)")
    #expect(try shop.recorded() == shop.history())
    #expect(try shop.recorded() == [transactions[0]: false, transactions[1]: true])
    let again = try shop.run(asking + ["--poll"])
    #expect(again.run.status == 0 && again.run.stdout == "", "\(again)")
  }

  @Test("serve --run --api: one process serves, asks in the background, and what the customer may use changes")
  func served() throws {
    // It ends today: of the beginning, a month ago, the sandbox's history knows no more.
    let run = try StandInRun(["downgrade"], created: day(0))
    let shop = Backend(run: run, ledger: run.scratch.path + "/ledger.sqlite")
    let last = try #require(try run.payloads("transaction").last)
    try shop.present()
    try run.clock(milliseconds: Int(Date().timeIntervalSince1970 * 1_000))
    let before = try shop.ledger("entitlements", ["jane", "--json"]).json()
    #expect((before["entitlements"] as? [Any])?.isEmpty == true, "\(before)")

    let token = String(repeating: "t", count: 32)
    let tokens = try run.scratch.file("token", token.utf8)
    let service = try RunningServer(
      ["--ledger", shop.ledger, "--token-file", tokens.path, "--run", "--api", "--app", "shop"] + shop.testing,
      environment: run.profile())
    var found: [[String: Any]] = []
    let deadline = Date() + 60
    while found.isEmpty, Date() < deadline {
      usleep(50_000)
      let answer = try service.ask("GET", "/v1/accounts/jane/entitlements", ["Authorization: Bearer \(token)"])
      found = try #require(try answer.json()["entitlements"] as? [[String: Any]], "\(answer.text)")
    }
    #expect(found.map { $0["product_id"] as? String } == ["com.example.app.basic"], "\(service.log)")
    #expect(found.first?["transaction_id"] as? String == last["transactionId"] as? String)
    #expect(service.end() == 0)
  }

  @Test("ledger run --api takes in what was missed, once, and from then on only what came since")
  func caughtUp() throws {
    let run = try StandInRun(["trial-renew-refund"], created: day(0))
    let shop = Backend(run: run, ledger: run.scratch.path + "/ledger.sqlite")
    let dates = try run.payloads("notification").map { try #require($0["signedDate"] as? Int) }
    let transactions = try run.identifiers()
    try #require(dates.count == 4 && transactions.count == 2)
    try shop.present()
    let testing = shop.testing
    let asking = try shop.askingForLedger()
    func catchUp(_ more: [String]) throws -> (run: ToolRun, kinds: [String]) {
      try shop.run(asking + more)
    }

    // It renewed while the backend was down.
    try run.clock(milliseconds: dates[1])
    // What is not allowed is refused, and comes again.
    let refused = try catchUp(["--trust-anchor", shop.anchor])
    #expect(refused.run.status == 1 && refused.kinds == [], "\(refused)")
    #expect(refused.run.stderr.contains("was not taken in") && refused.run.stderr.contains("not allowed"))
    let renewed = try catchUp(testing)
    #expect(renewed.run.status == 0 && renewed.kinds.contains("renewed"), "\(renewed)")
    #expect(renewed.run.stderr == "")
    #expect(try shop.recorded() == [transactions[0]: false, transactions[1]: false])
    let idle = try catchUp(testing)
    #expect(idle.run.status == 0 && idle.run.stdout == "" && idle.run.stderr == "", "\(idle)")

    // It was refunded, and the API cannot be asked at first.
    try run.clock(milliseconds: dates[3])
    let nowhere = try shop.ledger(
      "run", ["--api", "--api-endpoint", "http://127.0.0.1:1/"] + asking.dropFirst(3) + testing)
    #expect(nowhere.status == 69 && nowhere.stdout == "", "\(nowhere.stderr)")
    let refunded = try catchUp(testing)
    #expect(refunded.run.status == 0 && refunded.kinds.contains("refunded"), "\(refunded)")
    #expect(try shop.recorded() == shop.history())

    // The app has to be one of the ledger's.
    let other = try shop.ledger(
      "run", asking.dropLast() + ["com.example.other"] + testing)
    #expect(other.status == 64 && other.stderr.contains("is not for the app com.example.other"), "\(other.stderr)")
  }
}
