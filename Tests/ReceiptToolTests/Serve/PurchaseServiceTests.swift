import Foundation
import GRDB
import ReceiptKit
import ReceiptMint
import Testing

import SystemLibrary

/// `serve --ledger` as a backend uses it.
@Suite("serve: the purchase service")
struct PurchaseServiceTests {
  /// A service over a ledger of its own.
  struct Service {
    static let shop = "shop-token-0123456789"
    static let support = "support-token-012345678"
    static let tokens = """
      # name    scopes        token
      shop      present       \(shop)
      support   read          \(support)

      """

    let tool: LedgerTool
    let tokens: URL
    /// The options of each process of it.
    let options: [String]
    let server: RunningServer

    init(tokens: String = Self.tokens, _ more: [String] = [], needs: RunningServer.Need? = nil) throws {
      tool = try LedgerTool()
      self.tokens = try tool.scratch.file("tokens", tokens.utf8)
      options =
        [
          "--ledger", tool.database, "--token-file", self.tokens.path, "--trust-anchor", tool.anchor,
          "--allow-test-signed", "--environment", "sandbox", "--bundle-id", LedgerTool.bundle,
        ] + more
      server = try RunningServer(options, needs: needs)
    }

    func present(_ body: String, _ headers: [String] = [], token: String = Self.shop) throws -> WireAnswer {
      try server.post("/v1/purchases", body, ["Authorization: Bearer \(token)"] + headers)
    }

    func get(_ target: String, _ headers: [String] = [], token: String = Self.support) throws -> WireAnswer {
      try server.ask("GET", target, ["Authorization: Bearer \(token)"] + headers)
    }

    /// The names of all events.
    func events() throws -> [String] {
      try LedgerTool.lines(try get("/v1/events").text).compactMap { $0["event"] as? String }
    }
  }

  @Test("Scripts/purchases.txt", arguments: try CommandScript.cases("purchases"))
  func script(_ one: CommandScript.Case) throws {
    try one.run { place in
      for number in 1...2 {
        place.variables["R\(number)"] = [try LedgerTool.receipt([LedgerTool.coins("\(number)")])]
      }
      place.variables["STRANGER"] = [try LedgerTool.receipt([LedgerTool.coins("2")], bundle: "com.example.other")]
      var lamp = LedgerTool.coins("1", product: "com.example.lamp")
      lamp.productType = 0
      place.variables["LAMP"] = [try LedgerTool.receipt([lamp])]
      var month = LedgerTool.coins("1", product: "com.example.monthly")
      (month.productType, month.expiresDate) = (3, "2026-01-26T17:43:07Z")
      place.variables["MONTH"] = [try LedgerTool.receipt([month])]
      place.variables["LONG"] = [String(repeating: "x", count: 1_025)]
      place.variables["X256"] = [String(repeating: "x", count: 256)]
    }
  }

  /// A member of a request: what it is about, the value as JSON (`nil` for none), and what comes of it.
  private struct Member {
    enum Subject { case transaction, receipt }

    let subject: Subject
    let name: String
    let value: String?
    let status: Int
    /// The failed check, or the report, if there is any.
    let told: String?

    init(_ subject: Subject, _ name: String, _ value: String?, _ status: Int, _ told: String? = nil) {
      (self.subject, self.name, self.value, self.status, self.told) = (subject, name, value, status, told)
    }
  }

  private static let token = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

  /// The hash of the account `jane`: `printf jane | sha256sum`, with dashes.
  private static let hash = "81f8f6dd-e88365f3-928796ec-7aa53f72-820b06db-8664f5fe-76a7eb13-e24546a2"

  /// The device of every receipt that is minted.
  private static let device = "A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF"

  private static let members: [Member] = [
    Member(.transaction, "account_token", "\"\(token)\"", 200),
    Member(.transaction, "account_token", "\"\(token.uppercased())\"", 200),
    Member(.transaction, "account_token", "\"00000000-7425-40de-944b-e07fc1f90ae7\"", 422, "account_token"),
    Member(.transaction, "account_token", "\"jane\"", 400), Member(.transaction, "account_token", "null", 200),
    Member(.transaction, "account_token", nil, 200),
    // A receipt never says for which account a purchase was made.
    Member(.receipt, "account_token", "\"\(token)\"", 422, "account_token"),
    Member(.transaction, "product", "\"com.example.coins\"", 200),
    Member(.transaction, "product", "[\"com.example.coins\"]", 200),
    Member(.transaction, "product", "\"com.example.other\"", 422, "products"),
    Member(.transaction, "product", "[]", 400), Member(.transaction, "product", nil, 200),
    Member(.receipt, "product", "\"com.example.other\"", 422, "products"),
    Member(.transaction, "transaction", "\"OWN\"", 200), Member(.transaction, "transaction", "[\"OWN\"]", 200),
    Member(.transaction, "transaction", "\"999\"", 422, "purchase"), Member(.transaction, "transaction", "[]", 400),
    Member(.transaction, "transaction", nil, 200), Member(.receipt, "transaction", "\"999\"", 422, "purchase"),
    Member(.transaction, "ordered_at", "\"2025-12-26T20:00:00Z\"", 200),
    Member(.transaction, "ordered_at", "\"2026-03-01T00:00:00Z\"", 200, "stale_receipt"),
    Member(.transaction, "ordered_at", "\"soon\"", 400),
    Member(.receipt, "application_username", "\"\(hash)\"", 200),
    Member(.receipt, "application_username", "\"\(hash.uppercased())\"", 200),
    Member(.receipt, "application_username", "\"jane\"", 200, "account_mismatch"),
    Member(.receipt, "application_username", nil, 200), Member(.receipt, "application_username", "[]", 400),
    Member(.receipt, "device_guid", "\"\(device)\"", 200),
    Member(.receipt, "device_guid", "\"00:1B:63:84:45:E6\"", 422, "device_hash"),
    Member(.receipt, "device_guid", "\"jane\"", 400), Member(.receipt, "device_guid", nil, 200),
    Member(.transaction, "device_guid", "\"\(device)\"", 422, "device_hash"),
    Member(.transaction, "id", "\"x7\"", 200), Member(.transaction, "id", nil, 200),
    Member(.transaction, "id", "{}", 400),
    Member(.transaction, "receipt", "null", 400), Member(.transaction, "order", "null", 400),
    Member(.transaction, "account", "null", 400), Member(.transaction, "account", "\"\"", 400),
  ]

  @Test("every member that the description names does what it says, and its absence checks nothing")
  func members() throws {
    let scratch = try Scratch()
    let anchor = try scratch.file("jws.pem", Minted.signedAnchors().utf8).path
    let service = try Service(["--trust-anchor", anchor, "--max-order-age", "1d"])
    func transaction(_ identifier: String) throws -> String {
      let payload =
        #"{"transactionId":"\#(identifier)","originalTransactionId":"\#(identifier)","bundleId":"com.example.test","#
        + #""productId":"com.example.coins","type":"Consumable","quantity":1,"inAppOwnershipType":"PURCHASED","#
        + #""purchaseDate":1766768400000,"originalPurchaseDate":1766768400000,"environment":"Sandbox","#
        + #""signedDate":1766772000000,"appAccountToken":"\#(Self.token)"}"#
      return try Minted.signed(.transaction, payload)
    }
    for (number, member) in Self.members.enumerated() {
      let own = "\(1_000 + number)"
      let input =
        try member.subject == .transaction ? transaction(own) : LedgerTool.receipt([LedgerTool.coins(own)])
      // What is no subject of the case is as a good backend sends it: the order was made when the purchase was.
      var values = [
        "receipt": "\"\(input)\"", "order": "\"\(own)\"", "account": "\"jane\"",
        "ordered_at": "\"2025-12-26T20:00:00Z\"",
      ]
      values[member.name] = member.value?.replacing("OWN", with: own)
      let body =
        "{" + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
      let answer = try service.present(body)
      let place = "\(member.subject) \(member.name) \(member.value ?? "-"): \(answer.text)"
      #expect(answer.status == member.status, "\(place)")
      guard member.status != 400 else {
        #expect(try answer.problem() == "body", "\(place)")
        continue
      }
      let document = try answer.json()
      let checks = (document["failed_checks"] as? [[String: Any]])?.compactMap { $0["check"] as? String } ?? []
      let reports = (document["reports"] as? [[String: Any]])?.compactMap { $0["report"] as? String } ?? []
      #expect(checks + reports == [member.told].compactMap(\.self), "\(place)")
      #expect(document["source"] as? String == (member.name == "id" && member.value != nil ? "x7" : "-"), "\(place)")
    }
    // An order without a date was made now.
    let late = try service.present(LedgerTool.line(transaction("1"), order: "late", account: "jane"))
    #expect(late.status == 200 && late.text.contains("stale_receipt"), "\(late.text)")
    let description = try service.get("/openapi.json").json()
    let schemas = (description["components"] as? [String: Any])?["schemas"] as? [String: Any]
    let named = (schemas?["purchase"] as? [String: Any])?["properties"] as? [String: Any]
    #expect(Set(try #require(named).keys) == Set(Self.members.map(\.name)))
  }

  @Test("a token is asked no more than its rate; neither tokens nor names are in the log")
  func rate() throws {
    let rated = Service.tokens + "slow read slow-token-0123456789 3\n"
    let service = try Service(tokens: rated)
    let body = LedgerTool.line(try LedgerTool.receipt([LedgerTool.coins("1")]), order: "A", account: "jane")
    #expect(try service.present(body, token: Service.support).problem() == "scope")
    #expect(try service.get("/v1/events", token: Service.shop).problem() == "scope")
    let statuses = try (0..<10).map { _ in try service.get("/v1/events", token: "slow-token-0123456789") }
    #expect(statuses.contains { $0.status == 429 && $0.headers["retry-after"] == "1" })
    #expect(statuses.prefix(3).allSatisfy { $0.status == 200 })
    // Neither tokens nor names are in the log.
    _ = try service.get("/v1/accounts/secret-name/entitlements")
    #expect(service.server.logs("GET /v1/accounts/{name}/entitlements 200"))
    for word in ["token-0", "secret-name", "jane"] { #expect(!service.server.log.contains(word)) }
  }

  @Test("SIGHUP reads the tokens again; a broken file changes nothing")
  func reading() throws {
    let service = try Service(needs: .signals)
    let new = "new-token-0123456789"
    #expect(try service.get("/v1/events", token: new).status == 401)
    try Data((Service.tokens.replacing(Service.support, with: new)).utf8).write(to: service.tokens)
    service.server.signal(SIGHUP)
    #expect(service.server.logs("SIGHUP: the tokens were read again"))
    #expect(try service.get("/v1/events", token: new).status == 200)
    #expect(try service.get("/v1/events", token: Service.support).status == 401)
    try Data("shop all short\n".utf8).write(to: service.tokens)
    service.server.signal(SIGHUP)
    #expect(service.server.logs("SIGHUP: the tokens are as before"))
    #expect(try service.get("/v1/events", token: new).status == 200)
    #expect(service.server.end() == 0)
  }

  /// Programs take such a segment of a path for this folder or the one above, also if it is percent-encoded.
  @Test("a dot or two are no new name of an account or an order; old ones are asked about by a parameter")
  func dots() throws {
    let service = try Service(tokens: Service.tokens + "admin administer,read admin-token-0123456789\n")
    let admin = "admin-token-0123456789"
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    for name in [".", ".."] {
      for (order, account) in [("A", name), (name, "jane")] {
        let body = LedgerTool.line(receipt, order: order, account: account)
        let answer = try service.present(body)
        #expect(answer.status == 400 && answer.text.contains("a dot or two"), "\(answer.text)")
        let added = try service.tool.add(receipt, order: order, account: account)
        #expect(added.status == 64 && added.stderr.contains("a dot or two"), "\(added.stderr)")
      }
    }
    #expect(try service.present(LedgerTool.line(receipt, order: "A", account: "old")).status == 200)
    let merge = "/v1/accounts/old/merge"
    let merged = try service.server.post(merge, #"{"into":".."}"#, ["Authorization: Bearer \(admin)"])
    #expect(merged.status == 400, "\(merged.text)")
    // As earlier versions took them.
    let database = try DatabaseQueue(path: service.tool.database)
    try database.write { db in
      for table in ["presentation", "purchase", "subscription", "event"] {
        try db.execute(sql: "UPDATE \(table) SET account = '..' WHERE account = 'old'")
      }
    }
    try database.close()
    let entitlements = try service.get("/v1/accounts/-/entitlements?name=..").json()
    #expect(entitlements["account"] as? String == "..", "\(entitlements)")
    let history = try service.get("/v1/accounts/-?name=%2E%2E")
    #expect(history.status == 200 && history.text.contains("\"transaction_id\":\"1\""), "\(history.text)")
    for target in ["/v1/accounts/jane?name=..", "/v1/accounts/-?name=..&name=.", "/v1/accounts/-?name="] {
      #expect(try service.get(target).problem() == "parameter", "\(target)")
    }
    let away = try service.server.post(
      "/v1/accounts/-/merge?name=..", #"{"into":"jane"}"#, ["Authorization: Bearer \(admin)"])
    #expect(away.status == 200, "\(away.text)")
    #expect(try service.get("/v1/accounts/-?name=..").status == 404)
    #expect(try service.get("/v1/accounts/jane").status == 200)
  }

  @Test("entitlements have a tag that changes when the answer does")
  func entitlements() throws {
    let service = try Service()
    let target = "/v1/accounts/jane%2Fdoe%20%C3%A9/entitlements"
    let nothing = try service.get(target)
    #expect(try nothing.status == 200 && (nothing.json()["entitlements"] as? [Any])?.isEmpty == true)
    var lamp = LedgerTool.coins("1", product: "com.example.lamp")
    lamp.productType = 0
    let receipt = try LedgerTool.receipt([lamp])
    #expect(try service.present(LedgerTool.line(receipt, order: "A", account: "jane/doe é")).status == 200)
    let found = try service.get(target)
    let entitlements = try #require(try found.json()["entitlements"] as? [[String: Any]])
    #expect(entitlements.map { $0["product_id"] as? String } == ["com.example.lamp"])
    #expect(entitlements[0]["transaction_id"] as? String == "1")
    let tag = try #require(found.headers["etag"])
    #expect(tag != nothing.headers["etag"])
    // The moment of the question differs, and the answer does not.
    for header in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let same = try service.get(target, ["If-None-Match: \(header)"])
      #expect(same.status == 304 && same.body.isEmpty && same.headers["etag"] == tag, "\(header)")
    }
    #expect(try service.get(target, ["If-None-Match: \"x\""]).status == 200)
    // With replies it is another answer.
    func eTag(_ query: String) throws -> String? { try service.get(target + query).headers["etag"] }
    let plain = try eTag("?language=en")
    #expect(try eTag("?language=en&replies=true") != plain && eTag("?language=en&replies=false") == plain)
    // Before it was bought.
    #expect(try (service.get(target + "?at=2025-12-01").json()["entitlements"] as? [Any])?.isEmpty == true)
    for wrong in ["?at=soon", "?when=now"] { #expect(try service.get(target + wrong).problem() == "parameter") }
    for name in ["%", "%00", "%ff"] {
      let answer = try service.get("/v1/accounts/\(name)/entitlements")
      #expect(try answer.problem() == "path" && answer.json()["title"] as? String == "A name in the path is wrong")
    }
    // The same document as the command's.
    let run = try service.tool.run("entitlements", ["jane/doe é", "--json"])
    let printed = try #require(try run.json()["entitlements"] as? [[String: Any]])
    #expect(printed as NSArray == entitlements as NSArray)
  }

  @Test("histories are those of ledger show; what is unknown is 404")
  func histories() throws {
    let service = try Service()
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try service.present(LedgerTool.line(receipt, order: "A", account: "jane")).status == 200)
    for (target, name, subject) in [
      ("/v1/accounts/jane", "jane", "account"), ("/v1/orders/A", "A", "order"),
      ("/v1/transactions/1", "1", "transaction"),
    ] {
      let answer = try service.get(target)
      let run = try service.tool.run("show", [name, "--as", subject, "--json"])
      #expect(try answer.json() as NSDictionary == run.json() as NSDictionary)
    }
    for target in ["/v1/accounts/A", "/v1/orders/jane", "/v1/transactions/2"] {
      #expect(try service.get(target).problem() == "unknown")
    }
    let wrong = try service.server.ask("POST", "/v1/orders/A", ["Authorization: Bearer \(Service.support)"])
    #expect(wrong.status == 405 && wrong.headers["allow"] == "GET, HEAD")
  }

  @Test("events: from a number on, waited for, and followed")
  func events() throws {
    let service = try Service()
    for number in 1...3 {
      let receipt = try LedgerTool.receipt([LedgerTool.coins("\(number)")])
      #expect(try service.present(LedgerTool.line(receipt, order: "\(number)", account: "jane")).status == 200)
    }
    func numbers(_ answer: WireAnswer) throws -> [Int] {
      try LedgerTool.lines(answer.text).compactMap { $0["seq"] as? Int }
    }
    #expect(try numbers(service.get("/v1/events")) == [1, 2, 3])
    #expect(try numbers(service.get("/v1/events?since=1&limit=1")) == [2])
    #expect(try numbers(service.get("/v1/events?since=3")) == [])
    #expect(try service.get("/v1/events?since=4").status == 410)
    for wrong in ["since=-1", "since=x", "wait=601", "limit=0", "since=1&since=2"] {
      #expect(try service.get("/v1/events?\(wrong)").problem() == "parameter")
    }
    #expect(try service.get("/v1/events", ["Last-Event-ID: x"]).problem() == "header")
    // A client that follows, and another process that records.
    let follower = try WireConnection(port: service.server.port)
    try follower.send(
      "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(Service.support)\r\nAccept: text/event-stream\r\n"
        + "Last-Event-ID: 2\r\nConnection: close\r\n\r\n")
    func follow(until word: String) -> String {
      var text = ""
      while !text.contains(word), let bytes = follower.receive() { text += String(decoding: bytes, as: UTF8.self) }
      return text
    }
    let first = follow(until: "\"seq\":3")
    #expect(
      first.contains("text/event-stream") && first.contains("id: 3\nevent: accepted\ndata: {")
        && !first.contains("id: 2"))
    let added = try service.tool.add(try LedgerTool.receipt([LedgerTool.coins("4")]), order: "4", account: "jim")
    #expect(added.status == 0, "\(added.stderr)")
    #expect(follow(until: "\"seq\":4").contains("id: 4\nevent: accepted\ndata: {"))
    // A client that waits.
    let waiter = try WireConnection(port: service.server.port)
    try waiter.send(
      "GET /v1/events?since=4&wait=60 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(Service.support)\r\nConnection: close\r\n\r\n"
    )
    usleep(300_000)
    let receipt = try LedgerTool.receipt([LedgerTool.coins("5")])
    #expect(try service.present(LedgerTool.line(receipt, order: "5", account: "jane")).status == 200)
    #expect(try numbers(waiter.answer()) == [5])
    // HEAD has no body, and does not follow.
    let head = try WireConnection(port: service.server.port)
    for accept in ["*/*", "text/event-stream"] {
      try head.send(
        "HEAD /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(Service.support)\r\nAccept: \(accept)\r\n\r\n")
      #expect(try head.answer(toHead: true).status == 200)
    }
    try head.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(try head.answer().text == "ok\n")
    // A token that is taken back reads no more, also where it follows already.
    let other = try WireConnection(port: service.server.port)
    try other.send(
      "GET /v1/events?since=5 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(Service.support)\r\nAccept: text/event-stream\r\n"
        + "Connection: close\r\n\r\n")
    #expect(other.receive() != nil)
    try Data("shop present,read \(Service.shop)\n".utf8).write(to: service.tokens)
    service.server.signal(SIGHUP)
    #expect(service.server.logs("SIGHUP: the tokens were read again"))
    let last = try LedgerTool.receipt([LedgerTool.coins("6")])
    #expect(try service.present(LedgerTool.line(last, order: "6", account: "jane")).status == 200)
    var rest = ""
    while let bytes = other.receive() { rest += String(decoding: bytes, as: UTF8.self) }
    #expect(!rest.contains("\"seq\":6"), "\(rest)")
    // Followers do not hold up the end.
    #expect(service.server.end() == 0)
  }

  @Test("a ledger that cannot be written is 503, and nothing is half recorded")
  func locked() throws {
    let service = try Service()
    let ready = try service.get("/readyz")
    #expect(try ready.status == 200 && ready.json()["ready"] as? Bool == true)
    #expect(try ready.json()["last_event"] as? Int == 0)
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    let line = LedgerTool.line(receipt, order: "A", account: "jane")
    let other = try DatabaseQueue(path: service.tool.database)
    try other.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      // Anybody can send what is not proven: it waits for nothing, and no question waits for a write.
      let junk = try service.server.post(
        "/v1/notifications", #"{"notification_type":"REFUND","password":"x","bid":"x"}"#)
      #expect(junk.status == 400, "\(junk.text)")
      let answer = try service.present(line)
      #expect(answer.status == 503 && answer.headers["retry-after"] != nil, "\(answer.text)")
      // What the client gets to know does not name files; the log does.
      #expect(try answer.problem() == "ledger" && !answer.text.contains(service.tool.database))
      #expect(service.server.logs(service.tool.database))
      try db.execute(sql: "ROLLBACK")
    }
    #expect(try service.present(line).json()["decision"] as? String == "accept")
    #expect(try service.events() == ["accepted"])
  }

  @Test("--quiet writes no line for a request, and still says what is wrong with the database")
  func quietly() throws {
    let service = try Service(["--quiet"])
    let line = LedgerTool.line(try LedgerTool.receipt([LedgerTool.coins("1")]), order: "A", account: "jane")
    let other = try DatabaseQueue(path: service.tool.database)
    try other.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      #expect(try service.present(line).status == 503)
      try db.execute(sql: "ROLLBACK")
    }
    #expect(service.server.logs(service.tool.database))
    #expect(try service.present(line).status == 200)
    service.server.signal(SIGHUP)
    #expect(service.server.end() == 0)
    let lines = service.server.log.split(separator: "\n")
    #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("error: ") }, "\(service.server.log)")
  }
}
