import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptCommands

/// Histories with many transactions: pages, and every query parameter. What is expected is selected by the facts below,
/// as Apple describes the parameters.
@Suite("serve --scenario: histories", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
struct StandInHistoryTests {
  /// A transaction of one customer, as facts.
  private struct Fact {
    let identifier: String
    let product: String
    let type: String
    let purchased: Int
    let isShared: Bool
    let isRevoked: Bool
  }

  private static let day = 86_400_000
  private static let begin = 1_767_225_600_000
  private static let types = [
    "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription",
  ]
  private static let names = [
    "Auto-Renewable Subscription": "AUTO_RENEWABLE", "Non-Consumable": "NON_CONSUMABLE", "Consumable": "CONSUMABLE",
    "Non-Renewing Subscription": "NON_RENEWABLE",
  ]

  private static let facts = (0..<45).map { number in
    Fact(
      identifier: String(2_000_000_000_000_000 + number), product: "product.\(number % 5)", type: types[number % 4],
      // Bought in another order than signed.
      purchased: begin - (number * 7 % 45) * day, isShared: number % 3 == 0, isRevoked: number % 2 == 0)
  }

  /// Signed one after another, a minute each.
  private func serve() throws -> StandInRun {
    let scratch = try Scratch()
    let authority = try AuthorityFolder(StandInRun.authority.path).read(.silent)
    let moment = Instant(milliseconds: Int64(Self.begin))
    var template = try SignedDataTemplate(.transaction, options: TemplateOptions(creationDate: moment)).description(
      seed: "x")
    let minter = try JWSMinter(authority, signedAt: moment.rfc3339)
    for (number, fact) in Self.facts.enumerated() {
      var members: [JSONValue.Member] = []
      func add(_ name: String, _ value: JSONValue) { members.append(.init(name, value)) }
      for name in ["transactionId", "originalTransactionId"] { add(name, .string(fact.identifier)) }
      add("appTransactionId", .string("704000000000000001"))
      add("bundleId", .string(StandInRun.bundle))
      add("productId", .string(fact.product))
      if fact.type.hasPrefix("Auto") { add("subscriptionGroupIdentifier", .string(number % 8 == 0 ? "2001" : "2002")) }
      add("type", .string(fact.type))
      add("purchaseDate", .number(String(fact.purchased)))
      if fact.isRevoked { add("revocationDate", .number(String(fact.purchased + 1_000))) }
      add("inAppOwnershipType", .string(fact.isShared ? "FAMILY_SHARED" : "PURCHASED"))
      add("environment", .string("Sandbox"))
      add("signedDate", .number(String(Self.begin + number * 60_000)))
      template.payload = .object(members)
      try scratch.file("s/\(number).jws", Array(try minter.mint(template).utf8))
    }
    let run = try StandInRun(folder: scratch.url.appendingPathComponent("s"), scratch)
    try run.clock(milliseconds: Self.begin + 45 * 60_000)
    return run
  }

  private func history(
    _ run: StandInRun, _ request: [String: Any] = [:], revision: Any = NSNull(), version: String = "v2"
  ) throws -> [String: Any] {
    try run.ask([
      (
        "get_transaction_history",
        [
          Self.facts[3].identifier, revision, ["TransactionHistoryRequest": request], ["Version": version],
        ]
      )
    ])[0]
  }

  /// The identifiers of all pages, and how long each is.
  private func all(
    _ run: StandInRun, _ request: [String: Any] = [:]
  ) throws -> (identifiers: [String], pages: [Int], revision: String) {
    var (identifiers, pages, revision): ([String], [Int], Any) = ([], [], NSNull())
    while pages.count < 10 {
      let page = try history(run, request, revision: revision)
      let answer = try #require(page["answer"] as? [String: Any], "\(page)")
      let transactions = try #require(answer["signedTransactions"] as? [[String: Any]])
      identifiers += transactions.compactMap { $0["transactionId"] as? String }
      pages.append(transactions.count)
      revision = try #require(answer["revision"] as? String)
      if answer["hasMore"] as? Bool == false { break }
    }
    return (identifiers, pages, try #require(revision as? String))
  }

  @Test("pages of 20, in either order; the last revision leads on to what changes later")
  func pages() throws {
    let run = try serve()
    let identifiers = Self.facts.map(\.identifier)
    let ascending = try all(run)
    #expect(ascending.identifiers == identifiers && ascending.pages == [20, 20, 5])
    let descending = try all(run, ["sort": "DESCENDING"])
    #expect(descending.identifiers == identifiers.reversed() && descending.pages == [20, 20, 5])
    let rest = try #require(try history(run, revision: ascending.revision)["answer"] as? [String: Any])
    #expect((rest["signedTransactions"] as? [Any])?.isEmpty == true && rest["hasMore"] as? Bool == false)
    func set(_ identifier: String) throws {
      let request = ["UpdateAppAccountTokenRequest": ["appAccountToken": "7389a31a-fb6d-4569-a2a6-db7d85d84813"]]
      #expect(try run.ask([("set_app_account_token", [identifier, request])])[0]["answer"] is NSNull)
    }
    var revision = try #require(rest["revision"] as? String)
    func changed() throws -> [String?] {
      let answer = try #require(try history(run, revision: revision)["answer"] as? [String: Any])
      revision = try #require(answer["revision"] as? String)
      return try #require(answer["signedTransactions"] as? [[String: Any]]).map { $0["transactionId"] as? String }
    }
    // The clock stands still, and goes back in the end.
    for place in [7, 5, 10] {
      try set(identifiers[place])
      #expect(try changed() == [identifiers[place]])
    }
    try run.clock(#"{"advance": -600}"#)
    try set(identifiers[4])
    #expect(try changed() == [identifiers[4]])
    #expect(try changed() == [])
  }

  @Test("a revision continues the question for which it was given, and no other")
  func revisions() throws {
    let run = try serve()
    let first = try #require(try history(run)["answer"] as? [String: Any])
    let revision = try #require(first["revision"] as? String)
    for text in ["", "x", "00", revision + "00", String(revision.dropLast()), String(repeating: "ab", count: 500)] {
      // The library leaves an empty one out.
      guard !text.isEmpty else { continue }
      #expect(try history(run, revision: text)["code"] as? Int == 4_000_005, "\(text)")
    }
    #expect(try history(run, ["sort": "DESCENDING"], revision: revision)["code"] as? Int == 4_000_005)
    #expect(try history(run, revision: revision, version: "v1")["code"] as? Int == 4_000_005)
    let refunds = try run.ask([("get_refund_history", [Self.facts[3].identifier, revision])])[0]
    #expect(refunds["code"] as? Int == 4_000_005)
  }

  @Test("every parameter selects what Apple says that it selects", .thorough)
  func parameters() throws {
    let run = try serve()
    let middle = Self.begin - 20 * Self.day
    let questions: [([String: Any], (Fact) -> Bool)] = [
      (["startDate": middle], { $0.purchased >= middle }), (["endDate": middle], { $0.purchased < middle }),
      (["startDate": middle, "endDate": middle + 1], { $0.purchased == middle }),
      (["productIds": ["product.1"]], { $0.product == "product.1" }),
      (["productIds": ["product.1", "product.4"]], { ["product.1", "product.4"].contains($0.product) }),
      (["productIds": ["product.9"]], { _ in false }),
      (["productTypes": ["AUTO_RENEWABLE"]], { $0.type == Self.types[0] }),
      (["productTypes": ["CONSUMABLE", "NON_CONSUMABLE"]], { ["Consumable", "Non-Consumable"].contains($0.type) }),
      (["productTypes": ["NON_RENEWABLE"]], { $0.type == Self.types[3] }),
      (
        ["subscriptionGroupIdentifiers": ["2001"]],
        { fact in Self.facts.firstIndex { $0.identifier == fact.identifier }.map { $0 % 8 == 0 } ?? false }
      ),
      (["inAppOwnershipType": "FAMILY_SHARED"], \.isShared), (["inAppOwnershipType": "PURCHASED"], { !$0.isShared }),
      (["revoked": true], \.isRevoked), (["revoked": false], { !$0.isRevoked }),
      (
        ["revoked": true, "productTypes": ["CONSUMABLE"], "sort": "ASCENDING"],
        { $0.isRevoked && $0.type == "Consumable" }
      ),
    ]
    for (request, isWanted) in questions {
      #expect(try all(run, request).identifiers == Self.facts.filter(isWanted).map(\.identifier), "\(request)")
    }
    let names = Set(Self.names.values)
    #expect(try all(run, ["productTypes": Array(names)]).identifiers.count == 45)
  }

  @Test("refunds come by the date of the refund, in pages of 20")
  func refunds() throws {
    let run = try serve()
    let expected = Self.facts.filter(\.isRevoked).sorted { $0.purchased < $1.purchased }.map(\.identifier)
    var (found, revision): ([String], Any) = ([], NSNull())
    for size in [20, 3] {
      let answer = try #require(
        try run.ask([("get_refund_history", [Self.facts[3].identifier, revision])])[0]["answer"] as? [String: Any])
      let page = try #require(answer["signedTransactions"] as? [[String: Any]])
      #expect(page.count == size && answer["hasMore"] as? Bool == (size == 20))
      found += page.compactMap { $0["transactionId"] as? String }
      revision = try #require(answer["revision"] as? String)
    }
    #expect(found == expected)
  }

  @Test("what is wrong has Apple's code, and an unknown parameter is ignored as by Apple")
  func codes() throws {
    let run = try serve()
    let token = try run.token()
    let identifier = Self.facts[3].identifier
    func code(_ target: String, _ method: String = "GET", _ body: String = "") throws -> Int {
      let answer = try run.server.ask(method, target, ["Authorization: Bearer " + token], Array(body.utf8))
      guard answer.status != 200 else { return 200 }
      let object = try answer.json()
      #expect(
        Set(object.keys) == ["errorCode", "errorMessage"] && answer.headers["content-type"] == "application/json")
      let code = try #require(object["errorCode"] as? Int)
      #expect(code / 10_000 == answer.status)
      return code
    }
    let wrong: [(String, Int)] = [
      ("revision=", 4_000_005), ("revision=a&revision=b", 4_000_005), ("sort=UP", 4_000_021), ("sort=", 4_000_021),
      ("startDate=x", 4_000_015), ("startDate=-1", 4_000_015), ("startDate=99999999999999", 4_000_015),
      ("endDate=1.5", 4_000_016), ("endDate=99999999999999999999", 4_000_016), ("startDate=5&endDate=5", 4_000_013),
      ("productType=THING", 4_000_022), ("productType=CONSUMABLE&productType=", 4_000_022), ("productId=", 4_000_023),
      ("productId=a%20b", 4_000_023), ("subscriptionGroupIdentifier=x", 4_000_024),
      ("excludeRevoked=1", 4_000_025), ("inAppOwnershipType=MINE", 4_000_026), ("revoked=yes", 4_000_030),
      ("revoked=%ff", 4_000_000), ("other=1", 200), ("excludeRevoked=true", 200), ("", 200),
    ]
    for (query, expected) in wrong {
      for version in [1, 2] {
        #expect(try code("/inApps/v\(version)/history/\(identifier)?\(query)") == expected, "\(query)")
      }
    }
    for status in ["0", "6", "x", ""] {
      #expect(try code("/inApps/v1/subscriptions/\(identifier)?status=\(status)") == 4_000_031)
    }
    #expect(try code("/inApps/v1/subscriptions/\(identifier)?status=1&status=2") == 200)
    for path in [
      "v1/transactions/", "v1/history/", "v2/history/", "v1/subscriptions/", "v2/refund/lookup/",
      "v1/transactions/appTransactions/",
    ] {
      #expect(try code("/inApps/\(path)12a") == 4_000_006, "\(path)")
      #expect(try code("/inApps/\(path)%31a") == 4_000_006, "\(path)")
      #expect(try code("/inApps/\(path)1") == 4_040_010, "\(path)")
    }
    // There is no receipt and no app transaction in these files.
    #expect(try code("/inApps/v1/transactions/appTransactions/\(identifier)") == 4_040_019)
    for body in ["", "[]", "{", #"{"startDate":1,"startDate":2}"#] {
      #expect(try code("/inApps/v1/notifications/history", "POST", body) == 4_000_000, "\(body)")
    }
    let large = String(repeating: " ", count: 70_000)
    #expect(
      try run.server.ask(
        "POST", "/inApps/v1/notifications/history", ["Authorization: Bearer " + token], Array(large.utf8)
      ).status == 413)
    #expect(try run.server.ask("POST", "/inApps/v1/transactions/\(identifier)").status == 405)
  }

  @Test("orders: the one of each transaction, and others, which are no error")
  func orders() throws {
    let run = try serve()
    let known = try run.answer("look_up_order_id", "M" + Self.facts[3].identifier)
    let transactions = try #require(known["signedTransactions"] as? [[String: Any]])
    #expect(known["status"] as? Int == 0)
    #expect(transactions.map { $0["transactionId"] as? String } == [Self.facts[3].identifier])
    // The longest that a client can ask for.
    for order in ["MK5TTTVWJH", "M1", "M" + String(repeating: "9", count: 24), "M" + String(repeating: "Z", count: 24)]
    {
      let unknown = try run.answer("look_up_order_id", order)
      #expect(unknown["status"] as? Int == 1 && (unknown["signedTransactions"] as? [Any])?.isEmpty == true)
    }
  }

  @Test("the clock is set and moved within what certificates cover, and by nothing else")
  func clock() throws {
    let run = try serve()
    func set(_ body: String) throws -> WireAnswer { try run.server.post("/_clock", body) }
    #expect(try set(#"{"now": "2026-03-01"}"#).json()["now"] as? String == "2026-03-01T00:00:00Z")
    #expect(try set(#"{"advance": 86400}"#).json()["now_ms"] as? Int == 1_772_409_600_000)
    #expect(try set(#"{"advance": -86400}"#).json()["now"] as? String == "2026-03-01T00:00:00Z")
    #expect(try set(#"{"now": 1772409600000}"#).json()["now"] as? String == "2026-03-02T00:00:00Z")
    for body in [
      "", "{}", "[]", #"{"now": true}"#, #"{"now": "soon"}"#, #"{"advance": "1"}"#, #"{"advance": 1.5}"#,
      #"{"now": 0}"#, #"{"now": "2040-01-01"}"#, #"{"advance": 9223372036854775807}"#, #"{"now": 1, "advance": 1}"#,
      #"{"advance": 9223372036854775}"#,
    ] { #expect(try set(body).status == 400, "\(body)") }
    let refusal = try set("{}").json()
    #expect(refusal["type"] as? String == "urn:receipt-tool:problem:body")
    #expect((refusal["title"] as? String)?.contains("body") == true, "\(refusal)")
    #expect(try run.server.ask("GET", "/_clock").json()["now"] as? String == "2026-03-02T00:00:00Z")
    // What is signed in another year is signed under certificates of that year: Apple's library takes it.
    for year in [2015, 2020, 2030, 2038] {
      try run.clock(#"{"now": "\#(year)-06-01"}"#)
      let answer = try run.ask([("get_transaction_info", [Self.facts[3].identifier])])[0]
      #expect(year < 2026 ? answer["code"] as? Int == 4_040_010 : answer["answer"] != nil, "\(year)")
    }
  }

  @Test("steps of several clients at one time all count")
  func steps() throws {
    let run = try serve()
    let port = run.server.port
    let body = #"{"advance": 1}"#
    let request = "POST /_clock HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
    // Threads, because a task would wait for the tasks of other tests, and the server meanwhile.
    let group = DispatchGroup()
    for _ in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        guard let connection = try? WireConnection(port: port) else { return }
        let last = request + "Connection: close\r\n\r\n" + body
        try? connection.send(String(repeating: request + "\r\n" + body, count: 249) + last)
        _ = connection.receiveAll()
      }
    }
    group.wait()
    let now = try run.server.ask("GET", "/_clock").json()["now_ms"] as? Int
    #expect(now == Self.begin + 45 * 60_000 + 2_000 * 1_000)
  }

  @Test("rehearsed outages are Apple's answers: 429 with the time to ask again, retryable errors, 401")
  func outages() throws {
    for (failure, status, code) in [
      ("4290000:1", 429, 4_290_000), ("5000001:100%", 500, 5_000_001), ("4040002:1", 404, 4_040_002),
      ("401:1", 401, nil), ("503:1", 503, nil),
    ] as [(String, Int, Int?)] {
      let run = try StandInRun(["one-time-charge"], arguments: ["--fail", failure])
      let before = Int(Date().timeIntervalSince1970 * 1_000)
      let answer = try run.server.ask("GET", "/inApps/v1/transactions/1")
      #expect(answer.status == status, "\(failure)")
      if let code { #expect(try answer.json()["errorCode"] as? Int == code) }
      if status == 429 {
        let time = try #require(answer.headers["retry-after"].flatMap { Int($0) })
        // UNIX time in milliseconds (Apple, "Identifying rate limits"), a little later than now.
        #expect(time > before && time < before + 600_000)
      }
      if status == 401 { #expect(String(decoding: answer.body, as: UTF8.self) == "Unauthenticated\n") }
    }
    // A status of verifyReceipt fails no request of this API, and the other way round.
    let run = try StandInRun(["one-time-charge"], arguments: ["--fail", "21005:0.5", "--fail", "5000001:0.5"])
    var (outage, status): ([Int], [Int]) = ([], [])
    for _ in 0..<40 {
      outage.append(try run.server.ask("GET", "/inApps/v1/transactions/1").status)
      status.append(try run.server.post("/verifyReceipt", "{}").json()["status"] as? Int ?? -1)
    }
    #expect(Set(outage) == [500, 401] && Set(status) == [21005, 21002])
    #expect(try ToolRun(["serve", "--fail", "4999999:0.1"]).status == 64)
  }
}
