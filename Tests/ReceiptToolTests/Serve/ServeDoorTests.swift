import Foundation
import GRDB
import Testing

import SystemLibrary

/// What strangers and full disks leave of the service.
@Suite("serve: its doors")
struct ServeDoorTests {
  private static let ask = "GET /support HTTP/1.1\r\nHost: localhost\r\n\r\n"

  #if os(Linux)
    /// The largest memory that a process had, in MiB.
    private func memory(of server: RunningServer) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(server.process)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) })
        >> 10
    }

    @Test("pages that nobody reads take no memory of the service, and neither do requests for more of them")
    func unreadPages() throws {
      let service = try PurchaseServiceTests.Service(needs: .limit(openFiles: 2_000))
      let size = try service.server.ask("GET", "/support").body.count
      // All that is asked for at once would be 100 MiB and more. Twice as much takes a busy machine over 20 seconds.
      #expect(size * 20 * 250 > 100 << 20)
      let before = try memory(of: service.server)
      // The system alone holds several pages of each connection.
      let requests = Array(String(repeating: Self.ask, count: 2_000).utf8)
      let connections = try (0..<250).map { _ in
        let connection = try WireConnection(port: service.server.port, patience: 1)
        try connection.send(Array(requests.prefix(Self.ask.utf8.count * 20)))
        return connection
      }
      #expect(try service.server.ask("GET", "/healthz").text == "ok\n")
      // What is sent on is not read.
      for connection in connections.prefix(20) { try? connection.send(requests) }
      #expect(try service.server.ask("GET", "/healthz").text == "ok\n")
      let taken = try memory(of: service.server) - before
      #expect(taken < 30, "\(taken) MiB for 250 pages of \(size) bytes")
      // They are still answered, one after another.
      var text = ""
      while text.components(separatedBy: "HTTP/1.1 200").count < 3, let piece = connections[100].receive() {
        text += String(decoding: piece, as: UTF8.self)
      }
      #expect(text.components(separatedBy: "HTTP/1.1 200").count >= 3)
    }

    @Test("a ledger that cannot be written is not ready, is ready again, and one error is logged once")
    func fullDisk() throws {
      let service = try PurchaseServiceTests.Service(needs: .signals)
      func ready() throws -> Int { try service.server.ask("GET", "/readyz").status }
      #expect(try ready() == 200)
      let line = LedgerTool.line(try LedgerTool.receipt([LedgerTool.coins("1")]), order: "A", account: "jane")
      // No file of the process grows any more, as on a full disk.
      func limitFiles(_ bytes: String) throws {
        let limit = ["prlimit", "--pid", "\(service.server.process)", "--fsize=\(bytes):unlimited"]
        #expect(try ToolRun(executable: URL(fileURLWithPath: "/usr/bin/env"), limit).status == 0)
      }
      try limitFiles("4096")
      // An answer is valid for a second.
      usleep(1_100_000)
      for _ in 0..<3 {
        #expect(try ready() == 503)
        #expect(try service.present(line).status == 503)
        usleep(1_100_000)
      }
      // Reads go on.
      #expect(try service.get("/v1/accounts/jane/entitlements").status == 200)
      let database = service.tool.database
      #expect(service.server.logs(database))
      let errors = service.server.log.split(separator: "\n").filter { $0.contains("error: ") && $0.contains(database) }
      #expect(errors.count == Set(errors).count, "\(errors)")
      try limitFiles("unlimited")
      usleep(1_100_000)
      #expect(try ready() == 200)
      #expect(try service.present(line).status == 200)
    }
  #endif

  @Test("empty lines before requests, and requests in any pieces, are answered one after another")
  func pieces() throws {
    let server = try RunningServer()
    let one = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let body = "POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\n\r\n\r\n\n\n\r\n"
    let chunks = "POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\n\n\r\n0\r\n\r\n"
    for size in [1, 2, 3, 7, 1 << 16] {
      let connection = try WireConnection(port: server.port)
      var rest = Array("\n\r\n\(one)\r\n\n\(one)\(body)\(one)\(chunks)\(one)".utf8)[...]
      while !rest.isEmpty {
        try connection.send(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      connection.finishSending()
      let text = String(decoding: connection.receiveAll(), as: UTF8.self)
      let statuses = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
      // A chunked body that is refused ends the connection.
      #expect(statuses.starts(with: ["200", "200", "404", "200", "404"]), "\(size): \(statuses)")
    }
  }

  @Test("a ledger that another process writes is ready, and nothing is seen of what is tried")
  func locked() throws {
    let service = try PurchaseServiceTests.Service()
    let before = try service.get("/readyz")
    #expect(before.status == 200)
    let other = try DatabaseQueue(path: service.tool.database)
    try other.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      // An answer is valid for a second.
      usleep(1_100_000)
      let answer = try service.get("/readyz")
      #expect(answer.status == 200 && answer.text == before.text)
      try db.execute(sql: "ROLLBACK")
    }
    usleep(1_100_000)
    #expect(try service.get("/readyz").text == before.text)
  }

  /// The arguments of `serve` in the unit, or in the file for containers, for a folder.
  private func arguments(_ words: [Substring], _ scratch: Scratch) throws -> [String] {
    try #require(words.prefix { $0 != "serve" }.count < words.count)
    var arguments = words.drop { $0 != "serve" }.dropFirst().map(String.init)
    if let listen = arguments.firstIndex(of: "--listen") { arguments.removeSubrange(listen...(listen + 1)) }
    for (name, text) in [
      ("tokens", PurchaseServiceTests.Service.tokens), ("shared-secret", "0123456789abcdef0123456789abcdef"),
    ] {
      try scratch.file(name, text.utf8)
    }
    return arguments.map { word in
      word.hasPrefix("postgres:")
        ? scratch.path + "/ledger.sqlite"
        : ["${STATE_DIRECTORY}", "${CREDENTIALS_DIRECTORY}", "/etc/receipt-tool", "/secrets", "/keys"]
          .reduce(word) { $0.replacing($1, with: scratch.path) }
    }
  }

  @Test(
    "the services in Examples start on a new machine",
    arguments: ["systemd/receipt-purchases.service", "purchase-service/compose.yaml"])
  func examples(_ name: String) throws {
    let text = try Package.text("Examples/" + name)
    let words: [Substring] =
      if name.hasSuffix(".service") {
        try #require(text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") }).split(separator: " ")
      } else {
        try #require(text.firstRange(of: "command: >-").map { text[$0.upperBound...] })
          .prefix(upTo: try #require(text.firstRange(of: "    environment:\n      PGPASSFILE")).lowerBound)
          .split(whereSeparator: \.isWhitespace)
      }
    let scratch = try Scratch()
    let server = try RunningServer(try arguments(words, scratch))
    #expect(try server.ask("GET", "/readyz").status == 200)
    let token = "Authorization: Bearer \(PurchaseServiceTests.Service.support)"
    #expect(try server.ask("GET", "/v1/events", [token]).status == 200)
    #expect(server.end() == 0)
    // Without the app there is nothing to start with, and what is said then is true of `serve`.
    let bundle = try #require(words.firstIndex { $0 == "--bundle-id" })
    let other = try Scratch()
    let run = try ToolRun(
      ["serve", "--listen", "127.0.0.1:0"] + arguments(Array(words[..<bundle] + words[(bundle + 2)...]), other))
    #expect(run.status != 0 && run.stdout == "")
    #expect(run.stderr.contains("hint: ") && run.stderr.contains("--bundle-id com.example.app"), "\(run.stderr)")
    #expect(!run.stderr.contains("--database"), "\(run.stderr)")
  }
}
