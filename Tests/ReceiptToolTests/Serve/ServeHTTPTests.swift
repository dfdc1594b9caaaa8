import Foundation
import ReceiptMint
import Testing

import SystemLibrary

@Suite("serve: HTTP, with clients of all kinds")
struct ServeHTTPTests {
  @Test("routes, methods and headers")
  func routes() throws {
    let server = try RunningServer()
    let health = try server.ask("GET", "/healthz")
    #expect(health.status == 200 && health.text == "ok\n")
    let head = try server.ask("HEAD", "/healthz")
    #expect(head.status == 200 && head.headers["content-length"] == "3")
    for (method, target, status, problem) in [
      ("GET", "/nothing", 404, "not-found"), ("POST", "/v1/", 404, "not-found"), ("GET", "/v1/decode", 405, "method"),
      ("POST", "/healthz", 405, "method"), ("DELETE", "/openapi.json", 405, "method"),
      ("GET", "/verifyreceipt", 404, "not-found"), ("GET", "//healthz", 404, "not-found"),
      ("GET", "/../etc/passwd", 404, "not-found"),
    ] {
      let answer = try server.ask(method, target)
      #expect(answer.status == status, "\(method) \(target)")
      #expect(try answer.problem() == problem)
    }
    #expect(try server.ask("POST", "/metrics").headers["allow"] == "GET, HEAD")
    for answer in [health, try server.ask("GET", "/nothing"), try server.post("/verifyReceipt", "{}")] {
      #expect(answer.headers["cache-control"] == "no-store" && answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
      #expect(
        answer.headers["access-control-allow-origin"] == nil && answer.headers["date"]?.hasSuffix(" GMT") ?? false)
    }
  }

  @Test("only names of this machine are answered to, and no other page's requests")
  func rebinding() throws {
    let server = try RunningServer()
    for host in ["localhost", "LOCALHOST:\(server.port)", "127.0.0.1", "[::1]:80", "app.localhost"] {
      #expect(try server.ask("GET", "/healthz", host: host).status == 200, "\(host)")
    }
    for host in ["evil.example", "evil.example:\(server.port)", "127.0.0.1.evil.example", "localhost.evil.example"] {
      let answer = try server.ask("GET", "/healthz", host: host)
      #expect(answer.status == 421, "\(host)")
      #expect(try answer.problem() == "host")
    }
    for (origin, status) in [
      ("http://evil.example", 403), ("null", 403), ("http://127.0.0.1:1", 403),
      ("http://127.0.0.1:\(server.port)", 200),
    ] {
      #expect(try server.ask("GET", "/healthz", ["Origin: \(origin)"]).status == status, "\(origin)")
    }
    let connection = try WireConnection(port: server.port)
    try connection.send("GET /healthz HTTP/1.1\r\n\r\n")
    #expect(try connection.answer().status == 400)
  }

  @Test("a host is a name and a port; what else a URL can have is refused, and no other header counts")
  func hosts() throws {
    let server = try RunningServer()
    for host in [
      "127.0.0.1:80@evil.example", "[::1].evil.example", "localhost@evil.example", "evil.example@localhost",
      "localhost:80:80", "localhost:65536", "localhost:", "[::1%lo]", "[::1", "127.0.0.1 evil.example", "%6cocalhost",
      "localhost#", "127.0.0.1/evil.example", "http://localhost",
    ] {
      let answer = try server.ask("GET", "/healthz", host: host)
      #expect(answer.status == 400, "\(host)")
      #expect(try answer.problem() == "host")
    }
    for host in ["localhost.evil.example", "localhost.", "127.0.0.1.", "127.0.0.01", "127.1", "[::]", "2130706433"] {
      #expect(try server.ask("GET", "/healthz", host: host).status == 421, "\(host)")
    }
    let forwarded = ["X-Forwarded-Host: localhost", "Forwarded: host=localhost", "X-Forwarded-For: 127.0.0.1"]
    #expect(try server.ask("GET", "/healthz", forwarded, host: "evil.example").status == 421)
    let others = forwarded.map { $0.replacing("localhost", with: "evil.example") }
    #expect(try server.ask("GET", "/healthz", others).status == 200)
    // A host in the target has to be the same (RFC 9112, 3.2.2), and to be ours.
    for (target, host, status) in [
      ("http://localhost/healthz", "localhost", 200), ("http://LOCALHOST:80/healthz", "localhost:80", 200),
      ("http://localhost/nothing", "localhost", 404), ("http://evil.example/healthz", "localhost", 400),
      ("https://evil.example/healthz", "localhost", 400), ("http://localhost/healthz", "evil.example", 400),
      ("http://localhost@evil.example/healthz", "localhost", 400), ("http://localhost:81/healthz", "localhost", 400),
      ("http://evil.example?/healthz", "localhost", 400), ("http://evil.example/healthz", "evil.example", 421),
      ("//evil.example/healthz", "localhost", 404), ("http:///healthz", "localhost", 400),
    ] {
      #expect(try server.ask("GET", target, host: host).status == status, "\(target) \(host)")
    }
  }

  @Test("what a browser says of itself counts more than names")
  func fetchMetadata() throws {
    let server = try RunningServer()
    for (origin, site, status) in [
      // As behind a proxy that changes Host.
      ("https://receipts.example", "same-origin", 200), ("https://receipts.example", "none", 200),
      ("https://receipts.example", "same-site", 403), ("https://receipts.example", "cross-site", 403),
      ("http://127.0.0.1:\(server.port)", "cross-site", 403), ("http://127.0.0.1:\(server.port)", "nonsense", 403),
    ] {
      let answer = try server.ask("GET", "/healthz", ["Origin: \(origin)", "Sec-Fetch-Site: \(site)"])
      #expect(answer.status == status, "\(origin) \(site)")
    }
    // A link on another page leads here, too.
    #expect(try server.ask("GET", "/", ["Sec-Fetch-Site: cross-site"]).status == 200)
  }

  @Test("behind a proxy on this machine any name is answered to, for the token")
  func proxied() throws {
    let scratch = try Scratch()
    let file = try scratch.file("token", Array("t0ken-t0ken-t0ken\n".utf8)).path
    let server = try RunningServer(["--token-file", file])
    let shown = "Authorization: Bearer t0ken-t0ken-t0ken"
    let page = ["Origin: https://receipts.example"]
    #expect(try server.ask("GET", "/", [shown], host: "receipts.example").status == 200)
    // The first request of a browser has none, and has to be asked for it.
    #expect(try server.ask("GET", "/", host: "receipts.example").status == 401)
    #expect(try server.ask("POST", "/v1/decode", [shown] + page, host: "receipts.example").status == 422)
    #expect(
      try server.ask("POST", "/v1/decode", [shown, "Sec-Fetch-Site: same-origin"] + page, host: "127.0.0.1").status
        == 422)
    #expect(try server.ask("POST", "/v1/decode", [shown] + page, host: "other.example").status == 403)
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
