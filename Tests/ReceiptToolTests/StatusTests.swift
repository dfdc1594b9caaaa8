import Foundation
import ReceiptMint
import Testing

@Suite("status, run as a program")
struct StatusTests {
  private static let monthly = "com.example.test.monthly"

  /// The sample's period is from 17:43:07 to 18:13:07 on this day.
  private static let inside = ["--at", "2025-12-26T18:00:00Z"]

  private func response() throws -> [UInt8] {
    Array(
      """
      {"status": 0, "environment": "Production", "latest_receipt_info": [{"product_id": "\(Self.monthly)",
       "transaction_id": "9000000000000001", "original_transaction_id": "9000000000000001",
       "purchase_date_ms": "1766770987000", "expires_date_ms": "1766772787000", "is_trial_period": "false"}]}
      """.utf8)
  }

  @Test("text by default, JSON with --json; the moment is the clock or --at")
  func outputs() throws {
    let receipt = try Minted.receipt().bytes
    let text = try ToolRun(["status"], input: receipt)
    #expect(text.status == 0 && text.stderr == "")
    #expect(text.stdout.contains("✗ claimed: expired 2025-12-26 18:13:07, ") && text.stdout.contains("\n  1  ●──"))
    #expect(text.stdout.components(separatedBy: "\n").allSatisfy { $0.count <= 80 })
    let then = try ToolRun(["status"] + Self.inside, input: receipt)
    #expect(then.stdout.contains("! claimed: active until 2025-12-26 18:13:07, in 13 minutes"))
    let clock = try ToolRun(["status", "--json"], input: receipt).json()
    #expect(clock["schema"] as? String == "receipt-tool/status/1")
    #expect((clock["as_of"] as? [String: String])?["source"] == "clock")
    let chosen = try ToolRun(["status", "--json"] + Self.inside, input: receipt).json()
    #expect(chosen["as_of"] as? [String: String] == ["time": "2025-12-26T18:00:00Z", "source": "option"])
    let subscriptions = try #require(chosen["subscriptions"] as? [[String: Any]])
    #expect(subscriptions.map { $0["state"] as? String } == ["active"])
  }

  @Test("--at is the moment of the question: certificates are judged at the receipt's date all the same")
  func judging() throws {
    let scratch = try Scratch()
    let anchor = try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path
    let run = try ToolRun(
      ["status", "--trust-anchor", anchor, "--at", "1999-12-31", "--require", "test-signed"],
      input: try Minted.receipt().bytes)
    #expect(run.status == 0 && run.stdout.hasPrefix("! test-signed") && run.stdout.contains("– not begun: begins"))
    let required = try ToolRun(["status", "--require", "authentic"], input: try Minted.receipt().bytes)
    #expect(required.status == 1 && required.stderr.contains("less than --require asks for"))
    #expect(required.stdout.contains("Subscriptions: 1"))
  }

  @Test("--together makes one history of all inputs, or none at all")
  func together() throws {
    let scratch = try Scratch()
    let anchor = ["--trust-anchor", try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path]
    try scratch.file("receipt", try Minted.receipt().bytes)
    try scratch.file("answer.json", try response())
    func run(_ arguments: [String]) throws -> ToolRun {
      try ToolRun(["status", "--together"] + arguments, directory: scratch.url)
    }
    let text = try run(anchor + Self.inside + ["receipt", "receipt"])
    #expect(text.status == 0 && text.stdout.contains("Pieces: 2") && text.stdout.hasPrefix("! test-signed"))
    #expect(try run(anchor + Self.inside + ["--is-active", Self.monthly, "receipt", "receipt"]).status == 0)
    let document = try run(anchor + ["--json", "receipt", "receipt"]).json()
    #expect(document["source"] is NSNull && (document["pieces"] as? [Any])?.count == 2)
    #expect(!text.stdout.contains("two customers"))
    // Receipts that have no purchase in common.
    try scratch.file(
      "other",
      try Minted.receipt { receipt in
        receipt.inApp[0].transactionID = "900"
        receipt.inApp[0].originalTransactionID = "900"
      }.bytes)
    let strangers = try run(anchor + Self.inside + ["receipt", "other"])
    #expect(
      strangers.stdout.contains("! Note: two inputs have no purchase in common: they may be of two customers\n"))
    let isActive = try run(anchor + Self.inside + ["--is-active", Self.monthly, "receipt", "other"])
    #expect(isActive.stderr.contains("they may be of two customers"))
    let notes = try #require(try run(anchor + ["--json", "receipt", "other"]).json()["notes"] as? [String])
    #expect(notes.contains("two inputs have no purchase in common: they may be of two customers"))
    // Sandbox and production.
    let two = try run(["receipt", "answer.json"])
    #expect(two.status == 65 && two.stdout == "" && two.stderr.contains("data of two environments"))
    for arguments in [["--json"], [], ["--is-active", Self.monthly]] {
      let missing = try run(anchor + arguments + ["receipt", "missing"])
      #expect(missing.status == 66 && missing.stdout == "" && missing.stderr.contains("nothing is said of the others"))
    }
    // Options may stand behind the inputs; without the anchor nothing is believed.
    #expect(try run(["receipt", "--together", "--is-active", Self.monthly]).status == 1)
    #expect(try run(["receipt", "--together", "--is-active", Self.monthly] + anchor + Self.inside).status == 0)
  }

  @Test("signed data about no purchase is named")
  func withoutPurchases() throws {
    let vectors = Package.root.appendingPathComponent("TestReceipts")
    for (name, words) in [("app-transaction", "an AppTransaction"), ("realtime", "a request of retention messaging")] {
      let run = try ToolRun(["status", vectors.appendingPathComponent("jws-\(name).jws").path])
      #expect(run.status == 65 && run.stderr.contains(words), "\(run.stderr)")
    }
  }

  @Test("--is-active prints nothing and answers by its status; only signed purchases are believed")
  func isActive() throws {
    let scratch = try Scratch()
    let anchor = ["--trust-anchor", try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path]
    let receipt = try Minted.receipt().bytes
    var changed = receipt
    // The last byte is the signature's.
    changed[changed.count - 1] ^= 1
    let answer = try response()
    let cases: [(input: [UInt8], arguments: [String], status: Int32, words: String)] = [
      (receipt, [Self.monthly] + Self.inside + anchor, 0, ""),
      (receipt, [Self.monthly] + anchor, 1, "not active at"),
      (receipt, [Self.monthly] + Self.inside, 1, "untrusted-chain"),
      (receipt, [Self.monthly, "--unverified"] + Self.inside, 1, "untrusted-chain"),
      (changed, [Self.monthly] + Self.inside + anchor, 1, "bad-signature"),
      (receipt, [Self.monthly, "--require", "authentic"] + Self.inside + anchor, 1, "--require"),
      (receipt, ["com.example.test.other"] + Self.inside + anchor, 1, "no purchase of com.example.test.other"),
      (answer, [Self.monthly] + Self.inside, 1, "--unverified"),
      (answer, [Self.monthly, "--unverified"] + Self.inside, 0, ""),
      (answer, [Self.monthly, "--unverified", "--at", "2025-12-26T18:13:07Z"], 1, "cannot be told"),
      (Array("nothing".utf8), [Self.monthly], 65, "error: "),
      // What is beside it may say the opposite.
      (
        Array(#"{"older": {"latest_receipt_info": [{"transaction_id": "2", "product_id": "m"}]},"#.utf8)
          + answer.dropFirst(), [Self.monthly, "--unverified"] + Self.inside, 65, "only a part of it was read"
      ),
    ]
    for expected in cases {
      let run = try ToolRun(["status", "--is-active"] + expected.arguments, input: expected.input)
      #expect(run.status == expected.status && run.stdout == "", "\(expected.arguments)")
      #expect(expected.words.isEmpty || run.stderr.contains(expected.words), "\(expected.arguments): \(run.stderr)")
      #expect((run.stderr == "") == (expected.status == 0), "\(expected.arguments): \(run.stderr)")
    }
    #expect(try ToolRun(["status", "--is-active", Self.monthly, "missing"]).status == 66)
    let other = try Minted.receipt { $0.inApp[0].productType = 1 }.bytes
    // Of several inputs all have to be active.
    let good = try scratch.file("good", receipt).path
    _ = try scratch.file("bad", other)
    let forgotten = try ToolRun(["status", "--is-active", good, good] + anchor)
    #expect(forgotten.status == 1 && forgotten.stderr.contains("which is a file"), "\(forgotten.stderr)")
    for (names, status) in [(["good", "good"], Int32(0)), (["good", "bad"], 1), (["bad", "good"], 1)] {
      let run = try ToolRun(
        ["status", "--is-active", Self.monthly] + Self.inside + anchor + names, directory: scratch.url)
      #expect(run.status == status && run.stdout == "", "\(names)")
    }
  }

  @Test("--is-active of what is bought once: by its holding for good, and not to be told of what ends elsewhere")
  func isActiveForGood() throws {
    let scratch = try Scratch()
    let anchor = ["--trust-anchor", try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path]
    func ask(at moment: String, _ type: Int64, refunded: String = "") throws -> ToolRun {
      let receipt = try Minted.receipt { receipt in
        receipt.inApp[0].productType = type
        receipt.inApp[0].expiresDate = ""
        receipt.inApp[0].cancellationDate = refunded
      }
      return try ToolRun(["status", "--is-active", Self.monthly, "--at", moment] + anchor, input: receipt.bytes)
    }
    // A non-consumable, from its purchase until it is taken back.
    let years = try ask(at: "2031-01-01", 0)
    #expect(years.status == 0 && years.stdout == "" && years.stderr == "")
    let before = try ask(at: "2025-01-01", 0)
    #expect(before.status == 1 && before.stderr.contains("is not active at 2025-01-01T00:00:00Z"))
    let refunded = try ask(at: "2031-01-01", 0, refunded: "2026-01-01T00:00:00Z")
    #expect(refunded.status == 1 && refunded.stderr.contains("is not active at"))
    #expect(refunded.stderr.contains("refunded"))
    for (type, words) in [(Int64(1), "the app knows"), (2, "the app decides")] {
      let run = try ask(at: "2031-01-01", type)
      #expect(run.status == 1 && run.stdout == "", "\(type)")
      #expect(run.stderr.contains("cannot be told") && run.stderr.contains(words), "\(run.stderr)")
    }
  }

  @Test("contradictory options are refused")
  func usage() throws {
    for arguments in [
      ["--json", "--is-active", "a"], ["--unverified"], ["--is-active", ""], ["--at", "soon"],
      ["--require", "unsigned"],
      ["--is-active", "a", "--unverified", "--require", "authentic"], ["--is-active"],
    ] {
      let run = try ToolRun(["status"] + arguments)
      #expect(run.status == 64 && run.stdout == "" && run.stderr.hasPrefix("error: "), "\(arguments)")
    }
  }

  @Test("a product that was forgotten after --is-active is said, and nothing is waited for")
  func forgottenProduct() throws {
    let scratch = try Scratch()
    let file = try scratch.file("receipt.b64", Array(try Minted.receipt().base64.utf8)).path
    let run = try ToolRun(["status", "--is-active", file])
    #expect(run.status == 64 && run.stderr.contains("is a file: name the product before it"), "\(run.stderr)")
  }

  @Test(
    "a time without seconds is UTC", arguments: ["2025-12-26 18:00", "2025-12-26T18:00", "2025-12-26 18:00:00 UTC"])
  func minutes(_ time: String) throws {
    let run = try ToolRun(["status", "--json", "--at", time], input: try Minted.receipt().bytes)
    let moment = try run.json()["as_of"] as? [String: Any]
    #expect(moment?["time"] as? String == "2025-12-26T18:00:00Z", "\(run.stderr)")
  }

  @Test("several inputs: a heading or a line of JSON each, and the worst status")
  func batch() throws {
    let scratch = try Scratch()
    _ = try scratch.file("good.b64", Array(try Minted.receipt().base64.utf8))
    _ = try scratch.file("answer.json", try response())
    _ = try scratch.file("bad.txt", Array("this is not a receipt".utf8))
    let files = ["good.b64", "answer.json", "bad.txt", "missing"]
    let text = try ToolRun(["status"] + files, directory: scratch.url)
    #expect(text.status == 66)
    #expect(text.stdout.contains("==> good.b64 <==\n\n✗ untrusted chain"))
    #expect(text.stdout.contains("\n==> answer.json <==\n\n! NOT VERIFIED"))
    #expect(text.stderr.contains("error: bad.txt: ") && text.stderr.contains("error: missing cannot be read"))
    let json = try ToolRun(["status", "--json"] + files, directory: scratch.url)
    #expect(json.status == 66 && json.stdout.split(separator: "\n").count == 4)
    for line in json.stdout.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  @Test("80 columns unless COLUMNS says otherwise; colours only when asked for")
  func terminal() throws {
    let receipt = try Minted.receipt().bytes
    for (columns, range) in [("50", 40...50), ("200", 150...200)] {
      let run = try ToolRun(["status"], input: receipt, environment: ["COLUMNS": columns])
      #expect(range.contains(run.stdout.split(separator: "\n").map(\.count).max() ?? 0), "\(columns)")
    }
    for (choice, isColoured) in [("always", true), ("never", false), ("auto", false)] {
      let run = try ToolRun(["status", "--color", choice], input: receipt)
      #expect(run.stdout.contains("\u{1B}[") == isColoured, "\(choice)")
    }
  }

  @Test(
    "the published receipt with nine purchases, and Apple's answer for it",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let name = "sandbox-sha1-nine-purchases"
    let during = ["--at", "2020-07-22T18:00:00Z"]
    let document = try ToolRun(["status", "--json", name + ".b64"] + during, directory: Package.realReceipts).json()
    let subscription = try #require((document["subscriptions"] as? [[String: Any]])?.first)
    let periods = try #require(subscription["periods"] as? [[String: Any]])
    #expect(periods.compactMap { $0["start"] as? String } == periods.compactMap { $0["start"] as? String }.sorted())
    #expect(periods.count == 9 && periods.compactMap { $0["gap_before_seconds"] as? Int }.count { $0 > 0 } == 4)
    #expect((document["authenticity"] as? [String: String])?["verdict"] == "authentic")
    let products = try #require(subscription["products"] as? [String])
    #expect(products.count == 2)
    let answers = products.flatMap { product in
      [[name + ".b64"], ["--unverified", name + ".verifyReceipt.json"], [name + ".verifyReceipt.json"]].map {
        [product] + during + $0
      }
    }
    let statuses = try answers.map { arguments in
      try ToolRun(["status", "--is-active"] + arguments, directory: Package.realReceipts).status
    }
    #expect(statuses == [1, 1, 1, 0, 0, 1])
  }

  @Test("what Apple refused, refunded or cancelled without a date is not active")
  func notBelieved() throws {
    func answer(_ status: Int, _ more: [String]) -> [UInt8] {
      let purchases = more.map { extra in
        #"{"transaction_id":"1","original_transaction_id":"1","product_id":"m","purchase_date_ms":"1767225600000","#
          + #""expires_date_ms":"1769904000000"\#(extra)}"#
      }
      return Array(#"{"status":\#(status),"latest_receipt_info":[\#(purchases.joined(separator: ","))]}"#.utf8)
    }
    let arguments = ["status", "--is-active", "m", "--unverified", "--at", "2026-01-15"]
    let refund = #","cancellation_date_ms":"1767312000000""#
    #expect(try ToolRun(arguments, input: answer(0, [""])).status == 0)
    #expect(try ToolRun(arguments, input: answer(21003, [""])).status == 1)
    #expect(try ToolRun(arguments, input: answer(0, ["", refund])).status == 1)
    #expect(try ToolRun(arguments, input: answer(0, [refund, ""])).status == 1)
    for sign in [
      "reason\":\"1", "date\":\"garbage", "date_ms\":\"garbage", "date_pst\":\"2026-01-02 00:00:00 America/Los_Angeles",
    ] {
      #expect(try ToolRun(arguments, input: answer(0, [#","cancellation_\#(sign)""#])).status == 1, "\(sign)")
    }
  }
}
