import Foundation
import ReceiptKit
import Testing

@testable import ReceiptLedger

/// Subscriptions whose state comes from the App Store Server API: no receipt is stored, and all that counts is signed.
@Suite("Asking about subscriptions by their identifiers", .overBothStorages)
struct SubscriptionSourceTests {
  private let shop: Shop
  private let first = Payload.period("1000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-26")

  init() throws {
    shop = try Shop()
    #expect(try shop.add(jws: Shop.jws(.transaction, first), order: "S").decision == .accept)
  }

  private func signed(_ transaction: String, renewal: String? = nil) throws -> SignedPurchase {
    try SignedPurchase(
      transaction: Shop.jws(.transaction, transaction), renewal: renewal.map { try Shop.jws(.renewal, $0) },
      decoder: shop.decoder)
  }

  private func at(_ date: String) { shop.move(to: date) }

  private func ask(
    _ source: ScriptedSubscriptions, _ change: (inout Runner.Settings) -> Void = { _ in }
  ) async throws -> Runner.Summary {
    var settings = Runner.Settings()
    (settings.rate, settings.polls, settings.allowsTestSigned) = (0, true, true)
    change(&settings)
    let now = shop.now
    return try await Runner(
      ledger: shop.ledger, verifier: ScriptedVerifier([]), subscriptions: source, settings: settings
    ) { now }.pass { _, _ in }
  }

  private func renewed(_ more: String = ",\"autoRenewStatus\":1") throws -> SignedPurchase {
    try signed(
      Payload.period("1001", from: "2026-01-20", to: "2026-02-20", signed: "2026-01-20T01:00:00Z"),
      renewal: Payload.renewal(signed: "2026-01-20T01:00:00Z", more))
  }

  @Test("a renewal, a retry, a refund of an earlier period, and the end; asked when it matters and not before")
  func life() async throws {
    // Not before the end comes near, and nothing without --poll.
    let source = ScriptedSubscriptions([.signed([try renewed()])])
    #expect(try await ask(source).calls == 0)
    at("2026-01-20T02:00:00Z")
    #expect(try await ask(source) { $0.polls = false }.calls == 0)
    let summary = try await ask(source)
    #expect(summary.calls == 2 && summary.settled == 1 && summary.lastReason == nil)
    #expect(await source.asked == ["statuses 1000", "refunds 1000"])
    #expect(try shop.events() == ["accepted", "renewed"])
    #expect(try shop.subscription("1000") == "active 2026-02-20" && shop.state("1001") == "accepted jane")
    #expect(try await ask(source).calls == 0)

    // Apple tries to charge, and took back the money for the first period.
    at("2026-02-20T02:00:00Z")
    let retry = try signed(
      Payload.period("1001", from: "2026-01-20", to: "2026-02-20", signed: "2026-02-20T01:00:00Z"),
      renewal: Payload.renewal(signed: "2026-02-20T01:00:00Z", #","isInBillingRetryPeriod":true,"autoRenewStatus":1"#))
    let refund = try signed(
      Payload.period(
        "1000", from: "2025-12-20", to: "2026-01-20", signed: "2026-02-20T01:00:00Z", revoked: "2026-02-10"))
    let failing = ScriptedSubscriptions([.signed([retry])], refunds: .signed([refund]))
    #expect(try await ask(failing).settled == 1)
    #expect(try shop.events().suffix(2).sorted() == ["in_billing_retry", "refunded"])
    #expect(try shop.subscription("1000") == "billing_retry 2026-02-20" && shop.state("1000") == "refunded jane")

    at("2026-02-21T00:00:00Z")
    let end = try signed(
      Payload.period("1001", from: "2026-01-20", to: "2026-02-20", signed: "2026-02-20T23:00:00Z"),
      renewal: Payload.renewal(signed: "2026-02-20T23:00:00Z", #","autoRenewStatus":0,"expirationIntent":2"#))
    let over = ScriptedSubscriptions([.signed([end])])
    #expect(try await ask(over).settled == 1)
    #expect(try shop.events().last == "expired")
    // What is over is not asked about any more.
    at("2026-03-21T00:00:00Z")
    #expect(try await ask(over).calls == 0)
    #expect(try shop.ledger.check() == [])
  }

  @Test("what is not of the app, the environment and the subscription, or not proven, refuses the whole answer")
  func refused() async throws {
    at("2026-01-20T02:00:00Z")
    func period(_ bundle: String, _ environment: String, _ transaction: String = "1001") -> String {
      Payload.transaction(
        transaction, original: transaction == "1001" ? "1000" : transaction, type: "Auto-Renewable Subscription",
        product: "com.example.monthly", from: "2026-01-20", to: "2026-02-20", signed: "2026-01-20T01:00:00Z",
        bundle: bundle, environment: environment)
    }
    let good = try renewed()
    let late = try signed(Payload.period("1001", from: "2026-01-20", to: "2026-02-20", signed: "2026-06-20"))
    let stranger = try SignedPurchase(
      transaction: Shop.jws(.transaction, period(Shop.bundle, "Sandbox")), renewal: nil, decoder: InputDecoder())
    let answers = [
      [good, try signed(period("com.example.other", "Sandbox"))],
      [good, try signed(period(Shop.bundle, "Production"))],
      [try signed(period(Shop.bundle, "Sandbox", "7"))], [], [good, late], [good, stranger],
    ]
    let reasons = [
      "the answer is about another app", "the answer of the server for sandbox is about another environment",
      "the answer does not have the subscription 1000", "the answer does not have the subscription 1000",
      "it was signed in the future; is the clock right?",
    ]
    for (index, answer) in answers.enumerated() {
      let summary = try await ask(ScriptedSubscriptions([.signed(answer)], refunds: .signed([])))
      #expect(summary.postponed == 1 && summary.settled == 0 && summary.unbelieved == 1)
      if index < reasons.count { #expect(summary.lastReason == reasons[index]) }
      // Neither of the two answers counts as one.
      #expect(try shop.ledger.statistics(now: shop.now).answers.allSatisfy { $0.name == "later" })
      #expect(try shop.events() == ["accepted"] && shop.state("1001") == nil)
      shop.now.milliseconds += 7 * 3_600_000
    }
    let summary = try await ask(ScriptedSubscriptions([.signed([good])])) { $0.allowsTestSigned = false }
    #expect(summary.postponed == 1)
    #expect(try shop.state("1001") == nil)
  }

  @Test("what is proven counts without an answer to the second call, and both are made again")
  func unanswered() async throws {
    at("2026-01-20T02:00:00Z")
    let good = AppleReply.signed([try renewed()])
    let silent = ScriptedSubscriptions([.unreachable(reason: "silence")])
    #expect(try await ask(silent).unreachable == 1)
    #expect(await silent.asked == ["statuses 1000"])
    shop.now.milliseconds += 60_000
    let busy = ScriptedSubscriptions([good], refunds: .later(reason: "busy", retryAfter: 3_600_000))
    let summary = try await ask(busy)
    #expect(summary.postponed == 1 && summary.lastReason == "busy")
    #expect(try shop.events() == ["accepted", "renewed"])
    shop.now.milliseconds += 3_500_000
    #expect(try await ask(ScriptedSubscriptions([good])).calls == 0)
    shop.now.milliseconds += 100_000
    #expect(try await ask(ScriptedSubscriptions([good])).settled == 1)
    #expect(try shop.events() == ["accepted", "renewed"])
    let answers = try shop.ledger.history(of: "S", now: shop.now).entries.compactMap { entry in
      if case .answer(let answer) = entry { "\(answer.meaning) \(answer.text ?? "")" } else { nil }
    }
    #expect(answers.prefix(1) == ["unreachable silence"] && answers.contains("later busy"))
    let given = "valid the App Store Server API gave "
    #expect(answers.suffix(2) == [given + "1 signed transaction", given + "0 signed transactions"])
  }

  @Test("a period that ended long ago is asked about once, and what is unknown to Apple every day")
  func old() async throws {
    at("2026-06-01")
    let unknown = ScriptedSubscriptions([.unknown(reason: "about 1000: 4040010")])
    let summary = try await ask(unknown)
    #expect(summary.settled == 1 && summary.postponed == 0)
    shop.now.milliseconds += 23 * 3_600_000
    #expect(try await ask(unknown).calls == 0)
    shop.now.milliseconds += 2 * 3_600_000
    let yearly = try signed(
      Payload.period("1002", from: "2026-02-20", to: "2027-02-20", signed: "2026-06-02"),
      renewal: Payload.renewal(signed: "2026-06-02", ",\"autoRenewStatus\":1"))
    #expect(try await ask(ScriptedSubscriptions([.signed([yearly])])).settled == 1)
    #expect(try shop.subscription("1000") == "active 2027-02-20")
  }

  @Test("a key that is not accepted, and a busy server, end the pass")
  func ended() async throws {
    for number in 2000..<2020 {
      let period = Payload.period(
        "\(number)", original: "\(number)", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-26")
      #expect(try shop.add(jws: Shop.jws(.transaction, period), order: "S\(number)").decision == .accept)
    }
    at("2026-01-20T02:00:00Z")
    let refused = ScriptedSubscriptions([.refusedKey(reason: "HTTP 401")])
    let summary = try await ask(refused) { $0.jobs = 1 }
    #expect(summary.refusedKey == "HTTP 401" && summary.wrongSecrets == 0 && summary.endedByWrongSecret)
    #expect(await refused.asked.count == 3)
    let busy = ScriptedSubscriptions([.later(reason: "busy", retryAfter: nil)])
    _ = try await ask(busy) { $0.jobs = 1 }
    #expect(await busy.asked.count == 3)
  }

  @Test("of another app of the ledger nothing is asked, and without the API nothing that has no receipt")
  func others() async throws {
    at("2026-01-20T02:00:00Z")
    let source = ScriptedSubscriptions([.signed([try renewed()])], of: "com.example.other")
    #expect(try await ask(source).calls == 0)
    let receipts = ScriptedVerifier([])
    #expect(try await shop.run(receipts).calls == 0)
    // What was asked of the API once is not asked of verifyReceipt later.
    _ = try await ask(ScriptedSubscriptions([.unreachable(reason: "silence")]))
    shop.now.milliseconds += 3_600_000
    #expect(try await shop.run(receipts).calls == 0)
    let now = shop.now
    #expect(try Runner(ledger: shop.ledger, verifier: receipts, settings: Runner.Settings()) { now }.nextDue() == nil)
  }
}

/// Answers as a test says, and remembers what it was asked.
actor ScriptedSubscriptions: SubscriptionSource {
  nonisolated let bundleID: String
  nonisolated let timeout: Int64 = 1_000
  private var statuses: [AppleReply]
  private let refunds: AppleReply
  private(set) var asked: [String] = []

  init(_ statuses: [AppleReply], refunds: AppleReply? = nil, of bundleID: String = Shop.bundle) {
    self.bundleID = bundleID
    self.statuses = statuses
    self.refunds = refunds ?? .signed([])
  }

  func statuses(of original: String) async -> AppleReply {
    asked.append("statuses " + original)
    return statuses.count > 1 ? statuses.removeFirst() : statuses[0]
  }

  func refunds(of original: String) async -> AppleReply {
    asked.append("refunds " + original)
    return refunds
  }
}
