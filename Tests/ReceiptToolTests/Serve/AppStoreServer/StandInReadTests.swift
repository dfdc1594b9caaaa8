import Foundation
import Testing

/// The reading calls of the stand-in, asked by Apple's library, whose verifier accepts all that is signed. What has to
/// be answered is told by the files of the scenario, and by Apple's description of the calls.
@Suite("serve --scenario: reading", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
struct StandInReadTests {
  @Test("a transaction is as it was signed last; the clock decides what is known")
  func transaction() throws {
    let run = try StandInRun(["trial-renew-refund"])
    let files = try run.payloads("transaction")
    let identifiers = try run.identifiers()
    // The clock begins with the first event: there was no second transaction.
    #expect(try run.ask([("get_transaction_info", [identifiers[1]])])[0]["code"] as? Int == 4_040_010)
    for file in files {
      let signed = try #require(file["signedDate"] as? Int)
      try run.clock(milliseconds: signed + 5_000)
      let identifier = try #require(file["transactionId"] as? String)
      let answer = try run.answer("get_transaction_info", identifier)
      var transaction = try #require(answer["signedTransactionInfo"] as? [String: Any])
      #expect(transaction["signedDate"] as? Int == signed + 5_000)
      transaction["signedDate"] = signed
      #expect(transaction as NSDictionary == file as NSDictionary)
    }
    // And back again.
    try run.clock(milliseconds: try #require(files[0]["signedDate"] as? Int))
    #expect(try run.ask([("get_transaction_info", [identifiers[1]])])[0]["code"] as? Int == 4_040_010)
  }

  @Test(
    "statuses at each event are those that its notification tells",
    arguments: [
      "trial-renew-refund", "upgrade", "billing-retry-recovered", "grace-period-recovered", "grace-period-then-expired",
      "price-increase-expired", "refund-reversed", "family-sharing-revoked", "resubscribe",
    ])
  func statuses(_ scenario: String) throws {
    let run = try StandInRun([scenario])
    for notification in try run.payloads("notification") {
      let data = try #require(notification["data"] as? [String: Any])
      let transaction = try StandInRun.payload(try #require(data["signedTransactionInfo"] as? String))
      let renewal = try StandInRun.payload(try #require(data["signedRenewalInfo"] as? String))
      try run.clock(milliseconds: try #require(notification["signedDate"] as? Int))
      let identifier = try #require(transaction["originalTransactionId"] as? String)
      let answer = try run.answer("get_all_subscription_statuses", identifier)
      #expect(answer["bundleId"] as? String == StandInRun.bundle && answer["environment"] as? String == "Sandbox")
      let groups = try #require(answer["data"] as? [[String: Any]])
      let items = try #require(groups.first?["lastTransactions"] as? [[String: Any]])
      #expect(groups.count == 1 && items.count == 1)
      let item = try #require(items.first)
      #expect(item["status"] as? Int == data["status"] as? Int, "\(notification["notificationType"] ?? "")")
      #expect(item["originalTransactionId"] as? String == identifier)
      // Both were signed at the same moment as the notification.
      #expect((item["signedTransactionInfo"] as? [String: Any])! as NSDictionary == transaction as NSDictionary)
      #expect((item["signedRenewalInfo"] as? [String: Any])! as NSDictionary == renewal as NSDictionary)
    }
  }

  @Test("the app transaction follows from the receipts and the transactions; order and refunds from the transactions")
  func app() throws {
    let run = try StandInRun(["trial-renew-refund"])
    let identifiers = try run.identifiers()
    let file = try #require(try run.payloads("transaction").last)
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    let answer = try run.answer("get_app_transaction_info", identifiers[0])
    let app = try #require(answer["signedAppTransactionInfo"] as? [String: Any])
    #expect(app["bundleId"] as? String == StandInRun.bundle && app["receiptType"] as? String == "Sandbox")
    #expect(app["receiptCreationDate"] as? Int == 1_769_817_600_000)
    #expect(app["appTransactionId"] as? String == file["appTransactionId"] as? String)
    // What decode says of the receipt.
    let names = try FileManager.default.contentsOfDirectory(atPath: run.folders[0].path).sorted()
    let name = try #require(names.last { $0.hasSuffix(".receipt.b64") })
    let receipt = try #require(
      try ToolRun(["decode", run.folders[0].appendingPathComponent(name).path]).json()["receipt"] as? [String: Any])
    #expect(app["applicationVersion"] as? String == receipt["application_version"] as? String)
    #expect(app["originalApplicationVersion"] as? String == receipt["original_application_version"] as? String)
    let refunds = try run.answer("get_refund_history", identifiers[0], NSNull())
    let refunded = try #require(refunds["signedTransactions"] as? [[String: Any]])
    #expect(refunded.map { $0["transactionId"] as? String } == [identifiers[1]])
  }

  @Test("an upgrade ends the period that was running, when it happens and not before")
  func upgrade() throws {
    let run = try StandInRun(["upgrade"])
    let identifiers = try run.identifiers()
    let dates = try run.payloads("notification").map { try #require($0["signedDate"] as? Int) }
    for (date, isUpgraded) in [(dates[1] - 1, false), (dates[1], true), (dates[2], true)] {
      try run.clock(milliseconds: date)
      let transaction =
        try run.answer("get_transaction_info", identifiers[0])["signedTransactionInfo"] as? [String: Any]
      #expect((transaction?["isUpgraded"] as? Bool ?? false) == isUpgraded)
    }
  }

  @Test("what is no longer shared by the family is revoked, and was not refunded")
  func family() throws {
    let run = try StandInRun(["family-sharing-revoked"])
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    let identifier = try #require(try run.identifiers().last)
    let refunds = try run.answer("get_refund_history", identifier, NSNull())
    #expect((refunds["signedTransactions"] as? [Any])?.isEmpty == true && refunds["hasMore"] as? Bool == false)
    for (status, count) in [(5, 1), (1, 0)] {
      let answer = try run.answer("get_all_subscription_statuses", identifier, ["Status": [status]])
      #expect((answer["data"] as? [Any])?.count == count)
    }
  }

  @Test("production: the app's number is told, and Apple's library finds it right")
  func production() throws {
    let run = try StandInRun(["one-time-charge"], mint: ["--environment", "production"])
    let identifier = try #require(try run.identifiers().first)
    let notification = try #require(try run.payloads("notification").first?["data"] as? [String: Any])
    let answer = try run.server.ask(
      "GET", "/inApps/v2/history/\(identifier)", ["Authorization: Bearer " + (try run.token())]
    ).json()
    #expect(answer["environment"] as? String == "Production")
    #expect(answer["appAppleId"] as? Int == notification["appAppleId"] as? Int && answer["appAppleId"] != nil)
  }

  @Test("every route is in the description, with the segments of its path")
  func description() throws {
    let run = try StandInRun(["one-time-charge"])
    let paths = try #require(try run.server.ask("GET", "/openapi.json").json()["paths"] as? [String: [String: Any]])
    let own = paths.keys.filter { $0.hasPrefix("/inApps/") }
    #expect(own.count == 25)
    for path in ["/_clock", "/_receipts", "/_inspector"] { #expect(paths[path] != nil, "\(path)") }
    for path in own {
      let operation = try #require(paths[path]?.values.first as? [String: Any])
      let parameters = operation["parameters"] as? [[String: Any]] ?? []
      let names = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
      #expect(parameters.filter { $0["in"] as? String == "path" }.map { $0["name"] as? String } == names, "\(path)")
    }
  }

  @Test("the history has what is known, by the time of the last change; every identifier of the customer leads to it")
  func history() throws {
    let run = try StandInRun(["trial-renew-refund"])
    let identifiers = try run.identifiers()
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    let file = try #require(try run.payloads("transaction").last)
    let customer = try #require(file["appTransactionId"] as? String)
    for identifier in identifiers + [customer] {
      let answer = try run.answer(
        "get_transaction_history", identifier, NSNull(), ["TransactionHistoryRequest": [String: Any]()],
        ["Version": "v2"])
      #expect(answer["hasMore"] as? Bool == false && answer["bundleId"] as? String == StandInRun.bundle)
      #expect(answer["environment"] as? String == "Sandbox" && answer["appAppleId"] == nil)
      #expect((answer["revision"] as? String)?.isEmpty == false)
      let transactions = try #require(answer["signedTransactions"] as? [[String: Any]])
      #expect(transactions.map { $0["transactionId"] as? String } == identifiers)
      #expect(transactions.last?["revocationDate"] as? Int == file["revocationDate"] as? Int)
    }
  }
}
