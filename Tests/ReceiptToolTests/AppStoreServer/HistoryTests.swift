import Foundation
import LoopbackServer
import Testing

/// Against a scripted server; what it answers was minted, and what is expected follows from the life of the customer.
@Suite("history, run as a program")
struct HistoryTests {

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

  @Test("an id that may be a file is neither")
  func ambiguous() throws {
    try ScriptedAPI.with { api in
      try api.life.scratch.file("life/12345678", "x".utf8)
      let both = try api.run(["history", "12345678"])
      #expect(both.status == 64 && both.stderr.contains("could be an id or a file") && api.paths.isEmpty)
    }
  }

  @Test("a token that is not accepted, and a key for another service")
  func token() throws {
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

  @Test("statuses of another customer are refused")
  func otherCustomer() throws {
    let other = try Life(seed: 2)
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

  @Test("a page that is missing says where to go on, where pages were printed")
  func goingOn() throws {
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
