import Foundation
import Testing

/// Who has no token reaches the open routes only, and takes nothing from the others.
@Suite("serve: strangers")
struct ServeStrangerTests {
  private static let chunked = "Transfer-Encoding: chunked\r\n"
  private static let lines = "Content-Type: application/x-ndjson\r\n"

  /// The beginning of a request with a body whose end does not come.
  private static func begin(_ server: RunningServer, _ target: String, _ fields: String) throws -> WireConnection {
    let connection = try WireConnection(port: server.port)
    try connection.send("POST \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\(Self.chunked)\r\n")
    return connection
  }

  private static func coins(_ number: Int) throws -> String {
    LedgerTool.line(
      try LedgerTool.receipt([LedgerTool.coins("\(number)")]), order: "\(number)", account: "jane")
  }

  @Test("bodies to an open route take no memory from purchases", .thorough)
  func memory() throws {
    let scratch = try Scratch()
    let secret = try scratch.file("secret", "0123456789abcdef0123456789abcdef\n".utf8).path
    let service = try PurchaseServiceTests.Service(["--shared-secret-file", secret])
    // 64 of the largest bodies of version 1, without their ends: exactly what the requests of all other routes may hold
    // together.
    let size = 4 << 20
    let piece = Array("\(String(size, radix: 16))\r\n".utf8) + [UInt8](repeating: 0x20, count: size)
    let strangers = try (0..<64).map { _ in
      let connection = try Self.begin(service.server, "/v1/notifications", "")
      try? connection.send(piece)
      return connection
    }
    usleep(500_000)
    #expect(try service.present(try Self.coins(1)).status == 200)
    // They give way to other requests without a token.
    var status = 503
    let deadline = Date() + 20
    while status == 503, Date() < deadline { status = try service.server.post("/v1/notifications", "{}").status }
    #expect(status == 400)
    withExtendedLifetime(strangers) {}
  }

  @Test(
    "a line now and then keeps no request open where the route takes no lines",
    arguments: ["/v1/notifications", "/v1/purchases", "/verifyReceipt", "/v1/compare"])
  func lines(_ target: String) throws {
    let service = try PurchaseServiceTests.Service(["--timeout", "2s"])
    let token = "Authorization: Bearer \(PurchaseServiceTests.Service.shop)\r\n"
    let connection = try Self.begin(service.server, target, Self.lines + token)
    let began = Date()
    var isClosed = false
    while !isClosed, Date().timeIntervalSince(began) < 15 {
      isClosed = (try? connection.send("1\r\n\n\r\n")) == nil
      usleep(200_000)
    }
    #expect(isClosed)
  }

  @Test("when connections run out, those without a token give way, and no request that showed one")
  func connections() throws {
    // 136 connections at most.
    let service = try PurchaseServiceTests.Service(needs: .limit(openFiles: 200))
    let follower = try WireConnection(port: service.server.port, patience: 60)
    try follower.send(
      "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        + "Authorization: Bearer \(PurchaseServiceTests.Service.support)\r\n\r\n")
    #expect(String(decoding: try #require(follower.receive()), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    let strangers = try (0..<200).map { number in
      // Bodies, and heads.
      guard !number.isMultiple(of: 10) else {
        let connection = try WireConnection(port: service.server.port)
        try connection.send("GET /he")
        return connection
      }
      return try Self.begin(service.server, "/v1/notifications", "")
    }
    // The test's connections give up after 20 s, and the strangers' would after 30.
    #expect(try service.server.ask("GET", "/healthz").text == "ok\n")
    #expect(try service.present(try Self.coins(1)).status == 200)
    var text = ""
    while !text.contains("accepted"), let piece = follower.receive() { text += String(decoding: piece, as: UTF8.self) }
    #expect(text.contains("accepted"))
    withExtendedLifetime(strangers) {}
  }

  @Test("/readyz tells strangers whether it is ready, and the rest for a token")
  func readiness() throws {
    let service = try PurchaseServiceTests.Service()
    for headers in [[], ["Authorization: Bearer another-token-0123456789"]] {
      let answer = try service.server.ask("GET", "/readyz", headers)
      #expect(answer.status == 200 && answer.text == "{\"ready\":true}\n")
    }
    let document = try service.get("/readyz").json()
    #expect(Set(document.keys) == ["ready", "last_event", "oldest_pending_seconds", "last_notification_seconds"])
    #expect(document["last_event"] as? Int == 0)
  }
}
