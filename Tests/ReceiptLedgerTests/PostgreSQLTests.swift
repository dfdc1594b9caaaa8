import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptLedger

import SystemLibrary

@Suite("A ledger in PostgreSQL", .enabled(if: TestStorage.canRun, "PostgreSQL is not installed"))
struct PostgreSQLTests {
  private func shop() throws -> Shop { try TestStorage.$isPostgreSQL.withValue(true) { try Shop() } }

  @Test("decides, numbers and tells the same as SQLite, to the byte", arguments: 0..<5)
  func same(_ seed: UInt64) async throws {
    var told: [[String]] = []
    for isPostgreSQL in [false, true] {
      let shop = try TestStorage.$isPostgreSQL.withValue(isPostgreSQL) { try Shop() }
      var story = RandomHistory(shop: shop, chance: SplitMix(seed: 1_000 + seed))
      for _ in 0..<200 { _ = try await story.step() }
      told.append(try story.transcript + everything(shop.ledger, shop.now))
    }
    for (first, second) in zip(told[0], told[1]) { try #require(first == second) }
    #expect(told[0].count == told[1].count && told[0].count > 100)
  }

  /// As many as the variable says; `Benchmarks/storages` runs a hundred thousand.
  static let operations = ProcessInfo.processInfo.environment["LEDGER_OPERATIONS"].flatMap { Int($0) }

  @Test("one long history of a shop: the same decisions and events, to the byte", .enabled(if: operations != nil))
  func recorded() async throws {
    let count = try #require(Self.operations)
    typealias Story = (decisions: [String], events: [String], seconds: Double)
    func play(isPostgreSQL: Bool) async throws -> Story {
      let shop = try TestStorage.$isPostgreSQL.withValue(isPostgreSQL) { try Shop() }
      var story = RandomHistory(shop: shop, chance: SplitMix(seed: 7), customers: max(4, count / 100))
      let began = ContinuousClock.now
      for _ in 0..<count { _ = try await story.step() }
      let seconds = (ContinuousClock.now - began) / .seconds(1)
      var events: [String] = []
      while let page = Optional(try shop.ledger.events(since: Int64(events.count))), !page.isEmpty {
        for event in page {
          var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
          event.write(to: &writer)
          events.append(String(decoding: writer.bytes, as: UTF8.self))
        }
      }
      let flaws = try shop.ledger.check()
      #expect(flaws == [], "\(flaws.count): \(flaws.prefix(5))")
      return (story.transcript, events, seconds)
    }
    async let file = play(isPostgreSQL: false)
    async let server = play(isPostgreSQL: true)
    let (ours, theirs) = try await (file, server)
    for (first, second) in zip(ours.decisions, theirs.decisions) { try #require(first == second) }
    for (first, second) in zip(ours.events, theirs.events) { try #require(first == second) }
    #expect(ours.decisions.count == theirs.decisions.count && ours.events.count == theirs.events.count)
    var kinds: [String: Int] = [:]
    for line in ours.decisions {
      let name = try? JSONReader().read(Array(line.utf8))["decision"]?.stringValue
      kinds[name ?? "event", default: 0] += 1
    }
    let digest = { (lines: [String]) in
      hexadecimal(DigestAlgorithm.sha256.digest(Array(lines.joined(separator: "\n").utf8)))
    }
    print(
      "\(count) operations: \(kinds.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))"
    )
    print("decisions \(digest(ours.decisions)), \(ours.events.count) events \(digest(ours.events))")
    print("SQLite \(Int(ours.seconds)) s, PostgreSQL \(Int(theirs.seconds)) s")
  }

  @Test(
    "a pooler is refused in every mode, and nothing is written through it",
    .enabled(if: PgBouncer.canRun, "PgBouncer is not installed"), arguments: ["session", "transaction", "statement"])
  func pooler(_ mode: String) throws {
    let server = try #require(try PostgreSQLServer.shared.get())
    let database = try server.makeDatabase()
    defer { server.drop(database) }
    let pooler = try PgBouncer(#require(PgBouncer.program), mode, before: server)
    let error = #expect(throws: LedgerError.self) {
      try Ledger(path: pooler.url(database), makingFor: ["com.example.app"])
    }
    let text = error?.message ?? ""
    #expect(error?.code == .inaccessible && text.contains("a pooler stands between"), "\(text)")
    // Without it the same database is as good as new.
    #expect(throws: LedgerError.self) { try Ledger(path: server.url(database)) }
    #expect(try Ledger(path: server.url(database), makingFor: ["com.example.app"]).apps().named == ["com.example.app"])
  }

  /// Events, lists, histories, entitlements and exports.
  private func everything(_ ledger: Ledger, _ now: Instant) throws -> [String] {
    var lines: [String] = []
    func add(_ write: (inout JSONWriter) -> Void) {
      var writer = JSONWriter(layout: .compact, reservingCapacity: 1_024)
      write(&writer)
      lines.append(String(decoding: writer.bytes, as: UTF8.self))
    }
    let last = try ledger.lastEvent()
    let first = try ledger.statistics(now: now).events.reduce(0) { $0 + $1.count }
    for event in try ledger.events(since: last - Int64(first)) { add { event.write(to: &$0) } }
    for state in [nil] + ListedState.allCases.map({ Optional($0) }) {
      for item in try ledger.list(state, limit: 1_000, now: now) { lines.append("\(item)") }
    }
    for name in (0..<8).map({ "t\($0)" }) + (0..<5).map({ "O\($0)" }) + ["jane", "joe", "kim"] {
      let history = try ledger.history(of: name, now: now)
      add { history.write(to: &$0) }
    }
    for account in ["jane", "joe", "kim"] {
      let entitlements = try ledger.entitlements(of: account, at: now)
      add { entitlements.write(to: &$0) }
    }
    try ledger.exportOrders { lines.append("\($0)") }
    try ledger.exportPurchases { lines.append("\($0)") }
    lines += try ledger.check().map { "\($0)" }
    return lines
  }

  @Test("several at once: each purchase for one of them, numbers without a gap, and each event's own")
  func atOnce() async throws {
    let shop = try shop()
    let receipts = try (0..<40).map { try shop.receipt(.purchase("T\($0)")) }
    let (path, rules, now) = (shop.path, shop.rules, shop.now)
    var decisions: [Decision] = []
    try await withThrowingTaskGroup(of: [Decision].self) { group in
      for client in 0..<4 {
        let presentations = receipts.enumerated().map { number, receipt in
          shop.presentation(receipt, order: "\(client)-\(number)", account: "account \(client)")
        }
        group.addTask {
          let ledger = try Ledger(path: path)
          return try presentations.map { try ledger.add($0, rules: rules, now: now) }
        }
      }
      for try await found in group { decisions += found }
    }
    #expect(decisions.count { $0.decision == .accept } == 40)
    #expect(decisions.count { $0.decision == .replay } == 120)
    let events = try shop.ledger.events(since: 0)
    #expect(events.map(\.sequence) == (1...160).map { Int64($0) })
    for decision in decisions {
      let event = try #require(events.first { $0.sequence == decision.event })
      #expect(event.order == decision.order)
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("commits that are numbered together, and after another writer did it, have each event's own number")
  func numberedLater() throws {
    let shop = try shop()
    func record(_ names: [String]) throws -> RecordedDecisions {
      let requests = try names.map { name in
        shop.presentation(try shop.receipt(.purchase(name)), order: "order \(name)")
      }
      return try shop.ledger.record(requests, rules: shop.rules, now: shop.now)
    }
    let first = try record(["1", "2"])
    // An order that has it already: no event.
    let second = try record(["2", "3"])
    // Another writer's commit numbers all that there is.
    #expect(try shop.add(shop.receipt(.purchase("4")), order: "order 4").event == 4)
    let third = try record(["5"])
    let decisions = try shop.ledger.numbered([third, second, first])
    #expect(decisions.map { $0.map { $0?.event } } == [[5], [nil, 3], [1, 2]])
    #expect(decisions[1].map { $0?.decision } == [.duplicate, .accept])
    #expect(
      try shop.ledger.events(since: 0).map(\.order) == ["order 1", "order 2", "order 3", "order 4", "order 5"])
  }

  /// What presentations name is looked up for all of them at once: names that meet in one commit, and names that look
  /// like a list's syntax.
  @Test("a batch is decided as its presentations one by one, whatever they name", arguments: 0..<4)
  func batches(_ seed: UInt64) throws {
    // A quote, a backslash, braces, the word for nothing, a letter in its two forms.
    let names = ["1", "2", "\"3", "4\\", "{5}", "NULL", "\u{E9}", "e\u{301}", "7,8", " 9"]
    var transcripts: [[String]] = []
    for (isPostgreSQL, size) in [(false, 1), (true, 40)] {
      let shop = try TestStorage.$isPostgreSQL.withValue(isPostgreSQL) { try Shop() }
      var chance = SplitMix(seed: 90 + seed)
      var told: [String] = []
      for round in 0..<2 {
        var presentations: [Presentation] = []
        for _ in 0..<40 {
          let first = chance.below(names.count)
          let purchases = (0...chance.below(3)).map { place in
            let name = names[(first + place) % names.count]
            let original = chance.below(2) == 0 ? nil : names[chance.below(names.count)]
            let type = chance.below(4)
            var purchase = InAppDescription.purchase(
              name, original: original, type: Int64(type),
              expires: type == 3 ? "2026-01-2\(chance.below(9))T00:00:00Z" : nil)
            if chance.below(6) == 0 { purchase.cancellationDate = "2025-12-26T18:00:00Z" }
            return purchase
          }
          let day = 27 + chance.below(3)
          presentations.append(
            shop.presentation(
              try shop.receipt(purchases, created: "2025-12-\(day)T18:39:47Z"),
              order: "O" + names[chance.below(names.count)],
              account: ["jane", "joe"][chance.below(2)]))
        }
        shop.now.milliseconds += 1_000
        for start in stride(from: 0, to: presentations.count, by: size) {
          let batch = Array(presentations[start..<min(start + size, presentations.count)])
          for decision in try shop.ledger.add(batch, rules: shop.rules, now: shop.now) {
            var writer = JSONWriter(layout: .compact, reservingCapacity: 1_024)
            decision.write(source: "\(round)", to: &writer)
            told.append(String(decoding: writer.bytes, as: UTF8.self))
          }
        }
      }
      transcripts.append(told + (try shop.ledger.events(since: 0).map { "\($0)" }))
      #expect(try shop.ledger.check() == [])
    }
    for (first, second) in zip(transcripts[0], transcripts[1]) { try #require(first == second) }
    #expect(transcripts[0].count == transcripts[1].count)
    let decisions = Set(transcripts[0].compactMap { try? JSONReader().read(Array($0.utf8))["decision"]?.stringValue })
    #expect(decisions.isSuperset(of: ["accept", "duplicate", "replay"]))
  }

  @Test("rows of one table, in one statement or several", arguments: [1, 2, 8, 9, 63, 64, 65, 200])
  func rows(_ count: Int) throws {
    var told: [[String]] = []
    for isPostgreSQL in [false, true] {
      let shop = try TestStorage.$isPostgreSQL.withValue(isPostgreSQL) { try Shop() }
      let purchases = (0..<count).map { InAppDescription.purchase("T\($0)") }
      try shop.add(shop.receipt(purchases, created: "2025-12-27T18:39:47Z"), order: "A")
      var lines: [String] = []
      try shop.ledger.exportPurchases { lines.append("\($0)") }
      told.append(lines)
    }
    #expect(told[0] == told[1] && told[0].count == count)
  }

  @Test("a failed change, which was sent together with the commit, changes nothing and leaves the connection usable")
  func pipelines() throws {
    let shop = try shop()
    let error = #expect(throws: LedgerError.self) {
      try shop.ledger.write { db in
        try db.change("INSERT INTO refused (transaction_id, at) VALUES (?, 0)", ["once"])
        try db.change("INSERT INTO refused (transaction_id, at) VALUES (?, 0)", ["once"])
        try db.change("INSERT INTO refused (transaction_id, at) VALUES (?, 0)", ["after it"])
      }
    }
    #expect(error?.message.contains("23505") == true)
    // Around the most that are sent at once: with the commit, and with a question.
    for count in 195...202 {
      try shop.ledger.write { db in
        for number in 0..<count {
          try db.change("INSERT INTO refused (transaction_id, at) VALUES (?, 0)", ["\(number)"])
        }
      }
      try shop.ledger.write { db in
        for number in 0..<count { try db.change("DELETE FROM refused WHERE transaction_id = ?", ["\(number)"]) }
        #expect(try db.value("SELECT count(*) FROM refused") == Int64(0))
      }
    }
    try shop.ledger.write { db in
      // More than are sent at once, read in between.
      for number in 0..<450 { try db.change("INSERT INTO refused (transaction_id, at) VALUES (?, 0)", ["\(number)"]) }
      #expect(try db.value("SELECT count(*) FROM refused") == Int64(450))
    }
    #expect(try shop.ledger.read { db in try db.value("SELECT count(*) FROM refused") } == Int64(450))
    #expect(try shop.add(shop.receipt(.purchase("1")), order: "A").event == 1)
  }

  @Test("a connection that the server ends is replaced, and an event without a number gets it from the next reader")
  func lost() throws {
    let shop = try shop()
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    let server = try #require(try PostgreSQLServer.shared.get())
    let library = try LibPQ.loaded.get()
    let other = try PostgreSQLConnection(PostgreSQLAddress(shop.path, library), library)
    try other.command(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    #expect(try shop.add(shop.receipt(.purchase("2")), order: "B").event == 2)
    // As a process leaves it that ends between the commit and the numbering.
    try other.command("INSERT INTO receipt_ledger.event (at, kind) VALUES (0, 'verified')")
    #expect(try shop.ledger.events(since: 0).map(\.sequence) == [1, 2, 3])
    #expect(try shop.add(shop.receipt(.purchase("3")), order: "C").event == 4)
    // In the middle of a transaction.
    var cuts = 0
    try shop.ledger.write { db in
      cuts += 1
      try db.run("INSERT INTO refused (transaction_id, at) VALUES (?, 0)", ["cut \(cuts)"])
      guard cuts == 1 else { return }
      let pid: Int64 = try db.value("SELECT CAST(pg_backend_pid() AS bigint)") ?? 0
      try server.administer("SELECT pg_terminate_backend(\(pid))")
      // The server ends it when it comes to it.
      for _ in 0..<10_000 { try db.run("SELECT 1") }
      Issue.record("the connection was not ended")
    }
    #expect(try shop.ledger.read { db in try db.values("SELECT transaction_id FROM refused") } == ["cut 2"])
  }

  /// Ends every connection to a database but the one that asks, as a restart of the server does.
  private func endConnections(_ path: String) throws {
    let library = try LibPQ.loaded.get()
    let other = try PostgreSQLConnection(PostgreSQLAddress(path, library), library)
    try other.command(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
      """)
  }

  @Test("after the server ended all connections, neither reads nor writes fail, however many were idle")
  func restarted() async throws {
    let shop = try shop()
    try shop.add(shop.receipt(.purchase("1", product: "com.example.pro", type: 0)), order: "A")
    let (ledger, now) = (shop.ledger, shop.now)
    func readAtOnce() async throws -> [Int] {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await withCheckedThrowingContinuation { continuation in
              Thread.detachNewThread {
                continuation.resume(
                  with: Result { try ledger.entitlements(of: "jane", at: now).entitlements.count })
              }
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    for round in 0..<3 {
      #expect(try await readAtOnce() == Array(repeating: 1, count: 8))
      try endConnections(shop.path)
      if round == 0 { #expect(try ledger.history(of: "A", now: now).presentations.count == 1) }
      if round == 1 { try shop.add(shop.receipt(.purchase("\(10 + round)")), order: "\(round)") }
    }
    #expect(try await readAtOnce() == Array(repeating: 1, count: 8))
  }

  @Test("a read whose connection is lost in the middle is made once more, unless it passed on rows")
  func readAgain() throws {
    let shop = try shop()
    let server = try #require(try PostgreSQLServer.shared.get())
    for passesOn in [false, true] {
      var tries = 0
      let error = Shop.error {
        try shop.ledger.read { db in
          tries += 1
          if passesOn { try db.eachRow("SELECT bundle_id FROM app") { _ in } }
          let pid: Int64 = try db.value("SELECT CAST(pg_backend_pid() AS bigint)") ?? 0
          guard tries == 1 else { return }
          try server.administer("SELECT pg_terminate_backend(\(pid), 5000)")
          _ = try db.rows("SELECT 1")
        }
      }
      #expect(tries == (passesOn ? 1 : 2) && error?.code == (passesOn ? .inaccessible : nil), "\(passesOn)")
    }
  }

  @Test("accounts are erased while others present purchases, and each of both has an answer")
  func erasedBeside() async throws {
    let shop = try shop()
    for number in 0..<6 {
      try shop.add(shop.receipt(.purchase("E\(number)")), order: "E\(number)", account: "gone \(number)")
    }
    let presentations = try (0..<3).map { client in
      try (0..<300).map { number in
        shop.presentation(
          try shop.receipt(.purchase("T\(client)-\(number)")), order: "\(client)-\(number)",
          account: "account \(client)")
      }
    }
    let (ledger, rules, now) = (shop.ledger, shop.rules, shop.now)
    let isOver = Flag()
    async let erasures = Self.onThread {
      let erased = (0..<6).map { number in Result { try ledger.erase(account: "gone \(number)", now: now) } }
      isOver.set()
      return erased
    }
    let answers = await withTaskGroup(of: [Result<Decision, any Error>].self) { group in
      for presentations in presentations {
        group.addTask {
          await Self.onThread {
            var answers: [Result<Decision, any Error>] = []
            var next = 0
            // Again and again, so that nothing is ever quiet.
            while !isOver.isSet {
              answers.append(Result { try ledger.add(presentations[next], rules: rules, now: now) })
              next = (next + 1) % presentations.count
            }
            return answers
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    for erasure in await erasures {
      let erased = try erasure.get()
      #expect(erased.orders == 1 && erased.event != nil && erased.remainder == nil, "\(erased)")
    }
    for answer in answers { #expect(try answer.get().isGood) }
    #expect(answers.count > 20)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a connection that is lost during the commit is not guessed about, and presenting again is safe")
  func lostCommit() throws {
    let shop = try shop()
    let library = try LibPQ.loaded.get()
    let other = try PostgreSQLConnection(PostgreSQLAddress(shop.path, library), library)
    // The server ends the connection while it commits.
    try other.command(
      """
      CREATE FUNCTION public.cut() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON receipt_ledger.event DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION public.cut()
      """)
    let error = Shop.error { try shop.add(shop.receipt(.purchase("1")), order: "A") }
    #expect(error?.code == .inaccessible && error?.message.contains("unknown") == true)
    try other.command("DROP TRIGGER cut ON receipt_ledger.event")
    #expect(try shop.add(shop.receipt(.purchase("1")), order: "A").isGood)
    #expect(try shop.ledger.events(since: 0).map(\.sequence) == [1])
  }

  @Test(
    "kill -9 of the server: what was answered stands, nothing is granted twice, a follower sees each event once",
    .thorough)
  func killed() async throws {
    let server = try PostgreSQLServer()
    let path = server.url(try server.makeDatabase())
    let shop = try Shop()
    _ = try Ledger(path: path, environment: .sandbox, makingFor: [Shop.bundle])
    let presentations = try (0..<3).map { client in
      try (0..<60).map { number in
        shop.presentation(
          try shop.receipt(.purchase("T\(number)")), order: "\(client)-\(number)", account: "account \(client)")
      }
    }
    let (rules, now) = (shop.rules, shop.now)
    let isOver = Flag()
    async let followed = Self.onThread { Self.follow(path, until: isOver) }
    async let kills = Self.onThread { Self.killProcesses(of: server, until: isOver) }
    let answers = await withTaskGroup(of: [Decision].self) { group in
      for presentations in presentations {
        group.addTask {
          await Self.onThread {
            presentations.map { presentation in
              // Presented again until there is an answer, as by a process of its own each time.
              while true {
                if let answer = try? Ledger(path: path).add(presentation, rules: rules, now: now) { return answer }
                usleep(20_000)
              }
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    isOver.set()
    #expect(await kills > 0)
    // The server may still recover from the last one.
    for _ in 0..<600 where (try? Ledger(path: path)) == nil { usleep(50_000) }
    let ledger = try Ledger(path: path)
    let granted = answers.filter(\.isGood)
    #expect(answers.count == 180 && granted.count == 60)
    #expect(Set(granted.compactMap { $0.items.first?.purchase.transactionID }).count == 60)
    let events = try ledger.events(since: 0).map(\.sequence)
    #expect(events == (0..<events.count).map { Int64($0) + 1 })
    #expect(await followed == events)
    #expect(try ledger.check() == [])
  }

  /// On a thread of its own: what blocks, blocks no task of other tests.
  private static func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  /// The numbers of the events, as one who follows them sees them.
  private static func follow(_ path: String, until isOver: Flag) -> [Int64] {
    var seen: [Int64] = []
    while true {
      let isLast = isOver.isSet
      let found = try? Ledger(path: path).events(since: seen.last ?? 0)
      seen += (found ?? []).map(\.sequence)
      if isLast, found?.isEmpty == true { return seen }
      usleep(5_000)
    }
  }

  /// Kills a process of the server's now and then, whereupon PostgreSQL ends all of them and recovers.
  private static func killProcesses(of server: PostgreSQLServer, until isOver: Flag) -> Int {
    var kills = 0
    while !isOver.isSet, kills < 8 {
      usleep(UInt32.random(in: 50_000...600_000))
      guard let library = try? LibPQ.loaded.get(),
        let address = try? PostgreSQLAddress(server.url("postgres"), library),
        let connection = try? PostgreSQLConnection(address, library),
        let rows = try? connection.rows(
          "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()", [], isCached: false),
        let row = rows.randomElement(), let pid = try? row[0] as Int64
      else { continue }
      if kill(pid_t(pid), SIGKILL) == 0 { kills += 1 }
    }
    return kills
  }

  @Test("everything moves from a file, and goes on there as it would have here", arguments: 0..<3)
  func moves(_ seed: UInt64) async throws {
    let shop = try Shop()
    var story = RandomHistory(shop: shop, chance: SplitMix(seed: 2_000 + seed))
    for _ in 0..<60 { _ = try await story.step() }
    let target = try self.shop()
    #expect(try shop.ledger.move(to: target.path) > 1)
    #expect(try everything(target.ledger, shop.now) == everything(shop.ledger, shop.now))
    // The key of erased purchases is no part of the database.
    if FileManager.default.fileExists(atPath: shop.ledger.erasureKeyPath) {
      try FileManager.default.copyItem(atPath: shop.ledger.erasureKeyPath, toPath: target.ledger.erasureKeyPath)
    }
    // A second time, it is not empty.
    #expect(Shop.error { _ = try shop.ledger.move(to: target.path) }?.code == .unavailable)
    target.now = shop.now
    target.rules = shop.rules
    let next = try shop.receipt(.purchase("after"))
    #expect(try target.add(next, order: "after").event == shop.add(next, order: "after").event)
    #expect(Shop.error { _ = try target.ledger.move(to: shop.path) }?.code == .unavailable)
  }

  @Test(
    "a password in the URL is refused, and no message shows it",
    arguments: [
      "postgres://receipt:hunter2@db.example.com/a", "postgresql://db.example.com/a?user=x&password=hunter2",
      "postgres://receipt:hunter2@[db.example.com/a", "postgres://x:hunter2@db.example.com:port/a",
    ])
  func password(_ url: String) throws {
    let error = try #require(Shop.error { _ = try Ledger(path: url) })
    #expect(error.code == .inaccessible)
    #expect(!"\(error)".contains("hunter2"))
  }

  @Test(
    "another machine needs a proven certificate, unless the URL says otherwise",
    arguments: [
      ("postgres://db.example.com/a", "verify-full"), ("postgres://localhost/a", nil), ("postgres:///a?host=/run", nil),
      ("postgres://127.0.0.1,10.0.0.1/a", "verify-full"), ("postgres://[::1]/a", nil),
      ("postgres:///a?service=shop", "verify-full"), ("postgres:///a?hostaddr=10.0.0.1", "verify-full"),
      ("postgres://localhost/a?hostaddr=10.0.0.1", "verify-full"),
      ("postgres://db.example.com/a?sslmode=prefer", "prefer"),
    ] as [(String, String?)])
  func certificates(_ url: String, _ mode: String?) throws {
    #expect(try PostgreSQLAddress(url, LibPQ.loaded.get()).options["sslmode"] == mode)
  }

  @Test("a migration adds its version, once, and keeps what is there; builds without it refuse the tables")
  func migration() throws {
    let shop = try shop()
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    let library = try LibPQ.loaded.get()
    let other = try PostgreSQLConnection(PostgreSQLAddress(shop.path, library), library)
    try other.command("SET search_path = \(PostgreSQLSchema.name)")
    let versions = PostgreSQLSchema.versions + [["CREATE TABLE example (x bigint)"]]
    for _ in 0..<2 { try PostgreSQLStorage.migrate(other, path: shop.path, by: versions) }
    let row = try #require(
      try other.row("SELECT (SELECT count(*) FROM presentation), (SELECT count(*) FROM example)", []))
    #expect(try row[0] == 1 as Int64 && row[1] == 0 as Int64)
    #expect(Shop.error { _ = try Ledger(path: shop.path) }?.code == .newerVersion)
  }

  @Test("an older or newer schema, another encoding, and no ledger are refused")
  func versions() throws {
    let shop = try shop()
    let library = try LibPQ.loaded.get()
    let other = try PostgreSQLConnection(PostgreSQLAddress(shop.path, library), library)
    try other.command("UPDATE receipt_ledger.ledger SET value = '99' WHERE name = 'schema'")
    #expect(Shop.error { _ = try Ledger(path: shop.path) }?.code == .newerVersion)
    try other.command("UPDATE receipt_ledger.ledger SET value = 'x' WHERE name = 'schema'")
    #expect(Shop.error { _ = try Ledger(path: shop.path) }?.code == .damaged)
    // Builds before the first release wrote versions 1 to 11 under another name.
    try other.command("UPDATE receipt_ledger.ledger SET name = 'version', value = '1' WHERE name = 'schema'")
    let former = Shop.error { _ = try Ledger(path: shop.path) }
    #expect(former?.code == .notALedger && former?.message.contains("export it with the build that made it") == true)
    let server = try #require(try PostgreSQLServer.shared.get())
    #expect(Shop.error { _ = try Ledger(path: server.url("postgres")) }?.code == .unavailable)
    try server.administer("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    #expect(Shop.error { _ = try Ledger(path: server.url("latin")) }?.message.contains("LATIN1") == true)
    #expect(Shop.error { _ = try Ledger(path: server.url("missing")) }?.code == .inaccessible)
  }

  @Test("a fraction is not bound as NULL")
  func fraction() throws {
    let shop = try shop()
    let library = try LibPQ.loaded.get()
    let connection = try PostgreSQLConnection(PostgreSQLAddress(shop.path, library), library)
    #expect(throws: StoredDamage.self) { _ = try connection.rows("SELECT ? AS x", [Fraction()], isCached: false) }
    #expect(try connection.rows("SELECT ? AS x", [7 as Int64], isCached: false)[0]["x"] == 7 as Int64)
  }

  @Test("parameters are numbered as SQLite numbers them")
  func parameters() {
    #expect(PostgreSQLConnection.numbered("a = ? AND b = '?' AND c = ?") == "a = $1 AND b = '?' AND c = $2")
    #expect(PostgreSQLConnection.numbered("?2 ?1 ? ?12") == "$2 $1 $3 $12")
  }
}

/// Set once, seen by all. A lock protects it, hence `@unchecked`.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
