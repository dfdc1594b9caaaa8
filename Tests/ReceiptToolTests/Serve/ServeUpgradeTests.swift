import Foundation
import Testing

/// No upgrade is obeyed: the request is answered, and the client is told that the connection ends (RFC 9110, 7.8; RFC
/// 9112, 9.6).
@Suite("serve: clients that ask for another protocol")
struct ServeUpgradeTests {
  private static let isCI = ProcessInfo.processInfo.environment["CI"] != nil
  private static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

  private static func run(_ arguments: [String]) throws -> ToolRun {
    try ToolRun(executable: URL(fileURLWithPath: "/usr/bin/env"), arguments, environment: environment)
  }

  @Test(
    "the request is answered, and the answer says that it is the last one",
    arguments: [
      (
        "POST /verifyReceipt", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Length: 2\r\n", "{}", 200
      ),
      (
        "POST /verifyReceipt", "Connection: upgrade\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked\r\n",
        "2\r\n{}\r\n0\r\n\r\n", 200
      ),
      (
        "GET /healthz", "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n", "",
        200
      ),
      ("GET /nothing", "Connection: Upgrade\r\nUpgrade: websocket\r\n", "", 404),
      ("CONNECT localhost:80", "", "", 404), ("CONNECT localhost:80", "Content-Length: 2\r\n", "{}", 404),
    ])
  func answered(_ request: String, _ fields: String, _ body: String, _ status: Int) throws {
    let server = try RunningServer()
    let connection = try WireConnection(port: server.port)
    try connection.send("\(request) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\(body)")
    let answer = try connection.answer()
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer.headers["connection"] == "close" && answer.headers["upgrade"] == nil)
    #expect(connection.receive() == nil)
  }

  @Test(
    "what never becomes a request is not kept in memory",
    arguments: ["GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", "GET /"])
  func endless(_ beginning: String) throws {
    let server = try RunningServer()
    let connection = try WireConnection(port: server.port)
    try connection.send(beginning)
    let piece = [UInt8](repeating: 0x61, count: 1 << 20)
    var sent = 0
    while sent < 60, (try? connection.send(piece)) != nil { sent += 1 }
    #expect(sent < 60)
    #expect(try server.ask("GET", "/healthz").status == 200)
  }

  @Test("curl --http2 asks twice", .enabled(if: isCI || PosixShell.hasCurl, PosixShell.withoutCurl))
  func curl() throws {
    let server = try RunningServer()
    let url = server.url + "/healthz"
    let run = try Self.run(["curl", "--silent", "--show-error", "--fail", "--http2", "--max-time", "15", url, url])
    #expect(run.status == 0 && run.stdout == "ok\nok\n", "\(run.stderr)")
  }

  @Test("Python's http.client asks twice")
  func python() throws {
    let server = try RunningServer()
    let script = Package.root.appendingPathComponent("Tests/Fixtures/upgrading_client.py").path
    let run = try Python.run([script, "\(server.port)"])
    #expect(run.status == 0 && run.stdout == "200 ok\n200 ok\n", "\(run.stderr)")
  }

  /// A runtime without a compiler runs no source.
  private static let hasJava =
    (try? run(["java", "--list-modules"]))?.stdout.contains("jdk.compiler@") ?? false

  @Test(
    "the JDK's HttpClient with its defaults posts again and again",
    .enabled(if: isCI || hasJava, "there is no JDK here: Scripts/setup tests installs it"))
  func java() throws {
    let server = try RunningServer()
    let source = Package.root.appendingPathComponent("Tests/Fixtures/JavaClient.java").path
    let run = try Self.run(["java", source, server.url + "/verifyReceipt"])
    #expect(run.status == 0 && run.stdout == "200\n200\n200\n200\n", "\(run.stderr)")
  }
}
