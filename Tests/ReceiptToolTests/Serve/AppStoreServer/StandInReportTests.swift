import Foundation
import Testing

/// Reports of external purchases and calls of Advanced Commerce: the tool on both sides.
@Suite("serve --scenario: reports and Advanced Commerce")
struct StandInReportTests {
  private static let uuids = (1...9).map { "00000000-0000-4000-8000-00000000000\($0)" }

  private static var item: [String: Any] {
    [
      "lineItemId": "one", "creationDate": 1_764_000_000_000, "pricingCurrency": "ISK", "reportingCurrency": "USD",
      "exchangeRate": 1.08, "amountTaxExclusive": 10_000, "amountTaxInclusive": 11_900, "netAmountTaxExclusive": 10_000,
      "taxAmount": 1_900, "taxCountry": "DEU", "eventType": "BUY", "productType": "ONE_TIME_BUY",
      "productIdentifier": "coins", "quantity": 1,
    ]
  }

  private static func report(_ changes: [String: Any?] = [:], item: [String: Any?] = [:]) -> [String: Any] {
    var line = Self.item
    for (name, value) in item { line[name] = value }
    var report: [String: Any] = [
      "requestIdentifier": uuids[0], "externalPurchaseId": "SANDBOX_" + uuids[8], "status": "LINE_ITEM",
      "lineItems": [line],
    ]
    for (name, value) in changes { report[name] = value }
    return report
  }

  private func send(_ run: StandInRun, _ report: [String: Any]) throws -> ToolRun {
    try run.tool(
      ["reports", "send", "--yes", "-"], input: Array(try JSONSerialization.data(withJSONObject: report)))
  }

  /// The errors that the server has about a report.
  private func errors(_ run: StandInRun, _ report: [String: Any]) throws -> [[String: Any]] {
    let answer = try run.server.ask(
      "PUT", "/externalPurchase/v1/reports", ["Authorization: Bearer " + (try run.token())],
      Array(try JSONSerialization.data(withJSONObject: report)))
    guard answer.status != 200 else { return [] }
    #expect(answer.status == 400)
    return try #require(try answer.json()["errors"] as? [[String: Any]])
  }

  @Test("a report that breaks a rule is refused before it is sent, by field, and by the server with Apple's number")
  func rules() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let subscription: [String: Any?] = [
      "productType": "SUBSCRIPTION", "subscriptionEvent": "SUBSCRIPTION_START", "subscriptionStartDate": 1,
      "subscriptionEndDate": 2, "subscriptionDaysOfPaidService": 0,
    ]
    func of(_ changes: [String: Any?]) -> [String: Any?] { subscription.merging(changes) { $1 } }
    for (report, number, name, field) in [
      (Self.report(item: ["amountTaxInclusive": 12_000]), 11, "IncorrectAmountTaxInclusive", "amountTaxInclusive"),
      (Self.report(item: ["netAmountTaxExclusive": 10_001]), 12, "IncorrectNetAmount", "netAmountTaxExclusive"),
      (Self.report(item: ["taxCountry": nil]), 4, "OmittedField", "taxCountry"),
      (Self.report(item: ["quantity": 0]), 16, "PositiveValueRequired", "quantity"),
      (Self.report(item: ["eventType": "GIFT"]), 7, "UnknownEnum", "eventType"),
      (Self.report(item: ["subscriptionEvent": "RENEWAL"]), 5, "FieldNotAllowed", "subscriptionEvent"),
      (Self.report(item: ["pricingCurrency": "USD"]), 5, "FieldNotAllowed", "exchangeRate"),
      (Self.report(item: ["exchangeRate": nil]), 4, "OmittedField", "exchangeRate"),
      (
        Self.report(item: ["pricingCurrency": "JPY"]), 18, "ReportingCurrencyExchangeNotAllowed", "reportingCurrency"
      ),
      (
        Self.report(item: ["reportingCurrency": "JPY"]), 18, "ReportingCurrencyExchangeNotAllowed", "reportingCurrency"
      ),
      (
        Self.report(item: ["pricingCurrency": "ISK", "reportingCurrency": "ISK", "exchangeRate": nil]), 7,
        "UnknownEnum", "reportingCurrency"
      ),
      (Self.report(item: ["taxAmount": -1]), 15, "NegativeValueNotAllowed", "taxAmount"),
      (Self.report(item: ["netAmountTaxExclusive": -1]), 15, "NegativeValueNotAllowed", "netAmountTaxExclusive"),
      (
        Self.report(
          item: of([
            "subscriptionEvent": "SUBSCRIPTION_PAYMENT", "amountTaxExclusive": 0, "taxAmount": 0,
            "amountTaxInclusive": 0, "netAmountTaxExclusive": 0,
          ])), 35, "InvalidTaxInclusiveAmountForSubscriptionPayment", "amountTaxInclusive"
      ),
      (
        Self.report(item: ["erroneouslySubmitted": true]), 20, "ErroneouslySubmittedNotRestatement",
        "erroneouslySubmitted"
      ),
      (Self.report(item: of(["subscriptionEndDate": 0])), 17, "StartDateAfterEndDate", "subscriptionEndDate"),
      (
        Self.report(item: of(["subscriptionDaysOfPaidService": 1])), 34, "SubscriptionStartNonZeroDaysPaidService",
        "subscriptionDaysOfPaidService"
      ),
      (Self.report(item: of(["subscriptionStartDate": nil])), 4, "OmittedField", "subscriptionStartDate"),
      (
        Self.report(item: of(["subscriptionDaysOfPaidService": -1])), 15, "NegativeValueNotAllowed",
        "subscriptionDaysOfPaidService"
      ),
      (Self.report(["lineItems": [Self.item, Self.item]]), 1, "DuplicateValue", "lineItemId"),
      (Self.report(["lineItems": nil]), 9, "MissingLineItemsForStatus", "lineItems"),
      (Self.report(["status": "NO_LINE_ITEM"]), 10, "LineItemsNotAllowedForStatus", "lineItems"),
      (Self.report(item: of(["referenceLineItemId": "one"])), 13, "SelfReference", "referenceLineItemId"),
    ] as [([String: Any], Int, String, String)] {
      let refused = try send(run, report)
      #expect(refused.status == 65 && refused.stderr.contains("(\(name))"), "\(name): \(refused.stderr)")
      #expect(refused.stderr.contains("explain \(name)"), "\(refused.stderr)")
      let found = try errors(run, report)
      let error = try #require(found.first { $0["errorCode"] as? Int == number }, "\(name): \(found)")
      #expect(error["fieldName"] as? String == field)
      if field != "lineItems" { #expect(error["lineItemId"] as? String == "one") }
    }
    // The sum is told.
    let sum = try send(run, Self.report(item: ["amountTaxInclusive": 12_000]))
    #expect(sum.stderr.contains("is 12000, where amountTaxExclusive and taxAmount make 11900"), "\(sum.stderr)")
    // Nothing of them was taken.
    #expect(try run.tool(["reports", "show", Self.uuids[0]]).status == 1)
  }

  @Test("a report is taken once, shown as it was sent, corrected by a restatement, and referenced by a refund")
  func sequence() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let first = Self.report()
    #expect(try run.tool(["reports", "send", "--yes", "-"], input: Array("{".utf8)).status == 65)
    let taken = try send(run, first)
    #expect(taken.status == 0, "\(taken.stderr)")
    #expect(try taken.json()["requestIdentifier"] as? String == Self.uuids[0])
    #expect(try run.tool(["reports", "show", Self.uuids[0]]).json() as NSDictionary == first as NSDictionary)
    let again = try send(run, first)
    #expect(again.status == 1 && again.stderr.contains("DuplicateValue requestIdentifier"), "\(again.stderr)")
    let repeated = try send(run, Self.report(["requestIdentifier": Self.uuids[1]]))
    #expect(repeated.status == 1 && repeated.stderr.contains("DuplicateValue lineItemId one"), "\(repeated.stderr)")
    let restated = Self.report(["requestIdentifier": Self.uuids[1]], item: ["restatement": true, "quantity": 2])
    #expect(try send(run, restated).status == 0)
    func refund(_ number: Int, _ item: [String: Any?]) -> [String: Any] {
      let line: [String: Any?] = [
        "lineItemId": "back \(number)", "eventType": "REFUND", "referenceLineItemId": "one", "productType": nil,
        "productIdentifier": nil, "quantity": nil,
      ]
      return Self.report(["requestIdentifier": Self.uuids[number]], item: line.merging(item) { $1 })
    }
    #expect(try send(run, refund(2, [:])).status == 0)
    for (number, item, name) in [
      (3, ["referenceLineItemId": "none"], "NotFound"),
      (4, ["referenceLineItemId": "back 2"], "RefundReferencedByRefund"),
      (5, ["taxCountry": "FRA"], "TaxCountryMismatch"), (6, ["creationDate": 9_999_999_999_999], "FutureDate"),
      (7, ["lineItemId": "new", "restatement": true], "NotFound"),
    ] as [(Int, [String: Any?], String)] {
      let refused = try send(run, refund(number, item))
      #expect(refused.status == 1 && refused.stderr.contains(name), "\(name): \(refused.stderr)")
      #expect(refused.stderr.contains("refused it: "))
    }
  }

  @Test("a report of more line items than are kept, in capitals, is refused or taken as it was sent")
  func bounds() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let items = (0..<1_001).map { Self.item.merging(["lineItemId": "item \($0)"]) { $1 } }
    let found = try errors(run, Self.report(["lineItems": items]))
    #expect(found.count == 1 && found.first?["errorCode"] as? Int == 19, "\(found.count)")
    let identifier = "7E3FB20B-4CDB-47CC-936D-99D65F608138"
    let taken = try send(run, Self.report(["requestIdentifier": identifier]))
    #expect(try taken.json()["requestIdentifier"] as? String == identifier, "\(taken.stderr)")
    #expect(try run.tool(["reports", "show", identifier.lowercased()]).status == 0)
  }

  private static var information: [String: Any] { ["requestReferenceId": uuids[0]] }

  private func commerce(_ run: StandInRun, _ call: String, _ id: String, _ body: [String: Any]) throws -> ToolRun {
    try run.api(
      ["advanced-commerce", "--yes", call, id, "-"], input: Array(try JSONSerialization.data(withJSONObject: body)))
  }

  @Test("each call of Advanced Commerce; what it changes is in what is signed from then on")
  func calls() throws {
    let run = try StandInRun(["upgrade", "one-time-charge"])
    let identifier = try #require(try run.identifiers().first)
    let now = try #require(try run.payloads("notification").first?["signedDate"] as? Int)
    try run.clock(milliseconds: now)
    let item: [String: Any] = ["SKU": "s", "description": "d", "displayName": "n"]
    let bodies: [(String, [String: Any])] = [
      ("change-metadata", ["items": [["currentSKU": "s", "effective": "IMMEDIATELY", "displayName": "n"]]]),
      ("change-price", ["items": [["SKU": "s", "price": 1_990, "dependentSKUs": ["t"]]]]),
      (
        "migrate",
        [
          "targetProductId": "p", "descriptors": ["description": "d", "displayName": "n"], "items": [item],
          "taxCode": "C003-00-2",
        ]
      ), ("cancel", [:]),
      (
        "request-refund",
        [
          "items": [["SKU": "s", "refundType": "CUSTOM", "refundAmount": 5, "refundReason": "OTHER", "revoke": false]],
          "refundRiskingPreference": true,
        ]
      ), ("revoke", ["refundType": "FULL", "refundReason": "LEGAL", "refundRiskingPreference": false]),
    ]
    func renews() throws -> Int? {
      let statuses = try run.api(["statuses", identifier]).documents()
      let payloads = statuses.compactMap { ($0["jws"] as? [String: Any])?["payload"] as? [String: Any] }
      return payloads.lazy.compactMap { $0["autoRenewStatus"] as? Int }.first
    }
    #expect(try renews() == 1)
    for (number, (call, body)) in bodies.enumerated() {
      let whole = body.merging(["requestInfo": ["requestReferenceId": Self.uuids[number]]]) { $1 }
      let done = try commerce(run, call, identifier, whole)
      #expect(done.status == 0, "\(call): \(done.stderr)")
      let answer = try done.json()
      let transaction = try StandInRun.payload(try #require(answer["signedTransactionInfo"] as? String))
      #expect(transaction["originalTransactionId"] as? String == identifier)
      #expect((transaction["revocationDate"] != nil) == (call == "revoke"), "\(call)")
      #expect(try renews() == (number < 3 ? 1 : 0), "\(call)")
      let again = try commerce(run, call, identifier, whole)
      #expect(again.status == 1, "\(call): \(again.stderr)")
    }
    let over = try run.api(["statuses", "--status", "5", identifier])
    #expect(over.status == 0 && !over.stderr.contains("no signed data"), "\(over.stderr)")
  }

  /// FACTS: a refund of seats leaves the transaction in force for the others.
  @Test("seats that are revoked leave the transaction, and a refund answers with what was refunded")
  func seats() throws {
    let run = try StandInRun(["team-grows-and-shrinks", "trial-renew-refund"])
    let team = try #require(try run.payloads("transaction").first)
    let identifier = try #require(team["transactionId"] as? String)
    try run.clock(milliseconds: try #require(team["signedDate"] as? Int))
    let quantity = try #require(team["quantity"] as? Int)
    func revoke(_ seats: Int, _ number: Int) throws -> [String: Any] {
      let done = try commerce(
        run, "revoke", identifier,
        [
          "requestInfo": ["requestReferenceId": Self.uuids[number]], "refundType": "FULL", "refundReason": "OTHER",
          "refundRiskingPreference": false, "revokeSeatQuantity": seats,
        ])
      return try StandInRun.payload(try #require(try done.json()["signedTransactionInfo"] as? String, "\(done.stderr)"))
    }
    let some = try revoke(1, 0)
    #expect(some["revocationDate"] == nil && some["quantity"] as? Int == quantity)
    #expect((some["multiSeatInfo"] as? [String: Any])?["revokedSeatQuantity"] as? Int == 1)
    #expect(try revoke(quantity - 1, 1)["revocationDate"] != nil)
    // The first period is refunded while the second is running.
    let periods = try run.payloads("transaction", of: 1)
    let first = try #require(periods.first?["transactionId"] as? String)
    let second = try #require(periods.first { $0["transactionId"] as? String != first })
    try run.clock(milliseconds: try #require(second["purchaseDate"] as? Int))
    let refund = try commerce(
      run, "request-refund", first,
      [
        "requestInfo": ["requestReferenceId": Self.uuids[2]], "refundRiskingPreference": false,
        "items": [["SKU": "s", "refundType": "FULL", "refundReason": "OTHER", "revoke": true]],
      ])
    let refunded = try StandInRun.payload(
      try #require(try refund.json()["signedTransactionInfo"] as? String, "\(refund.stderr)"))
    #expect(refunded["transactionId"] as? String == first && refunded["revocationDate"] != nil)
  }

  @Test("a refund is of the type that was asked for, and of what is left of the period")
  func refunds() throws {
    let full: [String: Any] = ["refundType": "FULL"]
    let part: [String: Any] = ["refundType": "PRORATED"]
    // A quarter of thirty days is over. 998 of 4,990 is a fifth.
    let cases: [(items: [[String: Any]], type: String, percentage: Int?)] = [
      ([full], "REFUND_FULL", nil), ([part], "REFUND_PRORATED", 75_000),
      ([["refundType": "CUSTOM", "refundAmount": 998]], "REFUND_PRORATED", 20_000),
      ([full, part], "REFUND_PRORATED", 87_500),
      ([part, ["refundType": "FULL", "revoke": false]], "REFUND_PRORATED", 75_000),
    ]
    let run = try StandInRun(Array(repeating: "cancel-auto-renew", count: cases.count) + ["trial-renew-refund"])
    func refund(_ identifier: String, _ items: [[String: Any]], _ number: Int) throws -> ToolRun {
      let whole = items.map { ["SKU": "s", "refundReason": "OTHER", "revoke": true].merging($0) { $1 } }
      return try commerce(
        run, "request-refund", identifier,
        [
          "requestInfo": ["requestReferenceId": Self.uuids[number]], "refundRiskingPreference": false, "items": whole,
        ])
    }
    let first = try #require(try run.payloads("transaction").first)
    let bought = try #require(first["purchaseDate"] as? Int)
    #expect(first["price"] as? Int == 4_990)
    try run.clock(milliseconds: bought + 7 * 86_400_000 + 43_200_000)
    for (number, item) in cases.enumerated() {
      let identifier = try #require(try run.identifiers(of: number).first)
      let done = try refund(identifier, item.items, number)
      let answer = try #require(try done.json()["signedTransactionInfo"] as? String, "\(done.stderr)")
      let refunded = try StandInRun.payload(answer)
      #expect(refunded["transactionId"] as? String == identifier && refunded["revocationDate"] != nil)
      #expect(refunded["revocationType"] as? String == item.type, "\(number)")
      #expect(refunded["revocationPercentage"] as? Int == item.percentage, "\(number)")
    }
    // Of an earlier period nothing is left: ProratedOnlyLatestTransaction.
    let periods = try run.payloads("transaction", of: cases.count)
    let earlier = try #require(periods.first?["transactionId"] as? String)
    let second = try #require(periods.first { $0["transactionId"] as? String != earlier })
    try run.clock(milliseconds: try #require(second["signedDate"] as? Int))
    let refused = try refund(earlier, [part], 5)
    #expect(refused.status == 1 && refused.stderr.contains("4000182"), "\(refused.stderr)")
  }

  @Test("a request that breaks a rule is refused before it is sent, and by the server with the same code")
  func codes() throws {
    let run = try StandInRun(["upgrade", "one-time-charge"])
    let identifier = try #require(try run.identifiers().first)
    func refund(_ item: [String: Any]) -> [String: Any] {
      let whole = ["SKU": "s", "refundType": "FULL", "refundReason": "OTHER", "revoke": true].merging(item) { $1 }
      return ["requestInfo": Self.information, "items": [whole], "refundRiskingPreference": true]
    }
    let long = String(repeating: "x", count: 129)
    for (call, path, body, code) in [
      ("cancel", "subscription/cancel", [:], 4_000_079),
      ("cancel", "subscription/cancel", ["requestInfo": [:]], 4_000_080),
      ("cancel", "subscription/cancel", ["requestInfo": ["requestReferenceId": "x"]], 4_000_081),
      ("change-price", "subscription/changePrice", ["requestInfo": Self.information], 4_000_101),
      (
        "change-price", "subscription/changePrice",
        ["requestInfo": Self.information, "items": [["SKU": "s", "price": -1]]], 4_000_086
      ),
      (
        "change-price", "subscription/changePrice",
        ["requestInfo": Self.information, "items": [["SKU": long, "price": 1]]], 4_000_087
      ),
      (
        "change-metadata", "subscription/changeMetadata",
        ["requestInfo": Self.information, "descriptors": ["effective": "IMMEDIATELY"]], 4_000_165
      ),
      (
        "migrate", "subscription/migrate",
        [
          "requestInfo": Self.information, "descriptors": ["description": "d", "displayName": "n"],
          "items": [["SKU": "s", "description": "d", "displayName": "n"]], "taxCode": "t",
        ], 4_000_166
      ),
      ("revoke", "subscription/revoke", ["requestInfo": Self.information], 4_000_157),
      ("request-refund", "transaction/requestRefund", refund(["refundType": "CUSTOM"]), 4_000_153),
      ("request-refund", "transaction/requestRefund", refund(["refundAmount": 5]), 4_000_155),
      ("request-refund", "transaction/requestRefund", refund(["refundReason": "BORED"]), 4_000_124),
    ] as [(String, String, [String: Any], Int)] {
      let refused = try commerce(run, call, identifier, body)
      #expect(refused.status == 65 && refused.stderr.contains("(\(code))"), "\(call) \(code): \(refused.stderr)")
      #expect(try run.code("POST", "/advancedCommerce/v1/\(path)/\(identifier)", body) == code, "\(call)")
    }
    let good: [String: Any] = ["requestInfo": Self.information]
    #expect(try run.code("POST", "/advancedCommerce/v1/subscription/cancel/x", good) == 4_000_006)
    #expect(try run.code("POST", "/advancedCommerce/v1/subscription/cancel/1", good) == 4_040_010)
    #expect(try run.api(["advanced-commerce", "--yes", "explode", identifier, "-"]).status == 64)
  }
}
