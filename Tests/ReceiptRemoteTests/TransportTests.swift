import Foundation
import LoopbackServer
import Testing

import ReceiptKit
@testable import ReceiptRemote

/// What real sockets do: every case leaves a fault that says what happened. How long that takes is measured where the
/// tool has a process of its own: here other tests keep the threads that a timeout needs.
@Suite("One request over HTTP")
struct TransportTests {
  private func post(
    _ url: String, timeout: Duration = .seconds(10), connectTimeout: Duration = .seconds(5),
    maximumBytes: Int = 1 << 20,
    authorities: String? = nil
  ) async throws -> Result<HTTPAnswer, RemoteFault> {
    let endpoint = try Endpoint(url)
    let transport =
      authorities.map { HTTPTransport(connectTimeout: connectTimeout, userAgent: "test", authorities: $0) }
      ?? HTTPTransport(connectTimeout: connectTimeout)
    let outcome: Result<HTTPAnswer, RemoteFault>
    do {
      outcome = .success(
        try await transport.send(
          RemoteRequest(body: Array("{}".utf8), to: endpoint, timeout: timeout, maximumBytes: maximumBytes)))
    } catch {
      outcome = .failure(error)
    }
    await transport.shutdown()
    return outcome
  }

  private func fault(of outcome: Result<HTTPAnswer, RemoteFault>) -> RemoteFault? {
    guard case .failure(let fault) = outcome else { return nil }
    return fault
  }

  @Test("posts the body as JSON, and gives back the answer's bytes")
  func whole() async throws {
    let body = Array("{ \"status\" : 0 }\n".utf8)
    let server = try LoopbackServer { _, _ in .answer(status: 200, fields: ["X-A: b"], body: body) }
    defer { server.stop() }
    let answer = try await post(server.url("verifyReceipt")).get()
    #expect(answer.status == 200 && answer.body == body && answer[field: "x-a"] == "b")
    let request = try #require(server.requests.first)
    #expect(request.line == ("POST", "/verifyReceipt"))
    #expect(request.field("Content-Type") == "application/json" && request.body == Array("{}".utf8))
    #expect(request.field("Accept-Encoding") == nil && request.field("User-Agent") == "receipt-tool")
  }

  @Test("a GET has no body, and carries the token of its endpoint alone")
  func get() async throws {
    let server = try LoopbackServer { _, _ in .answer(status: 200, fields: [], body: Array("{}".utf8)) }
    defer { server.stop() }
    var endpoint = try Endpoint(server.url("inApps/v1/transactions/1"))
    endpoint.token = try BearerToken(Array("0123456789abcdef".utf8))
    let transport = HTTPTransport(connectTimeout: .seconds(5))
    func send(_ request: RemoteRequest) async throws { _ = try await transport.send(request) }
    try await send(RemoteRequest(.get, body: [], to: endpoint, timeout: .seconds(10), maximumBytes: 100))
    endpoint.token = try BearerToken(Array("fedcba9876543210".utf8))
    try await send(RemoteRequest(body: Array("{}".utf8), to: endpoint, timeout: .seconds(10), maximumBytes: 100))
    endpoint.token = nil
    try await send(RemoteRequest(.get, body: [], to: endpoint, timeout: .seconds(10), maximumBytes: 100))
    await transport.shutdown()
    let requests = server.requests
    #expect(requests.map(\.line.method) == ["GET", "POST", "GET"])
    #expect(requests.map { $0.field("Authorization") } == ["Bearer 0123456789abcdef", "Bearer fedcba9876543210", nil])
    #expect(requests.map { $0.field("Content-Type") } == [nil, "application/json", nil])
    #expect(requests.map(\.body) == [[], Array("{}".utf8), []])
  }

  @Test("the body of an error is read where it is asked for, and not beyond its limit")
  func errorBodies() async throws {
    let body = Array(#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#.utf8)
    let server = try LoopbackServer { request, _ in
      let status = request.line.path == "/307" ? 307 : request.line.path == "/500" ? 500 : 404
      return .answer(status: status, fields: ["Location: /elsewhere"], body: body)
    }
    defer { server.stop() }
    let transport = HTTPTransport(connectTimeout: .seconds(5))
    func answer(_ path: String, _ limit: Int) async throws -> HTTPAnswer {
      try await transport.send(
        RemoteRequest(
          .get, body: [], to: Endpoint(server.url(path)), timeout: .seconds(10), maximumBytes: 10,
          maximumErrorBytes: limit))
    }
    for (path, limit, status, expected) in [
      ("404", 1_000, 404, body), ("500", 1_000, 500, body), ("404", body.count, 404, body), ("307", 1_000, 307, []),
      ("404", body.count - 1, 404, []), ("404", 0, 404, []),
    ] {
      let answer = try await answer(path, limit)
      #expect(answer.status == status && answer.body == expected, "\(path) \(limit)")
    }
    await transport.shutdown()
  }

  @Test("a redirect is an answer, and nobody goes there")
  func redirect() async throws {
    let server = try LoopbackServer { request, _ in
      request.line.path == "/a" ? .http(307, fields: ["Location: /b"]) : .status(0)
    }
    defer { server.stop() }
    #expect(try await post(server.url("a")).get().status == 307)
    #expect(server.requests.count == 1)
  }

  @Test("a body without end is cut off in time, a body without bounds in size")
  func endless() async throws {
    let slow = try LoopbackServer { _, _ in .endless([0x20], pause: 0.02) }
    defer { slow.stop() }
    let trickle = fault(of: try await post(slow.url(""), timeout: .seconds(0.5)))
    #expect(trickle?.code == .answerUnfinished)

    let flood = try LoopbackServer { _, _ in .endless([UInt8](repeating: 0x20, count: 1 << 16), pause: 0) }
    defer { flood.stop() }
    #expect(
      fault(of: try await post(flood.url(""), timeout: .seconds(60), maximumBytes: 1 << 20))?.code == .answerTooLarge)
    // What was sent beyond the limit lies in the buffers of the two sockets.
    #expect(flood.sentBytes < 32 << 20)

    let announced = try LoopbackServer { _, _ in
      .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 300000000\r\n\r\n".utf8))
    }
    defer { announced.stop() }
    let refused = fault(of: try await post(announced.url("")))
    #expect(refused?.code == .answerTooLarge && refused?.message.contains("300,000,000") ?? false)

    let exact = try LoopbackServer { _, _ in .answer(status: 200, fields: [], body: [1, 2, 3, 4]) }
    defer { exact.stop() }
    #expect(try await post(exact.url(""), maximumBytes: 4).get().body == [1, 2, 3, 4])
    #expect(fault(of: try await post(exact.url(""), maximumBytes: 3))?.code == .answerTooLarge)
  }

  @Test(
    "connections that break are told from answers that are no HTTP",
    arguments: [
      ("", RemoteFault.Code.connectionClosed), ("HTTP/1.1 200 OK\r\nContent-Le", .connectionClosed),
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"sta", .connectionClosed),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"st", .connectionClosed),
      ("SSH-2.0-OpenSSH_9.2\r\n", .invalidHTTP), ("\u{0}\u{1}\u{2}\u{3}", .invalidHTTP),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", .invalidHTTP),
    ])
  func broken(_ text: String, _ code: RemoteFault.Code) async throws {
    let server = try LoopbackServer { _, _ in .raw(Array(text.utf8)) }
    defer { server.stop() }
    #expect(fault(of: try await post(server.url("")))?.code == code)
  }

  @Test("the first line alone says the status; a header has a limit, also behind the body")
  func headers() async throws {
    func post(_ text: String) async throws -> Result<HTTPAnswer, RemoteFault> {
      let server = try LoopbackServer { _, _ in .raw(Array(text.utf8)) }
      defer { server.stop() }
      return try await self.post(server.url(""))
    }
    let disguised = "HTTP/1.1 500 No\r\nHTTP/1.1 200 OK: x\r\nContent-Length: 16\r\n\r\n{\"status\":21003}"
    #expect(try await post(disguised).get().status == 500)
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1"
    #expect(try await post(interim).get().body == Array("1".utf8))
    let field = "X-Y: " + String(repeating: "a", count: 1_000) + "\r\n"
    let many = String(repeating: field, count: 300) + "\r\n"
    #expect(fault(of: try await post("HTTP/1.1 200 OK\r\n" + many))?.code != nil)
    let trailers = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n"
    #expect(fault(of: try await post(trailers + many))?.code == .invalidHTTP)
    // A webhook takes a body that is too large for an acknowledgement: a header must not be one.
    #expect(fault(of: try await post("HTTP/1.1 500 No\r\n" + many))?.code == .invalidHTTP)
    #expect(try await post(trailers + field + "\r\n").get().body == Array("1".utf8))
  }

  @Test("silence, nobody there, no such name")
  func nobody() async throws {
    let server = try LoopbackServer { _, _ in .silence }
    #expect(fault(of: try await post(server.url(""), timeout: .seconds(0.3)))?.code == .answerTimeout)
    server.stop()
    #expect(fault(of: try await post(server.url("")))?.code == .connectionRefused)
    #expect(fault(of: try await post("http://localhost:\(server.port)/"))?.code == .connectionRefused)
    // RFC 6761 keeps .invalid free of names. Where nobody answers questions about names either, time decides.
    let unknown = fault(of: try await post("https://verify-receipt.invalid/", timeout: .seconds(8)))?.code
    #expect(unknown == .hostNotFound || unknown == .connectTimeout)
  }

  @Test("a server that takes the connection and does not speak TLS, or nothing at all")
  func noTLS() async throws {
    let plain = try LoopbackServer { _, _ in .silence }
    defer { plain.stop() }
    let silent = fault(of: try await post("https://localhost:\(plain.port)/", connectTimeout: .seconds(0.5)))
    #expect(silent?.code == .connectTimeout, "\(String(describing: silent))")
  }

  @Test("a certificate counts only if it is trusted and has the server's name; nothing is sent otherwise")
  func certificates() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("receipt-remote-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"status\":0}".utf8)

    let right = try LoopbackTLSServer.certificate(for: "localhost", in: folder)
    let server = try LoopbackTLSServer(certificate: right.certificate, key: right.key, response: answer)
    defer { server.stop() }
    let untrusted = fault(of: try await post("https://localhost:\(server.port)/"))
    #expect(untrusted?.code == .certificate, "\(String(describing: untrusted))")
    #expect(server.received == [])
    let trusted = try await post("https://localhost:\(server.port)/", authorities: right.certificate.path)
    #expect(try trusted.get().body == Array(#"{"status":0}"#.utf8))
    let address = fault(
      of: try await post("https://127.0.0.1:\(server.port)/", authorities: right.certificate.path))
    #expect(address?.code == .certificate, "\(String(describing: address))")

    let wrong = try LoopbackTLSServer.certificate(for: "other.example", in: folder)
    let other = try LoopbackTLSServer(certificate: wrong.certificate, key: wrong.key, response: answer)
    defer { other.stop() }
    let name = fault(of: try await post("https://localhost:\(other.port)/", authorities: wrong.certificate.path))
    #expect(
      name?.code == .certificate && name?.message.contains("another name") ?? false, "\(String(describing: name))")
    #expect(other.received == [])
  }
}
