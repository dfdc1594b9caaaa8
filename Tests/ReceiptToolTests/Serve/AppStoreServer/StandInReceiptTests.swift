import Foundation
import Testing

/// Receipts that are presented to the stand-in. What has to be answered is told by the signed transactions that `mint
/// --scenario` wrote beside the receipts.
@Suite("serve --ca: receipts", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
struct StandInReceiptTests {
  private static let later = #"{"now": "2026-03-31T00:00:00Z"}"#

  private struct Taken: Equatable {
    var added: [String] = []
    var changed: [String] = []
    var known: [String] = []
  }

  private func present(_ run: StandInRun, _ receipt: String) throws -> Taken {
    let answer = try run.server.post("/_receipts", receipt)
    try #require(answer.status == 200, "\(answer.text)")
    let object = try answer.json()
    #expect(object["bundle_id"] as? String == StandInRun.bundle && object["environment"] as? String == "Sandbox")
    func sorted(_ name: String) throws -> [String] { try #require(object[name] as? [String]).sorted() }
    return Taken(added: try sorted("added"), changed: try sorted("changed"), known: try sorted("known"))
  }

  private func transaction(_ run: StandInRun, _ identifier: String) throws -> [String: Any] {
    try #require(try run.answer("get_transaction_info", identifier)["signedTransactionInfo"] as? [String: Any])
  }

  private func history(_ run: StandInRun, _ identifier: String, _ revision: Any = NSNull()) throws -> [String: Any] {
    try run.answer(
      "get_transaction_history", identifier, revision, ["TransactionHistoryRequest": [String: Any]()],
      ["Version": "v2"])
  }

  private func identifiers(_ answer: [String: Any]) throws -> [String] {
    try #require(answer["signedTransactions"] as? [[String: Any]]).compactMap { $0["transactionId"] as? String }
  }

  /// What a receipt can say of a transaction (SIGNED-DATA.md, section 6).
  private static let members = [
    "transactionId", "originalTransactionId", "webOrderLineItemId", "bundleId", "productId", "type", "quantity",
    "purchaseDate", "originalPurchaseDate", "expiresDate", "revocationDate", "revocationReason", "offerType",
    "inAppOwnershipType", "environment",
  ]

  @Test("its verifyReceipt takes the receipts of its own scenario")
  func verifyReceipt() throws {
    let run = try StandInRun(["consumables"])
    let receipt = try #require(try run.receipts().last)
    let answer = try run.server.post("/sandbox/verifyReceipt", #"{"receipt-data":"\#(receipt)"}"#).json()
    #expect(answer["status"] as? Int == 0, "\(answer)")
    // So do its documents and its page.
    let decoded = try run.server.post("/v1/decode", receipt).json()
    #expect((decoded["authenticity"] as? [String: Any])?["verdict"] as? String == "test-signed", "\(decoded)")
  }

  @Test(
    "a server without scenarios tells of the purchases of a receipt all that it says",
    arguments: ["trial-renew-refund", "consumables", "resubscribe", "grace-period-recovered"])
  func presented(_ scenario: String) throws {
    let run = try StandInRun([scenario], served: 0)
    let all = try run.identifiers()
    // No app is known yet.
    #expect(try run.ask([("get_transaction_info", [all[0]])])[0]["error"] as? Int == 401)
    let receipt = try #require(try run.receipts().last)
    #expect(try present(run, receipt) == Taken(added: all.sorted()))
    #expect(try present(run, receipt) == Taken(known: all.sorted()))
    try run.clock(Self.later)
    for identifier in all {
      let file = try #require(try run.payloads("transaction").last { $0["transactionId"] as? String == identifier })
      let found = try transaction(run, identifier)
      for name in Self.members {
        #expect((found[name] as? NSObject) == (file[name] as? NSObject), "\(identifier) \(name)")
      }
      #expect(
        found["offerDiscountType"] as? String
          == (file["offerDiscountType"] as? String).flatMap {
            $0 == "FREE_TRIAL" ? $0 : nil
          })
      let order = try run.answer("look_up_order_id", "M" + identifier)
      #expect(order["status"] as? Int == 0)
      #expect(try identifiers(order) == [identifier])
    }
    let whole = try history(run, all[0])
    #expect(whole["bundleId"] as? String == StandInRun.bundle)
    #expect(Set(try identifiers(whole)) == Set(all))
    let app = try run.answer("get_app_transaction_info", all[0])["signedAppTransactionInfo"] as? [String: Any]
    #expect(app?["bundleId"] as? String == StandInRun.bundle && app?["applicationVersion"] as? String == "1")
    // The signed history, beside the receipt from which it was made.
    let token = try run.token()
    let answer = try run.server.ask("GET", "/inApps/v2/history/\(all[0])", ["Authorization: Bearer " + token])
    let file = try run.scratch.file("history.json", answer.body).path
    let compared = try ToolRun(
      [
        "compare", "--trust-anchor", StandInRun.authority.appendingPathComponent("root.pem").path, "--transactions",
        file, "-",
      ], input: Array(receipt.utf8))
    #expect(compared.status == 0, "\(compared.stdout)\(compared.stderr)")
  }

  @Test("a purchase is known from its date, and its refund from that of the refund; statuses follow")
  func dates() throws {
    let run = try StandInRun(["trial-renew-refund"], served: 0)
    let all = try run.identifiers()
    _ = try present(run, try #require(try run.receipts().last))
    let last = try #require(try run.payloads("transaction").last)
    let (bought, refunded) = (
      try #require(last["purchaseDate"] as? Int), try #require(last["revocationDate"] as? Int)
    )
    func status() throws -> Int? {
      let answer = try run.answer("get_all_subscription_statuses", all[0])
      let data = try #require(answer["data"] as? [[String: Any]])
      let items = try #require(data.first?["lastTransactions"] as? [[String: Any]])
      // A receipt names neither the group nor what renews.
      #expect(data.count == 1 && items.count == 1 && data[0]["subscriptionGroupIdentifier"] == nil)
      #expect(items[0]["signedRenewalInfo"] == nil)
      return items[0]["status"] as? Int
    }
    try run.clock(milliseconds: bought - 1_000)
    #expect(try run.ask([("get_transaction_info", [all[1]])])[0]["code"] as? Int == 4_040_010)
    #expect(try status() == 1)
    try run.clock(milliseconds: refunded - 1_000)
    #expect(try transaction(run, all[1])["revocationDate"] == nil)
    #expect(try status() == 1)
    #expect(try identifiers(try run.answer("get_refund_history", all[0], NSNull())) == [])
    try run.clock(milliseconds: refunded)
    #expect(try transaction(run, all[1])["revocationDate"] as? Int == refunded)
    #expect(try status() == 5)
    #expect(try identifiers(try run.answer("get_refund_history", all[0], NSNull())) == [all[1]])
  }

  @Test("a period that an upgrade ended was not refunded")
  func upgrade() throws {
    let run = try StandInRun(["upgrade"], served: 0)
    let all = try run.identifiers()
    _ = try present(run, try #require(try run.receipts().last))
    try run.clock(Self.later)
    let first = try transaction(run, all[0])
    #expect(first["isUpgraded"] as? Bool == true && first["revocationDate"] == nil)
    #expect(try identifiers(try run.answer("get_refund_history", all[0], NSNull())) == [])
  }

  @Test("of two receipts the newer one counts; a client goes on from its revision, though the clock stands still")
  func newer() throws {
    let run = try StandInRun(["trial-renew-refund"], served: 0)
    let (all, receipts) = (try run.identifiers(), try run.receipts())
    try run.clock(Self.later)
    #expect(try present(run, receipts[0]) == Taken(added: [all[0]]))
    var answer = try history(run, all[0])
    #expect(try identifiers(answer) == [all[0]])
    for (receipt, taken, changed) in [
      (receipts[2], Taken(added: [all[1]], known: [all[0]]), [all[1]]),
      (receipts[3], Taken(changed: [all[1]], known: [all[0]]), [all[1]]),
      // An older one changes nothing.
      (receipts[2], Taken(known: all.sorted()), []),
    ] as [(String, Taken, [String])] {
      #expect(try present(run, receipt) == taken)
      answer = try history(run, all[0], try #require(answer["revision"]))
      #expect(try identifiers(answer) == changed)
    }
    #expect(try transaction(run, all[1])["revocationDate"] != nil)
    // The newest one says what the oldest did, and one that was made between them comes last.
    let other = try StandInRun(["trial-renew-refund"], served: 0)
    try other.clock(Self.later)
    func remade(_ date: String) throws -> String {
      var document = try ToolRun(["decode", "-"], input: Array(receipts[2].utf8)).json()
      var receipt = try #require(document["receipt"] as? [String: Any])
      for name in ["_ms", "_pst"] { receipt["receipt_creation_date" + name] = nil }
      receipt["receipt_creation_date"] = date
      document["receipt"] = receipt
      return try mint([], document)
    }
    #expect(try present(other, try remade("2026-01-29T00:00:00Z")).added == all.sorted())
    for receipt in [try remade("2026-03-01T00:00:00Z"), receipts[3]] {
      #expect(try present(other, receipt) == Taken(known: all.sorted()))
    }
  }

  @Test("beside scenarios: what their files say of a purchase stays, other customers are added")
  func besideScenarios() throws {
    let run = try StandInRun(["upgrade", "consumables"], served: 1)
    try run.clock(Self.later)
    let (all, others) = (try run.identifiers(), try run.identifiers(of: 1))
    let before = try transaction(run, all[0])
    for receipt in try run.receipts() { #expect(try present(run, receipt).added == []) }
    #expect(try transaction(run, all[0]) as NSDictionary == before as NSDictionary)
    #expect(try run.ask([("get_transaction_info", [others[0]])])[0]["code"] as? Int == 4_040_010)
    #expect(try present(run, try #require(try run.receipts(of: 1).last)).added == others.sorted())
    #expect(Set(try identifiers(try history(run, others[0]))) == Set(others))
    #expect(Set(try identifiers(try history(run, all[0]))) == Set(all))
  }

  /// A receipt that says what is given, under the authority.
  private func mint(_ arguments: [String], _ description: [String: Any]? = nil, ca: Bool = true) throws -> String {
    let input = try description.map { Array(try JSONSerialization.data(withJSONObject: $0)) } ?? []
    let run = try ToolRun(
      ["mint"] + arguments + (ca ? ["--ca", StandInRun.authority.path] : []), input: input)
    try #require(run.status == 0, "\(run.stderr)")
    return run.stdout
  }

  @Test("what is not proven, belongs nowhere or is no receipt is refused with the reason, and changes nothing")
  func refused() throws {
    let xcode = StandInRun.authority.appendingPathComponent("storekit.pem").path
    let run = try StandInRun(["consumables", "consumables"], served: 1, arguments: ["--trust-anchor", xcode])
    try run.clock(Self.later)
    let own = try #require(try run.identifiers().first)
    let before = try history(run, own)
    // One with the purchases of two customers.
    func decoded(_ scenario: Int) throws -> [String: Any] {
      let receipt = try #require(try run.receipts(of: scenario).last)
      return try ToolRun(["decode", "-"], input: Array(receipt.utf8)).json()
    }
    var both = try decoded(0)
    var receipt = try #require(both["receipt"] as? [String: Any])
    let purchases = try [0, 1].map { try #require((try decoded($0)["receipt"] as? [String: Any])?["in_app"] as? [Any]) }
    receipt["in_app"] = purchases[0] + purchases[1]
    both["receipt"] = receipt
    let mixed = try mint([], both)
    var foreign = receipt
    foreign["in_app"] = try purchases[1].map { purchase in
      try #require(purchase as? [String: Any]).merging(["transaction_id": "x1"]) { $1 }
    }
    let created = ["--creation-date", "2026-01-31", "--bundle-id", StandInRun.bundle]
    let cases: [(String, String)] = [
      (try mint(["--template", "consumable", "--seed", "other"] + created, ca: false), "not proven"),
      (try mint(["--template", "consumable", "--flaw", "bad-signature"] + created), "not proven"),
      (
        try mint(["--template", "consumable", "--environment", "production"] + created), "one server is one environment"
      ),
      (try mint(["--template", "consumable", "--environment", "xcode"] + created), "knows nothing of the environment"),
      (try mint(["--template", "empty"] + created), "no purchase"),
      (try mint(["--jws", "transaction"]), "not an app receipt"),
      (try mint(["--allow-invalid"], ["receipt": foreign]), "another form"), ("", "empty"), ("{}", "no member"),
      ("MII", "cut off"), (#"{"receipt-data": 1}"#, "without a text in receipt-data"),
    ]
    for (body, words) in cases {
      let answer = try run.server.post("/_receipts", body)
      #expect(answer.status == 422 && answer.headers["content-type"] == "application/problem+json", "\(words)")
      #expect(answer.text.contains(words), "\(answer.text)")
    }
    #expect(try run.server.post("/_receipts", String(repeating: "A", count: 3_145_729)).status == 413)
    #expect(try run.server.ask("GET", "/_receipts").status == 405)
    #expect(try history(run, own) as NSDictionary == before as NSDictionary)
    // Both customers are served already: the receipt cannot be of both.
    let two = try StandInRun(["consumables", "consumables"])
    #expect(try two.server.post("/_receipts", mixed).text.contains("several customers"))
    // As a request for verifyReceipt.
    let good = try #require(try run.receipts(of: 1).last)
    #expect(try run.server.post("/_receipts", #"{"receipt-data": "\#(good)"}"#).status == 200)
  }

  @Test("offers have their types, as far as a receipt tells them; production names the app by number")
  func offers() throws {
    let run = try StandInRun(["one-time-charge"], served: 0)
    let minted = try mint([
      "--template", "subscription", "--renewals", "1", "--intro", "--environment", "production", "--creation-date",
      "2026-01-31",
    ])
    var description = try ToolRun(["decode", "-"], input: Array(minted.utf8)).json()
    var receipt = try #require(description["receipt"] as? [String: Any])
    var purchases = try #require(receipt["in_app"] as? [[String: Any]])
    let intro = try #require(purchases.firstIndex { $0["is_in_intro_offer_period"] as? String == "true" })
    purchases[1 - intro]["promotional_offer_id"] = "autumn"
    receipt["in_app"] = purchases
    description["receipt"] = receipt
    let answer = try run.server.post("/_receipts", try mint(["--environment", "production"], description))
    #expect(answer.status == 200, "\(answer.text)")
    let identifiers = try purchases.map { try #require($0["transaction_id"] as? String) }
    let whole = try run.server.ask(
      "GET", "/inApps/v2/history/\(identifiers[0])", ["Authorization: Bearer " + (try run.token())]
    ).json()
    #expect(whole["environment"] as? String == "Production")
    #expect(whole["appAppleId"] as? Int == receipt["adam_id"] as? Int && receipt["adam_id"] as? Int != 0)
    let signed = try #require(whole["signedTransactions"] as? [String]).map(StandInRun.payload)
    func transaction(_ place: Int) throws -> [String: Any] {
      try #require(signed.first { $0["transactionId"] as? String == identifiers[place] })
    }
    let (introductory, promotional) = (try transaction(intro), try transaction(1 - intro))
    #expect(introductory["offerType"] as? Int == 1 && introductory["offerIdentifier"] == nil)
    // Paid as you go or up front: a receipt does not tell.
    #expect(introductory["offerDiscountType"] == nil)
    #expect(promotional["offerType"] as? Int == 2 && promotional["offerIdentifier"] as? String == "autumn")
  }

  @Test(
    "a receipt that Apple signed is served under the test authority",
    .enabled(
      if: FileManager.default.fileExists(atPath: Package.realReceipts.path), "the published receipts are not here"))
  func published() throws {
    let run = try StandInRun(["one-time-charge"], served: 0)
    let text = try String(
      contentsOf: Package.realReceipts.appendingPathComponent("sandbox-sha1-nine-purchases.b64"), encoding: .utf8)
    let answer = try run.server.post("/_receipts", text).json()
    let bundle = try #require(answer["bundle_id"] as? String)
    let added = try #require(answer["added"] as? [String])
    #expect(Set(added).count == 9)
    let whole = try run.ask(
      [
        (
          "get_transaction_history",
          [added[0], NSNull(), ["TransactionHistoryRequest": [String: Any]()], ["Version": "v2"]]
        )
      ], bundle: bundle)[0]
    #expect(Set(try identifiers(try #require(whole["answer"] as? [String: Any]))) == Set(added))
  }
}
