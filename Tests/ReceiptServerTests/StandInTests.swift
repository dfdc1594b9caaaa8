import ReceiptKit
import Testing

@testable import ReceiptServer

/// Parts of the stand-in for the App Store Server API that need no server.
@Suite("Stand-in for the App Store Server API")
struct StandInTests {
  @Test("a revision is read for its own question only, and nothing else is one")
  func revision() throws {
    let text = Revision(1_767_225_600_000, "2000000000000001").text("one")
    let read = try #require(Revision(text, "one"))
    #expect(read.key == 1_767_225_600_000 && read.identifier == "2000000000000001")
    #expect(Revision(text, "two") == nil)
    let octets = Array(text.utf8)
    for index in octets.indices {
      var changed = octets
      changed[index] = changed[index] == 0x30 ? 0x31 : 0x30
      #expect(Revision(String(decoding: changed, as: UTF8.self), "one") == nil)
      #expect(Revision(String(decoding: octets[..<index], as: UTF8.self), "one") == nil)
    }
    for text in ["", "0", "zz", "é", String(repeating: "0", count: 10_000)] { #expect(Revision(text, "one") == nil) }
  }

  @Test("pages have 20 entries, in the order of keys and identifiers, which are numbers")
  func pages() throws {
    let numbers = Array(0..<45)
    var (found, start): ([Int], Revision?) = ([], nil)
    for size in [20, 20, 5, 0] {
      // Two share a key each; 9 comes before 10.
      let page = Page(numbers.reversed(), isAscending: true, behind: start) { Revision(Int64($0 / 2), String($0)) }
      #expect(page.elements.count == size && page.hasMore == (size == 20 && found.count < 25))
      found += page.elements
      start = page.end
    }
    #expect(found == numbers)
  }

  /// A ledger stores such purchases since it knows of refunds without a date.
  @Test("what was taken back without a date is served as revoked from its beginning, and an upgrade as upgraded")
  func undated() throws {
    func served(_ change: (inout PurchaseRecord) -> Void) throws -> ScenarioTransaction {
      var purchase = PurchaseRecord()
      purchase.transactionID = "2000000000000001"
      purchase.productID = "a.b"
      purchase.purchased = Instant(milliseconds: 1_767_225_600_000)
      change(&purchase)
      var data = ScenarioData(emptyAt: Instant(milliseconds: 1_767_225_600_000))
      let recorded = try #require(RecordedPurchase(purchase, of: "com.example.app", for: "one"))
      try data.add([recorded], environment: "Sandbox")
      return try #require(data.customers.first?.transactions.first)
    }
    let revoked = try served { $0.isCancelledWithoutDate = true }
    #expect(revoked.statements.last?.payload["revocationDate"] == .whole(1_767_225_600_000))
    #expect(revoked.upgraded == nil)
    let upgraded = try served { $0.isUpgraded = true }
    #expect(upgraded.upgraded == 1_767_225_600_000 && upgraded.statements.count == 1)
    let owned = try served { _ in }
    #expect(owned.upgraded == nil && owned.statements.count == 1)
  }

  private func notification(_ identifier: String, _ signed: Int64) -> ScenarioNotification {
    ScenarioNotification(
      signed: signed, payload: .members(("notificationUUID", .string(identifier))), bundle: "com.example.app")
  }

  @Test("tries are made in the order in which they are due; at most six, and a test once")
  func deliveries() throws {
    let hour: Int64 = 3_600_000
    let deliveries = NotificationDeliveries([notification("a", 0), notification("b", 2 * hour)], hasReceiver: true)
    deliveries.add(notification("t", 0), isRetried: false)
    #expect(deliveries.waiting(at: -1) == 0 && deliveries.waiting(at: 0) == 2)
    var order: [String] = []
    while let (index, date, notification) = deliveries.takeDue(by: 1_000 * hour) {
      order.append("\(notification.identifier)\(date / hour)")
      #expect(deliveries.waiting(at: 1_000 * hour) > 0)
      deliveries.record(notification.identifier == "b" ? "SUCCESS" : "TIMED_OUT", index: index, date: date)
    }
    #expect(order == ["a0", "t0", "a1", "b2", "a13", "a37", "a85", "a157"])
    #expect(deliveries.waiting(at: 1_000 * hour) == 0)
  }

  @Test("requests cause a bounded number of notifications")
  func bounded() throws {
    let deliveries = NotificationDeliveries([], hasReceiver: false)
    try deliveries.reserve(999)
    #expect(throws: APIError(4_290_000)) { try deliveries.reserve(2) }
    try deliveries.reserve(1)
    deliveries.release(5)
    #expect(throws: APIError(4_290_000)) { try deliveries.reserve(6) }
    try deliveries.reserve(5)
    for number in 0..<1_000 { deliveries.add(notification("\(number)", 0)) }
    #expect(deliveries.all(at: 0).map(\.number) == Array(0..<1_000) && deliveries.all(at: -1).isEmpty)
    #expect(deliveries.takeDue(by: .max) == nil)
  }

  @Test("the journal keeps a bounded number of entries, and of each a bounded text")
  func journal() {
    let journal = RecentEntries<JournalEntry>()
    for number in 0..<500 {
      journal.note(
        JournalEntry(
          date: Int64(number), isSent: false, title: String(repeating: "t", count: 10_000), status: 200, detail: "",
          asked: String(repeating: "a", count: 100_000), answered: nil))
    }
    let entries = journal.newestFirst
    #expect(entries.count == 100 && entries.first?.date == 499)
    #expect(entries.allSatisfy { $0.title.utf8.count + $0.asked.utf8.count < 10_000 })
  }

  @Test("a bounded number of consumption information is kept")
  func consumption() {
    let log = RecentEntries<ConsumptionEntry>()
    for number in 0..<500 {
      log.note(ConsumptionEntry(date: Int64(number), transaction: "1", version: 2, content: .object([])))
    }
    #expect(log.newestFirst.map(\.date) == (400..<500).reversed())
  }

  @Test("a performance test passes if enough answers are good; times are those of the nearest rank")
  func performance() {
    func test(_ failures: Int, of total: Int = RealtimeTest.total) -> RealtimeTest {
      var test = RealtimeTest(target: "http://127.0.0.1/")
      for number in 0..<total {
        test.add(
          RealtimeAttempt(
            milliseconds: Int64(total - number), result: number < failures ? "TIMED_OUT" : "SUCCESS", objection: nil,
            answer: nil))
      }
      return test
    }
    #expect(RealtimeTest.total == 20)
    for (failures, verdict, rate) in [(0, "PASS", 100), (1, "PASS", 95), (2, "FAIL", 90), (20, "FAIL", 0)] {
      let document = test(failures).document
      #expect(document["result"] == .string(verdict) && document["successRate"] == .whole(Int64(rate)))
      #expect(document["numPending"] == .whole(0))
      #expect(document["failures"]?["TIMED_OUT"] == (failures == 0 ? nil : .whole(Int64(failures))))
    }
    // 1 to 20 ms.
    let times = test(0).document["responseTimes"]
    #expect(
      ["average", "p50", "p90", "p95", "p99"].map { times?[$0] ?? .null }
        == [10, 10, 18, 19, 20].map { JSONValue.whole($0) })
    #expect(test(0, of: 19).document["result"] == .string("PENDING"))
    #expect(test(0, of: 0).document["numPending"] == .whole(20))
  }

  @Test("a segment in braces stands for one segment of a path")
  func paths() {
    let route = Route(
      "/inApps/v1/subscriptions/extend/mass/{productId}/{id}", [.get], operation: Operation("x", "", "", answers: [])
    ) { _ in Reply(type: nil, .bytes([])) }
    #expect(
      route.parameters(in: Route.segments(of: "/inApps/v1/subscriptions/extend/mass/a.b/c%20d")) == [
        "productId": "a.b", "id": "c%20d",
      ])
    #expect(route.parameters(in: Route.segments(of: "/inApps/v1/subscriptions/extend/mass/a.b")) == nil)
    #expect(route.parameters(in: Route.segments(of: "/inApps/v1/subscriptions/extend/mass/a.b/c/d")) == nil)
    #expect(route.parameters(in: Route.segments(of: "/inApps/v1/subscriptions/extend/other/a.b/c")) == nil)
    #expect(route.parameterNames == ["productId", "id"])
  }
}
