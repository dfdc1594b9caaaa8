import Foundation
import ReceiptMint
import Testing

/// What a customer may use when a scenario is over, by `ledger entitlements` and over HTTP, beside what the scenario is
/// about.
@Suite("Entitlements at the end of every scenario")
struct ScenarioEntitlementTests {
  /// The last part of the product that the customer may use then, by the description that `mint --scenario list`
  /// prints; `nil` for nothing. Consumables are used up when the app says so.
  private static let expected: [String: String?] = [
    "trial-renew-refund": nil, "upgrade": "plus", "downgrade": "basic", "crossgrade": "yearly",
    "billing-retry-recovered": "monthly", "grace-period-recovered": "monthly", "grace-period-then-expired": nil,
    "price-increase-consent": "monthly", "price-increase-expired": nil, "refund-reversed": "monthly",
    "family-sharing-revoked": nil, "team-grows-and-shrinks": "team", "seat-taken-back": nil, "consumables": nil,
    "bundle-and-back": "monthly", "seats-by-developer": "team", "one-time-charge": "pro", "resubscribe": "monthly",
    "offer-code": "monthly", "win-back": "monthly", "cancel-auto-renew": nil,
  ]
  private static let end = "2026-01-31T12:00:00Z"

  @Test("are the product and the date of the scenario, or nothing")
  func entitlements() throws {
    let names = Scenario.all.map(\.name)
    #expect(Set(names) == Set(Self.expected.keys) && names.count == 21)
    let scratch = try Scratch()
    let database = scratch.url.appendingPathComponent("shop.sqlite").path
    var lines: [String] = []
    var notifications: [String] = []
    var untils: [String: Int] = [:]
    for name in names {
      let folder = scratch.url.appendingPathComponent(name)
      let minted = try ToolRun(
        [
          "mint", "--scenario", name, "--ca", StandInRun.authority.path, "--seed", name, "--output", folder.path,
          "--creation-date", Self.end,
        ])
      try #require(minted.status == 0, "\(minted.stderr)")
      let files = minted.lines
      notifications += files.filter { $0.hasSuffix(".notification.jws") }
      // What is bought is presented; of renewals and refunds Apple tells.
      var bought: Set<String> = []
      for file in files where file.hasSuffix(".transaction.jws") {
        let jws = try String(contentsOfFile: file, encoding: .utf8)
        let transaction = try StandInRun.payload(jws)
        untils[name] = transaction["expiresDate"] as? Int
        let original = try #require(transaction["originalTransactionId"] as? String)
        guard bought.insert(original).inserted else { continue }
        lines.append(LedgerTool.line(jws, order: "\(name) \(bought.count)", account: name))
      }
    }
    let anchor = StandInRun.authority.appendingPathComponent("root.pem").path
    let trusting = ["--trust-anchor", anchor, "--allow-test-signed", "--database", database]
    let added = try ToolRun(
      ["ledger", "add", "--stream", "--environment", "sandbox", "--bundle-id", StandInRun.bundle] + trusting,
      input: Array(lines.joined(separator: "\n").utf8))
    try #require(added.status == 0, "\(added.stdout.suffix(2_000)) \(added.stderr)")
    let told = try ToolRun(["ledger", "notify"] + trusting + notifications)
    try #require(told.status == 0, "\(told.stdout.suffix(2_000)) \(told.stderr)")

    let token = String(repeating: "t", count: 32)
    let file = try scratch.file("token", token.utf8)
    let server = try RunningServer(["--ledger", database, "--token-file", file.path, "--quiet"])
    for name in names {
      let target = "/v1/accounts/\(name)/entitlements?at=\(Self.end)"
      let document = try server.ask("GET", target, ["Authorization: Bearer \(token)"]).json()
      let printed = try ToolRun(
        ["ledger", "entitlements", "--database", database, name, "--json", "--at", Self.end]
      ).json()
      #expect(document as NSDictionary == printed as NSDictionary, "\(name)")
      let found = try #require(document["entitlements"] as? [[String: Any]])
      let product = try #require(Self.expected[name])
      #expect(
        found.map { $0["product_id"] as? String } == [product].compactMap { $0 }.map { "\(StandInRun.bundle).\($0)" },
        "\(name)")
      for one in found {
        #expect(one["state"] as? String == "active", "\(name)")
        let until = (one["until"] as? String).flatMap { try? Date($0, strategy: .iso8601) }
        let milliseconds = until.map { Int($0.timeIntervalSince1970 * 1_000) }
        #expect(milliseconds == untils[name], "\(name): \(one)")
      }
      #expect((document["unjudged"] as? [Any])?.isEmpty == true, "\(name)")
    }
  }
}
