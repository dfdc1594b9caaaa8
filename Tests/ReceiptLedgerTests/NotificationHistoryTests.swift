import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptLedger

/// From when on Apple's notification history is asked for (Apple, "Get Notification History": 180 days of production,
/// 30 of the sandbox).
@Suite("Which notifications may be missing")
struct NotificationHistoryTests {
  private let day: Int64 = 86_400_000
  private let now = Instant(milliseconds: 1_780_000_000_000)

  private func later(_ days: Int64) -> Instant { Instant(milliseconds: now.milliseconds + days * day) }

  /// Days before a moment, rounded up: an hour is left for clocks that differ.
  private func days(_ missing: (start: Instant, lostSince: Instant?), before moment: Instant) -> Int64 {
    (moment.milliseconds - missing.start.milliseconds + day - 1) / day
  }

  @Test("as far back as Apple keeps them, then from a day before the newest; what is not kept any more is told")
  func start() throws {
    let shop = try Shop()
    let apps = ["com.example.first", "com.example.second"]
    let path = shop.file("other.sqlite")
    let sandbox = try Ledger(path: path, environment: .sandbox, makingFor: apps)
    #expect(try days(sandbox.notificationsMissing(of: apps[0], now: now), before: now) == 30)
    try sandbox.tookNotifications(of: apps[0], until: now)
    let next = try sandbox.notificationsMissing(of: apps[0], now: later(3))
    #expect(next.start == later(-1) && next.lostSince == nil)
    // Each app has its own.
    #expect(try days(sandbox.notificationsMissing(of: apps[1], now: now), before: now) == 30)
    // The clock was put back.
    #expect(try sandbox.notificationsMissing(of: apps[0], now: later(-5)).start == later(-6))
    let late = try sandbox.notificationsMissing(of: apps[0], now: later(40))
    #expect(late.lostSince == now && days(late, before: later(40)) == 30)
    #expect(Shop.error { _ = try sandbox.notificationsMissing(of: "com.example.third", now: now) }?.code == .otherApp)

    // Nothing was accepted yet, so that the environment can still change: what the sandbox told is nothing of
    // production's.
    let production = try Ledger(path: path, environment: .production, makingFor: apps)
    #expect(try days(production.notificationsMissing(of: apps[0], now: now), before: now) == 180)
  }
}
