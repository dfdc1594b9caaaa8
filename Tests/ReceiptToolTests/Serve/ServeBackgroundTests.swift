import Foundation
import Testing

import SystemLibrary

/// What `serve --ledger` does besides answering: it asks Apple, and posts events.
@Suite("serve: in the background")
struct ServeBackgroundTests {
  private static let secret = "whsec_" + Data(0..<32).base64EncodedString()

  /// Presents the purchase of one coin by the account jane.
  private func present(_ number: Int, _ server: RunningServer) throws {
    let line = LedgerTool.line(
      try LedgerTool.receipt([LedgerTool.coins("\(number)")]), order: "O\(number)", account: "jane")
    let answer = try server.post(
      "/v1/purchases", line, ["Authorization: Bearer \(PurchaseServiceTests.Service.shop)"])
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test("--run asks Apple in the same process, and a follower sees what comes of it")
  func run() throws {
    let apple = try LoopbackApple { call in .init(LedgerTool.valid(call.receipt)) }
    let service = try PurchaseServiceTests.Service(["--verify", "--run", "--rate", "100"] + apple.options)
    let coins = try LedgerTool.receipt([LedgerTool.coins("1")])
    let answer = try service.present(LedgerTool.line(coins, order: "A", account: "jane"))
    #expect(answer.status == 202)
    let since = try #require(try answer.json()["event"] as? Int)
    let next = try LedgerTool.lines(try service.get("/v1/events?since=\(since)&wait=60").text)
    #expect(next.first?["event"] as? String == "verified")
    #expect(apple.calls.count == 1)
    #expect(service.server.logs("asked Apple 1 times: 1 settled") && !service.server.log.contains("jane"))
    #expect(service.server.end() == 0)
  }

  @Test("--log-format json: an object a line, without names of any kind")
  func structuredLog() throws {
    let apple = try LoopbackApple { LoopbackApple.Answer(LedgerTool.valid($0.receipt)) }
    let service = try PurchaseServiceTests.Service(["--verify", "--run", "--log-format", "json"] + apple.options)
    let receipt = try LedgerTool.receipt([LedgerTool.coins("200000012345")])
    let line = LedgerTool.line(receipt, order: "order-4711", account: "jane-doe")
    #expect(try service.present(line).status == 202)
    for target in [
      "/v1/accounts/jane-doe", "/v1/accounts/jane-doe/entitlements", "/v1/orders/order-4711",
      "/v1/transactions/200000012345", "/v1/events?since=0", "/jane-doe?order-4711",
    ] {
      _ = try service.get(target)
    }
    try Data("short\n".utf8).write(to: service.tokens)
    service.server.signal(SIGHUP)
    #expect(service.server.logs("SIGHUP: the tokens are as before"))
    #expect(service.server.end() == 0)
    let log = try LedgerTool.lines(service.server.log)
    let presented = try #require(log.first { $0["route"] as? String == "/v1/purchases" })
    #expect(presented["method"] as? String == "POST" && presented["status"] as? Int == 202)
    #expect(presented["level"] as? String == "info" && (presented["bytes_in"] as? Int ?? 0) > receipt.utf8.count)
    #expect(presented["duration_ms"] as? Int != nil && (presented["time"] as? String)?.hasSuffix("Z") == true)
    #expect(log.contains { $0["route"] as? String == "/v1/accounts/{name}" && $0["status"] as? Int == 200 })
    #expect(log.contains { $0["route"] as? String == "other" && $0["status"] as? Int == 404 })
    #expect(log.contains { $0["level"] as? String == "error" && $0["message"] != nil })
    for word in [
      "jane-doe", "order-4711", "200000012345", PurchaseServiceTests.Service.shop, PurchaseServiceTests.Service.support,
      String(receipt.prefix(40)),
    ] {
      #expect(!service.server.log.contains(word), "\(word)")
    }
  }

  @Test("a fault of Apple's is said and asked again, and takes down nothing")
  func faults() throws {
    let apple = try LoopbackApple { call in
      call.sequence < 1 ? .init("", status: 503) : .init(LedgerTool.valid(call.receipt))
    }
    let service = try PurchaseServiceTests.Service(["--verify", "--run", "--rate", "100"] + apple.options)
    let coins = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try service.present(LedgerTool.line(coins, order: "A", account: "jane")).status == 202)
    #expect(service.server.logs("asked Apple 1 times: 0 settled, 1 to be asked again"))
    #expect(try service.get("/v1/orders/A").status == 200)
  }

  @Test("SIGHUP reads the webhooks again; a broken file changes nothing, and its secret is not in the log")
  func reading() throws {
    let folder = try Scratch()
    let file = try folder.file("hooks", "shop http://127.0.0.1:1/a \(Self.secret)\n".utf8)
    let service = try PurchaseServiceTests.Service(["--webhook-file", file.path])
    func names() throws -> [String] {
      let webhooks = try service.get("/readyz").json()["webhooks"] as? [[String: Any]]
      return (webhooks ?? []).compactMap { $0["name"] as? String }
    }
    #expect(try becomes { try names() == ["shop"] })
    try Data("stock http://127.0.0.1:1/b \(Self.secret)\nstore http://127.0.0.1:1/c \(Self.secret)\n".utf8).write(
      to: file)
    service.server.signal(SIGHUP)
    #expect(service.server.logs("SIGHUP: the webhooks were read again"))
    #expect(try becomes { try names() == ["stock", "store"] })
    try Data("shop http://127.0.0.1:1/a \(Self.secret.dropFirst(6))\n".utf8).write(to: file)
    service.server.signal(SIGHUP)
    #expect(service.server.logs("SIGHUP: the webhooks are as before"))
    #expect(service.server.log.contains("error: these are no webhooks: the secret in line 1 is not whsec_"))
    #expect(try names() == ["stock", "store"])
    #expect(!service.server.log.contains(Self.secret.dropFirst(6)))
    #expect(service.server.end() == 0)
  }

  @Test("after 410 no process posts to a webhook, until the administrator has the file read again")
  func gone() throws {
    let folder = try Scratch()
    let wantsEvents = folder.url.appendingPathComponent("wants-events")
    let receiver = try LoopbackApple { call in
      let isGone = call.path == "/a" && !FileManager.default.fileExists(atPath: wantsEvents.path)
      return .init("", status: isGone ? 410 : 204)
    }
    func posts(_ path: String) -> Int { receiver.calls.count { $0.path == path } }
    let lines = ["a", "b"].map { "\($0) http://127.0.0.1:\(receiver.port)/\($0) \(Self.secret)\n" }
    let file = try folder.file("hooks", lines.joined().utf8)
    let service = try PurchaseServiceTests.Service(["--webhook-file", file.path])
    func webhooks(_ server: RunningServer) throws -> [[String: Any]] {
      let answer = try server.ask("GET", "/readyz", ["Authorization: Bearer \(PurchaseServiceTests.Service.support)"])
      return try answer.json()["webhooks"] as? [[String: Any]] ?? []
    }
    #expect(try becomes { try webhooks(service.server).allSatisfy { $0["position"] as? Int == 0 } })
    try present(1, service.server)
    #expect(service.server.logs("webhook a: the receiver answered 410"))
    #expect(becomes { posts("/b") == 1 })
    // Another process goes on with what is not gone.
    let other = try RunningServer(service.options)
    #expect(service.server.end() == 0)
    #expect(try becomes { try webhooks(other).map { $0["gone"] as? Bool } == [true, false] })
    #expect(try webhooks(other).map { $0["failing"] as? Bool } == [true, false])
    let figures = try other.ask("GET", "/metrics", ["Authorization: Bearer \(PurchaseServiceTests.Service.support)"])
    #expect(figures.text.contains("receipt_tool_webhook_gone{webhook=\"a\"} 1\n"))
    #expect(figures.text.contains("receipt_tool_webhook_gone{webhook=\"b\"} 0\n"))
    try present(2, other)
    #expect(becomes { posts("/b") == 2 })
    #expect(posts("/a") == 1)
    try Data().write(to: wantsEvents)
    other.signal(SIGHUP)
    #expect(becomes { posts("/a") == 3 })
    #expect(try becomes { try webhooks(other).map { $0["gone"] as? Bool } == [false, false] })
    #expect(other.end() == 0)
  }

  @Test("an event that waits for an earlier one of its account is tried after that one, and counts as no failure")
  func held() throws {
    let folder = try Scratch()
    let receiver = try LoopbackApple { call in .init("", status: call.sequence < 1 ? 500 : 204) }
    let file = try folder.file("hooks", "shop http://127.0.0.1:\(receiver.port)/ \(Self.secret)\n".utf8)
    let service = try PurchaseServiceTests.Service(["--webhook-file", file.path])
    func position() throws -> Int? {
      let webhooks = try service.get("/readyz").json()["webhooks"] as? [[String: Any]]
      return webhooks?.first?["position"] as? Int
    }
    #expect(try becomes { try position() == 0 })
    #expect(service.server.end() == 0)
    // Both events are recorded while nobody posts them, so that one pass finds both.
    let silent = try RunningServer(Array(service.options.dropLast(2)))
    try present(1, silent)
    try present(2, silent)
    #expect(silent.end() == 0)
    let again = try RunningServer(service.options)
    func posts(_ outcome: String) throws -> Substring? {
      let figures = try again.ask("GET", "/metrics", ["Authorization: Bearer \(PurchaseServiceTests.Service.support)"])
      let name = "receipt_tool_webhook_posts_total{webhook=\"shop\",outcome=\"\(outcome)\"} "
      return figures.text.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
    }
    #expect(try becomes { try posts("delivered") == "2" })
    #expect(try posts("failed") == "1")
    #expect(receiver.calls.count == 3)
    #expect(again.end() == 0)
  }

  @Test(
    "every event reaches a webhook, signed and in order, although the receiver fails and the service is killed",
    .enabled(if: ServeCrashTests.hasPostgreSQL, "PostgreSQL is not installed: Scripts/setup tests installs it"))
  func webhooks() throws {
    let program = ToolRun.program(because: "servers are killed in the middle").path
    let run = try Python.play("Fixtures/webhooks.py", [program, "--postgresql"])
    #expect(try run.json()["events"] as? Int == 60)
  }
}
