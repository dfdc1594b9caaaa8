import Foundation
import GRDB
import ReceiptKit
import Testing

@testable import ReceiptLedger

/// Apple, as an answer to its question about the use of a purchase meets it.
actor ScriptedSender: ConsumptionSender {
  nonisolated let bundleID = Shop.bundle
  nonisolated let sendingTimeout: Int64 = 1_000
  private var replies: [ConsumptionReply]
  private(set) var sent: [String] = []
  private let whileSending: @Sendable () -> Void

  init(_ replies: ConsumptionReply..., whileSending: @escaping @Sendable () -> Void = {}) {
    (self.replies, self.whileSending) = (replies, whileSending)
  }

  func send(_ body: [UInt8], about transaction: String) async -> ConsumptionReply {
    sent.append("\(transaction) " + String(decoding: body, as: UTF8.self))
    whileSending()
    return replies.isEmpty ? .received : replies.removeFirst()
  }
}

/// CONSUMPTION_REQUEST is answered by a policy, with consent, in time, and once.
@Suite("Answers about the use of purchases", .overBothStorages)
struct ConsumptionTests {
  private let shop: Shop
  private static let policy = """
    {"rules":[{"product":["com.example.coins","com.example.monthly"],"delivery_status":"DELIVERED",
    "sample_content_provided":false,"consumption_percentage":40,"refund_preference":"DECLINE"},
    {"product":"com.example.gems","delivery_status":"DELIVERED","sample_content_provided":false,
    "refund_preference":"GRANT_PRORATED"}]}
    """
  private static let answer = """
    {"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED",\
    "consumptionPercentage":40000,"refundPreference":"DECLINE"}
    """

  init() throws {
    shop = try Shop()
    shop.move(to: "2025-12-28T07:00:00Z")
    #expect(try shop.add(jws: Shop.jws(.transaction, Payload.transaction("1")), order: "C").decision == .accept)
  }

  /// Apple asks about a transaction, at six on the 28th unless said otherwise.
  private func ask(
    _ transaction: String? = nil, _ uuid: String = "A", signed: String = "2025-12-28T06:00:00Z"
  ) throws -> [LedgerEvent] {
    let transaction = transaction ?? Payload.transaction("1", signed: signed)
    return try shop.notify(
      Shop.notification("CONSUMPTION_REQUEST", uuid, signed: signed, transaction: transaction)
    ).events
  }

  private func consent(_ isGiven: Bool = true, _ account: String = "jane", at date: String = "2025-12-27") throws
    -> Int64?
  {
    let consent = Consent(isGiven: isGiven, source: "settings", at: Said.instant(date))
    return try shop.ledger.record(consent, of: account, now: shop.now).event
  }

  @discardableResult
  private func run(
    _ sender: ScriptedSender, _ policy: String = Self.policy, lease: Int64 = 1_000
  ) async throws -> ConsumptionRunner.Summary {
    var settings = Runner.Settings()
    (settings.rate, settings.lease) = (0, lease)
    let now = shop.now
    let runner = ConsumptionRunner(
      ledger: shop.ledger, sender: sender, policy: try ConsumptionPolicy(Array(policy.utf8)), settings: settings
    ) { now }
    return try await runner.pass { _ in }
  }

  private func reasons() throws -> [String?] {
    try shop.ledger.openConsumption(by: ConsumptionPolicy(Array(Self.policy.utf8)), now: shop.now)
      .map { $0.obstacle?.rawValue }
  }

  private func last() throws -> [String: String] {
    let event = try #require(try shop.ledger.events(since: 0).last)
    return Dictionary(
      event.details.map { ($0.name, $0.value.stringValue ?? $0.value.compactText) }, uniquingKeysWith: { $1 }
    ).merging(["event": event.name, "account": event.account ?? "-", "order": event.order ?? "-"]) { $1 }
  }

  @Test("with consent and a rule the answer is sent once and told; a second pass sends nothing")
  func sent() async throws {
    #expect(try ask().map(\.name) == ["consumption_requested"])
    _ = try consent()
    let sender = ScriptedSender()
    let summary = try await run(sender)
    #expect(summary.sent == 1 && summary.skipped == 0 && summary.postponed == 0)
    #expect(await sender.sent == ["1 " + Self.answer])
    let event = try last()
    #expect(event["event"] == "consumption_sent" && event["account"] == "jane" && event["order"] == "C")
    #expect(event["sent"] == Self.answer && event["tries"] == "1" && event["answer_by"] == "2025-12-28T18:00:00Z")
    #expect(event["asked_at"] == "2025-12-28T06:00:00Z" && event["product_id"] == "com.example.coins")
    #expect(try await run(sender).sent == 0)
    // Apple sends a notification again that it believes lost.
    #expect(try ask().isEmpty && reasons() == [])
    try await run(sender)
    #expect(await sender.sent.count == 1)
    #expect(try shop.ledger.check() == [])
  }

  @Test("without consent, after a withdrawal, and without a rule nothing is sent, and the deadline closes the question")
  func withoutConsent() async throws {
    _ = try ask()
    let sender = ScriptedSender()
    #expect(try await run(sender) == ConsumptionRunner.Summary() && reasons() == ["no_consent"])
    _ = try consent()
    #expect(try await run(sender, #"{"rules":[]}"#).sent == 0)
    _ = try consent(false, at: "2025-12-28T06:30:00Z")
    #expect(try await run(sender).sent == 0 && reasons() == ["no_consent"])
    #expect(await sender.sent.isEmpty)
    // A millisecond before the deadline it is open, and at the deadline it is over.
    shop.now = Instant(milliseconds: Said.milliseconds("2025-12-28T18:00:00Z") - 1)
    #expect(try await run(sender).skipped == 0 && reasons() == ["no_consent"])
    shop.move(to: "2025-12-28T18:00:00Z")
    #expect(try reasons() == [])
    #expect(try await run(sender).skipped == 1 && last()["reason"] == "no_consent")
    #expect(try last()["event"] == "consumption_skipped")
    #expect(try await run(sender).skipped == 0)
    #expect(await sender.sent.isEmpty)
  }

  @Test("a question that comes when its time is over is not recorded")
  func late() async throws {
    _ = try consent()
    shop.move(to: "2025-12-28T18:00:00Z")
    #expect(try ask().map(\.name) == ["consumption_requested"])
    let sender = ScriptedSender()
    #expect(try await run(sender) == ConsumptionRunner.Summary() && reasons() == [])
    #expect(await sender.sent.isEmpty)
  }

  @Test(
    "kinds that Apple refuses are skipped at once",
    arguments: [
      ("\"PURCHASED\"", "\"FAMILY_SHARED\"", "family_shared"), ("\"PURCHASED\"", "\"ASSIGNED\"", "assigned"),
      ("\"quantity\":1", "\"quantity\":1,\"advancedCommerceInfo\":{\"items\":[]}", "advanced_commerce"),
    ])
  func kinds(_ usual: String, _ special: String, _ reason: String) async throws {
    let transaction = Payload.transaction("2").replacingOccurrences(of: usual, with: special)
    #expect(try shop.add(jws: Shop.jws(.transaction, transaction), order: "D").decision == .accept)
    _ = try consent()
    _ = try ask(transaction)
    let sender = ScriptedSender()
    #expect(try await run(sender).skipped == 1 && last()["reason"] == reason)
    #expect(await sender.sent.isEmpty)
  }

  @Test("what is refunded, declined, of no account or without a needed percentage")
  func others() async throws {
    let sender = ScriptedSender()
    _ = try consent()
    // No order has it.
    _ = try ask(Payload.transaction("9"), "N")
    #expect(try await run(sender).sent == 0 && reasons() == ["no_order"])
    // A refund of a part needs a percentage, except of what renews by itself.
    let gems = Payload.transaction("3", product: "com.example.gems")
    #expect(try shop.add(jws: Shop.jws(.transaction, gems), order: "G").decision == .accept)
    _ = try ask(gems, "G")
    #expect(try await run(sender).sent == 0 && reasons() == ["no_percentage", "no_order"])
    // Apple decided before the answer.
    _ = try ask()
    let refunded = Payload.transaction("1", signed: "2025-12-28T06:10:00Z", revoked: "2025-12-28T06:10:00Z")
    _ = try shop.notify(
      Shop.notification("REFUND", "R", signed: "2025-12-28T06:10:00Z", transaction: refunded))
    #expect(try await run(sender).skipped == 1 && last()["reason"] == "refunded")
    _ = try shop.notify(
      Shop.notification("REFUND_DECLINED", "D", signed: "2025-12-28T06:10:00Z", transaction: gems))
    #expect(try last()["reason"] == "declined" && reasons() == ["no_order"])
    #expect(await sender.sent.isEmpty)
  }

  @Test("of a subscription no percentage is sent")
  func subscription() async throws {
    let period = Payload.period("1000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-27")
    #expect(try shop.add(jws: Shop.jws(.transaction, period), order: "S").decision == .accept)
    _ = try consent()
    _ = try ask(period)
    let sender = ScriptedSender()
    #expect(try await run(sender).sent == 1)
    #expect(
      await sender.sent == [
        """
        1000 {"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED",\
        "refundPreference":"DECLINE"}
        """
      ])
  }

  @Test("of a renewal, all that is told of a question names the order of the subscription")
  func renewal() async throws {
    let first = Payload.period("1000", from: "2025-11-28", to: "2025-12-28", signed: "2025-12-27")
    let second = Payload.period("1001", from: "2025-12-28", to: "2026-01-28", signed: "2025-12-28T06:00:00Z")
    #expect(try shop.add(jws: Shop.jws(.transaction, first), order: "S").decision == .accept)
    _ = try consent()
    for (uuid, reply) in [("A", ConsumptionReply.received), ("B", ConsumptionReply.refused(code: nil, reason: "no"))] {
      _ = try ask(second, uuid)
      #expect(try last()["event"] == "consumption_requested" && last()["order"] == "S")
      #expect(try shop.ledger.openConsumption(by: nil, now: shop.now).map(\.order) == ["S"])
      try await run(ScriptedSender(reply))
      #expect(try last()["event"] == (uuid == "A" ? "consumption_sent" : "consumption_refused"))
      #expect(try last()["order"] == "S" && last()["account"] == "jane")
    }
    _ = try ask(second, "C")
    shop.move(to: "2025-12-28T18:00:00Z")
    try await run(ScriptedSender())
    #expect(try last()["event"] == "consumption_skipped" && last()["order"] == "S" && last()["account"] == "jane")
    #expect(try shop.ledger.check() == [])
  }

  @Test("no reply: the same bytes again after a pause, until the deadline, whatever the policy says then")
  func retries() async throws {
    _ = try ask()
    _ = try consent()
    let sender = ScriptedSender(
      .later(reason: "busy", retryAfter: 600_000), .refusedKey(reason: "401"),
      .later(reason: "silence", retryAfter: nil))
    var summary = try await run(sender)
    #expect(summary.postponed == 1 && summary.lastReason == "busy")
    // Not before Apple's Retry-After.
    shop.now.milliseconds += 599_000
    #expect(try await run(sender).postponed == 0)
    shop.now.milliseconds += 1_000
    summary = try await run(sender, Self.policy.replacingOccurrences(of: "40", with: "90"))
    #expect(summary.refusedKey == "401" && summary.postponed == 1)
    // After a withdrawal not even what may have been sent before is sent again.
    _ = try consent(false, at: "2025-12-28T06:30:00Z")
    shop.now.milliseconds += 3_600_000
    #expect(try await run(sender).postponed == 0)
    _ = try consent(at: "2025-12-28T06:40:00Z")
    #expect(try await run(sender).postponed == 1)
    shop.now.milliseconds += 3_600_000
    #expect(try await run(sender).sent == 1)
    let sent = await sender.sent
    #expect(sent.count == 4 && Set(sent) == ["1 " + Self.answer])
    #expect(try last()["tries"] == "4")
  }

  @Test("what had no reply until the deadline is told, and not sent later")
  func unanswered() async throws {
    _ = try ask()
    _ = try consent()
    let sender = ScriptedSender(.later(reason: "silence", retryAfter: nil))
    #expect(try await run(sender).postponed == 1)
    shop.move(to: "2025-12-28T18:00:00Z")
    #expect(try await run(sender).skipped == 1)
    #expect(try last()["reason"] == "unanswered" && last()["tries"] == "1")
    #expect(await sender.sent.count == 1)
  }

  @Test("Apple's refusal is told with its number, and nothing is sent again")
  func refusal() async throws {
    _ = try ask()
    _ = try consent()
    let sender = ScriptedSender(.refused(code: 4_000_047, reason: "refused"))
    #expect(try await run(sender).refused == 1)
    let event = try last()
    #expect(event["event"] == "consumption_refused" && event["error_code"] == "4000047" && event["sent"] == Self.answer)
    shop.now.milliseconds += 3_600_000
    #expect(try await run(sender) == ConsumptionRunner.Summary())
    #expect(await sender.sent.count == 1)
  }

  @Test("a process that ended while it sent: another one waits for its lease, and sends the same bytes")
  func lease() async throws {
    _ = try ask()
    _ = try consent()
    let (ledger, now) = (shop.ledger, shop.now)
    func begin(at moment: Instant) throws -> BegunConsumption? {
      try ledger.write { db in
        try ConsumptionStore(db: db, now: moment).begin(
          "a", by: ConsumptionPolicy(Array(Self.policy.utf8)), milliseconds: 5_000)
      }
    }
    // It waited for its turn until the time was over.
    #expect(try begin(at: Instant(milliseconds: Said.milliseconds("2025-12-28T18:00:00Z"))) == nil)
    // It recorded what it was about to send, and ended.
    #expect(String(decoding: try #require(try begin(at: now)).body, as: UTF8.self) == Self.answer)
    #expect(try begin(at: now) == nil)
    let sender = ScriptedSender()
    shop.now.milliseconds += 4_999
    #expect(try await run(sender).sent == 0)
    shop.now.milliseconds += 1
    #expect(try await run(sender, #"{"rules":[]}"#).sent == 1)
    #expect(await sender.sent == ["1 " + Self.answer])
    #expect(try last()["tries"] == "2")
    // The lease counts: a process that comes back late records nothing.
    _ = try ask(nil, "B", signed: "2025-12-28T06:05:00Z")
    let taken = ScriptedSender {
      _ = try? ledger.write { db in try db.run("UPDATE consumption SET lease = 7 WHERE uuid = 'b'") }
    }
    #expect(try await run(taken).lost == 1 && shop.events().filter { $0 == "consumption_sent" }.count == 1)
  }

  @Test("a consent has a source and a date: the latest counts, of one moment the withdrawal, and events tell changes")
  func consents() throws {
    func now() throws -> String? {
      try shop.ledger.consent(of: "joe").map { "\($0.isGiven) \($0.source) \($0.at.rfc3339.prefix(10))" }
    }
    #expect(try now() == nil)
    #expect(try consent(true, "joe", at: "2025-12-20") != nil && now() == "true settings 2025-12-20")
    #expect(try consent(true, "joe", at: "2025-12-20") == nil && consent(false, "joe", at: "2025-12-19") == nil)
    #expect(try consent(false, "joe", at: "2025-12-20") != nil && now() == "false settings 2025-12-20")
    #expect(try consent(true, "joe", at: "2025-12-20") == nil)
    #expect(try consent(true, "joe", at: "2025-12-21") != nil && now() == "true settings 2025-12-21")
    #expect(try shop.events() == ["accepted", "consent_given", "consent_withdrawn", "consent_given"])
    #expect(try last()["said_at"] == "2025-12-21T00:00:00Z" && last()["said_in"] == "settings")
    for (account, source, at) in [("", "x", "2025-12-20"), ("joe", "", "2025-12-20"), ("joe", "x", "2025-12-29")] {
      let consent = Consent(isGiven: true, source: source, at: Said.instant(at))
      let error = Shop.error { _ = try shop.ledger.record(consent, of: account, now: shop.now) }
      #expect(error?.code == .unusableName)
    }
  }

  @Test("a merge keeps the later consent, an erasure takes it and the open questions away")
  func accounts() async throws {
    _ = try consent(false, "jane", at: "2025-12-26")
    _ = try consent(true, "joe", at: "2025-12-27")
    _ = try shop.ledger.merge(account: "jane", into: "joe", now: shop.now)
    #expect(try shop.ledger.consent(of: "joe")?.isGiven == true && shop.ledger.consent(of: "jane") == nil)
    _ = try ask()
    #expect(try reasons() == [nil])
    // Only a consent is enough to be erased.
    _ = try consent(true, "jim")
    _ = try shop.ledger.erase(account: "jim", now: shop.now)
    #expect(try shop.ledger.consent(of: "jim") == nil)
    _ = try shop.ledger.erase(account: "joe", now: shop.now)
    #expect(try shop.ledger.consent(of: "joe") == nil && reasons() == [])
    let sender = ScriptedSender()
    #expect(try await run(sender) == ConsumptionRunner.Summary())
    #expect(try shop.ledger.check() == [])
  }

  @Test("an account that has only a consent can be merged: its withdrawal counts if it is the later one")
  func mergedConsent() throws {
    _ = try consent(true, "jane", at: "2025-12-26")
    _ = try consent(false, "jim", at: "2025-12-27")
    _ = try shop.ledger.merge(account: "jim", into: "jane", now: shop.now)
    #expect(try shop.ledger.consent(of: "jane")?.isGiven == false && shop.ledger.consent(of: "jim") == nil)
    // An earlier one does not.
    _ = try consent(true, "joe", at: "2025-12-25")
    _ = try shop.ledger.merge(account: "joe", into: "jane", now: shop.now)
    #expect(try shop.ledger.consent(of: "jane")?.isGiven == false)
    for name in ["jim", "nobody"] {
      let error = Shop.error { _ = try shop.ledger.merge(account: name, into: "jane", now: shop.now) }
      #expect(error?.code == .unknownAccount)
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("open questions are listed by their deadline, and a dry run changes nothing")
  func listed() throws {
    _ = try ask(nil, "B", signed: "2025-12-28T06:30:00Z")
    _ = try ask(Payload.transaction("9"), "C", signed: "2025-12-28T05:00:00Z")
    _ = try consent()
    let before = try shop.events()
    let policy = try ConsumptionPolicy(Array(Self.policy.utf8))
    let open = try shop.ledger.openConsumption(by: policy, now: shop.now)
    #expect(open.map(\.transactionID) == ["9", "1"] && open.map(\.tries) == [0, 0])
    #expect(open.map { $0.answer?.compactText } == [nil, Self.answer])
    #expect(open.last?.account == "jane" && open.last?.order == "C")
    #expect(try shop.ledger.openConsumption(by: nil, now: shop.now).map(\.obstacle) == [.noOrder, .noRule])
    #expect(try shop.events() == before)
  }

  @Test("a ledger of the first version gets the new tables, and keeps what it has")
  func migration() throws {
    guard !TestStorage.isPostgreSQL else { return }
    let path = shop.file("old.sqlite")
    try shop.ledger.backUp(to: path)
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          DROP TABLE consent; DROP TABLE consumption; DROP TABLE forwarded;
          ALTER TABLE purchase DROP COLUMN commitment_periods; ALTER TABLE purchase DROP COLUMN commitment_period;
          ALTER TABLE webhook DROP COLUMN dropped; PRAGMA user_version = 1
          """)
    }
    try queue.close()
    let ledger = try Ledger(path: path)
    #expect(try ledger.events(since: 0).map(\.name) == ["accepted"] && ledger.check() == [])
    let consent = Consent(isGiven: true, source: "x", at: Said.instant("2025-12-20"))
    #expect(try ledger.record(consent, of: "jane", now: shop.now).event == 2)
  }
}
