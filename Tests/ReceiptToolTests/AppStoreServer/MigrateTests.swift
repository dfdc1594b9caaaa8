import Foundation
import LoopbackServer
import TestSupport
import Testing

/// Against a scripted server; what it answers was minted, and what is expected follows from the life of the customer.
@Suite("migrate, run as a program")
struct MigrateTests {
  private static func migrate(
    _ api: ScriptedAPI, _ lines: [String], _ options: String..., state: String = "state"
  ) throws -> ToolRun {
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(
      to: api.life.url.appendingPathComponent("lines"))
    return try api.run(
      ["migrate", "--bundle-id", "com.example.app", "--rate", "1000", "--state", state] + options + ["lines"])
  }

  private static func outcomes(_ run: ToolRun) throws -> [String] {
    try run.documents().map { line in
      line["outcome"] as? String ?? (line["error"] as? [String: Any])?["code"] as? String ?? "?"
    }
  }

  private static func original(_ api: ScriptedAPI) throws -> String {
    try #require(
      try StandInRun.payload(api.life.text(api.life.file(1, "transaction")))["originalTransactionId"] as? String)
  }

  private static func state(_ api: ScriptedAPI) throws -> [UInt8] {
    Array(try Data(contentsOf: api.life.url.appendingPathComponent("state")))
  }

  @Test("every kind of input gives its line, in order: only ids are sent")
  func kinds() throws {
    try ScriptedAPI.with(
      "trial-renew-refund",
      { request, _, _ in
        request.line.path.hasSuffix("/99999999") ? Answers.error(4_040_010) : nil
      }
    ) { api in
      let receipt = try api.life.text(api.life.file(1, "receipt"))
      let original = try Self.original(api)
      let decoded = try ToolRun(["decode", "--compact", "-"], input: Array(receipt.utf8)).json()
      func answer(_ members: [String: Any]) throws -> String {
        let all: [String: Any] = ["status": 0, "environment": "Sandbox", "receipt": try #require(decoded["receipt"])]
        return String(
          decoding: try JSONSerialization.data(withJSONObject: all.merging(members) { $1 }), as: UTF8.self)
      }
      func minted(_ template: String, _ bundle: String = "com.example.app", seed: String = "1") throws -> String {
        try ToolRun(["mint", "--template", template, "--bundle-id", bundle, "--seed", seed]).stdout
      }
      let (strange, other) = (try minted("subscription", seed: "2"), try minted("subscription", "com.example.other"))
      let empty = try minted("empty")
      let run = try Self.migrate(
        api,
        [
          receipt, original, "MK5TTTVWJH", try api.life.text(api.life.file(1, "transaction")),
          answer(["latest_receipt": receipt]), answer([:]), empty, "99999999", strange, String(receipt.prefix(900)),
          other, "", "no receipt",
        ])
      #expect(
        try Self.outcomes(run) == [
          "answered", "answered", "answered", "answered", "answered", "unproven", "no_purchase", "unknown_id",
          "unproven",
          "truncated", "other_format", "empty_input", "not_a_receipt",
        ])
      #expect(run.status == 65)
      let lines = try run.documents()
      #expect(lines.compactMap { $0["line"] as? Int } == Array(1...13))
      #expect(!run.stdout.contains(receipt.prefix(100)))
      let sent = api.server.requests.map { $0.head + String(decoding: $0.body, as: UTF8.self) }.joined()
      #expect(!sent.contains(receipt.prefix(100)) && !sent.contains("POST"))
      #expect(api.server.requests.allSatisfy { $0.field("Authorization") != nil })
      // The trial and the renewal, of which the latter was refunded.
      let row = try #require((lines[0]["rows"] as? [[String: Any]])?.first)
      #expect(row["original_transaction_id"] as? String == original && row["state"] as? String == "refunded")
      #expect(row["access"] as? String == "no" && row["environment"] as? String == "Sandbox")
      #expect(row["signed_transaction"] as? String == (try Answers(api.life)).transactions.last)
      for line in lines[0...4] {
        #expect((line["rows"] as? [[String: Any]])?.count == 1)
        #expect(line["needs_person"] as? Bool == false)
      }
      #expect(
        (lines[2]["calls"] as? [[String: Any]])?.map { $0["name"] as? String } == ["order", "history", "statuses"])
      // A receipt has something to be compared with, an id has not.
      #expect((lines[0]["comparison"] as? [String: Any])?["verdict"] as? String == "agrees")
      #expect((lines[4]["comparison"] as? [String: Any])?["verdict"] as? String == "agrees")
      #expect(lines[1]["comparison"] is NSNull)
      #expect(run.stderr.contains("a person has to look at 7: line 6 (unproven), line 8 (unknown_id)"))
      if SchemaCheck.canRun { try SchemaCheck.expectValid(run.lines, "migration-1") }
      let unverified = try Self.migrate(api, [answer([:])], "--unverified", state: "other")
      #expect(try Self.outcomes(unverified) == ["answered"] && unverified.status == 0)
    }
  }

  @Test("what was answered is printed again, and not asked about again; a customer who is there twice is asked once")
  func again() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.text(api.life.file(1, "receipt"))
      let lines = (0..<4).map { #"{"who":"a\#($0)","stored":"\#(receipt)"}"# }
      let options = ["--field", "stored", "--keep", "who"]
      let first = try Self.migrate(api, lines, options[0], options[1], options[2], options[3])
      #expect(first.status == 0)
      #expect(api.paths.count { $0.hasPrefix("GET /inApps/v1/subscriptions/") } == 1)
      #expect(
        try first.documents().map { ($0["kept"] as? [String: Any])?["who"] as? String } == ["a0", "a1", "a2", "a3"])
      let count = api.server.requests.count
      let second = try Self.migrate(api, lines, options[0], options[1], options[2], options[3])
      #expect(second.stdout == first.stdout && api.server.requests.count == count)
      // A line that a kill cut off is no line; everything before it counts.
      let written = try Self.state(api)
      let url = api.life.url.appendingPathComponent("state")
      try Data(written + written.suffix(700).dropLast()).write(to: url)
      let third = try Self.migrate(api, lines, options[0], options[1], options[2], options[3])
      #expect(third.stdout == first.stdout && api.server.requests.count == count)
      #expect(try Self.state(api) == written)
      // Half of the first answer: it is asked for again.
      try Data(written.dropLast(1)).write(to: url)
      let fourth = try Self.migrate(api, lines, options[0], options[1], options[2], options[3])
      #expect(fourth.status == 0 && api.server.requests.count > count)
    }
  }

  @Test("a state that is damaged, somebody else's, or no state is refused and left as it was")
  func states() throws {
    try ScriptedAPI.with { api in
      let original = try Self.original(api)
      #expect(try Self.migrate(api, [original]).status == 0)
      let written = try Self.state(api)
      let url = api.life.url.appendingPathComponent("state")
      let count = api.server.requests.count
      var damaged = written
      damaged[written.firstIndex(of: 0x0A).map { $0 + 5 } ?? 0] ^= 1
      for content in [damaged, Array("a file of mine".utf8), Array("a file of mine\n".utf8)] {
        try Data(content).write(to: url)
        let run = try Self.migrate(api, [original])
        #expect(run.status == 66 && run.stdout.isEmpty)
        #expect(try Self.state(api) == content)
      }
      try Data(written).write(to: url)
      #expect(try Self.migrate(api, [original], "--unverified").status == 66)
      let other = try api.run(["migrate", "--bundle-id", "com.example.other", "--state", "state", "lines"])
      #expect(other.status == 66 && other.stderr.contains("another app"))
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: url.path)
      #expect(try Self.migrate(api, [original]).status == 66)
      #expect(api.server.requests.count == count)
    }
  }

  @Test("an outage ends the questions, is no answer, and the next run goes on; a key that is refused ends them at once")
  func outage() throws {
    let isDown = Flag()
    try ScriptedAPI.with(
      "trial-renew-refund",
      { _, _, _ in
        isDown.status == 200 ? nil : .answer(status: isDown.status, fields: [], body: [])
      }
    ) { api in
      let original = try Self.original(api)
      let lines = (0..<40).map { $0 == 0 ? original : "20000000\(1_000 + $0)" }
      isDown.status = 503
      let down = try Self.migrate(api, lines, "--jobs", "1")
      #expect(down.status == 75 && api.server.requests.count == 3)
      #expect(try Self.outcomes(down) == Array(repeating: "unanswered", count: 40))
      #expect(down.stderr.contains("not all were asked about"))
      isDown.status = 401
      let refused = try Self.migrate(api, lines, "--jobs", "1")
      #expect(refused.status == 75 || refused.status == 69)
      #expect(api.server.requests.count == 4)
      isDown.status = 200
      let up = try Self.migrate(api, [original], "--jobs", "1")
      #expect(up.status == 0)
      #expect(try Self.outcomes(up) == ["answered"])
    }
  }

  @Test("a history without a purchase of the receipt differs, and one of somebody else is no answer")
  func differences() throws {
    let isForeign = Flag()
    try ScriptedAPI.with(
      "trial-renew-refund",
      { request, _, answers in
        guard request.line.path.hasPrefix("/inApps/v2/history/") else { return nil }
        return answers.page(isForeign.status == 200 ? answers.transactions.suffix(1) : [][...], revision: "r1")
      }
    ) { api in
      let receipt = try api.life.text(api.life.file(2, "receipt"))
      let run = try Self.migrate(api, [receipt])
      let line = try #require(try run.documents().first)
      #expect(run.status == 1 && line["outcome"] as? String == "differs" && line["needs_person"] as? Bool == true)
      let findings = (line["comparison"] as? [String: Any])?["findings"] as? [[String: Any]]
      #expect(findings?.contains { $0["cause"] as? String == "not-in-history" } == true)
      isForeign.status = 0
      let nothing = try Self.migrate(api, [try api.life.text(api.life.file(1, "receipt"))])
      #expect(try Self.outcomes(nothing) == ["unknown_id"] && nothing.status == 1)
    }
  }

  @Test("no more requests a second are sent than --rate says")
  func rate() throws {
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in Answers.error(4_040_010) }) { api in
      let lines = (0..<6).map { "20000000\(1_000 + $0)" }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: api.life.url.appendingPathComponent("lines"))
      let began = ContinuousClock.now
      let run = try api.run(
        ["migrate", "--bundle-id", "com.example.app", "--rate", "10", "--jobs", "6", "--state", "state", "lines"])
      #expect(try Self.outcomes(run) == Array(repeating: "unknown_id", count: 6))
      #expect(ContinuousClock.now - began >= .milliseconds(500))
    }
  }
}

/// The status that a scripted server answers with. Unchecked, because the compiler cannot see that the lock guards the
/// value.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 200

  var status: Int {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
