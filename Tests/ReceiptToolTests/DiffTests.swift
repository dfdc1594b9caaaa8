import Foundation
import ReceiptMint
import Testing

/// What happened is read in the mint's table of scenarios (`ScenarioTable.swift`), and not in what the tool says.
@Suite("diff, run as a program")
struct DiffTests {
  private func diff(_ life: Life, _ first: String, _ second: String, _ arguments: [String] = []) throws -> ToolRun {
    try ToolRun(["diff", "--trust-anchor", "anchor.pem"] + arguments + [first, second], directory: life.url)
  }

  /// The causes by what they are about: `purchase added renewed`.
  private func causes(_ report: [String: Any]) throws -> [String] {
    try #require(report["changes"] as? [[String: Any]]).map { change in
      [change["subject"], change["kind"], (change["causes"] as? [String])?.joined(separator: " ")]
        .compactMap { $0 as? String }.joined(separator: " ")
    }
  }

  @Test("Scripts/diff.txt", arguments: try CommandScript.cases("diff"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("receipts of one life: which is newer, by how much, and what happened in between, in any order")
  func receipts() throws {
    // Days by the table of scenarios.
    let cases: [(scenario: String, from: Int, to: Int, days: Int, changes: [String])] = [
      ("trial-renew-refund", 1, 2, 7, ["purchase added renewed"]),
      ("trial-renew-refund", 2, 4, 7, ["purchase changed refunded"]),
      ("trial-renew-refund", 1, 4, 14, ["purchase added renewed refunded"]),
      ("refund-reversed", 2, 3, 5, ["purchase changed refund-taken-back"]),
      ("upgrade", 1, 2, 10, ["purchase changed replaced", "purchase added renewed"]),
      ("consumables", 1, 2, 3, ["purchase added bought"]),
      ("consumables", 2, 4, 3, ["purchase changed refunded"]),
      ("billing-retry-recovered", 1, 3, 35, ["purchase added renewed"]),
    ]
    for item in cases {
      let life = try Life(item.scenario)
      let (old, new) = (try life.file(item.from, "receipt"), try life.file(item.to, "receipt"))
      for (first, second, newer) in [(old, new, "second"), (new, old, "first")] {
        let run = try diff(life, first, second, ["--json"])
        let report = try run.json()
        let place = "\(item.scenario) \(item.from) \(item.to)"
        #expect(run.status == 1 && run.stderr == "", "\(place)")
        #expect(report["newer"] as? String == newer && report["verdict"] as? String == "differs", "\(place)")
        #expect(report["apart_seconds"] as? Int == item.days * 86_400, "\(place)")
        #expect(try causes(report) == item.changes, "\(place)")
        #expect((report["doubts"] as? [Any])?.isEmpty == true, "\(place)")
        let text = try diff(life, first, second)
        #expect(text.stdout.hasPrefix("≠ The \(newer) is newer, by \(item.days) days; the answer"), "\(text.stdout)")
        for line in text.stdout.components(separatedBy: "\n") { #expect(line.count <= 80, "\(line)") }
      }
    }
  }

  @Test("notifications of one life: what changed about the renewal, and why")
  func renewals() throws {
    let cases: [(scenario: String, from: Int, to: Int, changes: [String])] = [
      ("cancel-auto-renew", 1, 2, ["renewal changed auto-renew-off"]),
      ("cancel-auto-renew", 2, 3, ["renewal changed auto-renew-on"]),
      ("cancel-auto-renew", 4, 5, ["renewal changed ended"]),
      ("grace-period-then-expired", 2, 3, ["renewal changed payment-failed"]),
      ("grace-period-then-expired", 4, 5, ["renewal changed ended"]),
      ("price-increase-consent", 2, 3, ["renewal changed price-increase"]),
      ("downgrade", 1, 2, ["renewal changed next-product"]),
      ("downgrade", 2, 3, ["renewal changed next-period"]),
      ("family-sharing-revoked", 2, 3, ["purchase changed no-longer-shared"]),
      ("seat-taken-back", 2, 3, ["purchase changed seat-taken-back"]),
      ("team-grows-and-shrinks", 1, 2, ["renewal changed seats-changed"]),
      ("team-grows-and-shrinks", 2, 3, ["purchase changed seats-changed"]),
      ("team-grows-and-shrinks", 3, 4, ["renewal changed seats-changed"]),
    ]
    for item in cases {
      let life = try Life(item.scenario)
      let report = try diff(
        life, try life.file(item.from, "notification"), try life.file(item.to, "notification"), ["--json"]
      ).json()
      let renewals = try causes(report)
      #expect(item.changes.allSatisfy(renewals.contains), "\(item.scenario) \(item.from): \(renewals)")
      #expect(!renewals.contains { $0.contains("unexplained") }, "\(item.scenario) \(item.from): \(renewals)")
    }
    let life = try Life("billing-retry-recovered")
    let report = try diff(
      life, try life.file(2, "notification"), try life.file(3, "notification"), ["--json"]
    ).json()
    // A notification tells of one transaction, and is silent about the others.
    #expect(
      try causes(report) == [
        "purchase gone not-told", "purchase added renewed", "renewal changed payment-recovered",
      ])
  }

  @Test("two apps, environments, or nothing in common: said first, and never 0")
  func doubts() throws {
    let life = try Life("one-time-charge")
    let receipt = try life.file(1, "receipt")
    func minted(_ arguments: [String], _ name: String) throws -> String {
      let run = try ToolRun(
        ["mint", "--seed", "7", "--template", "subscription"] + arguments
          + ["--write-anchor", name + ".pem"], directory: life.url)
      #expect(run.status == 0, "\(run.stderr)")
      try Data(run.stdout.utf8).write(to: life.url.appendingPathComponent(name))
      return name
    }
    let own = try minted(["--bundle-id", "com.example.app"], "own")
    let app = try minted(["--bundle-id", "com.example.else"], "app")
    let production = try minted(["--bundle-id", "com.example.app", "--environment", "production"], "production")
    let cases: [(first: String, second: String, start: String, kind: String)] = [
      (own, app, "✗ Of two apps: ", "two-apps"), (own, production, "✗ From two environments: ", "two-environments"),
      (own, receipt, "! No purchase is in both: they may be of two customers.", "nothing-shared"),
    ]
    for item in cases {
      let trust = ["own.pem", "app.pem", "production.pem", "anchor.pem"].flatMap { ["--trust-anchor", $0] }
      let run = try ToolRun(["diff"] + trust + [item.first, item.second], directory: life.url)
      #expect(run.status == 1 && run.stdout.hasPrefix(item.start), "\(run.stdout)")
      let report = try ToolRun(["diff", "--json"] + trust + [item.first, item.second], directory: life.url).json()
      let doubts = try #require(report["doubts"] as? [[String: Any]])
      #expect(doubts.map { $0["kind"] as? String } == [item.kind])
      #expect(
        run.stdout.contains("≠ These two cannot be compared.") == (item.kind != "nothing-shared"), "\(run.stdout)")
      if item.kind != "nothing-shared" {
        // What each of them says stands there, and no difference between what does not belong together.
        #expect(
          ["\n  first: Test: ", "\n  second: "].allSatisfy(run.stdout.contains)
            && !run.stdout.contains(", transaction "))
        #expect(!run.stdout.contains("newer") && !run.stdout.contains("The same in both"), "\(run.stdout)")
        #expect(try causes(report).allSatisfy { $0.hasSuffix(" other-history") })
      }
    }
  }

  @Test("a restored purchase has another transaction, and is the same; a consumable leaves the receipt")
  func matching() throws {
    let scratch = try Scratch()
    var coins = LedgerTool.coins("1")
    coins.productType = 1
    var subscription = LedgerTool.coins("20", product: "monthly")
    (subscription.productType, subscription.expiresDate) = (3, "2026-01-26T18:13:07Z")
    var restored = subscription
    restored.transactionID = "21"
    _ = try scratch.file("root.pem", Array(try Minted.anchor().utf8))
    func receipt(_ name: String, _ date: String, _ purchases: [InAppDescription]) throws -> String {
      let minted = try Minted.receipt {
        $0.inApp = purchases
        $0.creationDate = date
      }
      return try scratch.file(name, minted.bytes).lastPathComponent
    }
    let old = try receipt("old", "2025-12-27T00:00:00Z", [coins, subscription])
    let new = try receipt("new", "2025-12-28T00:00:00Z", [restored])
    let run = try ToolRun(["diff", "--json", "--trust-anchor", "root.pem", old, new], directory: scratch.url)
    #expect(try causes(try run.json()) == ["purchase gone finished-consumable"])
  }
}
