import Foundation
import LoopbackServer
import ReceiptMint
import Testing

@Suite("verify, run as a program against a scripted server")
struct VerifyTests {
  @Test("sends canonical base64 and the secret, and prints the answer as it came")
  func asItCame() throws {
    let answer =
      "{ \"status\" : 0,\r\n\t\"download_id\": 80042231041057000123,\n \"x\":1.50, \"y\":{\"z\":1,\"z\":1} }\n\n"
    try Asking.with { _, _ in
      .json(answer)
    } _: { asking throws in
      let run = try asking.verify()
      #expect(run.stdout == answer)
      #expect(run.status == 0)
      #expect(asking.paths == ["production"])
      let body = try asking.body(0)
      #expect(body["receipt-data"] as? String == asking.canonical)
      #expect(body["password"] as? String == Asking.secret)
      #expect(body.count == 2)
      #expect(asking.server.requests[0].line.method == "POST")
      #expect(run.stderr.contains("status 0 valid: The receipt is valid."))
      #expect(run.stderr.contains("(production at \(asking.server.url("production")); 1 try, "))
      // The other line is about the receipt that the answer lacks.
      #expect(run.stderr.split(separator: "\n").count == 2)
    }
  }

  @Test(
    "standard input, a pasted request and an app's bundle id do not matter: the receipt is sent, and nothing around it")
  func pasted() throws {
    try Asking.with { _, _ in
      .status(0)
    } _: { asking throws in
      let request = #"{"receipt-data":"\#(asking.canonical)","password":"not-this-secret","user":"jane"}"#
      let run = try asking.verify(inputs: ["-"], input: Array(request.utf8), environment: [:])
      #expect(run.status == 0)
      #expect(try asking.body(0).keys.sorted() == ["receipt-data"])
      #expect(try asking.body(0)["receipt-data"] as? String == asking.canonical)
      #expect(!run.stderr.contains("not-this-secret"))
    }
  }

  @Test("a status 0 without a receipt says nothing of purchases, and that is said")
  func withoutReceipt() throws {
    for (text, isEmpty) in [("", true), (#","receipt":{}"#, true), (#","receipt":{"in_app":[]}"#, false)] {
      try Asking.with { _, _ in
        .status(0, text)
      } _: { asking throws in
        let run = try asking.verify()
        #expect(run.status == 0 && run.stderr.contains("note: the answer holds no receipt") == isEmpty)
      }
    }
  }

  @Test("21007 leads to the sandbox, 21008 back to production")
  func fallback() throws {
    try Asking.with { request, _ in
      request.line.path == "/sandbox" ? .status(0) : .status(21007)
    } _: { asking throws in
      let run = try asking.verify(["--exclude-old-transactions"])
      #expect(run.status == 0 && run.stdout == #"{"status":0}"#)
      #expect(asking.paths == ["production", "sandbox"])
      #expect(asking.server.requests[0].body == asking.server.requests[1].body)
      #expect(try asking.body(1)["exclude-old-transactions"] as? Bool == true)
      #expect(run.stderr.contains("(production, then sandbox at "))
    }
    try Asking.with { request, earlier in
      request.line.path == "/sandbox" ? .status(21008) : .status(earlier == 0 ? 21007 : 0)
    } _: { asking throws in
      let run = try asking.verify()
      #expect(run.status == 0)
      #expect(asking.paths == ["production", "sandbox", "production"])
    }
    try Asking.with { request, _ in
      .status(request.line.path == "/sandbox" ? 21008 : 21007)
    } _: { asking throws in
      let run = try asking.verify()
      #expect(run.status == 1)
      #expect(asking.paths == ["production", "sandbox", "production"])
      #expect(run.stderr.contains("hint: each server sends it to the other") && !run.stderr.contains("not to be asked"))
    }
  }

  @Test("--environment asks one server; a server that is replaced alone is asked alone")
  func environment() throws {
    try Asking.with { request, _ in
      .status(request.line.path == "/sandbox" ? 21008 : 21007)
    } _: { asking throws in
      let production = try asking.verify(["--environment", "production"])
      #expect(production.status == 1 && production.stdout == #"{"status":21007}"#)
      #expect(production.stderr.contains("hint: it is a sandbox receipt, and the sandbox was not to be asked"))
      let sandbox = try asking.verify(["--environment", "sandbox"])
      #expect(sandbox.status == 1 && sandbox.stdout == #"{"status":21008}"#)
      #expect(asking.paths == ["production", "sandbox"])
      // Apple's sandbox is no second choice for who asked another server.
      let alone = try ToolRun(["verify", "--endpoint", asking.server.url("production"), asking.receipt])
      #expect(alone.status == 1 && alone.stdout == #"{"status":21007}"#)
    }
  }

  @Test("tries are counted, and told", arguments: [("5", 5), ("1", 1)])
  func retries(_ tries: String, _ count: Int) throws {
    try Asking.with { _, _ in
      .status(21005, fields: ["Retry-After: 0"])
    } _: { asking throws in
      let run = try asking.verify(["--tries", tries])
      #expect(run.status == 75)
      #expect(run.stdout == #"{"status":21005}"#)
      #expect(asking.paths == Array(repeating: "production", count: count))
      #expect(run.stderr.contains("; \(count) \(count == 1 ? "try" : "tries"), "))
      #expect(run.stderr.contains("hint: it was tried as often as --tries allows"))
    }
  }

  @Test("what goes away is no failure: busy servers, 21009, 2110x, 21002 once, a broken connection")
  func recovered() throws {
    let replies: [Reply] = [
      .http(503, fields: ["Retry-After: 0"]), .raw([]), .status(21009, fields: ["Retry-After: 0"]),
      .status(21104, #","is-retryable":true"#, fields: ["Retry-After: 0"]), .status(21002, fields: ["Retry-After: 0"]),
      .http(429, fields: ["Retry-After: 0"]), .status(0),
    ]
    try Asking.with { _, earlier in
      replies[min(earlier, replies.count - 1)]
    } _: { asking throws in
      let run = try asking.verify(["--tries", "10"])
      #expect(run.status == 0)
      #expect(asking.paths.count == replies.count)
      #expect(run.stderr.contains("; 7 tries, "))
    }
  }

  @Test(
    "final statuses are asked for once, 21002 twice",
    arguments: [(21000, 1), (21002, 2), (21003, 1), (21004, 1), (21006, 1), (21010, 1), (21100, 1), (4711, 1)])
  func final(_ status: Int, _ count: Int) throws {
    try Asking.with { _, _ in
      .status(status, fields: ["Retry-After: 0"])
    } _: { asking throws in
      let run = try asking.verify()
      #expect(run.status == 1)
      #expect(run.stdout == "{\"status\":\(status)}")
      #expect(asking.paths.count == count)
      #expect(run.stderr.contains("status \(status) "))
    }
  }

  @Test("21004 says whether a secret was sent")
  func missingSecret() throws {
    try Asking.with { _, _ in
      .status(21004)
    } _: { asking throws in
      #expect(try asking.verify(environment: [:]).stderr.contains("hint: no shared secret was sent"))
      #expect(try asking.verify().stderr.contains("hint: the secret is another app's"))
    }
  }

  @Test("waits of more than a second are told")
  func progress() throws {
    try Asking.with { _, earlier in
      earlier == 0 ? .http(503, fields: ["Retry-After: 2"]) : .late(1.6, .status(0))
    } _: { asking throws in
      let began = Date()
      let run = try asking.verify()
      #expect(run.status == 0)
      #expect(Date().timeIntervalSince(began) > 3.5)
      #expect(run.stderr.contains("cannot answer now (HTTP 503 Service Unavailable); waiting 2 s before try 2 of 4\n"))
      #expect(run.stderr.contains("waiting for production to answer, try 2: 1 s so far\n"))
    }
  }

  @Test("--compact, --in-app and --latest keep order and digits")
  func parts() throws {
    let answer =
      #"{"status":0,"receipt":{"in_app":[{"b":1.50,"a":80042231041057000123}]},"latest_receipt_info":[{"z":"1"}]}"#
    try Asking.with { _, _ in
      .json(answer.replacing(",", with: " ,\n"))
    } _: { asking throws in
      #expect(try asking.verify(["--compact"]).stdout == answer + "\n")
      #expect(try asking.verify(["--in-app", "--compact"]).stdout == "[{\"b\":1.50,\"a\":80042231041057000123}]\n")
      #expect(try asking.verify(["--latest"]).stdout == "[\n  {\n    \"z\": \"1\"\n  }\n]\n")
    }
    try Asking.with { _, _ in
      .status(21003)
    } _: { asking throws in
      let run = try asking.verify(["--in-app"])
      #expect(run.stdout == "" && run.status == 1)
      #expect(run.stderr.contains("the answer has no receipt.in_app\n"))
    }
  }

  @Test("what is no receipt never leaves the machine")
  func notSent() throws {
    try Asking.with { _, _ in
      .status(0)
    } _: { asking throws in
      let payload = try Minted.receipt().payload
      // {"alg":"ES256"} . {"bundleId":"com.example.test"} . three bytes
      let jws = "eyJhbGciOiJFUzI1NiJ9.eyJidW5kbGVJZCI6ImNvbS5leGFtcGxlLnRlc3QifQ.AAAA"
      let cases: [(bytes: [UInt8], status: Int32, words: String)] = [
        (Array(jws.utf8), 65, "App Store Server API"), (payload, 65, "bare payload"),
        (Array("hello".utf8), 65, "not a receipt"), ([], 65, "empty"),
        (Array(asking.canonical.prefix(400).utf8), 65, "incomplete"),
        (Array("1000000123456789".utf8), 65, "transaction identifier"),
      ]
      for expected in cases {
        let run = try asking.verify(inputs: ["-"], input: expected.bytes)
        #expect(run.status == expected.status && run.stdout == "", "\(run.stderr)")
        #expect(run.stderr.contains(expected.words), "\(run.stderr)")
      }
      #expect(try asking.verify(inputs: ["/nonexistent/receipt"]).status == 66)
      #expect(asking.paths == [])
    }
  }

  @Test("a receipt larger than Apple takes is refused here, and says why")
  func tooLarge() throws {
    try Asking.with { _, _ in
      .status(0)
    } _: { asking throws in
      let large = try Minted.receipt { description in
        description.extraAttributes = [RawAttribute(type: 4711, value: [UInt8](repeating: 7, count: 2_400_000))]
      }
      let run = try asking.verify(inputs: ["-"], input: large.bytes)
      #expect(run.status == 65 && run.stdout == "")
      #expect(run.stderr.contains("Apple takes 3,145,728 at most. Nothing was sent"), "\(run.stderr)")
      #expect(asking.paths == [])
    }
  }

  @Test(
    "a command line that cannot be meant is refused",
    arguments: [
      ["--endpoint", "http://example.com/"], ["--endpoint", "ftp://127.0.0.1/"],
      ["--endpoint", "https://a@b.example/"],
      ["--tries", "0"], ["--tries", "21"], ["--tries", "x"], ["--timeout", "0"], ["--timeout", "-1"],
      ["--timeout", "soon"],
      ["--deadline", "2d"], ["--connect-timeout", ""], ["--environment", "xcode"], ["--in-app", "--latest"],
      ["--curl", "--compact"], ["--ask-shared-secret", "--shared-secret-file", "x"], ["--shared-secret-file", "-"],
      ["--deadline", "1", "--deadline", "2"], ["--environment", "production", "--environment", "auto"],
      ["--endpoint", "https://a.example/", "--environment", "sandbox"],
      ["--sandbox-endpoint", "https://a.example/", "--environment", "production"],
    ])
  func usage(_ arguments: [String]) throws {
    try ToolRun.expectUsage(["verify"] + arguments + ["receipt.b64"])
  }

  @Test("Ctrl-C leaves at once")
  func interrupted() throws {
    try Asking.with { _, _ in
      .silence
    } _: { asking throws in
      let process = Process()
      process.executableURL = ToolRun.program(because: "a signal ends it")
      process.arguments = ["verify"] + asking.endpoints + [asking.receipt]
      process.environment = [:]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.start()
      while asking.paths.isEmpty, process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
      process.interrupt()
      process.waitUntilExit()
      // A timeout would end with an exit status instead.
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    }
  }
}
