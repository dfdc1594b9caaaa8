import Foundation
import ReceiptMint
import Testing

import SystemLibrary

@Suite("serve: HTTP, with clients of all kinds")
struct ServeHTTPTests {
  @Test("Scripts/serve-http.txt", arguments: try CommandScript.cases("serve-http"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("a request that names no host is refused")
  func noHost() throws {
    let server = try RunningServer()
    let connection = try WireConnection(port: server.port)
    try connection.send("GET /healthz HTTP/1.1\r\n\r\n")
    #expect(try connection.answer().status == 400)
  }

  @Test("an address that others can reach needs a token, as a bearer or in the URL")
  func token() throws {
    let refused = try ToolRun(["serve", "--listen", "0.0.0.0:0"])
    #expect(refused.status == 64 && refused.stdout == "" && refused.stderr.contains("--token-file"))
    let scratch = try Scratch()
    let file = try scratch.file("token", Array("t0ken-t0ken-t0ken\n".utf8)).path
    let server = try RunningServer(["--token-file", file], host: "0.0.0.0")
    let basic = Data("any:t0ken-t0ken-t0ken".utf8).base64EncodedString()
    for (headers, status) in [
      ([], 401), (["Authorization: Bearer t0ken-t0ken-t0ken"], 200), (["Authorization: bearer t0ken-t0ken-t0ken"], 200),
      (["Authorization: Bearer t0ken-t0ken-t0keX"], 401), (["Authorization: Bearer t0ken-t0ken-t0ken2"], 401),
      (["Authorization: Bearer"], 401), (["Authorization: t0ken-t0ken-t0ken"], 401),
      (["Authorization: Basic \(basic)"], 200),
      (["Authorization: Basic dDBrZW4="], 401), (["Authorization: Digest t0ken-t0ken-t0ken"], 401),
    ] {
      // Other machines use other names.
      for target in ["/verifyReceipt", "/v1/decode?x=y", "/metrics", "/nothing"] {
        let answer = try server.ask("POST", target, headers, Array("{}".utf8), host: "receipts.example")
        if status == 401 {
          // In lines of their own, which WireAnswer joins: browsers see the first challenge of a line only.
          let challenges = #"Bearer realm="receipt-tool", Basic realm="receipt-tool", charset="UTF-8""#
          #expect(answer.status == 401 && answer.headers["www-authenticate"] == challenges, "\(headers)")
          #expect(answer.repeated["www-authenticate"] == 2)
          #expect(try answer.problem() == "token")
        } else {
          #expect(answer.status != 401, "\(headers) \(target)")
        }
      }
    }
    #expect(try server.ask("GET", "/healthz", host: "receipts.example").status == 200)
    #expect(server.end() == 0)
    #expect(!server.log.contains("t0ken"))
  }

  @Test("malformed HTTP gets 400 or nothing, and the server goes on")
  func malformed() throws {
    let server = try RunningServer(["--timeout", "2s"])
    let bodies = [
      "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}\r\n\r\n", "{}\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nBroken header\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
      "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
      "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
      "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 100_000) + "\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "X: a\r\n", count: 5_000) + "\r\n",
      "GET http://[::1/%zz?%% HTTP/1.1\r\nHost: localhost\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET ://?# HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}",
    ]
    for body in bodies {
      let connection = try WireConnection(port: server.port)
      // It may close before everything is sent.
      try? connection.send(body)
      connection.finishSending()
      let text = String(decoding: connection.receiveAll(), as: UTF8.self)
      let isRefusal = text.isEmpty || (text.hasPrefix("HTTP/1.1 4") && !text.hasPrefix("HTTP/1.1 408"))
      #expect(isRefusal || text.hasPrefix("HTTP/1.1 200"), "\(body.prefix(60)): \(text.prefix(80))")
      #expect(!text.hasPrefix("HTTP/1.1 200") || text.contains("21002"), "\(body.prefix(60))")
    }
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(server.end() == 0)
  }

  @Test("what is wrong with HTTP is said in a problem, and noted in the log")
  func explained() throws {
    let server = try RunningServer()
    let post = "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\n"
    for (text, status, problem, words, line) in [
      (
        "FOO /verifyReceipt HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "malformed", "the method is none",
        "other other 400"
      ),
      (
        "post /verifyReceipt HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "malformed", "the method is none",
        "other other 400"
      ),
      ("{}\r\n\r\n", 400, "malformed", "none of HTTP", "other other 400"),
      (
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 40_000) + "\r\n\r\n", 431,
        "malformed",
        "too large", "other other 431"
      ),
      (
        "GET / HTTP/1.1\r\nHost: localhost\r\nBroken header\r\n\r\n", 400, "malformed", "header field",
        "other other 400"
      ),
      (post + "Content-Length: -1\r\n\r\n", 400, "malformed", "length", "other other 400"),
      (post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "malformed", "chunk", "POST /verifyReceipt 400"),
      (post + "Content-Length: 10\r\n\r\n{}", 400, "malformed", "ends before", "POST /verifyReceipt 400"),
      (
        post + "Host: evil.example\r\nContent-Length: 2\r\n\r\n{}", 400, "host", "more than once",
        "POST /verifyReceipt 400"
      ),
      (
        post + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 501, "transfer-coding", "chunked",
        "POST /verifyReceipt 501"
      ),
    ] {
      let before = server.log.split(separator: "\n").count
      let connection = try WireConnection(port: server.port)
      try connection.send(text)
      connection.finishSending()
      let answer = try #require(WireAnswer(connection.receiveAll()), "\(text)")
      #expect(answer.status == status, "\(text): \(answer.text)")
      #expect(try answer.problem() == problem)
      #expect(
        answer.text.contains(words) && answer.headers["date"] != nil && answer.headers["cache-control"] == "no-store")
      let deadline = Date() + 60
      while server.log.split(separator: "\n").count == before, Date() < deadline { usleep(10_000) }
      let lines = server.log.split(separator: "\n").dropFirst(before)
      #expect(lines.count == 1 && lines.first?.contains(" \(line) ") ?? false, "\(text): \(lines)")
    }
    let figures = try server.ask("GET", "/metrics").text
    #expect(
      figures.contains(#"receipt_tool_requests_total{route="other",method="other",code="400",status=""} 5"#),
      "\(figures)")
    #expect(figures.contains("receipt_tool_requests_in_flight 1\n"))
  }

  @Test("half a body, a wrong length, a slow client: given up, while others are answered")
  func slow() throws {
    let server = try RunningServer(["--timeout", "1s"])
    let head = "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
    let half = try WireConnection(port: server.port)
    try half.send(head + "{\"receipt-data\":")
    let silent = try WireConnection(port: server.port)
    let halfHead = try WireConnection(port: server.port)
    try halfHead.send("POST /verifyReceipt HTTP/1.1\r\nHos")
    let trickle = try WireConnection(port: server.port)
    try trickle.send(head)
    let cut = try WireConnection(port: server.port)
    try cut.send(head + "{}")
    cut.finishSending()
    // Whoever ends too early is told so, or nothing.
    let answer = String(decoding: cut.receiveAll(), as: UTF8.self)
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400"))
    let began = Date()
    var isClosed = false
    while !isClosed, Date().timeIntervalSince(began) < 15 {
      #expect(try server.post("/verifyReceipt", "{}").text == #"{"status":21002}"#)
      usleep(100_000)
      isClosed = (try? trickle.send("x")) == nil
    }
    // A byte now and then does not keep a connection open.
    #expect(isClosed)
    for connection in [half, silent, halfHead] { #expect(connection.receiveAll().isEmpty) }
    // A body that is longer than announced is the beginning of something that is no request.
    let long = try WireConnection(port: server.port)
    try long.send("POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}{}{}{}\r\n\r\n")
    let text = String(decoding: long.receiveAll(), as: UTF8.self)
    #expect(text.contains("21002") && text.contains("HTTP/1.1 400"))
  }

  /// What the system allows at most; macOS allows 128.
  private static let systemBacklog: Int = {
    #if os(Linux)
      (try? String(contentsOfFile: "/proc/sys/net/core/somaxconn", encoding: .utf8))
        .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 128
    #else
      128
    #endif
  }()

  @Test("many idle connections stall nobody, also where there can be no more of them")
  func idle() throws {
    for (openFiles, count) in [(nil, 900), (200, 400)] as [(Int?, Int)] {
      let server = try RunningServer(needs: openFiles.map { .limit(openFiles: $0) } ?? .signals)
      var connections: [WireConnection] = []
      // While nobody takes them out they all wait in the system's queue, where it may be as long.
      let isCrowd = openFiles == nil && Self.systemBacklog > count
      if isCrowd { server.signal(SIGSTOP) }
      for _ in 0..<count { connections.append(try WireConnection(port: server.port, patience: 5)) }
      if isCrowd { server.signal(SIGCONT) }
      let began = Date()
      for _ in 0..<10 { #expect(try server.post("/verifyReceipt", "{}").status == 200) }
      // Where room has to be made, the longest idle go after a second.
      #expect(Date().timeIntervalSince(began) < 15)
      #expect(server.end() == 0)
      connections = []
    }
  }

  @Test(
    "HTTP/1.0 gets no chunks, and the connection ends with the answer", arguments: ["", "Connection: keep-alive\r\n"])
  func oldVersion(_ more: String) throws {
    let server = try RunningServer()
    let lines = "nonsense\nmore nonsense\n"
    for (target, type, answer) in [
      ("/v1/decode", "application/x-ndjson", "HTTP/1.0 200"), ("/v1/decode", "text/plain", "HTTP/1.0 422"),
      ("/verifyReceipt", "application/json", "HTTP/1.0 200"),
    ] {
      let connection = try WireConnection(port: server.port)
      try connection.send(
        "POST \(target) HTTP/1.0\r\nHost: localhost\r\n\(more)Content-Type: \(type)\r\nExpect: 100-continue\r\n"
          + "Content-Length: \(lines.utf8.count)\r\n\r\n\(lines)")
      let began = Date()
      let text = String(decoding: connection.receiveAll(), as: UTF8.self)
      #expect(Date().timeIntervalSince(began) < 10, "\(target): it stays open")
      #expect(text.hasPrefix(answer), "\(text.prefix(300))")
      let parts = text.components(separatedBy: "\r\n\r\n")
      #expect(parts.count == 2 && parts[0].lowercased().contains("connection: close"))
      #expect(!text.lowercased().contains("transfer-encoding"))
      if type == "application/x-ndjson" {
        let documents = parts[1].split(separator: "\n")
        #expect(documents.count == 2 && documents.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
      }
    }
  }

  @Test("a length beyond all numbers is refused, and its bytes are never another client's body")
  func hugeLength() throws {
    let server = try RunningServer()
    for _ in 1...3 {
      let attacker = try WireConnection(port: server.port)
      try attacker.send(
        "GET /readyz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9223372036854775808\r\n\r\n"
          + #"{"first":"x","second":"y"}"#)
      #expect((400...499).contains(try attacker.answer().status))
      let other = try WireConnection(port: server.port)
      try other.send("POST /v1/diff HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      #expect(try other.answer().status == 400)
    }
  }

  @Test("however a client says that a request is its last, it is", arguments: ["close", "Close", "TE, close"])
  func lastRequest(_ word: String) throws {
    let server = try RunningServer()
    let connection = try WireConnection(port: server.port)
    try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: \(word)\r\n\r\n")
    let text = String(decoding: connection.receiveAll(), as: UTF8.self)
    #expect(text.hasSuffix("ok\n") && text.lowercased().contains("connection: close"))
  }

  @Test("several requests on one connection, also sent at once, are answered in their order")
  func pipelining() throws {
    let server = try RunningServer()
    let connection = try WireConnection(port: server.port)
    let one = "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
    let other = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let last = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    try connection.send(one + other + one + last)
    let text = String(decoding: connection.receiveAll(), as: UTF8.self)
    let lines = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
    #expect(lines == ["200", "404", "200", "200"] && text.hasSuffix("ok\n"))
  }

  @Test("what comes with the end of a body in chunks is the next request, and after it the end of the client")
  func pipelinedChunks() throws {
    let server = try RunningServer()
    let connection = try WireConnection(port: server.port)
    let one =
      "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    let other = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try connection.send(one + other + one + one + other)
    connection.finishSending()
    let answers = String(decoding: connection.receiveAll(), as: UTF8.self).components(separatedBy: "HTTP/1.1 ")
    #expect(answers.dropFirst().map { $0.hasSuffix("ok\n") } == [false, true, false, false, true])
    #expect(answers.dropFirst().allSatisfy { $0.hasPrefix("200 ") })
  }
}
