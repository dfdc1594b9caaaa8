import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// What an account may use: Apple's rule for `Transaction.currentEntitlements` (StoreKit), without consumables.
@Suite("What an account may use", .overBothStorages)
struct EntitlementTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func at(_ date: String) -> Instant { Said.instant(date) }

  private func found(_ date: String) throws -> [String] {
    try shop.ledger.entitlements(of: "jane", at: at(date)).entitlements.map {
      "\($0.productID) \($0.state) \($0.until?.rfc3339.prefix(10) ?? "-") \($0.purchase.transactionID)"
    }
  }

  /// Whether the customer has paid, in the lines of the document.
  private func said(_ date: String, _ language: SummaryLanguage = .english) throws -> [String] {
    let question = Ledger.EntitlementQuestion(account: "jane", moment: at(date), language: language)
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 10)
    try shop.ledger.entitlements(of: [question])[0].write(to: &writer)
    guard case .array(let lines)? = try JSONReader().read(writer.bytes)["summary"]?["lines"] else { return ["nothing"] }
    return lines.compactMap { $0["text"]?.stringValue }
  }

  @Test("a reply says what the ledger knows, and not that the customer sent anything")
  func replies() throws {
    let frames = try ReplyFrames(Array(#"{"en":{"greeting":"Dear reader,"}}"#.utf8))
    func replies(_ date: String, _ frames: ReplyFrames?) throws -> [JSONValue] {
      let question = Ledger.EntitlementQuestion(account: "jane", moment: at(date), language: .english)
      let found = try shop.ledger.entitlements(of: [question])[0]
      var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 10)
      found.write(to: &writer, replies: frames)
      #expect((found.digest(replies: frames) == found.digest(replies: nil)) == (frames == nil))
      guard case .array(let replies)? = try JSONReader().read(writer.bytes)["replies"] else { return [] }
      return replies
    }
    #expect(try replies("2026-01-05", nil).isEmpty)
    let none = try replies("2026-01-05", frames)
    #expect(none.map { $0["language"]?.stringValue } == ["en", "de", "zh-Hans"])
    #expect(
      none[0]["text"]?.stringValue?.hasPrefix("Dear reader,\n\nWe cannot find a purchase for your account.\n") == true)
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")), order: "S")
    let test = try replies("2026-01-05", ReplyFrames())
    #expect(test[0]["text"]?.stringValue?.contains("This is a test purchase.") == true, "\(test)")
    #expect(test[1]["text"]?.stringValue?.contains("Das ist ein Testkauf.") == true)
    #expect(test.allSatisfy { $0["text"]?.stringValue?.contains("sent us") == false })
  }

  @Test("what is bought once and kept, and no consumable; what is taken back or of another account is not in it")
  func kept() throws {
    try shop.add(
      shop.receipt(
        .purchase("1"), .purchase("2", product: "com.example.pro", type: 0),
        .purchase("3", product: "com.example.season", type: 2), .purchase("4", product: "com.example.old", type: nil)),
      order: "A")
    try shop.add(shop.receipt(.purchase("9", product: "com.example.plus", type: 0)), order: "B", account: "joe")
    #expect(try found("2026-01-01") == ["com.example.pro active - 2", "com.example.season active - 3"])
    let all = try shop.ledger.entitlements(of: "jane", at: at("2026-01-01"))
    #expect(all.isKnown && all.includes("com.example.pro") && !all.includes("com.example.plus"))
    #expect(all.unjudged.map(\.transactionID) == ["4"])
    #expect(all.entitlements.allSatisfy { $0.purchase.order == "A" && $0.purchase.bundleID == Shop.bundle })
    #expect(all.entitlements.map(\.kind) == ["non-consumable", "non-renewing"])
    // Before it was bought.
    #expect(try found("2025-12-01") == [])
    #expect(try !shop.ledger.entitlements(of: "jim", at: at("2026-01-01")).isKnown)

    try shop.notify(
      Shop.notification(
        "REFUND", "A", signed: "2026-01-01",
        transaction: Payload.transaction(
          "2", type: "Non-Consumable", product: "com.example.pro", signed: "2026-01-01", revoked: "2025-12-30")))
    #expect(try found("2026-01-01") == ["com.example.season active - 3"])
    // It was still the customer's then.
    #expect(try found("2025-12-29").count == 2)
  }

  @Test("what was transferred by hand is the other account's at once, without an order, and can be erased")
  func transferred() throws {
    try shop.add(
      shop.receipt(
        .purchase("2", product: "com.example.pro", type: 0), .purchase("3", product: "com.example.season", type: 2)),
      order: "A")
    for transaction in ["2", "3"] { _ = try shop.ledger.transfer(transaction: transaction, to: "joe", now: shop.now) }
    #expect(try found("2026-01-01") == [])
    let joe = try shop.ledger.entitlements(of: "joe", at: at("2026-01-01"))
    #expect(joe.isKnown && joe.entitlements.map(\.purchase.transactionID) == ["2", "3"])
    #expect(joe.entitlements.allSatisfy { $0.purchase.order == nil })
    let history = try shop.ledger.history(of: "joe", now: shop.now)
    #expect(history.subjects == [.account] && history.purchases.map(\.record.transactionID) == ["2", "3"])
    _ = try shop.ledger.transfer(transaction: "2", to: "jane", now: shop.now)
    #expect(try found("2026-01-01") == ["com.example.pro active - 2"])
    #expect(try shop.ledger.erase(account: "joe", now: shop.now).purchases == 1)
    #expect(try !shop.ledger.entitlements(of: "joe", at: at("2026-01-01")).isKnown)
    #expect(try shop.ledger.check() == [])
  }

  @Test("between an end and a new beginning nothing is granted, whatever Apple said later")
  func gap() throws {
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")), order: "S")
    shop.now = at("2026-03-20")
    let renews = ",\"autoRenewStatus\":1,\"renewalDate\":\(Said.milliseconds("2026-04-20"))"
    try shop.notify(
      Shop.notification(
        "SUBSCRIBED/RESUBSCRIBE", "A", signed: "2026-03-20",
        transaction: Payload.period("1001", from: "2026-03-20", to: "2026-04-20", signed: "2026-03-20"),
        renewal: Payload.renewal(signed: "2026-03-20", renews)))
    #expect(try found("2026-02-15") == [])
    #expect(try found("2026-03-25") == ["com.example.monthly active 2026-04-20 1001"])
  }

  @Test("a subscription while a period or the grace period is running, with the product of that period")
  func subscription() throws {
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")), order: "S")
    #expect(try found("2026-01-19") == ["com.example.monthly active 2026-01-20 1000"])
    #expect(try found("2026-01-20") == [])
    shop.now = at("2026-01-21")
    let grace = #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(Said.milliseconds("2026-02-05"))"#
    let failed = Payload.period("1000", from: "2025-12-20", to: "2026-01-20", signed: "2026-01-20")
    try shop.notify(
      Shop.notification(
        "DID_FAIL_TO_RENEW/GRACE_PERIOD", "A", signed: "2026-01-20", transaction: failed,
        renewal: Payload.renewal(signed: "2026-01-20", grace)))
    #expect(try found("2026-02-04") == ["com.example.monthly grace_period 2026-02-05 1000"])
    #expect(try found("2026-02-05") == [])
    shop.now = at("2026-02-08")
    let renewed = Payload.period("1001", from: "2026-02-07", to: "2026-03-07", signed: "2026-02-07")
    try shop.notify(
      Shop.notification(
        "DID_RENEW/BILLING_RECOVERY", "B", signed: "2026-02-07", transaction: renewed,
        renewal: Payload.renewal(signed: "2026-02-07", ",\"autoRenewStatus\":1")))
    #expect(try found("2026-02-08") == ["com.example.monthly active 2026-03-07 1001"])
    let entitlement = try #require(try shop.ledger.entitlements(of: "jane", at: at("2026-02-08")).entitlements.first)
    #expect(entitlement.willRenew == true && entitlement.purchase.order == nil)
    #expect(entitlement.purchase.bundleID == Shop.bundle)
    #expect(entitlement.purchase.signedAt == at("2026-02-07"))
    // Of the earlier period it was so then.
    #expect(try found("2026-01-01") == ["com.example.monthly active 2026-01-20 1000"])
    try shop.notify(
      Shop.notification(
        "REFUND", "C", signed: "2026-02-08",
        transaction: Payload.period(
          "1001", from: "2026-02-07", to: "2026-03-07", signed: "2026-02-08", revoked: "2026-02-08")))
    #expect(try found("2026-02-08") == [])
  }

  private func period(
    _ transaction: String, original: String, product: String, group: String?, from start: String, to end: String,
    signed: String
  ) -> String {
    Payload.transaction(
      transaction, original: original, type: "Auto-Renewable Subscription", product: product, from: start, to: end,
      signed: signed, group.map { ",\"subscriptionGroupIdentifier\":\"\($0)\"" } ?? "")
  }

  /// App Store Connect Help, "Auto-renewable subscription information": one subscription of a group at a time.
  @Test(
    "of one subscription group the subscription that began last, unless Apple says later that the other one goes on")
  func groups() throws {
    let basic = period(
      "1000", original: "1000", product: "basic", group: "21000000", from: "2026-01-01", to: "2026-02-01",
      signed: "2026-01-01")
    #expect(try said("2026-01-05") == [])
    #expect(try shop.add(jws: Shop.jws(.transaction, basic), order: "A").decision == .accept)
    #expect(try found("2026-01-05") == ["basic active 2026-02-01 1000"])
    // An upgrade keeps the original transaction: the later period counts, also before Apple says that the first one
    // ended.
    shop.now = at("2026-01-06")
    let upgrade = period(
      "1001", original: "1000", product: "premium", group: "21000000", from: "2026-01-05", to: "2026-02-05",
      signed: "2026-01-05")
    try shop.notify(
      Shop.notification("DID_CHANGE_RENEWAL_PREF/UPGRADE", "A", signed: "2026-01-05", transaction: upgrade))
    #expect(try found("2026-01-05") == ["premium active 2026-02-05 1001"])
    // Another one of the group, one of another group, one of no known group, and one that the family shares.
    let yearly = period(
      "2000", original: "2000", product: "yearly", group: "21000000", from: "2026-01-10", to: "2027-01-10",
      signed: "2026-01-10")
    let other = period(
      "3000", original: "3000", product: "other", group: "21000001", from: "2026-01-11", to: "2026-02-11",
      signed: "2026-01-11")
    let unknown = period(
      "4000", original: "4000", product: "unknown", group: nil, from: "2026-01-12", to: "2026-02-12",
      signed: "2026-01-12")
    let shared = period(
      "5000", original: "5000", product: "shared", group: "21000000", from: "2026-01-13", to: "2026-02-13",
      signed: "2026-01-13"
    ).replacing("PURCHASED", with: "FAMILY_SHARED")
    shop.now = at("2026-01-14")
    for (order, payload) in [yearly, other, unknown, shared].enumerated() {
      #expect(try shop.add(jws: Shop.jws(.transaction, payload), order: "B\(order)").decision == .accept)
    }
    let running = [
      "other active 2026-02-11 3000", "shared active 2026-02-13 5000", "unknown active 2026-02-12 4000",
      "yearly active 2027-01-10 2000",
    ]
    #expect(try found("2026-01-20") == running)
    let all = try shop.ledger.entitlements(of: "jane", at: at("2026-01-20"))
    #expect(all.entitlements.map(\.groupID) == ["21000001", "21000000", nil, "21000000"])
    #expect(
      all.replaced.map { [$0.productID, $0.groupID, $0.by, $0.purchase.transactionID] } == [
        ["premium", "21000000", "2000", "1001"]
      ])
    #expect(!all.includes("premium") && all.includes("yearly"))
    let lines = try said("2026-01-20", .german)
    #expect(
      Set(lines.dropFirst()) == [
        "Abonniert bis 11. Februar 2026 — other", "Abonniert bis 12. Februar 2026 — unknown",
        "Abonniert bis 10. Januar 2027 — yearly", "Von einem Familienmitglied geteilt bis 13. Februar 2026 — shared",
        "Ersetzt durch yearly — premium",
      ])
    #expect(lines.last == "Ersetzt durch yearly — premium" && lines.count == 6)
    // Before the other one began.
    #expect(try found("2026-01-09") == ["premium active 2026-02-05 1001"])
    #expect(try shop.ledger.entitlements(of: "jane", at: at("2026-01-09")).replaced.isEmpty)
    // Apple says later that the customer has the first one still: they are two customers' of the App Store.
    let later = period(
      "1001", original: "1000", product: "premium", group: "21000000", from: "2026-01-05", to: "2026-02-05",
      signed: "2026-01-15")
    shop.now = at("2026-01-16")
    try shop.notify(
      Shop.notification("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "B", signed: "2026-01-15", transaction: later))
    #expect(try found("2026-01-20") == [running[0], "premium active 2026-02-05 1001"] + running.dropFirst())
    #expect(try shop.ledger.entitlements(of: "jane", at: at("2026-01-20")).replaced.isEmpty)
  }

  @Test("two customers of Apple's in one account both have their subscription, presented or merged")
  func twoCustomers() throws {
    func add(_ transaction: String, _ product: String, customer: String?, order: String, account: String) throws {
      let more =
        ",\"subscriptionGroupIdentifier\":\"21000000\"" + (customer.map { ",\"appTransactionId\":\"\($0)\"" } ?? "")
      let payload = Payload.transaction(
        transaction, type: "Auto-Renewable Subscription", product: product,
        from: "2026-01-0\(transaction.prefix(1))", to: "2026-02-01", signed: "2026-01-0\(transaction.prefix(1))", more)
      #expect(
        try shop.add(jws: Shop.jws(.transaction, payload), order: order, account: account).decision == .accept)
    }
    shop.now = at("2026-01-10")
    try add("1000", "basic", customer: "704000000000000001", order: "A", account: "jane")
    try add("2000", "premium", customer: "704000000000000002", order: "B", account: "jane")
    #expect(try found("2026-01-10") == ["basic active 2026-02-01 1000", "premium active 2026-02-01 2000"])
    try add("3000", "yearly", customer: "704000000000000003", order: "C", account: "joe")
    _ = try shop.ledger.merge(account: "joe", into: "jane", now: shop.now)
    #expect(
      try found("2026-01-10") == [
        "basic active 2026-02-01 1000", "premium active 2026-02-01 2000", "yearly active 2026-02-01 3000",
      ])
    #expect(try shop.ledger.entitlements(of: "jane", at: at("2026-01-10")).replaced.isEmpty)
    // A later one of the first customer replaces only that customer's.
    try add("4000", "weekly", customer: "704000000000000001", order: "D", account: "jane")
    #expect(
      try found("2026-01-10") == [
        "premium active 2026-02-01 2000", "weekly active 2026-02-01 4000", "yearly active 2026-02-01 3000",
      ])
    // Of an unknown customer, a later one replaces as before.
    try add("5000", "other", customer: nil, order: "E", account: "jane")
    #expect(try found("2026-01-10") == ["other active 2026-02-01 5000"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("after a downgrade whose renewal came early, the end is that of the product that runs")
  func downgraded() throws {
    shop.now = at("2026-01-31T18:00:00Z")
    for (payload, order) in [
      (
        period(
          "1000", original: "1000", product: "pro", group: "21000000", from: "2026-01-01", to: "2026-02-01",
          signed: "2026-01-01"), "A"
      ),
      (
        period(
          "1001", original: "1000", product: "basic", group: "21000000", from: "2026-02-01", to: "2026-03-01",
          signed: "2026-01-31T12:00:00Z"), "B"
      ),
    ] {
      #expect(try shop.add(jws: Shop.jws(.transaction, payload), order: order).decision == .accept)
    }
    #expect(try found("2026-01-31T18:00:00Z") == ["pro active 2026-02-01 1000"])
    #expect(try found("2026-02-01") == ["basic active 2026-03-01 1001"])
  }

  @Test("an upgrade on the day of the renewal: the new product, and no event tells of a refund", arguments: 0..<4)
  func upgradeOnRenewalDay(order: Int) throws {
    // An answer or a receipt, whole or piece by piece, and signed data with and without isUpgraded.
    shop.now = at("2026-02-02")
    let (pro, date) = ("com.example.pro", "2026-01-31T12:00:02Z")
    if order == 0 {
      func period(_ text: String, _ product: String, _ from: String, _ to: String, cancelled: String? = nil)
        -> InAppDescription
      {
        var period = InAppDescription.monthly(text, from: from, to: to)
        (period.originalTransactionID, period.productID, period.cancellationDate) = ("1000", product, cancelled)
        period.cancellationReason = cancelled == nil ? nil : 0
        return period
      }
      let receipt = try shop.receipt(
        period("1000", "com.example.monthly", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"),
        period("1001", "com.example.monthly", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z", cancelled: date),
        period("1002", pro, "2026-01-31T12:00:00Z", "2027-01-31T12:00:00Z"), created: "2026-02-01T12:00:00Z")
      #expect(try shop.add(receipt, order: "A").decision == .accept)
    } else {
      let revoked = order == 1 ? nil : date
      let more = order == 3 ? "" : #","isUpgraded":true"#
      let replaced = Payload.period(
        "1001", from: "2026-02-01", to: "2026-03-01", signed: "2026-02-01", revoked: revoked,
        more + #","transactionReason":"RENEWAL""#)
      let first = Payload.period("1000", from: "2026-01-01", to: "2026-02-01", signed: "2026-01-01")
      let upgrade = Payload.transaction(
        "1002", original: "1000", type: "Auto-Renewable Subscription", product: pro, from: "2026-01-31T12:00:00Z",
        to: "2027-01-31T12:00:00Z", signed: "2026-01-31T12:00:05Z")
      #expect(try shop.add(jws: Shop.jws(.transaction, first), order: "A").decision == .accept)
      try shop.notify(
        Shop.notification(
          "DID_CHANGE_RENEWAL_PREF/UPGRADE", "A", signed: "2026-01-31T12:00:05Z", transaction: upgrade))
      try shop.notify(Shop.notification("REFUND", "B", signed: "2026-02-01", transaction: replaced))
    }
    #expect(try found("2026-02-02") == ["\(pro) active 2027-01-31 1002"])
    let events = try shop.events()
    #expect(!events.contains("refunded") && !events.contains("expired"), "\(events)")
    #expect(try shop.subscription("1000") == "active 2027-01-31")
    #expect(try shop.ledger.check() == [])
  }

  @Test("a refunded period that another product replaced, by renewal information: that product is kept")
  func refundedForAnother() throws {
    shop.now = at("2026-01-11")
    let yearly = { (revoked: String?, signed: String) in
      Payload.transaction(
        "1000", type: "Auto-Renewable Subscription", product: "com.example.yearly", from: "2026-01-01",
        to: "2027-01-01", signed: signed, revoked: revoked)
    }
    #expect(try shop.add(jws: Shop.jws(.transaction, yearly(nil, "2026-01-01")), order: "A").decision == .accept)
    try shop.notify(
      Shop.jws(
        .notification,
        Payload.notification(
          "REFUND", "A", signed: "2026-01-10", transaction: yearly("2026-01-10", "2026-01-10"),
          renewal: Payload.renewal(
            signed: "2026-01-10", #","autoRenewStatus":1,"renewalDate":\#(Said.milliseconds("2026-02-10"))"#),
          #","status":1"#)))
    #expect(try found("2026-01-11") == ["com.example.monthly active 2026-02-10 1000"])
    #expect(try shop.subscription("1000") == "active 2026-02-10")
    #expect(try found("2026-02-10") == [])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a refund with a reason that is new ends access by its type, with and without a status")
  func unknownReason() throws {
    for (number, (more, status)) in [
      (#","revocationType":"REFUND_FULL""#, ""), (#","revocationType":"REFUND_PRORATED""#, #","status":5"#),
    ].enumerated() {
      let original = "\(number + 1)000"
      let period = { (signed: String, more: String) in
        Payload.period(original, original: original, from: "2026-01-01", to: "2026-02-01", signed: signed, more)
      }
      shop.now = at("2026-01-11")
      #expect(
        try shop.add(jws: Shop.jws(.transaction, period("2026-01-01", "")), order: original).decision == .accept)
      let revoked = #","revocationDate":\#(Said.milliseconds("2026-01-10")),"revocationReason":2"#
      try shop.notify(
        Shop.jws(
          .notification,
          Payload.notification(
            "REFUND", original, signed: "2026-01-10", transaction: period("2026-01-10", revoked + more), status)))
      #expect(try found("2026-01-11") == [], "\(more) \(status)")
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("a receipt names no group; a renewal that Apple tells of does, and so does verifyReceipt's answer")
  func learnedGroups() async throws {
    func groups(_ date: String) throws -> [String?] {
      try shop.ledger.entitlements(of: "jane", at: at(date)).entitlements.map(\.groupID)
    }
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")), order: "S")
    #expect(try groups("2026-01-01") == [nil])
    shop.now = at("2026-01-21")
    try shop.notify(
      Shop.notification(
        "DID_RENEW", "A", signed: "2026-01-20",
        transaction: period(
          "1001", original: "1000", product: "com.example.monthly", group: "21000000", from: "2026-01-20",
          to: "2026-02-20", signed: "2026-01-20")))
    #expect(try groups("2026-01-21") == ["21000000"])
    // Of the period before it the receipt did not say so; it is the same subscription.
    shop.rules.asksApple = true
    try shop.add(
      shop.receipt(
        .monthly("7000", original: "7000", from: "2026-01-15T00:00:00Z", to: "2026-02-15T00:00:00Z"),
        created: "2026-01-16T00:00:00Z"), order: "T", account: "joe")
    try await shop.run(
      ScriptedVerifier(
        Said.answer(
          [
            Said.period(
              "7000", original: "7000", from: "2026-01-15", to: "2026-02-15",
              #","subscription_group_identifier":"21000001""#)
          ], asked: "2026-01-21")))
    #expect(
      try shop.ledger.entitlements(of: "joe", at: at("2026-01-21")).entitlements.map(\.groupID) == ["21000001"])
  }

  @Test("what waits for Apple counts after Apple's answer, and what Apple refuses never")
  func pending() async throws {
    shop.rules.asksApple = true
    try shop.add(shop.receipt(.purchase("2", product: "com.example.pro", type: 0)), order: "A")
    try shop.add(shop.receipt(.purchase("3", product: "com.example.plus", type: 0)), order: "B")
    #expect(try found("2026-01-01") == [])
    #expect(try shop.ledger.entitlements(of: "jane", at: at("2026-01-01")).isKnown)
    try await shop.run(ScriptedVerifier([try .status(0), try .status(21003)])) { $0.jobs = 1 }
    let all = try shop.ledger.entitlements(of: "jane", at: at("2026-01-01")).entitlements
    #expect(all.map(\.productID) == ["com.example.pro"] && all[0].purchase.isVerified)
  }

  @Test("several questions at once have the answers that each has alone, also where names look alike")
  func gathered() throws {
    try shop.add(shop.receipt(.purchase("2", product: "com.example.pro", type: 0)), order: "A")
    try shop.add(shop.receipt(.purchase("9", product: "com.example.plus", type: 0)), order: "B", account: "joe")
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")), order: "S",
      account: "joe")
    // Two spellings that Unicode calls equal, and a ledger does not.
    try shop.add(
      shop.receipt(.purchase("5", product: "com.example.tea", type: 0)), order: "C", account: "Ren\u{E9}")
    try shop.add(
      shop.receipt(.purchase("6", product: "com.example.coffee", type: 0)), order: "D", account: "Rene\u{301}")
    let asked = [
      ("jane", "2026-01-01", ["com.example.pro"]), ("joe", "2026-01-01", ["com.example.monthly", "com.example.plus"]),
      ("joe", "2026-02-01", ["com.example.plus"]), ("jim", "2026-01-01", []), ("jane", "2025-12-01", []),
      ("Ren\u{E9}", "2026-01-01", ["com.example.tea"]), ("Rene\u{301}", "2026-01-01", ["com.example.coffee"]),
    ]
    for count in 1...asked.count {
      let part = asked.prefix(count)
      let found = try shop.ledger.entitlements(
        of: part.map { Ledger.EntitlementQuestion(account: $0.0, moment: at($0.1)) })
      #expect(found.map { $0.entitlements.map(\.productID) } == part.map { $0.2 })
      #expect(found.map(\.isKnown) == part.map { $0.0 != "jim" })
    }
    #expect(try shop.ledger.entitlements(of: []).isEmpty)
  }
}
