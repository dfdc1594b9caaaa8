import Foundation
import Testing

@Suite("serve: what clients may take")
struct ServeLimitTests {
  private static let chunked = "Transfer-Encoding: chunked\r\n"
  private static let lines = "Content-Type: application/x-ndjson\r\n"

  /// Says that a piece of a body comes, and not where the body ends.
  private func begin(
    _ server: RunningServer, _ request: String, host: String = "localhost", _ fields: String
  ) throws -> WireConnection {
    let connection = try WireConnection(port: server.port)
    try connection.send("\(request) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n")
    if fields.contains(Self.chunked) { try connection.send("3\r\nabc\r\n") }
    return connection
  }

  @Test("an answer to a body that is not wanted ends the connection", arguments: ["", lines])
  func early(_ type: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("token", Array("t0ken-t0ken-t0ken\n".utf8)).path
    let open = try RunningServer(["--fail", "429:1"])
    let guarded = try RunningServer(["--token-file", file])
    let announced = "Content-Length: 99999999\r\n"
    for (server, request, host, fields, status) in [
      (guarded, "POST /v1/decode", "localhost", Self.chunked, 401),
      (guarded, "POST /verifyReceipt", "localhost", announced, 401),
      (open, "POST /nothing", "localhost", Self.chunked, 404), (open, "POST /nothing", "localhost", announced, 404),
      (open, "PUT /v1/decode", "localhost", Self.chunked, 405),
      (open, "POST /v1/decode", "evil.example", Self.chunked, 421),
      (open, "POST /v1/decode", "localhost", Self.chunked + "Origin: http://evil.example\r\n", 403),
      (open, "POST /v1/decode?x=y", "localhost", Self.chunked, 400),
      (open, "POST /verifyReceipt", "localhost", Self.chunked, 429),
      (open, "GET /healthz", "localhost", Self.chunked, 200),
    ] {
      let connection = try begin(server, request, host: host, fields + type)
      let answer = try connection.answer()
      #expect(answer.status == status, "\(request) \(fields)")
      #expect(answer.headers["connection"] == "close", "\(request) \(fields)")
      // The end is heard although the body has none; and what is sent on is thrown away for a while and then not read.
      #expect(connection.receive() == nil)
      let piece = [UInt8](repeating: 0x61, count: 1 << 20)
      var sent = 0
      while sent < 60, (try? connection.send(Array("100000\r\n".utf8) + piece + Array("\r\n".utf8))) != nil {
        sent += 1
      }
      #expect(sent < 60, "\(request) \(fields)")
    }
    let large = try begin(guarded, "POST /v1/decode", announced + type + "Authorization: Bearer t0ken-t0ken-t0ken\r\n")
    if type.isEmpty {
      let answer = try large.answer()
      #expect(answer.status == 413 && answer.headers["connection"] == "close" && large.receive() == nil)
    }
  }

  @Test("a small body that is on its way does not end the connection, and is no request of its own")
  func lateBody() throws {
    let server = try RunningServer()
    let connection = try begin(server, "POST /nothing", "Content-Length: 6\r\n")
    let answer = try connection.answer()
    #expect(answer.status == 404 && answer.headers["connection"] == nil)
    try connection.send("GET / GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try connection.answer().text == "ok\n")
  }

  @Test("a request has one answer, also if its body breaks off after it")
  func brokenAfterAnswer() throws {
    let server = try RunningServer()
    let connection = try begin(server, "POST /nothing", "Content-Length: 6\r\n")
    #expect(try connection.answer().status == 404)
    try connection.send("abc")
    connection.finishSending()
    #expect(connection.receiveAll().isEmpty)
  }

  @Test("a connection is closed when it has been idle, also after an answer that came before its request had ended")
  func idleAfterEarlyAnswer() throws {
    let server = try RunningServer(["--timeout", "1s"])
    let connection = try begin(server, "POST /nothing", "Content-Length: 6\r\n")
    #expect(try connection.answer().status == 404)
    try connection.send("GET / ")
    let began = Date()
    // The test gives up after 20 s.
    #expect(connection.receive() == nil && Date().timeIntervalSince(began) < 15)
  }

  @Test("100 Continue invites no body that is refused")
  func invited() throws {
    let server = try RunningServer()
    let expecting = Self.chunked + "Expect: 100-continue\r\n"
    for (request, host) in [("POST /nothing", "localhost"), ("POST /v1/decode", "evil.example")] {
      let connection = try WireConnection(port: server.port)
      try connection.send("\(request) HTTP/1.1\r\nHost: \(host)\r\n\(expecting)\r\n")
      let text = String(decoding: connection.receiveAll(), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 4") && !text.contains("100 Continue"), "\(text)")
    }
    // Nor does it invite one that an answer does not need.
    let unneeded = try WireConnection(port: server.port)
    try unneeded.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(expecting)\r\n")
    #expect(String(decoding: unneeded.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    let wanted = try WireConnection(port: server.port)
    try wanted.send("POST /v1/decode HTTP/1.1\r\nHost: localhost\r\n\(expecting)\r\n")
    #expect(wanted.receive().map { String(decoding: $0, as: UTF8.self) }?.hasPrefix("HTTP/1.1 100 ") ?? false)
    try wanted.send("1\r\nx\r\n0\r\n\r\n")
    #expect(try wanted.answer().status == 422)
    // A task reads these lines; it is invited once.
    let lines = try WireConnection(port: server.port)
    try lines.send("POST /v1/decode HTTP/1.1\r\nHost: localhost\r\n\(Self.lines)\(expecting)\r\n")
    var text = lines.receive().map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(text.hasPrefix("HTTP/1.1 100 "))
    try lines.send("2\r\nx\n\r\n0\r\n\r\n")
    lines.finishSending()
    text += String(decoding: lines.receiveAll(), as: UTF8.self)
    #expect(text.components(separatedBy: "HTTP/1.1 ").map { $0.prefix(3) } == ["", "100", "200"], "\(text)")
  }

  @Test("a line has to arrive as a whole; a byte now and then does not keep a stream open, and lines do")
  func drip() throws {
    let server = try RunningServer(["--timeout", "4s"])
    let steady = try begin(server, "POST /v1/decode", Self.chunked + Self.lines)
    let dripping = try begin(server, "POST /v1/decode", Self.chunked + Self.lines)
    let began = Date()
    var isClosed = false
    while !isClosed, Date().timeIntervalSince(began) < 40 {
      try steady.send("2\r\nx\n\r\n")
      isClosed = (try? dripping.send("1\r\nx\r\n")) == nil
      usleep(300_000)
    }
    #expect(isClosed && Date().timeIntervalSince(began) > 3)
    // It has had lines for longer than one of them may take.
    try steady.send("0\r\n\r\n")
    let text = String(decoding: steady.receiveAll(), as: UTF8.self)
    #expect(text.hasSuffix("0\r\n\r\n") && text.contains(#""source":"line 8""#))
  }

  @Test("a request that does not arrive has no answer, and the log does not say that it had one")
  func late() throws {
    let server = try RunningServer(["--timeout", "1s"])
    for target in ["/verifyReceipt", "/v1/decode"] {
      let connection = try WireConnection(port: server.port)
      try connection.send("POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc")
      #expect(connection.receiveAll().isEmpty)
      #expect(server.logs(" POST \(target) closed "), "\(server.log)")
      // What ends too early and can be told so is told, and counted.
      let ended = try WireConnection(port: server.port)
      try ended.send("POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc")
      ended.finishSending()
      let body = try ended.answer().body
      #expect(server.logs(" POST \(target) 400 "), "\(server.log)")
      #expect(server.logs("in=3 out=\(body.count)\n"), "\(server.log)")
    }
  }

  /// Asks for so many large answers at once, reads the beginning of the first and then as it is told.
  private func take(_ server: RunningServer, _ count: Int) throws -> WireConnection {
    let connection = try WireConnection(port: server.port, patience: 60)
    try connection.send(
      String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", count: count))
    _ = try #require(connection.receive())
    return connection
  }

  @Test(
    "a client that does not take its answers, or a byte now and then, is given up; a slow one is not", .thorough,
    arguments: [0, 1])
  func slowReaders(_ bytes: Int) throws {
    let server = try RunningServer(["--timeout", "2s"])
    let size = try server.ask("GET", "/openapi.json").body.count
    let count = (40 << 20) / size
    let idle = try take(server, count)
    let slow = try take(server, count)
    let began = Date()
    var taken = 0
    // Longer than the time in which something has to be taken.
    while Date().timeIntervalSince(began) < 6 {
      for _ in 0..<4 { taken += try #require(slow.receive()).count }
      if bytes > 0 { _ = idle.receive(atMost: bytes) }
      usleep(50_000)
    }
    #expect(server.logs(" GET /openapi.json 200 broken-off "))
    taken += slow.receiveAll().count
    #expect(taken > count * size)
    // What the system had taken for it is all that comes.
    #expect(idle.receiveAll().count < count * size - (1 << 20))
  }

  @Test("large documents are no reason for /healthz and /metrics to wait")
  func health() throws {
    let server = try RunningServer()
    let body = Self.manyAttributes(6_000)
    let count = 6 * ProcessInfo.processInfo.activeProcessorCount
    let documents = try (0..<count).map { _ in
      let connection = try WireConnection(port: server.port, patience: 120)
      try connection.send(
        Array("POST /v1/decode HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
      return connection
    }
    #expect(try server.ask("GET", "/healthz").text == "ok\n")
    #expect(try server.ask("GET", "/metrics").status == 200)
    for document in documents { #expect(try document.answer().status == 200) }
    #expect(server.end() == 0)
    let routes = server.log.split(separator: "\n").map { $0.split(separator: " ")[2] }
    #expect(routes.count == count + 2)
    let place = try #require(routes.firstIndex(of: "/metrics"))
    #expect(place < count / 2, "\(routes)")
  }

  /// A receipt that nobody signed, with so many attributes that nobody knows.
  private static func manyAttributes(_ count: Int) -> [UInt8] {
    func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      let length = content.count
      return [tag, 0x83, UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)] + content
    }
    let attributes = (0..<count).flatMap { index -> [UInt8] in
      [0x30, 0x09, 0x02, 0x02, 0x40, UInt8(index % 120), 0x02, 0x01, 0x01, 0x04, 0x00]
    }
    let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    let signed: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    let content = element(0x30, data + element(0xA0, element(0x04, element(0x31, attributes))))
    return element(
      0x30, signed + element(0xA0, element(0x30, [0x02, 0x01, 0x01, 0x31, 0x00] + content + [0x31, 0x00])))
  }

  @Test("a thousand clients follow the events, and no more; each gets what happens, and a place that is left is free")
  func followers() throws {
    let program = ToolRun.program(because: "a thousand connections need descriptors of their own").path
    let run = try Python.play("Fixtures/followers.py", [program, "--followers", "100", "--seconds", "0.5"])
    #expect(run.stdout.contains("seconds until all had an event"), "\(run.stdout)\(run.stderr)")
  }
}
