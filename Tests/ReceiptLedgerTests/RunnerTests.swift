import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

@Suite("Asking Apple")
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
    let apple = try ScriptedVerifier(#"{"status":0,"environment":"Sandbox"}"#)
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
    let story = try shop.ledger.story(of: "O0")
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

  @Test("21002 is believed the third time it comes")
  func doubtful() async throws {
    try pending()
    let apple = ScriptedVerifier([try .status(21002)])
    for round in 1...3 {
      #expect(try shop.ledger.list(.pending, limit: 1).count == 1, "round \(round)")
      try await shop.run(apple)
      later(24 * 3_600_000)
    }
    #expect(try shop.events() == ["pending", "rejected"])
    #expect(await apple.calls.count == 3)
  }

  @Test(
    "what passes is asked again, however often",
    arguments: [
      AppleReply.later(reason: "busy", retryAfter: nil), .unreachable(reason: "nobody"), try .status(21005),
      try .status(21009), try .status(21150, #","is-retryable":1"#), try .status(21002, #","is_retryable":true"#),
      try .status(21000), try .status(99),
    ])
  func temporary(_ reply: AppleReply) async throws {
    try pending()
    let apple = ScriptedVerifier(Array(repeating: reply, count: 8) + [try .status(0)])
    for _ in 0..<8 {
      try await shop.run(apple)
      #expect(try shop.ledger.list(.pending, limit: 1).count == 1)
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

  @Test("a wrong secret decides nothing and ends the pass")
  func wrongSecret() async throws {
    try pending(5)
    let summary = try await shop.run(ScriptedVerifier([try .status(21004)])) { $0.jobs = 1 }
    #expect(summary.hasWrongSecret && summary.calls == 1)
    #expect(try shop.ledger.list(.pending, limit: 9).count == 5)
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
    let due = try #require(try shop.ledger.list(.pending, limit: 1).first?.until)
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

  @Test("a lease keeps others away until it ends; then the late result is dropped")
  func leases() async throws {
    try pending()
    let now = shop.now
    func lease(_ at: Instant) throws -> [LeasedTask] {
      try shop.ledger.write { db in
        try TaskBook(db: db, now: at).lease(9, dueBy: at, polls: true, length: 60_000)
      }
    }
    func record(_ task: LeasedTask, _ at: Instant) throws -> Bool {
      let reply = try AppleReply.status(0)
      return try shop.ledger.write { db in
        try AnswerBook(db: db, now: at, environment: .sandbox)
          .record([(.production, reply)], for: task, backoff: Backoff(), fraction: 0)
      }
    }
    let first = try #require(try lease(now).first)
    #expect(try lease(now).isEmpty)
    #expect(try lease(Instant(milliseconds: now.milliseconds + 59_999)).isEmpty)
    let after = Instant(milliseconds: now.milliseconds + 60_000)
    let second = try #require(try lease(after).first)
    #expect(try record(first, after) == false)
    #expect(try shop.events() == ["pending"])
    #expect(try record(second, after))
    #expect(try record(second, after) == false)
    #expect(try shop.events() == ["pending", "verified"])
  }

  @Test("a clock that is put back neither loses tasks nor reorders events")
  func clockPutBack() async throws {
    try pending(2)
    try await shop.run(ScriptedVerifier([try .status(21005)]))
    _ = try shop.ledger.write { db in
      try TaskBook(db: db, now: shop.now).lease(1, dueBy: Instant(milliseconds: .max), polls: true, length: 60_000)
    }
    // Ten years.
    shop.now.milliseconds -= 10 * 365 * 86_400_000
    let summary = try await shop.run(ScriptedVerifier([try .status(0)]))
    #expect(summary.settled == 2)
    let events = try shop.ledger.events(since: 0)
    #expect(events.map(\.sequence) == [1, 2, 3, 4])
    #expect(events.map(\.name) == ["pending", "pending", "verified", "verified"])
    #expect(events[2].at < events[1].at)
    let story = try shop.ledger.story(of: "jane")
    #expect(
      story.entries.compactMap { if case .event(let event) = $0 { Int(event.sequence) } else { nil } } == [1, 2, 3, 4])
  }
}
