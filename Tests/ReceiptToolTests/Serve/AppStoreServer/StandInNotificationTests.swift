import Foundation
import LoopbackServer
import Testing

/// Notifications: their history, and how they are sent.
@Suite("serve --scenario: notifications", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
struct StandInNotificationTests {
  private static let hour = 3_600_000
  private static let day = 24 * hour

  /// Waits until everything that is due was sent.
  private func settle(_ run: StandInRun, _ backend: LoopbackServer, _ count: Int) throws {
    let deadline = Date() + 60
    while backend.requests.count < count, Date() < deadline { usleep(20_000) }
    // And what was answered is recorded.
    while Date() < deadline {
      let clock = try run.server.ask("GET", "/_clock").json()
      if clock["notifications_waiting"] as? Int == 0 { break }
      usleep(20_000)
    }
    usleep(200_000)
    #expect(backend.requests.count == count)
  }

  private func history(_ run: StandInRun, _ body: [String: Any], _ token: Any = NSNull()) throws -> [String: Any] {
    try run.ask([("get_notification_history", [token, ["NotificationHistoryRequest": body]])])[0]
  }

  private func entries(_ answer: [String: Any]) throws -> [[String: Any]] {
    try #require((answer["answer"] as? [String: Any])?["notificationHistory"] as? [[String: Any]], "\(answer)")
  }

  @Test("each is sent when the clock passes its date; one that fails is sent again after 1 and after 12 hours")
  func sending() throws {
    // The second notification fails twice: with 500, and by a connection that is closed.
    let backend = try LoopbackServer { _, earlier in
      switch earlier {
      case 1: .http(500)
      case 2: .raw([])
      default: .http(200)
      }
    }
    defer { backend.stop() }
    let run = try StandInRun(["trial-renew-refund"], arguments: ["--notify", backend.url("notifications")])
    let files = try run.payloads("notification")
    let dates = try files.map { try #require($0["signedDate"] as? Int) }
    try settle(run, backend, 1)
    try run.clock(milliseconds: dates[1])
    try settle(run, backend, 2)
    try run.clock(milliseconds: dates[1] + Self.hour - 1)
    try settle(run, backend, 2)
    try run.clock(milliseconds: dates[1] + Self.hour)
    try settle(run, backend, 3)
    let failures = try entries(
      history(run, ["startDate": dates[0], "endDate": dates[3], "onlyFailures": true]))
    #expect(failures.count == 1)
    // The rest at once: the third attempt is due before the next notification.
    try run.clock(milliseconds: dates[3] + Self.day)
    try settle(run, backend, 6)
    let types = try backend.requests.map { request in
      let body = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
      #expect(body.count == 1 && request.line.method == "POST" && request.line.path == "/notifications")
      return try StandInRun.payload(try #require(body["signedPayload"] as? String))
    }
    let sequence = [0, 1, 1, 1, 2, 3]
    for (payload, place) in zip(types, sequence) {
      #expect(payload["notificationUUID"] as? String == files[place]["notificationUUID"] as? String)
      #expect(payload["signedDate"] as? Int == files[place]["signedDate"] as? Int)
    }
    let all = try entries(history(run, ["startDate": dates[0], "endDate": dates[3] + 1]))
    let attempts = try all.map { try #require($0["sendAttempts"] as? [[String: Any]]) }
    let expected: [[(Int, String)]] = [
      [(dates[0], "SUCCESS")],
      [
        (dates[1], "UNSUCCESSFUL_HTTP_RESPONSE_CODE"), (dates[1] + Self.hour, "PREMATURE_CLOSE"),
        (dates[1] + 13 * Self.hour, "SUCCESS"),
      ], [(dates[2], "SUCCESS")], [(dates[3], "SUCCESS")],
    ]
    for (found, expected) in zip(attempts, expected) {
      #expect(found.map { $0["attemptDate"] as? Int } == expected.map(\.0))
      #expect(found.map { $0["sendAttemptResult"] as? String } == expected.map(\.1))
    }
    #expect(try entries(history(run, ["startDate": dates[0], "endDate": dates[3], "onlyFailures": true])).isEmpty)
    // The page shows what was sent and what was asked, without tokens.
    let page = String(decoding: try run.server.ask("GET", "/_inspector").body, as: UTF8.self)
    #expect(page.contains("UNSUCCESSFUL_HTTP_RESPONSE_CODE") && page.contains("/inApps/v1/notifications/history"))
    #expect(!page.contains("Bearer") && !page.contains("<script"))
    // What still waits for a later time does not keep it from ending.
    #expect(run.server.end() == 0)
  }

  @Test("six attempts are made, and no more; the dates are 1, 12, 24, 48 and 72 hours apart")
  func givingUp() throws {
    let backend = try LoopbackServer { _, _ in .http(503) }
    defer { backend.stop() }
    let run = try StandInRun(["one-time-charge"], arguments: ["--notify", backend.url("n")])
    let date = try #require(try run.payloads("notification").first?["signedDate"] as? Int)
    try run.clock(milliseconds: date + 20 * Self.day)
    try settle(run, backend, 6)
    let entry = try #require(try entries(history(run, ["startDate": date, "endDate": date + 1])).first)
    let attempts = try #require(entry["sendAttempts"] as? [[String: Any]])
    let hours = [0, 1, 13, 37, 85, 157]
    #expect(attempts.map { $0["attemptDate"] as? Int } == hours.map { date + $0 * Self.hour })
  }

  @Test("a test notification, and its result")
  func test() throws {
    let backend = try LoopbackServer { _, _ in .http(200) }
    defer { backend.stop() }
    let run = try StandInRun(["one-time-charge"], arguments: ["--notify", backend.url("n")])
    let token = try #require(try run.answer("request_test_notification")["testNotificationToken"] as? String)
    try settle(run, backend, 2)
    let status = try run.answer("get_test_notification_status", token)
    let payload = try #require(status["signedPayload"] as? [String: Any])
    #expect(payload["notificationType"] as? String == "TEST")
    #expect((status["sendAttempts"] as? [[String: Any]])?.first?["sendAttemptResult"] as? String == "SUCCESS")
    let codes = try run.ask([
      ("get_test_notification_status", ["x"]),
      ("get_test_notification_status", ["7389a31a-fb6d-4569-a2a6-db7d85d84813_1"]),
    ])
    #expect(codes.map { $0["code"] as? Int } == [4_000_020, 4_040_008])
    // No server takes notifications.
    let other = try StandInRun(["one-time-charge"])
    #expect(try other.ask([("request_test_notification", [])])[0]["code"] as? Int == 4_040_007)
  }

  @Test("the history by type, subtype and customer; its codes")
  func history() throws {
    let run = try StandInRun(["cancel-auto-renew", "consumables"])
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    let now = 1_769_817_600_000
    let (start, end) = (now - 30 * Self.day, now + 1)
    let own = try run.payloads("notification")
    let others = try run.payloads("notification", of: 1)
    func types(_ body: [String: Any]) throws -> [String] {
      let body = ["startDate": start, "endDate": end].merging(body) { $1 }
      return try entries(history(run, body)).compactMap {
        ($0["signedPayload"] as? [String: Any])?["notificationUUID"] as? String
      }
    }
    func identifiers(_ payloads: [[String: Any]]) -> Set<String> {
      Set(payloads.compactMap { $0["notificationUUID"] as? String })
    }
    #expect(Set(try types([:])) == identifiers(own + others))
    let disabled = own.filter { $0["subtype"] as? String == "AUTO_RENEW_DISABLED" }
    #expect(
      Set(
        try types(["notificationType": "DID_CHANGE_RENEWAL_STATUS", "notificationSubtype": "AUTO_RENEW_DISABLED"]))
        == identifiers(disabled) && disabled.count == 2)
    #expect(
      Set(try types(["notificationType": "REFUND"]))
        == identifiers(others.filter { $0["notificationType"] as? String == "REFUND" }))
    #expect(Set(try types(["transactionId": try run.identifiers(of: 1)[1]])) == identifiers(others))
    #expect(try types(["onlyFailures": true]).isEmpty)
    let wrong: [([String: Any], Int)] = [
      (["startDate": now + 10_000, "endDate": now + 20_000], 4_000_015), (["endDate": start], 4_000_013),
      (["startDate": start - Self.day], 4_000_012), (["notificationType": "NEWS"], 4_000_018),
      (["notificationType": "TEST", "notificationSubtype": "UPGRADE"], 4_000_018),
      (["notificationType": "TEST", "transactionId": "1"], 4_000_019), (["transactionId": "x"], 4_000_006),
    ]
    for (changes, code) in wrong {
      let body = ["startDate": start, "endDate": end].merging(changes) { $1 }
      #expect(try run.code("POST", "/inApps/v1/notifications/history", body) == code, "\(changes)")
    }
    #expect(try history(run, ["startDate": start, "endDate": end], "00")["code"] as? Int == 4_000_014)
    #expect(try run.code("POST", "/inApps/v1/notifications/history", ["endDate": end]) == 4_000_015)
    #expect(try run.code("POST", "/inApps/v1/notifications/history", ["startDate": start]) == 4_000_016)
  }

  @Test("pages of 20, each continued by its token, and by no other question")
  func pages() throws {
    let run = try StandInRun(["consumables", "consumables", "consumables", "consumables"])
    try run.clock(#"{"now": "2026-01-31T00:00:00Z"}"#)
    let body: [String: Any] = ["startDate": 1_769_817_600_000 - 20 * Self.day, "endDate": 1_769_817_600_001]
    let first = try #require(try history(run, body)["answer"] as? [String: Any])
    #expect(first["hasMore"] as? Bool == true)
    let token = try #require(first["paginationToken"] as? String)
    let second = try #require(try history(run, body, token)["answer"] as? [String: Any])
    #expect(second["hasMore"] as? Bool == false && second["paginationToken"] == nil)
    let all = try [first, second].flatMap { try #require($0["notificationHistory"] as? [[String: Any]]) }
    let identifiers = all.compactMap { ($0["signedPayload"] as? [String: Any])?["notificationUUID"] as? String }
    #expect((first["notificationHistory"] as? [Any])?.count == 20)
    var expected = 0
    for scenario in 0..<4 { expected += try run.payloads("notification", of: scenario).count }
    #expect(Set(identifiers).count == expected && identifiers.count == expected)
    let other = body.merging(["notificationType": "REFUND"]) { $1 }
    #expect(try history(run, other, token)["code"] as? Int == 4_000_014)
  }

  @Test("what is caused between two pages, while the clock stands still, is on the next one")
  func caused() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let now = try #require(try run.payloads("notification").first?["signedDate"] as? Int)
    func cause() throws {
      let body: [String: Any] = [
        "extendByDays": 1, "extendReasonCode": 1, "productId": "com.example.other",
        "requestIdentifier": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
      ]
      #expect(try run.code("POST", "/inApps/v1/subscriptions/extend/mass", body) == 0)
    }
    for _ in 0..<20 { try cause() }
    let body: [String: Any] = ["startDate": now - 1, "endDate": now + 1]
    let first = try #require(try history(run, body)["answer"] as? [String: Any])
    #expect(first["hasMore"] as? Bool == true)
    for _ in 0..<10 { try cause() }
    let token = try #require(first["paginationToken"] as? String)
    // The one of the scenario, and 30.
    #expect(try entries(history(run, body, token)).count == 11)
  }

  @Test("a clock that runs passes the dates by itself")
  func speed() throws {
    let backend = try LoopbackServer { _, _ in .http(200) }
    defer { backend.stop() }
    // Two weeks in far less than a second.
    let run = try StandInRun(
      ["trial-renew-refund"], arguments: ["--notify", backend.url("n"), "--speed", "10000000"])
    let deadline = Date() + 60
    while backend.requests.count < 4, Date() < deadline { usleep(20_000) }
    #expect(backend.requests.count == 4)
    #expect(try run.identifiers().count == 2)
  }
}
