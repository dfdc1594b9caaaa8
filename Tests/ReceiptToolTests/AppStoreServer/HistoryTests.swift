import Foundation
import LoopbackServer
import Testing

/// Against a scripted server; what it answers was minted, and what is expected follows from the life of the customer.
@Suite("history, run as a program")
struct HistoryTests {
  @Test("a receipt leads to the whole history: an id is sent and no receipt, and the report is that of status")
  func report() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      let run = try api.run(["history", receipt])
      #expect(run.status == 0, "\(run.stderr)")
      let original = try #require(
        try StandInRun.payload(try api.life.text(api.life.file(1, "transaction")))[
          "originalTransactionId"] as? String)
      #expect(
        api.paths == [
          "GET /inApps/v2/history/\(original)", "GET /inApps/v2/history/\(original)?revision=r1",
          "GET /inApps/v1/subscriptions/\(original)",
        ])
      let sent = api.server.requests.map { $0.head + String(decoding: $0.body, as: UTF8.self) }.joined()
      #expect(!sent.contains(try api.life.text(receipt).prefix(100)))
      #expect(run.stdout.contains("refunded") && run.stdout.contains("Periods: 2") && run.stdout.contains("free trial"))
      #expect(run.stderr == "2 transactions in 3 answers of 127.0.0.1\nlater changes: --since-revision r2\n")
      for line in run.stdout.components(separatedBy: "\n") { #expect(line.count <= 80, "\(line)") }
      // The same from whatever names the purchase.
      let expected = withoutAges(run.stdout)
      for input in [try api.life.file(2, "notification"), try api.life.file(2, "transaction")] {
        #expect(withoutAges(try api.run(["history", input]).stdout) == expected, "\(input)")
      }
      for input in [original, "MK5TTTVWJH"] {
        let named = try api.run(["history", "--bundle-id", "com.example.app", input])
        #expect(withoutAges(named.stdout) == expected, "\(input)")
      }
    }
  }

  /// The clock goes on between two runs. An age can also be wrapped, and its length decides where other lines are.
  private func withoutAges(_ report: String) -> String {
    report.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing(
      /just now|in [0-9,]+ [a-z]+|[0-9,]+ [a-z]+ ago/, with: "AGE")
  }

  @Test("--json, --stream and --raw print what was proven; saved answers say the same to status and compare")
  func forms() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      let ids = try Answers(api.life).transactions.map { try StandInRun.payload($0)["transactionId"] as? String }
      let document = try api.run(["history", "--json", receipt]).json()
      #expect(document["schema"] as? String == "receipt-tool/history/1")
      #expect(document["verdict"] as? String == "test-signed" && document["revision"] as? String == "r2")
      #expect((document["transactions"] as? [[String: Any]])?.map { $0["transactionId"] as? String } == ids)
      #expect((document["renewals"] as? [Any])?.count == 1)
      let lines = try api.run(["history", "--stream", receipt]).documents()
      #expect(lines.map { ($0["transaction"] as? [String: Any])?["transactionId"] as? String } == ids)
      #expect(lines.allSatisfy { $0["verdict"] as? String == "test-signed" })
      let raw = try api.run(["history", "--raw", receipt]).stdout
      let answers = raw.split(separator: "\n").map(String.init)
      #expect(answers.count == 3)
      for (index, answer) in answers.enumerated() {
        try api.life.scratch.file("answer\(index)", answer.utf8)
      }
      let status = try ToolRun(
        ["status", "--together", "--trust-anchor", "anchor.pem", "../answer0", "../answer1", "../answer2"],
        directory: api.life.url)
      #expect(status.status == 0 && status.stdout.contains("Periods: 2"), "\(status.stderr)")
      let compared = try api.life.compare(receipt, ["../answer0", "../answer1", "../answer2"])
      #expect(compared.status == 0, "\(compared.stdout)")
    }
  }

  @Test("--subscriptions and --refunds ask for nothing else; --since-revision goes on from there")
  func parts() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      #expect(try api.run(["history", "--subscriptions", receipt]).status == 0)
      #expect(try api.run(["history", "--refunds", receipt]).status == 0)
      #expect(try api.run(["history", "--stream", "--since-revision", "r1", receipt]).status == 0)
      let asked = api.paths.map { $0.split(separator: "/").dropFirst().prefix(3).joined(separator: "/") }
      #expect(asked == ["inApps/v1/subscriptions", "inApps/v2/refund", "inApps/v2/history"])
      #expect(api.paths.last?.hasSuffix("?revision=r1") ?? false)
    }
  }

  @Test("ids of what is not proven are not sent, unless --unverified says so")
  func unproven() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      let anchor = api.life.url.appendingPathComponent("anchor.pem").path
      try FileManager.default.removeItem(atPath: anchor)
      #expect(try ToolRun(["mint", "--template", "empty", "--write-anchor", anchor]).status == 0)
      let run = try api.run(["history", receipt])
      #expect(run.status == 1 && run.stdout == "" && api.paths.isEmpty)
      #expect(run.stderr.contains("untrusted-chain") && run.stderr.contains("--unverified"))
      // It does not choose for which app the key signs.
      let choosing = try api.run(["history", "--unverified", receipt])
      #expect(choosing.status == 64 && choosing.stderr.contains("give --bundle-id") && api.paths.isEmpty)
      // The answers are not proven either.
      let all = try api.run(["history", "--bundle-id", "com.example.app", "--unverified", receipt])
      #expect(all.status == 69 && all.stdout == "" && api.paths.count == 1)
      #expect(all.stderr.contains("is not proven"))
    }
  }

  @Test("a test-signed receipt is not asked about at Apple's servers")
  func appleOnly() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      let run = try api.run(
        ["history", receipt], key: ["--key", api.key, "--issuer-id", ScriptedAPI.issuer, "--connect-timeout", "0.1"])
      #expect(run.status == 1 && run.stderr.contains("Apple does not know it"), "\(run.stderr)")
      // Nor where Apple's own server is named as an endpoint, or one of two.
      for options in [
        ["--endpoint", "https://api.storekit.apple.com/"],
        ["--endpoint", api.server.url(""), "--sandbox-endpoint", "https://API.storekit-sandbox.apple.com/"],
      ] {
        let named = try api.run(
          ["history", receipt], key: ["--key", api.key, "--issuer-id", ScriptedAPI.issuer] + options)
        #expect(named.status == 1 && named.stderr.contains("Apple does not know it"), "\(named.stderr)")
      }
      #expect(api.paths.isEmpty)
    }
  }

  @Test("of another app, without a purchase, no receipt at all: nothing is asked")
  func unusable() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      let foreign = try api.run(["history", "--bundle-id", "com.example.other", receipt])
      #expect(foreign.status == 65 && foreign.stderr.contains("it is of the app com.example.app"))
      #expect(try api.run(["history", "-"], input: Array("hello".utf8)).status == 65)
      #expect(try api.run(["history", "missing"]).status == 66)
      #expect(try api.run(["history", "12345678"]).stderr.contains("give --bundle-id"))
      try api.life.scratch.file("life/12345678", "x".utf8)
      let both = try api.run(["history", "12345678"])
      #expect(both.status == 64 && both.stderr.contains("could be an id or a file"))
      // Apple's order ids begin with M: anything else is the name of a file.
      for name in ["NOSUCH12", "RECEIPT2026", "M123456", "MK5TTTVWJh"] {
        #expect(try api.run(["history", "--bundle-id", "com.example.app", name]).status == 66, "\(name)")
      }
      #expect(api.paths.isEmpty)
      // As `api order` says it.
      let order = try api.run(["history", "--bundle-id", "com.example.app", "MNOSUCH12"])
      #expect(order.status == 1 && order.stderr.contains("Apple knows no such order"), "\(order.stderr)")
      #expect(api.paths == ["GET /inApps/v1/lookup/MNOSUCH12"])
    }
  }

  @Test("a page that repeats, a foreign or a changed transaction refuses the answer as a whole")
  func hostile() throws {
    for (name, said) in [("repeat", "is the page before it"), ("flip", "is not proven"), ("none", "no `hasMore`")] {
      try ScriptedAPI.with(
        "trial-renew-refund",
        { request, _, answers in
          guard request.line.path.hasPrefix("/inApps/v2/history/") else { return nil }
          switch name {
          case "repeat":
            let revision = request.line.path.contains("revision=r1") ? "r2" : "r1"
            return answers.page(answers.transactions, revision: revision, hasMore: true)
          case "flip":
            let text = answers.transactions[0]
            return answers.page([text.dropLast(2) + (text.hasSuffix("AA") ? "BA" : "AA")], revision: "r1")
          default: return .json(#"{"signedTransactions":[]}"#)
          }
        },
        { api in
          let run = try api.run(["history", try api.life.file(1, "receipt")])
          #expect(run.status == 69 && run.stdout == "" && run.stderr.contains(said), "\(name): \(run.stderr)")
        })
    }
  }

  @Test("an id that Apple does not know gives way to an older one; a final refusal is told with its code")
  func fallback() throws {
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in Answers.error(4_040_010) }) { api in
      let run = try api.run(["history", try api.life.file(1, "receipt")])
      #expect(run.status == 1 && run.stderr.contains("4040010 TransactionIdNotFound"), "\(run.stderr)")
    }
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in .http(401) }) { api in
      let run = try api.run(["history", try api.life.file(1, "receipt")])
      #expect(run.status == 69 && run.stderr.contains("does not accept the token (HTTP 401)"))
      #expect(run.stderr.contains("issuer id"))
      let other = api.life.scratch.path + "/AuthKey_2X9R4HXF34.p8"
      try ScriptedAPI.makeKey(other)
      let named = try api.run(
        ["history", try api.life.file(1, "receipt")],
        key: ["--key", other, "--issuer-id", ScriptedAPI.issuer, "--endpoint", api.server.url("")])
      #expect(named.stderr.contains("a key for another service"))
    }
  }

  @Test("nothing new since a revision is said as that; a customer without purchases differs from the receipt")
  func empty() throws {
    let page = #"{"revision":"r9","hasMore":false,"signedTransactions":[]}"#
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in .json(page) }) { api in
      let receipt = try api.life.file(1, "receipt")
      let since = try api.run(["history", "--since-revision", "r2", receipt])
      #expect(since.status == 0 && since.stdout == "Nothing changed since that revision.\n", "\(since.stdout)")
      #expect(since.stderr.contains("--since-revision r9"))
      let document = try api.run(["history", "--json", "--since-revision", "r2", receipt]).json()
      #expect((document["transactions"] as? [Any])?.isEmpty == true && document["revision"] as? String == "r9")
      let whole = try api.run(["history", receipt])
      #expect(whole.status == 0 && whole.stdout.contains("knows no purchases of this customer"), "\(whole.stdout)")
      let compared = try api.run(["compare", "--api", receipt])
      #expect(compared.status == 1 && compared.stdout == "", "\(compared.stderr)")
      #expect(compared.stderr.contains("the App Store Server API knows no purchases of this customer"))
    }
    // An answer without a revision leaves the one that was given.
    let last = #"{"hasMore":false,"signedTransactions":[]}"#
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in .json(last) }) { api in
      let run = try api.run(["history", "--since-revision", "r2", try api.life.file(1, "receipt")])
      #expect(run.status == 0 && run.stderr.contains("--since-revision r2"), "\(run.stderr)")
    }
  }

  @Test("a transaction that occurs on two pages counts once")
  func repeated() throws {
    try ScriptedAPI.with(
      "trial-renew-refund",
      { request, _, answers in
        guard request.line.path.hasPrefix("/inApps/v2/history/") else { return nil }
        return request.line.path.contains("revision=r1")
          ? answers.page(answers.transactions, revision: "r2")
          : answers.page(answers.transactions.prefix(1), revision: "r1", hasMore: true)
      },
      { api in
        let run = try api.run(["history", try api.life.file(1, "receipt")])
        #expect(run.status == 0 && run.stderr.hasPrefix("2 transactions in 3 answers"), "\(run.stderr)")
      })
  }

  @Test("a history and statuses of another customer are refused")
  func otherCustomer() throws {
    try ScriptedAPI.with { api in
      // All that is answered is proven, and of this app.
      let run = try api.run(["history", "--bundle-id", "com.example.app", "2000000999999999"])
      #expect(run.status == 69 && run.stdout == "" && run.stderr.contains("2000000999999999"), "\(run.stderr)")
      #expect(!run.stderr.contains("--since-revision"))
      let streamed = try api.run(["history", "--stream", "--bundle-id", "com.example.app", "2000000999999999"])
      #expect(streamed.status == 69, "\(streamed.stderr)")
      let called = try api.run(["api", "history", "--bundle-id", "com.example.app", "2000000999999999"])
      #expect(called.status == 69, "\(called.stderr)")
    }
    let other = try CompareTransactionsTests.Life(seed: 2)
    let answers = try Answers(other)
    try ScriptedAPI.with(
      "trial-renew-refund",
      { request, _, _ in request.line.path.contains("subscriptions") ? answers.reply(to: request) : nil },
      { api in
        let anchors = ["--trust-anchor", other.url.appendingPathComponent("anchor.pem").path]
        for command in [["history"], ["history", "--json"], ["compare", "--api"]] {
          let run = try api.run(command + [try api.life.file(1, "receipt")], key: api.keyOptions + anchors)
          #expect(run.status == 69 && run.stdout == "", "\(run.stdout)\(run.stderr)")
          #expect(run.stderr.contains("is refused as a whole"), "\(run.stderr)")
        }
      })
  }

  @Test("a final refusal does not say where to go on; a page that is missing does, where pages were printed")
  func goingOn() throws {
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in Answers.error(4_000_005) }) { api in
      let run = try api.run(["history", "--stream", "--since-revision", "zz", try api.life.file(1, "receipt")])
      #expect(run.status == 1 && !run.stderr.contains("--since-revision"), "\(run.stderr)")
    }
    try ScriptedAPI.with(
      "trial-renew-refund",
      { request, _, _ in
        request.line.path.contains("revision=") || request.line.path.contains("paginationToken=")
          ? .http(503)
          : request.line.path.contains("notifications")
            ? .json(#"{"hasMore":true,"paginationToken":"p1","notificationHistory":[]}"#) : nil
      },
      { api in
        let receipt = try api.life.file(1, "receipt")
        for (command, isToldWhere) in [
          (["history", "--stream", receipt], true), (["history", "--raw", receipt], true),
          (["history", receipt], false), (["history", "--json", receipt], false),
          (["compare", "--api", receipt], false),
          (["notifications", "list", "--bundle-id", "com.example.app"], false),
        ] {
          let run = try api.run(command)
          #expect(run.status == 75, "\(command): \(run.stderr)")
          #expect(run.stderr.contains("--since-revision r1") == isToldWhere, "\(command): \(run.stderr)")
          #expect(isToldWhere || !run.stderr.contains("--since-revision"), "\(command): \(run.stderr)")
        }
      })
  }

  @Test("a server that is not Apple's has a date of its own, at which the report judges")
  func moment() throws {
    try ScriptedAPI.with(
      "trial-renew-refund",
      { request, _, answers in
        guard request.line.path.hasPrefix("/inApps/v2/history/") else {
          return .json(#"{"environment":"Sandbox","bundleId":"com.example.app","data":[]}"#)
        }
        // As it was signed when the trial began, which ended since by the clock of this machine.
        return answers.page([answers.first], revision: "r1")
      },
      { api in
        let signed = try #require(try StandInRun.payload(try Answers(api.life).first)["signedDate"] as? Double)
        let style = Date.ISO8601FormatStyle().year().month().day()
        let run = try api.run(["history", try api.life.file(1, "receipt")])
        #expect(run.status == 0 && run.stdout.contains("active") && !run.stdout.contains("expired"), "\(run.stdout)")
        let words = run.stdout.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("As of " + Date(timeIntervalSince1970: signed / 1_000).formatted(style)), "\(words)")
      })
  }

  @Test("compare --api puts the receipt beside what is answered now")
  func compare() throws {
    try ScriptedAPI.with { api in
      let run = try api.run(["compare", "--api", try api.life.file(1, "receipt")])
      #expect(run.status == 0 && run.stdout.hasPrefix("✓ agrees: "), "\(run.stderr)")
      #expect(run.stdout.contains("renewed-since: ") && run.stdout.contains("whole, as the answer says"))
      #expect(api.paths.count == 3)
      let both = try api.run(["compare", "--api", "--response", "x", try api.life.file(1, "receipt")])
      #expect(both.status == 64)
      let jws = try api.run(["compare", "--api", try api.life.file(1, "transaction")])
      #expect(jws.status == 65 && jws.stderr.contains("receipt-tool history"))
    }
  }

  @Test("a history of 200 pages streams page by page")
  func large() throws {
    try ScriptedAPI.with(
      "trial-renew-refund",
      { request, _, answers in
        guard request.line.path.hasPrefix("/inApps/v2/history/") else { return nil }
        let number = request.line.path.components(separatedBy: "revision=r").dropFirst().first.flatMap(Int.init) ?? 0
        let part = number.isMultiple(of: 2) ? answers.transactions : answers.transactions.reversed()
        return answers.page(part, revision: "r\(number + 1)", hasMore: number < 199)
      },
      { api in
        let run = try api.run(["history", "--stream", try api.life.file(1, "receipt")])
        #expect(run.status == 0 && run.stdout.split(separator: "\n").count == 400)
      })
  }
}
