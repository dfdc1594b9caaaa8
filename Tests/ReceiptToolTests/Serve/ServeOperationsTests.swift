import Foundation
import ReceiptMint
import Testing

import SystemLibrary

@Suite("serve: outages, figures, starts and ends")
struct ServeOperationsTests {
  @Test("Scripts/serve-start.txt", arguments: try CommandScript.cases("serve-start"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("delays and lost connections are rehearsed on Apple's routes only")
  func outages() throws {
    let dropping = try RunningServer(["--drop", "1"])
    #expect(throws: WireConnection.Closed.self) { try dropping.post("/verifyReceipt", "{}") }
    #expect(try dropping.ask("GET", "/healthz").status == 200)
    #expect(dropping.logs(" POST /verifyReceipt closed "))
    for delay in ["300ms-600ms", "0.3"] {
      let slow = try RunningServer(["--delay", delay, "--timeout", "5"])
      let began = Date()
      #expect(try slow.post("/verifyReceipt", "{}").status == 200)
      #expect(Date().timeIntervalSince(began) > 0.29, "\(delay)")
    }
  }

  @Test("a seed brings the same outages again")
  func seed() throws {
    func statuses(_ seed: String) throws -> [Int] {
      let server = try RunningServer(["--fail", "21005:0.4", "--fail", "500:0.2", "--seed", seed])
      return try (0..<40).map { _ in
        let answer = try server.post("/verifyReceipt", "{}")
        return answer.status == 200 ? try answer.json()["status"] as? Int ?? 0 : answer.status
      }
    }
    let first = try statuses("5")
    #expect(Set(first) == [21005, 21002, 500])
    #expect(try statuses("5") == first)
    #expect(try statuses("6") != first)
  }

  @Test("figures can be read by Prometheus, and say what happened")
  func metrics() throws {
    let server = try RunningServer()
    for _ in 0..<3 { _ = try server.post("/verifyReceipt", "{}") }
    _ = try server.ask("GET", "/a-receipt-in-the-path/MIIabc")
    _ = try server.ask("PROPFIND", "/healthz")
    var answer = try server.ask("GET", "/metrics")
    // A request is over a moment after its client has the answer.
    let deadline = Date() + 60
    while !answer.text.contains("receipt_tool_requests_in_flight 1\n"), Date() < deadline {
      answer = try server.ask("GET", "/metrics")
    }
    #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
    var samples: [String: Double] = [:]
    var types: [String: String] = [:]
    for line in answer.text.split(separator: "\n") {
      if line.hasPrefix("# TYPE ") {
        let words = line.split(separator: " ")
        types[String(words[2])] = String(words[3])
      } else if !line.hasPrefix("# HELP ") {
        let match = try #require(
          line.wholeMatch(of: /([a-z_]+)(\{([a-z]+="[^"\\]*",?)+\})? ([0-9.e+-]+)/), "\(line)")
        #expect(types.keys.contains { match.output.1.hasPrefix($0) }, "\(line)")
        samples[String(match.output.1) + (match.output.2.map(String.init) ?? "")] = Double(match.output.4)
      }
    }
    let requests = "receipt_tool_requests_total"
    #expect(types[requests] == "counter" && types["receipt_tool_request_duration_seconds"] == "histogram")
    #expect(samples[requests + #"{route="/verifyReceipt",method="POST",code="200",status="21002"}"#] == 3)
    #expect(samples[requests + #"{route="other",method="GET",code="404",status=""}"#] == 1)
    #expect(samples[requests + #"{route="/healthz",method="other",code="405",status=""}"#] == 1)
    let duration = "receipt_tool_request_duration_seconds"
    #expect(samples[duration + #"_bucket{route="/verifyReceipt",le="+Inf"}"#] == 3)
    #expect(samples[duration + #"_count{route="/verifyReceipt"}"#] == 3)
    #expect(samples["receipt_tool_request_bytes_total"] == 6 && samples["receipt_tool_requests_in_flight"] == 1)
    #expect(!answer.text.contains("MIIabc"))
  }

  @Test("one line a request, with nothing that a client sent; none with --quiet")
  func log() throws {
    let server = try RunningServer()
    let receipt = try Minted.receipt().base64
    let secret = "very-secret-word"
    _ = try server.status(receipt, password: secret)
    _ = try server.ask(
      "GET", "/\(receipt.prefix(200))?password=\(secret)", ["User-Agent: \(secret)", "Cookie: \(secret)"])
    _ = try server.ask("POST", "/v1/decode?\(secret)=\(secret)", [], Array(receipt.utf8))
    _ = try server.ask("POST", "/v1/decode", [], Array("\(secret) \(receipt.prefix(100))".utf8))
    _ = try server.ask("PROPFIND", "/verifyReceipt")
    #expect(server.end() == 0)
    let lines = server.log.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines {
      let pattern =
        /20[0-9-]+T[0-9:.]+Z (GET|POST|other) (\/[a-zA-Z0-9\/]+|other) [0-9]{3}( status=[0-9]+)? [0-9.]+ms in=[0-9]+ out=[0-9]+/
      #expect(line.wholeMatch(of: pattern) != nil, "\(line)")
    }
    #expect(!server.log.lowercased().contains(secret) && !server.log.contains(receipt.prefix(16)))
    let quiet = try RunningServer(["--quiet"])
    _ = try quiet.post("/verifyReceipt", "{}")
    #expect(quiet.end() == 0 && quiet.log == "")
  }

  @Test("SIGTERM and SIGINT end it; what was begun is finished", arguments: [SIGTERM, SIGINT])
  func ends(_ signal: Int32) throws {
    let server = try RunningServer(["--delay", "1s"], needs: .signals)
    let connection = try WireConnection(port: server.port)
    try connection.send("POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
    let idle = try WireConnection(port: server.port)
    usleep(300_000)
    server.signal(signal)
    let answer = try connection.answer()
    #expect(answer.status == 200 && answer.headers["connection"] == "close" && answer.text == #"{"status":21002}"#)
    #expect(connection.receive() == nil && idle.receive() == nil)
    #expect(server.waitForEnd() == 0)
    #expect(throws: WireConnection.Closed.self) { try WireConnection(port: server.port) }
  }

  @Test("a client that keeps its connection after its last answer keeps no server")
  func endsForStayers() throws {
    let server = try RunningServer(["--delay", "300ms"])
    let connection = try WireConnection(port: server.port)
    try connection.send("POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
    usleep(100_000)
    let began = Date()
    server.signal(SIGTERM)
    #expect(try connection.answer().status == 200)
    // A connection may take 30 s otherwise.
    #expect(server.waitForEnd() == 0 && Date().timeIntervalSince(began) < 15)
  }

  /// Asks for `/healthz` so many times on one connection, a hundred at a time.
  private func askForHealth(_ count: Int, _ server: RunningServer) throws {
    let connection = try WireConnection(port: server.port)
    let requests = Array(repeating: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 100).joined()
    for _ in 0..<(count / 100) {
      try connection.send(requests)
      var text = ""
      while text.components(separatedBy: "\r\n\r\nok\n").count <= 100 {
        text += String(decoding: try #require(connection.receive(), "it stalls"), as: UTF8.self)
      }
    }
  }

  @Test("a log that nobody reads stops nothing; what is lost of it is counted")
  func unreadLog() throws {
    let pipe = Pipe()
    let server = try RunningServer(needs: .log(pipe.fileHandleForWriting))
    // A pipe takes about a thousand lines; 4,096 wait, and as many again may have been taken for writing.
    let count = 10_000
    try askForHealth(count, server)
    #expect(try server.ask("GET", "/nothing").status == 404)
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var text = ""
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !text.contains("were lost"), poll(&poller, 1, 20_000) == 1 {
      text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    }
    let told = try #require(text.firstMatch(of: /([0-9,]+) lines of the log were lost/), "\(text.suffix(300))")
    let lost = try #require(Int(told.output.1.replacing(",", with: "")))
    #expect(lost > 0 && text.components(separatedBy: " GET ").count - 1 + lost == count + 1)
    #expect(server.end() == 0)
  }

  @Test("a log that nobody reads does not keep it from ending")
  func unreadLogAtTheEnd() throws {
    let pipe = Pipe()
    let server = try RunningServer(needs: .log(pipe.fileHandleForWriting))
    try askForHealth(2_000, server)
    let began = Date()
    #expect(server.end() == 0 && Date().timeIntervalSince(began) < 10)
    withExtendedLifetime(pipe) {}
  }

  /// `timeout` sends its signal to the process and then to the group that both are in.
  @Test("signals at the same time are one wish: what was begun is finished")
  func sameSignal() throws {
    let server = try RunningServer(["--delay", "2s"], needs: .signals)
    let connection = try WireConnection(port: server.port)
    try connection.send("POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
    usleep(300_000)
    for number in [SIGTERM, SIGINT, SIGTERM, SIGTERM] {
      server.signal(number)
      usleep(20_000)
    }
    #expect(try connection.answer().text == #"{"status":21002}"#)
    #expect(server.waitForEnd() == 0 && !server.log.contains("second signal"))
    // With nothing to finish.
    for _ in 0..<5 {
      let idle = try RunningServer(needs: .signals)
      for _ in 0..<3 { idle.signal(SIGTERM) }
      #expect(idle.waitForEnd() == 0)
    }
  }

  @Test("a second signal does not wait")
  func secondSignal() throws {
    let server = try RunningServer(["--delay", "60s"], needs: .signals)
    let connection = try WireConnection(port: server.port)
    try connection.send("POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
    usleep(300_000)
    let began = Date()
    server.signal(SIGTERM)
    usleep(1_500_000)
    server.signal(SIGTERM)
    #expect(server.waitForEnd() == 75 && Date().timeIntervalSince(began) < 20)
    #expect(server.log.contains("second signal"))
  }
}
