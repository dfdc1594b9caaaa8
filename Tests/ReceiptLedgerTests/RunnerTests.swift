import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

@Suite("Asking Apple", .overBothStorages)
struct RunnerTests {
  private let shop: Shop

  init() throws {
    shop = try Shop()
    shop.rules.asksApple = true
  }

  private func pending(_ count: Int = 1) throws {
    for number in 0..<count {
      let decision = try shop.add(shop.receipt(.purchase("T\(number)")), order: "O\(number)")
      #expect(decision.decision == .pending && decision.state == .pending && !decision.isGood)
    }
  }

  private func later(_ milliseconds: Int64) { shop.now.milliseconds += milliseconds }

  @Test("a valid answer verifies the order, and the receipt is forgotten")
  func verified() async throws {
    try pending()
    #expect(try shop.ledger.statistics(now: shop.now).receipts.stored == 1)
    let apple = ScriptedVerifier([try .status(0)])
    let summary = try await shop.run(apple)
    #expect(summary.calls == 1 && summary.settled == 1)
    #expect(try shop.events() == ["pending", "verified"])
    #expect(try shop.ledger.statistics(now: shop.now).receipts.stored == 0)
    let again = try shop.add(shop.receipt(.purchase("T0")), order: "O0")
    #expect(
      again.decision == .duplicate && again.state == .verified && again.first?.decision == .pending && again.isGood)
    #expect(try await shop.run(apple).calls == 0)
    #expect(try shop.ledger.check() == [])
  }

  @Test("production is asked first, and the sandbox on 21007")
  func sandbox() async throws {
    try pending()
    let apple = ScriptedVerifier([try .status(21007), try .status(0)])
    try await shop.run(apple)
    #expect(await apple.calls.map(\.endpoint) == [.production, .sandbox])
    #expect(try shop.events() == ["pending", "verified"])
    let story = try shop.ledger.history(of: "O0", now: shop.now)
    #expect(
      story.entries.compactMap { entry in if case .answer(let answer) = entry { answer.status } else { nil } } == [
        21007, 0,
      ])
  }

  @Test("what Apple refuses belongs to nobody; the same bytes are not taken again, another receipt is")
  func refused() async throws {
    try pending()
    try await shop.run(ScriptedVerifier([try .status(21003)]))
    #expect(try shop.events() == ["pending", "rejected"])
    let bytes = try shop.receipt(.purchase("T0"))
    #expect(try shop.add(bytes, order: "O0").decision == .reject)
    let other = try shop.receipt(.purchase("T0"), created: "2025-12-27T00:00:00Z")
    #expect(try shop.add(other, order: "P", account: "joe").decision == .pending)
    #expect(try shop.ledger.check() == [])
  }

  @Test("21002 is believed when it came three times, and still comes a day after the first time")
  func doubtful() async throws {
    try pending()
    let apple = ScriptedVerifier([try .status(21002), try .status(21199)])
    // As often as may be: two minutes of trouble are no reason to refuse what was paid for.
    for hour in 0..<24 {
      try await shop.run(apple) { $0.backoff = Backoff(first: 60_000, longest: 60_000) }
      #expect(try shop.ledger.list(.pending, limit: 1, now: shop.now).count == 1, "hour \(hour)")
      later(3_600_000)
    }
    #expect(try await shop.run(apple).settled == 1)
    #expect(try shop.events() == ["pending", "rejected"])
    #expect(await apple.calls.count == 25)
  }

  @Test("twice in two days is not three times, and a clock that was put back is no day")
  func patience() {
    let start = Shop.start
    func isOver(_ count: Int, _ milliseconds: Int64) -> Bool {
      AnswerStore.isFinal(after: count, since: start, now: Instant(milliseconds: start.milliseconds + milliseconds))
    }
    #expect(!isOver(1, 48 * 3_600_000) && isOver(2, 24 * 3_600_000) && !isOver(2, 24 * 3_600_000 - 1))
    #expect(!isOver(9, -48 * 3_600_000))
    #expect(!AnswerStore.isFinal(after: 9, since: nil, now: start))
  }

  @Test(
    "what passes is asked again, however often",
    arguments: [
      AppleReply.later(reason: "busy", retryAfter: nil), .unreachable(reason: "nobody"), try .status(21005),
      try .status(21009), try .status(21150, #","is-retryable":1"#), try .status(21002, #","is_retryable":true"#),
      try .status(21003, #","is-retryable":true"#), try .status(21010, #","is-retryable":true"#),
      try .status(21000), try .status(99),
    ])
  func temporary(_ reply: AppleReply) async throws {
    try pending()
    let apple = ScriptedVerifier(Array(repeating: reply, count: 8) + [try .status(0)])
    for _ in 0..<8 {
      try await shop.run(apple)
      #expect(try shop.ledger.list(.pending, limit: 1, now: shop.now).count == 1)
      later(24 * 3_600_000)
    }
    try await shop.run(apple)
    #expect(try shop.events() == ["pending", "verified"])
  }

  @Test("an unresolvable internal error is final, one that does not say is doubtful")
  func internalErrors() throws {
    #expect(AnswerMeaning(try .status(21100, #","is-retryable":0"#)) == .refused)
    #expect(AnswerMeaning(try .status(21199)) == .doubtful)
    #expect(AnswerMeaning(try .status(21006)) == .valid)
    #expect(AnswerMeaning(try .status(21010)) == .refused)
  }

  struct Stranger: CustomTestStringConvertible {
    let name: String
    let answer: String
    var testDescription: String { name }
  }

  static let strangers = [
    Stranger(name: "nothing but a status", answer: #"{"status":0}"#),
    Stranger(name: "a receipt without a name", answer: #"{"status":0,"receipt":{"in_app":[]}}"#),
    Stranger(name: "another app", answer: Said.answer([Said.purchase("T0", from: "2025-12-26")], bundle: "com.evil")),
    Stranger(name: "another transaction", answer: Said.answer([Said.purchase("77", from: "2025-12-26")])),
    Stranger(
      name: "the other environment",
      answer: Said.answer([Said.purchase("T0", from: "2025-12-26")], environment: "Sandbox")),
    Stranger(
      name: "an identifier that would be cut off",
      answer: Said.answer([Said.purchase("T0", from: "2025-12-26"), Said.purchase("72\\u0000zz", from: "2025-12-26")])),
    Stranger(
      name: "a transaction twice named",
      answer: Said.answer([Said.purchase("T0", from: "2025-12-26", #","transaction_id":"T1""#)])),
    Stranger(
      name: "two statuses",
      answer: "{\"status\":21003," + Said.answer([Said.purchase("T0", from: "2025-12-26")]).dropFirst()),
  ]

  @Test("an answer that is not about the receipt is not believed, and asked for again", arguments: strangers)
  func notAboutReceipt(_ stranger: Stranger) async throws {
    try pending()
    let literal = AppleReply.answer(try VerifyReceiptResponse(Array(stranger.answer.utf8)))
    let apple = ScriptedVerifier([literal], isLiteral: true)
    #expect(try await shop.run(apple).postponed == 1)
    #expect(try shop.events() == ["pending"])
    let answers = try shop.ledger.history(of: "O0", now: shop.now).entries.compactMap { entry in
      if case .answer(let answer) = entry { answer } else { nil }
    }
    #expect(answers.map(\.meaning) == ["later"] && answers[0].text != nil)
    later(24 * 3_600_000)
    #expect(try await shop.run(ScriptedVerifier([try .status(0)])).settled == 1)
  }

  @Test("a poll's answer about another app changes nothing")
  func strangePoll() async throws {
    shop.rules = AdmissionRules()
    shop.rules.keepsReceipts = true
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2025-12-31T00:00:00Z")), order: "S")
    let periods = [
      Said.period("1000", from: "2025-12-01", to: "2025-12-31"),
      Said.period("1001", from: "2025-12-31", to: "2026-01-31"),
    ]
    #expect(try await shop.run(try ScriptedVerifier(Said.answer(periods, bundle: "com.evil"))).postponed == 1)
    #expect(try shop.events() == ["accepted"])
    later(24 * 3_600_000)
    try await shop.run(try ScriptedVerifier(Said.answer(periods)))
    #expect(try shop.events() == ["accepted", "renewed"])
  }

  @Test("what Apple took back before it was asked is not verified")
  func refundedBefore() async throws {
    try pending()
    let answer = Said.answer([Said.purchase("T0", from: "2025-12-26", cancelled: "2025-12-27")])
    #expect(try await shop.run(try ScriptedVerifier(answer)).settled == 1)
    #expect(try shop.events() == ["pending", "refunded", "rejected"])
    let again = try shop.add(shop.receipt(.purchase("T0")), order: "O0")
    #expect(again.decision == .duplicate && again.isRefunded && !again.isGood)
    #expect(try shop.ledger.list(nil, limit: 9, now: shop.now).map(\.state) == ["refunded"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("what Apple refused is refused from the same bytes, whoever presents them")
  func refusedForEverybody() async throws {
    try pending()
    try await shop.run(ScriptedVerifier([try .status(21003)]))
    shop.rules = AdmissionRules()
    let bytes = try shop.receipt(.purchase("T0"))
    for (order, account) in [("O0", "jane"), ("P", "jane"), ("Q", "joe")] {
      for _ in 0..<2 {
        let decision = try shop.add(bytes, order: order, account: account)
        #expect(decision.decision == .reject && decision.failures.map(\.check) == ["apple"])
      }
    }
    #expect(try shop.events() == ["pending", "rejected", "rejected", "rejected"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a restore of what waits for Apple waits too, and is settled with it", arguments: [0, 21003], [true, false])
  func followers(_ status: Int, _ asksApple: Bool) async throws {
    let receipt = try shop.receipt(.purchase("1", product: "pro", type: 0))
    #expect(try shop.add(receipt, order: "A").decision == .pending)
    shop.rules.asksApple = asksApple
    let copy = try shop.receipt(.purchase("2", original: "1", product: "pro", type: 0))
    #expect(try shop.add(copy, order: "B").decision == .pending)
    #expect(try shop.add(copy, order: "B").decision == .duplicate)
    #expect(try shop.ledger.check() == [])
    let apple = ScriptedVerifier([try .status(status)])
    #expect(try await shop.run(apple).calls == 1)
    let word = status == 0 ? "verified" : "rejected"
    #expect(try shop.events() == ["pending", "pending", word, word])
    #expect(try shop.ledger.list(nil, limit: 9, now: shop.now).map(\.state) == [word, word])
    #expect(try shop.ledger.check() == [])
    // What was refused is anybody's, from another receipt, if Apple says so.
    if status != 0 {
      let decision = try shop.add(copy, order: "C", account: "joe").decision
      #expect(decision == (asksApple ? .pending : .reject))
    }
  }

  @Test("a wrong secret again and again decides nothing and ends the pass")
  func wrongSecret() async throws {
    try pending(5)
    let summary = try await shop.run(ScriptedVerifier([try .status(21004)])) { $0.jobs = 1 }
    #expect(summary.wrongSecrets == 3 && summary.endedByWrongSecret && summary.calls == 3)
    #expect(try shop.ledger.list(.pending, limit: 9, now: shop.now).count == 5)
  }

  @Test("a wrong secret for one receipt stops nobody else")
  func wrongSecretForOne() async throws {
    try pending(5)
    let summary = try await shop.run(ScriptedVerifier([try .status(21004), try .status(0)])) { $0.jobs = 1 }
    #expect(summary.wrongSecrets == 1 && !summary.endedByWrongSecret && summary.settled == 4)
  }

  @Test("what is believed at last counts as settled")
  func effectiveMeaning() async throws {
    try pending()
    let apple = ScriptedVerifier([try .status(21002)])
    for _ in 0..<2 {
      #expect(try await shop.run(apple).postponed == 1)
      later(24 * 3_600_000)
    }
    let last = try await shop.run(apple)
    #expect(last.settled == 1 && last.postponed == 0 && last.lastReason == nil)
  }

  @Test("where nobody answers the pass ends early")
  func unreachable() async throws {
    try pending(20)
    let summary = try await shop.run(ScriptedVerifier([.unreachable(reason: "nobody")])) { $0.jobs = 2 }
    #expect((4...6).contains(summary.calls) && summary.unreachable == summary.calls)
  }

  @Test("pauses grow, with chance in them, and Retry-After is respected")
  func pauses() async throws {
    let backoff = Backoff(first: 1_000, longest: 60_000)
    #expect(
      (1...8).map { backoff.delay(afterFailure: $0, fraction: 1) } == [
        1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
      ])
    #expect(backoff.delay(afterFailure: 3, fraction: 0) == 2_000)
    #expect(backoff.delay(afterFailure: .max, fraction: 1) == 60_000)
    try pending()
    try await shop.run(ScriptedVerifier([.later(reason: "busy", retryAfter: 3_600_000)]))
    let due = try #require(try shop.ledger.list(.pending, limit: 1, now: shop.now).first?.until)
    #expect(due.milliseconds - shop.now.milliseconds == 3_600_000)
    let apple = ScriptedVerifier([try .status(0)])
    later(3_599_999)
    #expect(try await shop.run(apple).calls == 0)
    later(1)
    #expect(try await shop.run(apple).calls == 1)
  }

  @Test("so many at once and no more, and so many a second")
  func limits() async throws {
    try pending(12)
    let apple = ScriptedVerifier([try .status(0)], delay: .milliseconds(20))
    let began = ContinuousClock.now
    let summary = try await shop.run(apple) {
      $0.jobs = 3
      $0.rate = 50
    }
    #expect(summary.settled == 12)
    #expect(await apple.mostAtOnce <= 3)
    // Twelve calls have eleven pauses of a fiftieth of a second between them.
    #expect(began.duration(to: .now) >= .milliseconds(219))
  }

  @Test("the pace is that of the runner, over all its passes")
  func pace() async throws {
    try pending()
    var settings = Runner.Settings()
    settings.rate = 20
    settings.backoff = Backoff(first: 0)
    let (start, began) = (shop.now, ContinuousClock.now)
    let apple = ScriptedVerifier([.later(reason: "busy", retryAfter: nil)])
    let runner = Runner(ledger: shop.ledger, verifier: apple, settings: settings) {
      Instant(milliseconds: start.milliseconds + Int64(began.duration(to: .now) / .milliseconds(1)))
    }
    for _ in 0..<5 { _ = try await runner.pass { _, _ in } }
    let calls = await apple.calls.count
    #expect(calls >= 5)
    #expect(began.duration(to: .now) >= .milliseconds(50) * (calls - 1) - .milliseconds(5))
  }

  @Test(
    "who is told to stop while waiting for a turn stops at once, and gives back what it had",
    .timeLimit(.minutes(120)))
  func stopped() async throws {
    try pending(4)
    let apple = ScriptedVerifier([try .status(0)])
    var settings = Runner.Settings()
    // Who is not stopped waits for three hours: the time limit ends that, and fails.
    settings.rate = 0.0001
    let now = shop.now
    let runner = Runner(ledger: shop.ledger, verifier: apple, settings: settings) { now }
    // Told to stop by the first answer; the others wait for their turn.
    let flag = Flag()
    let summary = try await runner.pass(isStopped: { flag.isRaised }) { _, _ in flag.raise() }
    #expect(summary.calls == 1 && summary.settled == 1 && summary.lost == 0)
    #expect(try await shop.run(apple).settled == 3)
  }

  @Test("a clock that is put back neither loses tasks nor reorders events")
  func clockPutBack() async throws {
    try pending(2)
    try await shop.run(ScriptedVerifier([try .status(21005)]))
    _ = try shop.ledger.write { db in
      try TaskStore(db: db, now: shop.now).lease(
        1, dueBy: Instant(milliseconds: .max), polls: true, milliseconds: 60_000)
    }
    // Ten years.
    shop.now.milliseconds -= 10 * 365 * 86_400_000
    let summary = try await shop.run(ScriptedVerifier([try .status(0)]))
    #expect(summary.settled == 2)
    let events = try shop.ledger.events(since: 0)
    #expect(events.map(\.sequence) == [1, 2, 3, 4])
    #expect(events.map(\.name) == ["pending", "pending", "verified", "verified"])
    #expect(events[2].at < events[1].at)
    let story = try shop.ledger.history(of: "jane", now: shop.now)
    #expect(
      story.entries.compactMap { if case .event(let event) = $0 { Int(event.sequence) } else { nil } } == [1, 2, 3, 4])
  }
}

/// Something that was said, whoever asks.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isRaised: Bool { lock.withLock { value } }
  func raise() { lock.withLock { value = true } }
}
