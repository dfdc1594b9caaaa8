import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

@Suite("News of a ledger", .overBothStorages)
struct LedgerNotifierTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  /// The events that a follower sees, which looks when it is woken or its time has come.
  private static func follow(_ news: LedgerNotifier, _ ledger: Ledger, to last: Int64) async throws -> [Int64] {
    var seen: [Int64] = []
    while seen.last ?? 0 < last {
      let mark = news.mark
      let found = try ledger.events(since: seen.last ?? 0).map(\.sequence)
      seen += found
      if found.isEmpty { await news.wait(since: mark, atMost: .milliseconds(250)) }
    }
    return seen
  }

  @Test("a follower of another process sees each event once, woken or not")
  func follows() async throws {
    let other = try Ledger(path: shop.path)
    async let seen = Self.follow(LedgerNotifier(other), other, to: 20)
    for number in 0..<20 {
      try shop.add(shop.receipt(.purchase("\(number)")), order: "O\(number)")
      if number % 5 == 0 { try await Task.sleep(for: .milliseconds(20)) }
    }
    #expect(try await seen == (1...20).map { Int64($0) })
  }
}

@Suite("News in PostgreSQL", .enabled(if: TestStorage.canRun, "PostgreSQL is not installed"))
struct PostgreSQLNewsTests {
  private let shop: Shop
  private let other: Ledger

  init() throws {
    let shop = try TestStorage.$isPostgreSQL.withValue(true) { try Shop() }
    (self.shop, other) = (shop, try Ledger(path: shop.path))
  }

  /// Waits until it listens. Without that, nothing can be woken.
  private func listening() async throws -> LedgerNotifier {
    let news = LedgerNotifier(other)
    // The first news is that it listens.
    try await wait { news.mark > 0 }
    return news
  }

  private func wait(_ condition: () throws -> Bool) async throws {
    for _ in 0..<6_000 {
      if try condition() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw LedgerError(.defect, "it never happened")
  }

  @Test("who waits is woken by what another process records, and by nothing else")
  func woken() async throws {
    let news = try await listening()
    let mark = news.mark
    #expect(await !news.wait(since: mark, atMost: .milliseconds(300)))
    async let first = news.wait(since: mark, atMost: .seconds(60))
    async let second = news.wait(since: mark, atMost: .seconds(60))
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    #expect(await [first, second] == [true, true])
    // What came before it waited is known at once.
    #expect(await news.wait(since: mark, atMost: .seconds(60)))
    #expect(news.mark > mark)
    // A duplicate is no event.
    let later = news.mark
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    #expect(await !news.wait(since: later, atMost: .milliseconds(300)))
  }

  @Test("a notification that is lost with its connection loses no event, and the next ones wake again")
  func lost() async throws {
    let news = try await listening()
    let server = try #require(try PostgreSQLServer.shared.get())
    let name = shop.path.split(separator: "/")[2].split(separator: "?")[0]
    let mark = news.mark
    try server.administer(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)' AND query LIKE 'LISTEN%'")
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    // Its readers look by themselves meanwhile.
    #expect(try other.events(since: 0).count == 1)
    try await wait { news.mark > mark }
    let again = news.mark
    async let woken = news.wait(since: again, atMost: .seconds(60))
    try shop.add(shop.receipt(.purchase("2")), order: "B")
    #expect(await woken)
  }
}
