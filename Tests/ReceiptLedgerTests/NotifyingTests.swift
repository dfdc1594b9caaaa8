import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptLedger

/// Anybody can send a notification of version 1. What is not proven changes nothing but what Apple is asked next, at a
/// bounded rate.
@Suite("Notifications that prove nothing", .overBothStorages)
struct NotifyingTests {
  private let shop: Shop
  private static let secret = Secret(Array(Said.secret.utf8))
  private static let december = Said.period("1000", from: "2025-12-01", to: "2026-01-20")
  private static let forever = Said.period("1001", from: "2026-01-20", to: "2033-01-20")

  init() throws {
    shop = try Shop()
    shop.rules.keepsReceipts = true
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2026-01-20T00:00:00Z")), order: "S")
    shop.rules.keepsReceipts = false
    try shop.add(shop.receipt(.purchase("1")), order: "C")
  }

  /// Everything that the ledger knows, to the byte: all tables but what Apple is asked next.
  private func knowledge() throws -> [String] {
    try shop.ledger.read { db in
      let tables: [String] = try db.values(
        TestStorage.isPostgreSQL
          ? "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = CAST('receipt_ledger' AS regnamespace) AND relname NOT IN ('task', 'hint')"
          : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('task', 'hint')")
      return try tables.flatMap { table in
        try db.rows("SELECT * FROM \"\(table)\"").map { "\(table) \($0)" }.sorted()
      }
    }
  }

  private func due() throws -> [Int64] {
    try shop.ledger.read { db in try db.values("SELECT due_at FROM task ORDER BY due_at") }
  }

  private func take(_ statement: AppleStatement, _ secret: Secret? = Self.secret) throws -> StatementOutcome {
    try shop.ledger.receiveUnsigned(statement, provenBy: secret, now: shop.now)
  }

  struct Forgery: CustomTestStringConvertible {
    let type: String
    let purchases: [String]
    /// The events that it makes if it is proven.
    let events: [String]
    var renewals: [String] = []
    var testDescription: String { type }
  }

  static let forgeries = [
    Forgery(
      type: "REFUND", purchases: [Said.purchase("1", from: "2025-12-26", cancelled: "2025-12-27")], events: ["refunded"]
    ),
    Forgery(type: "DID_RENEW", purchases: [december, forever], events: ["renewed"]),
    Forgery(
      type: "CANCEL", purchases: [Said.period("1000", from: "2025-12-01", to: "2026-01-20", cancelled: "2025-12-30")],
      events: ["refunded"]),
    Forgery(
      type: "DID_FAIL_TO_RENEW", purchases: [december], events: ["in_billing_retry"],
      renewals: [Said.renewal(#""is_in_billing_retry_period":"1""#)]),
    Forgery(type: "INITIAL_BUY", purchases: [Said.purchase("77", from: "2025-12-26")], events: ["unclaimed"]),
    Forgery(
      type: "REVOKE", purchases: [Said.purchase("78", from: "2025-12-26", cancelled: "2025-12-27")], events: []),
  ]

  @Test("without the secret nothing that is known changes, to the byte; with it all is as ever", arguments: forgeries)
  func forged(_ forgery: Forgery) throws {
    shop.move(to: "2026-01-21")
    let before = try knowledge()
    func statement(_ password: String?) throws -> AppleStatement {
      try Said.statement(forgery.type, forgery.purchases, renewals: forgery.renewals, password: password)
    }
    let wrong = Said.secret.dropLast() + "0"
    for (password, secret) in [
      (nil, nil), (Said.secret, nil), ("", nil), (nil, Self.secret), ("", Self.secret), (String(wrong), Self.secret),
      (Said.secret + " ", Self.secret), (Said.secret.uppercased(), Self.secret),
    ] {
      let taken = try take(statement(password), secret)
      #expect(taken.doubt != nil && taken.events.isEmpty)
      #expect(try knowledge() == before, "\(password ?? "none")")
    }
    let taken = try take(statement(Said.secret))
    #expect(taken.doubt == nil && taken.events.map(\.name) == forgery.events)
    #expect(try knowledge() != before)
  }

  @Test("a saved answer proves nothing, whatever secret is set up")
  func savedAnswer() throws {
    let before = try knowledge()
    let answer = Said.answer([Self.forever], environment: "Sandbox")
    for text in [answer, "{\"password\":\"\(Said.secret)\"," + answer.dropFirst()] {
      for secret in [nil, Self.secret] {
        let taken = try take(try AppleStatement(Array(text.utf8)), secret)
        #expect(
          taken.doubt?.contains("saved answer") == true && taken.broughtForward + taken.notBroughtForward == ["1000"])
      }
    }
    #expect(try knowledge() == before)
  }

  @Test("what is of another app or environment, or of none, does not even ask Apple, also with the secret")
  func strangers() throws {
    let (before, dueBefore) = (try knowledge(), try due())
    func code(_ text: String) throws -> LedgerError.Code? {
      let statement = try AppleStatement(Array(text.utf8))
      do {
        _ = try take(statement)
        return nil
      } catch { return (error as? LedgerError)?.code }
    }
    let unified = "\"unified_receipt\":{\"latest_receipt_info\":[\(Self.forever)]},\"password\":\"\(Said.secret)\""
    #expect(try code("{\"bid\":\"\(Shop.bundle)\",\(unified)}") == .otherEnvironment)
    #expect(try code("{\"bid\":\"\(Shop.bundle)\",\"environment\":\"\",\(unified)}") == .otherEnvironment)
    #expect(try code("{\"bid\":\"\(Shop.bundle)\",\"environment\":\"PROD\",\(unified)}") == .otherEnvironment)
    let other = unified.replacing("{\"latest", with: "{\"environment\":\"PROD\",\"latest")
    #expect(try code("{\"bid\":\"\(Shop.bundle)\",\"environment\":\"Sandbox\",\(other)}") == .otherEnvironment)
    #expect(try code("{\"bid\":\"com.evil\",\"environment\":\"Sandbox\",\(unified)}") == .otherApp)
    #expect(try code("{\"environment\":\"Sandbox\",\(unified)}") == .otherApp)
    #expect(try knowledge() == before && due() == dueBefore)
    #expect(try code("{\"bid\":\"\(Shop.bundle)\",\"environment\":\"Sandbox\",\(unified)}") == nil)
    #expect(try knowledge() != before)
  }

  @Test(
    "what could be read in two ways, or remembered as something else, is refused as a whole",
    arguments: [
      #""environment":"Sandbox","environment":"Production""#, #""environment":["Sandbox"]"#, #""environment":7"#,
      #""environment":"Sandbox\u0000""#, #""environment":"Sandbox","bid":"com.example.test","bid":"com.example.test""#,
      #""environment":"Sandbox","password":"a","password":"b""#, #""environment":"Sandbox","x":[{"a":{"b":1,"b":1}}]"#,
      #""environment":"Sandbox","bid":"com.example.test\u0000.evil""#,
      #""environment":"Sandbox","notification_type":"RE\u0007FUND""#,
    ])
  func ambiguous(_ members: String) {
    let text = "{\(members),\"unified_receipt\":{\"latest_receipt_info\":[\(Self.forever)]}}"
    #expect(throws: ReceiptError.self) { try AppleStatement(Array(text.utf8)) }
  }

  @Test(
    "identifiers with a control character, anywhere",
    arguments: [#"72\u0000zz"#, #"\u0000"#, #"7\n2"#, #"7\u007f"#, #"7\u0085"#])
  func controls(_ name: String) {
    let renewal = "{\"original_transaction_id\":\"\(name)\"}"
    let statements = [
      ([Said.purchase(name, original: "5", from: "2025-12-26")], []), ([], [renewal]),
      ([Said.purchase("5", original: name, from: "2025-12-26")], []),
      ([Said.purchase("5", product: name, from: "2025-12-26")], []),
    ]
    for (purchases, renewals) in statements {
      #expect(throws: ReceiptError.self) { try Said.statement("REFUND", purchases, renewals: renewals) }
    }
  }

  @Test("Apple is asked next about what is known, and says itself what is so")
  func hint() async throws {
    shop.move(to: "2026-01-10")
    let real = Said.answer([Self.december], renewals: [Said.renewal(#""auto_renew_status":"1""#)])
    let apple = try ScriptedVerifier(real)
    try await shop.run(apple)
    #expect(await apple.calls.isEmpty)
    let taken = try take(Said.statement("DID_RENEW", [Self.forever], password: nil))
    #expect(taken.broughtForward == ["1000"] && taken.notBroughtForward.isEmpty)
    try await shop.run(apple)
    #expect(await apple.calls.count == 1)
    #expect(try shop.events() == ["accepted", "accepted"])
    let subscription = try #require(
      try shop.ledger.history(of: "1000", as: .transaction, now: shop.now).subscriptions.first)
    #expect(subscription.expires?.rfc3339 == "2026-01-20T00:00:00Z")
    // The same again is not asked about before an hour is over.
    for minute in 0..<60 {
      shop.now.milliseconds += minute == 0 ? 0 : 60_000
      #expect(
        try take(Said.statement("DID_RENEW", [Self.forever], password: nil)).notBroughtForward == ["1000"], "\(minute)")
    }
    shop.now.milliseconds += 60_000
    #expect(try take(Said.statement("DID_RENEW", [Self.forever], password: nil)).broughtForward == ["1000"])
    // It was done once more than once an hour; what is not known, or was not kept, is not asked about at all.
    let unknown = [Said.purchase("1", from: "2025-12-26"), Said.purchase("99", from: "2025-12-26")]
    let none = try take(Said.statement("REFUND", unknown, password: nil))
    #expect(none.broughtForward.isEmpty && none.notBroughtForward.isEmpty)
  }

  @Test("what Apple asked to wait for, and what somebody is asking, is not brought forward")
  func patience() async throws {
    shop.move(to: "2026-01-20")
    try await shop.run(ScriptedVerifier([.later(reason: "busy", retryAfter: 3_600_000)]))
    let before = try due()
    #expect(try take(Said.statement("DID_RENEW", [Self.forever], password: nil)).notBroughtForward == ["1000"])
    #expect(try due() == before)
    try shop.ledger.write { db in
      try db.run("UPDATE task SET attempts = 0, lease = 1, leased_at = due_at, leased_until = due_at")
    }
    #expect(try take(Said.statement("DID_RENEW", [Self.forever], password: nil)).notBroughtForward == ["1000"])
    #expect(try due() == before)
  }

  @Test("of many subscriptions ten a minute are asked about, whoever counts")
  func rate() throws {
    shop.rules.keepsReceipts = true
    for number in 0..<25 {
      let period = InAppDescription.monthly(
        "s\(number)", original: "s\(number)", from: "2025-12-01T00:00:00Z", to: "2026-12-01T00:00:00Z")
      #expect(try shop.add(shop.receipt(period), order: "S\(number)").decision == .accept)
    }
    func take(_ numbers: Range<Int>) throws -> Int {
      let periods = numbers.map { Said.period("x\($0)", original: "s\($0)", from: "2026-12-01", to: "2033-01-01") }
      // Each is a process of its own.
      let ledger = try Ledger(path: shop.path)
      return try ledger.receiveUnsigned(
        Said.statement("DID_RENEW", periods, password: nil), provenBy: nil, now: shop.now
      ).broughtForward
        .count
    }
    #expect(try take(0..<4) == 4)
    #expect(try take(4..<25) == 6)
    #expect(try take(10..<25) == 0)
    shop.now.milliseconds += 59_999
    #expect(try take(10..<25) == 0)
    shop.now.milliseconds += 1
    #expect(try take(10..<25) == 10)
    // A clock that was put back keeps nobody waiting for years.
    shop.now.milliseconds -= 86_400_000
    #expect(try take(20..<25) == 5)
  }

  @Test(
    "random bodies change nothing that is known, and bring forward no more than the rate allows", .thorough,
    arguments: 0..<40)
  func anything(_ seed: Int) throws {
    var bodies = Bodies(chance: SplitMix(seed: UInt64(seed)))
    let (before, dueBefore) = (try knowledge(), try due())
    var count = (read: 0, taken: 0, asked: 0)
    for _ in 0..<60 {
      guard let statement = try? AppleStatement(Array(bodies.next().utf8)) else { continue }
      count.read += 1
      let secret = bodies.chance.below(2) == 0 ? nil : Self.secret
      do {
        let taken = try take(statement, secret)
        count.taken += 1
        count.asked += taken.broughtForward.count
        #expect(taken.doubt != nil && taken.events.isEmpty)
      } catch { #expect(error is LedgerError) }
    }
    #expect(try knowledge() == before)
    #expect(count.read > 5 && count.taken > 0)
    let due = try due()
    #expect(due.count == dueBefore.count && due.allSatisfy { $0 == shop.now.milliseconds || dueBefore.contains($0) })
    #expect(try shop.ledger.check() == [])
  }
}

/// Random notifications and answers: some well formed, some not; none has the secret.
private struct Bodies {
  var chance: SplitMix

  private mutating func pick(_ texts: [String]) -> String { texts[chance.below(texts.count)] }

  private mutating func text() -> String {
    "\"" + pick(["1", "1000", "1001", "s", "", "Sandbox", #"72\u0000"#, "é", Said.secret.uppercased(), "true"]) + "\""
  }

  private mutating func value(_ depth: Int = 0) -> String {
    switch chance.below(depth > 2 ? 4 : 6) {
    case 0: text()
    case 1: pick(["0", "1", "-1", "1e9", "1798761600000", "99999999999999999999"])
    case 2: pick(["true", "false", "null"])
    case 3: text()
    case 4: "[" + (0..<chance.below(3)).map { _ in value(depth + 1) }.joined(separator: ",") + "]"
    default: "{" + (0..<chance.below(3)).map { _ in "\(text()):\(value(depth + 1))" }.joined(separator: ",") + "}"
    }
  }

  private mutating func purchase() -> String {
    if chance.below(20) == 0 { return value() }
    var members = [
      #""transaction_id":"\#(pick(["1", "1000", "1001", "77", "x"]))""#,
      #""original_transaction_id":"\#(pick(["1", "1000", "77"]))""#, #""product_id":"com.example.monthly""#,
      #""purchase_date_ms":"\#(pick(["1766772787000", "1", "1798761600000"]))""#,
      #""expires_date_ms":"\#(pick(["1988150400000", "1766772787001"]))""#,
    ]
    if chance.below(2) == 0 { members.append(#""cancellation_date_ms":"1766900000000""#) }
    if chance.below(3) == 0 { members.append(pick([#""is_upgraded":"true""#, #""cancellation_date":"x""#])) }
    if chance.below(15) == 0 { members.append("\"transaction_id\":\(value())") }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func list() -> String {
    chance.below(15) == 0
      ? value() : "[" + (0..<chance.below(5)).map { _ in purchase() }.joined(separator: ",") + "]"
  }

  mutating func next() -> String {
    let environment = pick(["Sandbox", "Sandbox", "Sandbox", "sandbox", "PROD", "Production", "Xcode", ""])
    var members = [
      #""notification_type":"\#(pick(["REFUND", "DID_RENEW", "CANCEL", "REVOKE", "?"]))""#,
      #""environment":"\#(environment)""#,
      #""bid":"\#(pick([Shop.bundle, Shop.bundle, Shop.bundle, "com.evil", ""]))""#,
    ]
    if chance.below(2) == 0 { members.append("\"password\":\(value())") }
    if chance.below(8) == 0 { members.append("\(text()):\(value())") }
    if chance.below(4) == 0 {
      members += [#""status":0"#, "\"latest_receipt_info\":\(list())", #""receipt":{"bundle_id":"\#(Shop.bundle)"}"#]
    } else {
      members.append(
        "\"unified_receipt\":{\"environment\":\"\(environment)\",\"latest_receipt_info\":\(list()),"
          + "\"pending_renewal_info\":[{\"original_transaction_id\":\"1000\",\"is_in_billing_retry_period\":\"1\"}]}")
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}
