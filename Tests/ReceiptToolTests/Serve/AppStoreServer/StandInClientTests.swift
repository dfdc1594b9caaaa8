import Foundation
import Testing

/// Our client against the stand-in, which Apple's own library is asked about elsewhere: both make the same requests.
@Suite("serve --scenario: our client")
struct StandInClientTests {
  /// What the documents of `api` say of transactions.
  private func found(_ run: ToolRun) throws -> [String] {
    #expect(run.status == 0, "\(run.stderr)")
    guard !run.stderr.contains("no signed data") else { return [] }
    return try run.documents().compactMap { document in
      let payload = (document["jws"] as? [String: Any])?["payload"] as? [String: Any]
      return payload?["transactionId"] as? String
    }
  }

  @Test("each filter of the history and of the statuses selects what Apple says that it selects")
  func filters() throws {
    let run = try StandInRun(["trial-renew-refund", "consumables"])
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    let (bought, coins) = (try run.identifiers(), try run.identifiers(of: 1))
    let payloads = try run.payloads("transaction", of: 1)
    let product = try #require(payloads.first?["productId"] as? String)
    let second = try #require(payloads.first { $0["transactionId"] as? String == coins[1] }?["purchaseDate"] as? Int)
    let date = Date(timeIntervalSince1970: Double(second / 1_000)).ISO8601Format()
    func ofCoins(_ options: [String]) throws -> Set<String> {
      Set(try found(run.api(["history"] + options + [coins[0]])))
    }
    #expect(try ofCoins([]) == Set(coins))
    #expect(try ofCoins(["--product", product]) == Set(coins.prefix(2)))
    #expect(try ofCoins(["--product", "com.example.none"]).isEmpty)
    #expect(try ofCoins(["--type", "CONSUMABLE", "--type", "NON_CONSUMABLE"]) == Set(coins))
    #expect(try ofCoins(["--type", "AUTO_RENEWABLE"]).isEmpty)
    #expect(try ofCoins(["--since", date]) == Set(coins.dropFirst()))
    #expect(try ofCoins(["--until", date]) == Set(coins.prefix(1)))
    #expect(try ofCoins(["--revoked", "yes"]) == Set([coins[1]]))
    #expect(try ofCoins(["--revoked", "no"]) == Set(coins).subtracting([coins[1]]))
    #expect(try ofCoins(["--ownership", "PURCHASED"]) == Set(coins))
    #expect(try ofCoins(["--ownership", "FAMILY_SHARED"]).isEmpty)
    let group = try #require(try run.payloads("transaction").first?["subscriptionGroupIdentifier"] as? String)
    #expect(Set(try found(run.api(["history", "--group", group, bought[0]]))) == Set(bought))
    #expect(try found(run.api(["history", "--group", "1", bought[0]])).isEmpty)
    let ascending = try found(run.api(["history", "--sort", "ASCENDING", coins[0]]))
    #expect(try found(run.api(["history", "--sort", "DESCENDING", coins[0]])) == ascending.reversed())
    // It is refunded: status 5.
    #expect(try found(run.api(["statuses", "--status", "5", bought[0]])) == [bought[1]])
    #expect(try found(run.api(["statuses", "--status", "1", "--status", "2", bought[0]])).isEmpty)
    for arguments in [
      ["history", "--type", "coins"], ["history", "--revoked", "maybe"], ["history", "--sort", "up"],
      ["history", "--since", date, "--until", date], ["history", "--product", "a b"], ["statuses", "--status", "6"],
    ] { #expect(try run.api(arguments + [coins[0]]).status == 64, "\(arguments)") }
    // What only the server can judge comes with Apple's code.
    let refused = try run.api(["history", "--since", "2030-01-01", coins[0]])
    #expect(refused.status == 1 && refused.stderr.contains("4000015"), "\(refused.stderr)")
  }

  @Test("all subscribers of a product get more days; the status of the request says how many")
  func extensionOfAll() throws {
    let run = try StandInRun(["refund-reversed"])
    try run.clock(milliseconds: 1_769_212_800_000)
    let uuid = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    let product = "com.example.app.monthly"
    let words = ["extend-all", "--days", "3", "--reason", "outage", "--request-id", uuid, product]
    #expect(try run.api(words).status == 64)
    let done = try run.api(words + ["--yes", "--storefront", "USA"])
    #expect(done.status == 0, "\(done.stderr)")
    #expect(try done.json()["requestIdentifier"] as? String == uuid)
    let status = try run.api(["mass-extension", product, uuid])
    #expect(try status.json()["succeededCount"] as? Int == 1)
    for wrong in [["--days", "0"], ["--days", "91"], ["--storefront", "us"], ["--request-id", "a/b"]] {
      #expect(try run.api(["extend-all", "--yes", "--days", "1", product] + wrong).status == 64, "\(wrong)")
    }
  }

  @Test("consumption information of version 1 is checked before it is sent, with the codes of the server")
  func consumptionV1() throws {
    let run = try StandInRun(["consumables"])
    let identifier = try #require(try run.identifiers().first)
    let good: [String: Any] = [
      "customerConsented": true, "consumptionStatus": 1, "platform": 2, "sampleContentProvided": false,
      "deliveryStatus": 3, "appAccountToken": "", "accountTenure": 4, "playTime": 5, "lifetimeDollarsRefunded": 6,
      "lifetimeDollarsPurchased": 7, "userStatus": 4, "refundPreference": 3,
    ]
    func send(_ body: [String: Any]) throws -> ToolRun {
      try run.api(
        ["consume-v1", "--yes", identifier, "-"], input: Array(try JSONSerialization.data(withJSONObject: body)))
    }
    #expect(try send(good).status == 0)
    var missing = good
    missing["appAccountToken"] = nil
    for (body, code) in [
      (missing, 4_000_033), (good.merging(["appAccountToken": "jane"]) { $1 }, 4_000_033),
      (good.merging(["customerConsented": false]) { $1 }, 4_000_035),
      (good.merging(["accountTenure": 8]) { $1 }, 4_000_032), (good.merging(["platform": "2"]) { $1 }, 4_000_039),
    ] {
      let refused = try send(body)
      #expect(refused.status == 65 && refused.stderr.contains("(\(code))"), "\(refused.stderr)")
      #expect(try run.code("PUT", "/inApps/v1/transactions/consumption/\(identifier)", body) == code)
    }
    #expect(try run.api(["consume-v1", "--yes", identifier, "-"], input: Array("{".utf8)).status == 65)
    #expect(try run.api(["consume-v1", "--yes", identifier, "missing"]).status == 66)
  }
}
