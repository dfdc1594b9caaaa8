import Foundation
import Testing

/// The writing calls of the stand-in, and every error code that it answers.
@Suite("serve --scenario: writing", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
struct StandInWriteTests {
  private func code(_ run: StandInRun, _ call: String, _ arguments: [Any]) throws -> Int? {
    try run.ask([(call, arguments)])[0]["code"] as? Int
  }

  @Test("a renewal date is extended twice a year; the notification tells of it")
  func extensionOfOne() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let identifier = try #require(try run.identifiers().first)
    let file = try #require(try run.payloads("transaction").first)
    let expires = try #require(file["expiresDate"] as? Int)
    func body(_ changes: [String: Any] = [:]) -> [String: Any] {
      [
        "ExtendRenewalDateRequest": ["extendByDays": 10, "extendReasonCode": 1, "requestIdentifier": "r1"]
          .merging(changes) { $1 }
      ]
    }
    let day = 86_400_000
    var answer = try run.answer("extend_subscription_renewal_date", identifier, body())
    #expect(answer["success"] as? Bool == true && answer["originalTransactionId"] as? String == identifier)
    #expect(answer["effectiveDate"] as? Int == expires + 10 * day)
    #expect(answer["webOrderLineItemId"] as? String == file["webOrderLineItemId"] as? String)
    answer = try run.answer("extend_subscription_renewal_date", identifier, body(["extendByDays": 1]))
    #expect(answer["effectiveDate"] as? Int == expires + 11 * day)
    #expect(try code(run, "extend_subscription_renewal_date", [identifier, body()]) == 4_030_005)
    let transaction = try run.answer("get_transaction_info", identifier)["signedTransactionInfo"] as? [String: Any]
    #expect(transaction?["expiresDate"] as? Int == expires + 11 * day)
    let statuses = try run.answer("get_all_subscription_statuses", identifier)["data"] as? [[String: Any]]
    let item = (statuses?.first?["lastTransactions"] as? [[String: Any]])?.first
    #expect((item?["signedRenewalInfo"] as? [String: Any])?["renewalDate"] as? Int == expires + 11 * day)
    let signed = try #require(file["signedDate"] as? Int)
    let history = try run.answer(
      "get_notification_history", NSNull(),
      [
        "NotificationHistoryRequest": [
          "startDate": signed - 1, "endDate": signed + 1, "notificationType": "RENEWAL_EXTENDED",
        ]
      ])
    let entries = try #require(history["notificationHistory"] as? [[String: Any]])
    #expect(entries.count == 2)
    let payload = try #require(entries.first?["signedPayload"] as? [String: Any])
    let data = try #require(payload["data"] as? [String: Any])
    #expect((data["signedTransactionInfo"] as? [String: Any])?["originalTransactionId"] as? String == identifier)
    // A subscription that is over is not extended.
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    #expect(try code(run, "extend_subscription_renewal_date", [identifier, body()]) != nil)
  }

  @Test("extensions count from when they were made, in whichever order the clock was at those times")
  func extensionsInTime() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let identifier = try #require(try run.identifiers().first)
    let file = try #require(try run.payloads("transaction").first)
    let (signed, expires) = (try #require(file["signedDate"] as? Int), try #require(file["expiresDate"] as? Int))
    let day = 86_400_000
    func extend(_ days: Int) throws -> Int? {
      let body: [String: Any] = ["extendByDays": days, "extendReasonCode": 1, "requestIdentifier": "r"]
      return try run.answer(
        "extend_subscription_renewal_date", identifier, ["ExtendRenewalDateRequest": body])["effectiveDate"] as? Int
    }
    func end() throws -> Int? {
      let answer = try run.answer("get_transaction_info", identifier)
      return (answer["signedTransactionInfo"] as? [String: Any])?["expiresDate"] as? Int
    }
    try run.clock(milliseconds: signed + 3_600_000)
    #expect(try extend(10) == expires + 10 * day)
    try run.clock(milliseconds: signed)
    #expect(try end() == expires)
    #expect(try extend(1) == expires + day)
    try run.clock(milliseconds: signed + 3_600_000)
    #expect(try end() == expires + 11 * day)
  }

  @Test("a request beyond the number of notifications that are kept changes nothing, and says so")
  func full() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let identifier = try #require(try run.identifiers().first)
    let product = try #require(try run.payloads("transaction").first?["productId"] as? String)
    let one: [String: Any] = [
      "extendByDays": 10, "extendReasonCode": 1, "requestIdentifier": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
    ]
    let all = one.merging(["productId": "com.example.other"]) { $1 }
    let path = "/inApps/v1/subscriptions/extend/"
    for _ in 0..<1_000 { #expect(try run.code("POST", path + "mass", all) == 0) }
    let before = try run.answer("get_transaction_info", identifier)
    #expect(try run.code("PUT", path + identifier, one) == 4_290_000)
    let last = one.merging(["productId": product, "requestIdentifier": "0d1f4e4c-0c5b-4d0a-9d7e-3a8b6a1f2c01"]) { $1 }
    #expect(try run.code("POST", path + "mass", last) == 4_290_000)
    #expect(
      try code(
        run, "get_status_of_subscription_renewal_date_extensions", ["0d1f4e4c-0c5b-4d0a-9d7e-3a8b6a1f2c01", product])
        == 4_040_009)
    let after = try run.answer("get_transaction_info", identifier)
    #expect(after as NSDictionary == before as NSDictionary)
  }

  @Test("what cannot be extended is refused with Apple's code")
  func extensionCodes() throws {
    let run = try StandInRun(["cancel-auto-renew", "family-sharing-revoked", "trial-renew-refund", "one-time-charge"])
    func identifier(_ scenario: Int) throws -> String { try #require(try run.identifiers(of: scenario).first) }
    let good: [String: Any] = ["extendByDays": 10, "extendReasonCode": 1, "requestIdentifier": "r1"]
    for (changes, code) in [
      (["extendByDays": 0], 4_000_009), (["extendByDays": 91], 4_000_009), (["extendReasonCode": 4], 4_000_010),
      (["requestIdentifier": ""], 4_000_011), (["requestIdentifier": String(repeating: "x", count: 129)], 4_000_011),
    ] as [([String: Any], Int)] {
      let path = "/inApps/v1/subscriptions/extend/" + (try identifier(0))
      #expect(try run.code("PUT", path, good.merging(changes) { $1 }) == code, "\(changes)")
    }
    let body = ["ExtendRenewalDateRequest": good]
    #expect(try code(run, "extend_subscription_renewal_date", ["12x", body]) == 4_000_008)
    #expect(try code(run, "extend_subscription_renewal_date", ["12", body]) == 4_040_005)
    // The customer of each begins when its scenario does: the clock is at the first of all, so it is moved to the end
    // of each.
    for (scenario, code) in [(1, 4_030_007), (2, 4_030_004), (3, 4_030_004)] {
      let first = try #require(try run.payloads("transaction", of: scenario).first?["signedDate"] as? Int)
      try run.clock(milliseconds: first)
      let found = try self.code(run, "extend_subscription_renewal_date", [try identifier(scenario), body])
      #expect(found == code, "\(scenario)")
    }
  }

  @Test("an extension for all subscribers of a product, and its status")
  func extensionOfAll() throws {
    // Three subscriptions run on that day, one of which came by Family Sharing, and is not extended.
    let run = try StandInRun(["refund-reversed", "refund-reversed", "one-time-charge", "family-sharing-revoked"])
    let now = 1_769_212_800_000
    try run.clock(milliseconds: now)
    func body(_ changes: [String: Any] = [:]) -> [String: Any] {
      [
        "MassExtendRenewalDateRequest": [
          "extendByDays": 3, "extendReasonCode": 3, "requestIdentifier": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
          "productId": "com.example.app.monthly", "storefrontCountryCodes": ["USA"],
        ].merging(changes) { $1 }
      ]
    }
    let call = "extend_renewal_date_for_all_active_subscribers"
    #expect(try run.answer(call, body())["requestIdentifier"] as? String == "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    let status = try run.answer(
      "get_status_of_subscription_renewal_date_extensions", "7e3fb20b-4cdb-47cc-936d-99d65f608138",
      "com.example.app.monthly")
    #expect(status["complete"] as? Bool == true && status["succeededCount"] as? Int == 2)
    #expect(
      status["failedCount"] as? Int == 1
        && status["requestIdentifier"] as? String == "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    #expect(status["completeDate"] as? Int == now)
    _ = try run.answer(
      call, body(["requestIdentifier": "0d1f4e4c-0c5b-4d0a-9d7e-3a8b6a1f2c01", "storefrontCountryCodes": ["DEU"]]))
    let none = try run.answer(
      "get_status_of_subscription_renewal_date_extensions", "0d1f4e4c-0c5b-4d0a-9d7e-3a8b6a1f2c01",
      "com.example.app.monthly")
    #expect(none["succeededCount"] as? Int == 0)
    for (changes, code) in [
      (["productId": ""], 4_000_023), (["storefrontCountryCodes": [String]()], 4_000_027),
      (["storefrontCountryCodes": ["US"]], 4_000_028), (["extendByDays": 100], 4_000_009),
      (["requestIdentifier": "all"], 4_000_011),
    ] as [([String: Any], Int)] { #expect(try self.code(run, call, [body(changes)]) == code, "\(changes)") }
    #expect(
      try code(
        run, "get_status_of_subscription_renewal_date_extensions",
        ["0d1f4e4c-0c5b-4d0a-9d7e-3a8b6a1f2c02", "com.example.app.monthly"]) == 4_040_009)
    let history = try run.answer(
      "get_notification_history", NSNull(),
      [
        "NotificationHistoryRequest": [
          "startDate": now - 1, "endDate": now + 1, "notificationType": "RENEWAL_EXTENSION",
          "notificationSubtype": "SUMMARY",
        ]
      ])
    let entries = try #require(history["notificationHistory"] as? [[String: Any]])
    let summaries = entries.compactMap { ($0["signedPayload"] as? [String: Any])?["summary"] as? [String: Any] }
    #expect(Set(summaries.compactMap { $0["succeededCount"] as? Int }) == [0, 2])
  }

  private static var consumption: [String: Any] {
    ["customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED"]
  }
  private static var consumptionV1: [String: Any] {
    [
      "customerConsented": true, "consumptionStatus": 1, "platform": 2, "sampleContentProvided": false,
      "deliveryStatus": 3, "appAccountToken": "7389a31a-fb6d-4569-a2a6-db7d85d84813", "accountTenure": 4, "playTime": 5,
      "lifetimeDollarsRefunded": 6, "lifetimeDollarsPurchased": 7, "userStatus": 4, "refundPreference": 3,
    ]
  }

  @Test("consumption information of both versions, and each of its codes")
  func consumption() throws {
    let run = try StandInRun(["consumables", "cancel-auto-renew", "one-time-charge"])
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    let identifier = try #require(try run.identifiers().first)
    func ask(_ version: Int, _ id: String, _ changes: [String: Any?] = [:]) throws -> [String: Any] {
      var body = version == 1 ? Self.consumptionV1 : Self.consumption
      for (name, value) in changes { body[name] = value }
      return try run.ask([
        version == 1
          ? ("send_consumption_data", [id, ["ConsumptionRequestV1": body]])
          : ("send_consumption_information", [id, ["ConsumptionRequest": body]])
      ])[0]
    }
    func page() throws -> String { String(decoding: try run.server.ask("GET", "/_inspector").body, as: UTF8.self) }
    #expect(try !page().contains("Consumption information"))
    for version in [1, 2] { #expect(try ask(version, identifier)["answer"] is NSNull) }
    #expect(
      try ask(2, identifier, ["consumptionPercentage": 50_000, "refundPreference": "GRANT_PRORATED"])["answer"]
        is NSNull)
    let wrong: [(Int, [String: Any?], Int)] = [
      (2, ["customerConsented": false], 4_000_035), (2, ["customerConsented": nil], 4_000_035),
      (2, ["sampleContentProvided": nil], 4_000_041), (2, ["deliveryStatus": nil], 4_000_036),
      (2, ["deliveryStatus": "LOST"], 4_000_036), (2, ["refundPreference": "NEVER"], 4_000_044),
      (2, ["consumptionPercentage": 100_001], 4_000_000), (2, ["refundPreference": "GRANT_PRORATED"], 4_000_044),
      (2, ["refundPreference": "GRANT_PRORATED", "consumptionPercentage": 0], 4_000_044),
      (2, ["refundPreference": "GRANT_PRORATED", "consumptionPercentage": 100_000], 4_000_044),
      (1, ["customerConsented": false], 4_000_035),
      (1, ["accountTenure": 8], 4_000_032), (1, ["appAccountToken": "x"], 4_000_033),
      (1, ["consumptionStatus": 4], 4_000_034), (1, ["deliveryStatus": 6], 4_000_036),
      (1, ["lifetimeDollarsPurchased": 8], 4_000_037), (1, ["lifetimeDollarsRefunded": -1], 4_000_038),
      (1, ["platform": 3], 4_000_039), (1, ["playTime": 8], 4_000_040), (1, ["sampleContentProvided": nil], 4_000_041),
      (1, ["userStatus": 5], 4_000_042), (1, ["refundPreference": 4], 4_000_044),
    ]
    for (version, changes, code) in wrong {
      var body = version == 1 ? Self.consumptionV1 : Self.consumption
      for (name, value) in changes { body[name] = value }
      let path = "/inApps/v\(version)/transactions/consumption/\(identifier)"
      #expect(try run.code("PUT", path, body) == code, "\(version) \(changes)")
    }
    // What was accepted is shown, and nothing that was refused; of a body what Apple documents.
    let stray: [String: Any?] = ["deliveryStatus": "UNDELIVERED_OTHER", "other": "<script>"]
    let path = "/inApps/v2/transactions/consumption/\(identifier)"
    #expect(try run.code("PUT", path, Self.consumption.merging(stray.compactMapValues(\.self)) { $1 }) == 0)
    let section = try #require(
      try page().components(separatedBy: "<section id=\"consumption\">").last?.components(separatedBy: "</section>")
        .first)
    let items = section.components(separatedBy: "<dt>").dropFirst().map {
      $0.replacingOccurrences(of: "&quot;", with: "\"")
    }
    #expect(items.count == 4 && items.allSatisfy { $0.contains("transaction \(identifier), version ") })
    #expect(items[0].contains(#""deliveryStatus":"UNDELIVERED_OTHER""#) && !items[0].contains("script"))
    #expect(items[1].contains(#""consumptionPercentage":50000,"refundPreference":"GRANT_PRORATED""#))
    #expect(items[2].contains(#""customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED""#))
    #expect(items[3].contains("version 1") && items[3].contains(#""platform":2,"playTime":5,"userStatus":4"#))
    let subscription = try #require(try run.identifiers(of: 1).first)
    #expect(try ask(2, subscription, ["consumptionPercentage": 1])["code"] as? Int == 4_000_209)
    #expect(try ask(1, try #require(try run.identifiers(of: 2).first))["code"] as? Int == 4_000_047)
    for version in [1, 2] {
      #expect(try ask(version, "x")["code"] as? Int == 4_000_006)
      #expect(try ask(version, "1")["code"] as? Int == 4_040_010)
    }
  }

  @Test("an account token counts from when it was set until the next one, also after the clock was set back", .thorough)
  func tokensInTime() throws {
    let run = try StandInRun(["consumables"])
    let identifier = try #require(try run.identifiers().first)
    let start = try #require(try run.payloads("transaction").first?["signedDate"] as? Int)
    func token(_ digit: Character) -> String {
      String("00000000-0000-0000-0000-000000000000".map { $0 == "0" ? digit : $0 })
    }
    func known() throws -> String? {
      let answer = try run.answer("get_transaction_info", identifier)
      return (answer["signedTransactionInfo"] as? [String: Any])?["appAccountToken"] as? String
    }
    // The first one of a second is replaced in it; the one of the last time is set before that of the middle.
    for (second, digit) in [(10, "1"), (30, "2"), (30, "3"), (20, "4")] as [(Int, Character)] {
      try run.clock(milliseconds: start + second * 1_000)
      let request = ["UpdateAppAccountTokenRequest": ["appAccountToken": token(digit)]]
      #expect(try run.ask([("set_app_account_token", [identifier, request])])[0]["answer"] is NSNull)
      #expect(try known() == token(digit))
    }
    for (second, digit) in [(9, nil), (10, "1"), (19, "1"), (20, "4"), (29, "4"), (30, "3")] as [(Int, Character?)] {
      try run.clock(milliseconds: start + second * 1_000)
      #expect(try known() == digit.map(token), "\(second)")
    }
  }

  @Test("an account token is in what is signed from then on; finished consumables leave version 1 of the history")
  func tokenAndFinish() throws {
    let run = try StandInRun(["resubscribe", "consumables", "family-sharing-revoked"])
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    let subscription = try run.identifiers()
    let token = "7389A31A-FB6D-4569-A2A6-DB7D85D84813"
    func set(_ identifier: String, _ token: String) -> (String, [Any]) {
      ("set_app_account_token", [identifier, ["UpdateAppAccountTokenRequest": ["appAccountToken": token]]])
    }
    #expect(try run.ask([set(subscription[0], token)])[0]["answer"] is NSNull)
    for identifier in subscription {
      let transaction = try run.answer("get_transaction_info", identifier)["signedTransactionInfo"] as? [String: Any]
      #expect((transaction?["appAccountToken"] as? String)?.uppercased() == token)
    }
    let calls = [
      set(subscription[0], "no uuid"), set(subscription[1], token), set(try run.identifiers(of: 2)[0], token),
      set("x", token), set("1", token),
    ]
    #expect(
      try run.ask(calls).map { $0["code"] as? Int } == [4_000_183, 4_000_187, 4_000_185, 4_000_006, 4_040_010])

    let coins = try run.identifiers(of: 1)
    func history(_ version: String) throws -> [String] {
      let answer = try run.answer(
        "get_transaction_history", coins[0], NSNull(), ["TransactionHistoryRequest": [String: Any]()],
        ["Version": version])
      return try #require(answer["signedTransactions"] as? [[String: Any]]).compactMap {
        $0["transactionId"] as? String
      }
    }
    #expect(Set(try history("v1")) == Set(coins))
    #expect(try run.ask([("finish_transaction", [coins[1]])])[0]["answer"] is NSNull)
    #expect(Set(try history("v1")) == Set(coins).subtracting([coins[1]]))
    #expect(Set(try history("v2")) == Set(coins))
    let codes = try run.ask([("finish_transaction", ["x"]), ("finish_transaction", ["1"])])
    #expect(codes.map { $0["code"] as? Int } == [4_000_006, 4_040_010])
  }
}
