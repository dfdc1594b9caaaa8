import Foundation
import LoopbackServer
import Testing

@Suite("verify, when no answer comes")
struct VerifyFaultTests {
  /// Each with what it says and how often it is tried.
  private static let faults: [(name: String, reply: Reply, words: String, tries: Int, timeout: String)] = [
    (
      "a proxy's page",
      .answer(status: 200, fields: ["Content-Type: text/html"], body: Array("<html>Log in</html>".utf8)),
      "gave an HTML or XML page, not an answer of verifyReceipt", 1, "20"
    ),
    (
      "truncated JSON", .json(#"{"status":0,"receipt":{"bundle_id":"com.exa"#), "gave an answer that was cut off", 2,
      "20"
    ),
    (
      "a redirect to another host", .http(302, fields: ["Location: https://elsewhere.example/verifyReceipt"]),
      "sends elsewhere, to https://elsewhere.example/verifyReceipt (HTTP 302); it was not followed", 1, "20"
    ),
    ("an empty body", .json(""), "gave an empty answer", 2, "20"),
    (
      "a body of 300 MB", .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 314572800\r\n\r\n{".utf8)),
      "answered with 314,572,800 bytes; the limit is 33,554,432", 1, "20"
    ),
    (
      "a body of 300 MB that is not announced", .endless([UInt8](repeating: 0x20, count: 1 << 20), pause: 0),
      "answered with more than 33,554,432 bytes", 1, "20"
    ),
    (
      "a response that never ends", .endless([0x20], pause: 0.02), "began to answer and did not end within 0.8 s", 2,
      "800ms"
    ),
    ("a response that never begins", .silence, "did not begin to answer within 0.8 s", 2, "800ms"),
    (
      "invalid UTF-8",
      .answer(status: 200, fields: [], body: Array(#"{"status":0,"x":""#.utf8) + [0xC3, 0x28] + Array("\"}".utf8)),
      "gave an answer that is not UTF-8 at byte 17", 1, "20"
    ),
    (
      "a connection that ends", .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"st".utf8)),
      "closed the connection", 2, "20"
    ),
    ("no HTTP", .raw(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)), "not HTTP", 1, "20"),
    ("JSON of another service", .json(#"{"error":"invalid_grant"}"#), "gave JSON with no `status`", 1, "20"),
    ("two statuses", .json(#"{"status":0,"status":21002}"#), "gave JSON with `status` twice", 1, "20"),
    ("a status as text", .json(#"{"status":"0"}"#), "gave JSON with a `status` that is a text", 1, "20"),
    ("HTTP 403", .http(403), "refused the request (HTTP 403 Forbidden)", 1, "20"),
    ("HTTP 404", .http(404), "refused the request (HTTP 404 Not Found)", 1, "20"),
  ]

  @Test("each fault has words of its own, prints nothing, and ends with 69", arguments: faults.indices)
  func fault(_ index: Int) throws {
    let fault = Self.faults[index]
    try Asking.with(fault.reply) { asking throws in
      let began = Date()
      let run = try asking.verify(["--timeout", fault.timeout, "--tries", "2"])
      // 20 s is nobody's time: what does not wait for a timeout ends at once, also where a machine is busy with other
      // things.
      #expect(Date().timeIntervalSince(began) < 18)
      #expect(run.status == 69, "\(fault.name): \(run.stderr)")
      #expect(run.stdout == "")
      #expect(run.stderr.contains(fault.words), "\(fault.name): \(run.stderr)")
      #expect(run.stderr.hasPrefix("error: not answered: 127.0.0.1 "))
      #expect(run.stderr.contains("\nhint: "), "\(fault.name)")
      #expect(asking.paths.count == fault.tries, "\(fault.name)")
      #expect(asking.server.sentBytes < 64 << 20)
    }
  }

  @Test("the deadline holds whatever the server does, and is not waited for in vain")
  func deadline() throws {
    try Asking.with(.silence) { asking throws in
      let began = Date()
      let run = try asking.verify(["--deadline", "4", "--timeout", "1"])
      let taken = Date().timeIntervalSince(began)
      #expect(taken > 2 && taken < 12)
      #expect(run.status == 69)
      #expect(run.stderr.contains("hint: --deadline left no time for another try"))
      #expect((2...3).contains(asking.paths.count))
    }
    try Asking.with(.http(503, fields: ["Retry-After: 3600"])) { asking throws in
      let began = Date()
      let run = try asking.verify()
      #expect(Date().timeIntervalSince(began) < 10)
      #expect(run.status == 75 && asking.paths.count == 1)
      #expect(run.stderr.contains("hint: the server asks to wait 3600 s, which is longer than --deadline leaves"))
    }
    try Asking.with { request, _ in
      request.line.path == "/sandbox" ? .silence : .status(21007)
    } _: { asking throws in
      let began = Date()
      let run = try asking.verify(["--deadline", "3"])
      #expect(Date().timeIntervalSince(began) < 12)
      #expect(run.status == 69 && asking.paths == ["production", "sandbox"])
    }
  }

  @Test("one hint, and none that contradicts another; the deadline is named where it ended a try")
  func hints() throws {
    func hints(_ run: ToolRun) -> [Substring] { run.stderr.split(separator: "\n").filter { $0.hasPrefix("hint: ") } }
    try Asking.with(.http(503, fields: ["Retry-After: 0"])) { asking throws in
      let run = try asking.verify(["--tries", "2"])
      #expect(hints(run) == ["hint: it was tried as often as --tries allows; send it again later"])
    }
    try Asking.with(.silence) { asking throws in
      let run = try asking.verify(["--timeout", "30", "--deadline", "1"])
      #expect(run.stderr.contains("; the deadline left this try no more ("), "\(run.stderr)")
      #expect(hints(run) == ["hint: --deadline left no time for another try; send it again later"])
      let slow = try asking.verify(["--timeout", "1", "--tries", "1"])
      #expect(!slow.stderr.contains("deadline") && hints(slow) == ["hint: try again; --timeout gives it longer"])
    }
  }

  @Test("an answer that is compressed although nobody asked for it is called so")
  func gzip() throws {
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xAB, 0x56]
    try Asking.with(.answer(status: 200, fields: ["Content-Encoding: gzip"], body: header)) { asking throws in
      let run = try asking.verify()
      #expect(run.status == 69 && run.stderr.contains("gave an answer that is compressed with gzip"))
      #expect(run.stderr.contains("hint: uncompress it") && !run.stderr.contains("damaged"))
      // A file that is compressed is read, and this one is cut off.
      let saved = try ToolRun(["compare", asking.receipt, "--response", try asking.file("a.json.gz", header)])
      #expect(saved.status == 66 && saved.stderr.contains("the gzip data ends too early"))
    }
  }

  @Test("nobody there, and no such name")
  func nobody() throws {
    try Asking.with(.status(0)) { asking throws in
      asking.server.stop()
      let run = try asking.verify(["--tries", "2"])
      #expect(run.status == 69 && run.stdout == "")
      #expect(run.stderr.contains("127.0.0.1 refused the connection") && run.stderr.contains("; 2 tries, "))
      let name = try ToolRun(
        ["verify", "--endpoint", "https://verify-receipt.invalid/", "--tries", "1", "--deadline", "8", asking.receipt])
      #expect(name.status == 69)
      // Where nobody answers questions about names, time decides.
      #expect(
        name.stderr.contains("the name verify-receipt.invalid has no address")
          || name.stderr.contains("verify-receipt.invalid did not"))
    }
  }

  @Test("a proxy that the environment names is not asked")
  func proxies() throws {
    try Asking.with(.status(21003)) { asking throws in
      let proxy = try LoopbackServer { _, _ in .status(21004) }
      defer { proxy.stop() }
      var environment = ["PATH": "/usr/bin:/bin"]
      for name in ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"] {
        environment[name] = proxy.url("")
      }
      let run = try ToolRun(
        executable: ToolRun.program(because: "libcurl reads the environment of its process"),
        ["verify"] + asking.endpoints + [asking.receipt], environment: environment)
      #expect(run.status == 1 && run.stderr.contains("21003"), "\(run.status) \(run.stderr)")
      #expect(proxy.requests.isEmpty && !asking.server.requests.isEmpty)
    }
  }

  @Test("a certificate that does not match ends it before anything is sent, and no option helps")
  func certificate() throws {
    let scratch = try Scratch()
    let minted = try LoopbackTLSServer.certificate(for: "localhost", in: scratch.url)
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"status\":0}".utf8)
    let server = try LoopbackTLSServer(certificate: minted.certificate, key: minted.key, response: answer)
    defer { server.stop() }
    try Asking.with(.status(0)) { asking throws in
      let run = try ToolRun(
        ["verify", "--endpoint", "https://localhost:\(server.port)/", asking.receipt],
        // What curl and OpenSSL heed must not weaken this.
        environment: [
          "APPSTORE_SHARED_SECRET": Asking.secret, "SSL_CERT_FILE": minted.certificate.path,
          "CURL_CA_BUNDLE": minted.certificate.path, "SSLKEYLOGFILE": scratch.path + "/keys",
        ])
      asking.expectNoSecret(run)
      #expect(run.status == 69 && run.stdout == "")
      #expect(run.stderr.contains("the certificate of localhost does not match"), "\(run.stderr)")
      #expect(run.stderr.contains("; 1 try, "))
      #expect(server.received == [])
      #expect(!FileManager.default.fileExists(atPath: scratch.path + "/keys"))
    }
  }

  @Test("a message that cuts a name of the answer short shows no part of the secret")
  func cutSecretInJSON() throws {
    // Around every limit that a message could have.
    for length in [0, 30, 55, 95, 195, 395] {
      let name = String(repeating: "a", count: length) + Asking.secret + String(repeating: "b", count: 9_000)
      try Asking.with(.json(#"{"status":0,"\#(name)":1,"\#(name)":2}"#)) { asking throws in
        let run = try asking.verify()
        #expect(run.status == 69 && run.stderr.contains(" twice: readers differ in which they take"), "\(run.stderr)")
        #expect(
          !run.stderr.contains(Asking.secret.prefix(6)) && run.stderr.utf8.count < 600, "\(length): \(run.stderr)")
      }
    }
  }
}
