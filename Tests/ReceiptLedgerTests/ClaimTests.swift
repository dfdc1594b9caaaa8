import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// Several runners of one ledger share its work.
@Suite("Taking work", .overBothStorages)
struct ClaimTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func wait(for count: Int) throws {
    shop.rules.asksApple = true
    for number in 0..<count { try shop.add(shop.receipt(.purchase("\(number)")), order: "O\(number)") }
  }

  @Test("two runners share the tasks, and Apple is asked once about each")
  func shared() async throws {
    try wait(for: 24)
    let meeting = Meeting(runners: 2)
    let (path, now) = (shop.path, shop.now)
    let key = shop.ledger.erasureKeyPath
    let summaries = try await withThrowingTaskGroup(of: Runner.Summary.self) { group in
      for number in 0..<2 {
        let ledger = try Ledger(path: path, erasureKey: key)
        var settings = Runner.Settings()
        settings.rate = 0
        let runner = Runner(ledger: ledger, verifier: MeetingVerifier(meeting, number), settings: settings) { now }
        group.addTask { try await runner.pass { _, _ in } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(summaries.allSatisfy { $0.settled > 0 && $0.lost == 0 })
    #expect(summaries.reduce(0) { $0 + $1.settled } == 24)
    #expect(await meeting.asked.values.sorted() == Array(repeating: 1, count: 24))
    #expect(try shop.ledger.list(.verified, limit: 100, now: shop.now).count == 24)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a lease keeps others away until it ends; a holder that lost it writes nothing, and does not give it back")
  func stale() throws {
    try wait(for: 1)
    func lease(at moment: Instant) throws -> LeasedTask? {
      try shop.ledger.storage.claim { db in
        try TaskStore(db: db, now: moment).lease(5, dueBy: moment, polls: true, milliseconds: 1_000).first
      }
    }
    func record(_ task: LeasedTask, _ status: Int) throws -> AnswerMeaning? {
      try shop.ledger.write { db in
        try AnswerStore(db: db, now: shop.now, environment: .sandbox, erased: shop.ledger.erased(db))
          .record([(.sandbox, try .status(status))], for: task, backoff: Backoff(), fraction: 0)
      }
    }
    let first = try #require(try lease(at: shop.now))
    #expect(try lease(at: shop.now) == nil)
    #expect(try lease(at: Instant(milliseconds: shop.now.milliseconds + 999)) == nil)
    let later = Instant(milliseconds: shop.now.milliseconds + 1_000)
    let second = try #require(try lease(at: later))
    #expect(second.id == first.id && second.lease != first.lease)
    // 21003 would reject the order.
    #expect(try record(first, 21003) == nil)
    try shop.ledger.write { db in try TaskStore(db: db, now: later).giveBack(first) }
    #expect(try lease(at: later) == nil)
    #expect(try shop.state("0") == "pending jane")
    #expect(try shop.ledger.read { db in try db.value("SELECT count(*) FROM answer") ?? -1 } == Int64(0))
    #expect(try record(second, 21003) == .refused)
    #expect(try record(second, 21003) == nil)
    #expect(try shop.state("0") == "rejected jane")
  }
}

@Suite("Taking work in PostgreSQL", .enabled(if: TestStorage.canRun, "PostgreSQL is not installed"))
struct PostgreSQLClaimTests {
  private let shop: Shop

  init() throws { shop = try TestStorage.$isPostgreSQL.withValue(true) { try Shop() } }

  @Test("what another transaction takes at this moment is skipped without waiting; the rest is taken")
  func skips() throws {
    shop.rules.asksApple = true
    for number in 0..<10 { try shop.add(shop.receipt(.purchase("\(number)")), order: "O\(number)") }
    // It waits for no lock.
    let other = try Ledger(path: shop.path, lockTimeout: 0.001)
    func lease(_ count: Int, _ db: Database) throws -> Set<Int64> {
      let tasks = try TaskStore(db: db, now: shop.now).lease(count, dueBy: shop.now, polls: true, milliseconds: 60_000)
      return Set(tasks.map(\.id))
    }
    try shop.ledger.storage.claim { db in
      let ours = try lease(3, db)
      let theirs = try other.storage.claim { try lease(10, $0) }
      #expect(ours.count == 3 && theirs.count == 7 && ours.isDisjoint(with: theirs))
    }
    let store = WebhookStore(other, name: "shop")
    #expect(try store.lease(1, for: 1, now: shop.now))
    try shop.ledger.storage.claim { db in
      let found = try db.row("SELECT lease FROM webhook" + db.connection.skippingTaken("webhook"))
      #expect(found != nil)
      #expect(try !store.lease(2, for: 1, now: Instant(milliseconds: shop.now.milliseconds + 10)))
    }
  }

  @Test("while Apple is asked, no transaction is open")
  func outside() async throws {
    shop.rules.asksApple = true
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    let watcher = try Watcher(shop.path)
    var settings = Runner.Settings()
    settings.rate = 0
    let now = shop.now
    _ = try await Runner(ledger: shop.ledger, verifier: watcher, settings: settings) { now }.pass { _, _ in }
    #expect(await watcher.open == [0])
  }
}

/// Answers only when all runners have asked something: each one gets a share.
private actor Meeting {
  private let runners: Int
  private var here: Set<Int> = []
  private(set) var asked: [[UInt8]: Int] = [:]
  private let apple: ScriptedVerifier

  init(runners: Int) {
    self.runners = runners
    apple = ScriptedVerifier([.status0])
  }

  func ask(_ receipt: [UInt8], at endpoint: LedgerEnvironment, _ runner: Int) async -> AppleReply {
    here.insert(runner)
    asked[receipt, default: 0] += 1
    // As long as it takes; a runner that never comes makes the test fail by its share.
    for _ in 0..<2_000 where here.count < runners { try? await Task.sleep(for: .milliseconds(10)) }
    return await apple.ask(receipt, at: endpoint)
  }
}

private struct MeetingVerifier: AppleVerifier {
  let timeout: Int64 = 1_000
  private let meeting: Meeting
  private let runner: Int

  init(_ meeting: Meeting, _ runner: Int) {
    (self.meeting, self.runner) = (meeting, runner)
  }

  func ask(_ receipt: [UInt8], at endpoint: LedgerEnvironment) async -> AppleReply {
    // Production refers to the sandbox.
    guard endpoint == .sandbox else { return .status21007 }
    return await meeting.ask(receipt, at: endpoint, runner)
  }
}

/// Counts the transactions of a database while Apple is asked.
private actor Watcher: AppleVerifier {
  nonisolated let timeout: Int64 = 1_000
  private let connection: PostgreSQLConnection
  private(set) var open: [Int64] = []
  private let apple = ScriptedVerifier([.status0])

  init(_ path: String) throws {
    let library = try LibPQ.loaded.get()
    connection = try PostgreSQLConnection(PostgreSQLAddress(path, library), library)
  }

  func ask(_ receipt: [UInt8], at endpoint: LedgerEnvironment) async -> AppleReply {
    let count: Int64? = try? connection.row(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL",
      [])?[0]
    open.append(count ?? -1)
    return await apple.ask(receipt, at: endpoint)
  }
}

extension AppleReply {
  /// Apple's `{"status":0}`, and that of production to a receipt of the sandbox.
  fileprivate static let status0 = AppleReply.literal(0)
  fileprivate static let status21007 = AppleReply.literal(21007)

  private static func literal(_ status: Int) -> AppleReply {
    (try? .status(status)) ?? .unreachable(reason: "no answer")
  }
}
