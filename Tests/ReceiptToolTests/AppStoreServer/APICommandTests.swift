import Foundation
import LoopbackServer
import Testing

@Suite("api and notifications, run as a program")
struct APICommandTests {
  private static let id = "2000000123456789"

  @Test("a lost answer to an extension is not repeated, and it is said that Apple may have done it")
  func uncertain() throws {
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in .raw([]) }) { api in
      let options = ["--key", api.key, "--issuer-id", ScriptedAPI.issuer, "--endpoint", api.server.url("")]
      let run = try api.run(
        ["api", "extend", Self.id, "--days", "7", "--yes", "--bundle-id", "com.example.app"], key: options)
      #expect(run.status == 69 && api.paths.count == 1)
      #expect(run.stderr.contains("it is not known whether Apple has done it"), "\(run.stderr)")
    }
  }

  @Test("a notification that Apple has not tried to send is neither delivered nor lost")
  func untried() throws {
    try ScriptedAPI.with(
      "trial-renew-refund",
      { _, _, answers in
        let attempts = [
          #""sendAttempts":[]"#, #""sendAttempts":[{"attemptDate":1764000000000,"sendAttemptResult":"SUCCESS"}]"#,
          #""sendAttempts":[{"attemptDate":1764000000000,"sendAttemptResult":"TLS_ISSUE"}]"#, #""x":0"#,
        ]
        let elements = zip(answers.notifications, attempts).map { #"{"signedPayload":"\#($0)",\#($1)}"# }
        return .json(#"{"hasMore":false,"notificationHistory":[\#(elements.joined(separator: ","))]}"#)
      },
      { api in
        let app = ["--bundle-id", "com.example.app"]
        let run = try api.run(["notifications", "list"] + app)
        #expect(run.stderr == "4 notifications; 1 did not reach your server; 2 not tried\n", "\(run.stderr)")
        let lines = try api.run(["notifications", "list", "--json"] + app).documents()
        #expect(lines.map { $0["delivered"] as? Bool } == [nil, true, false, nil])
        #expect(lines.map { $0["delivered"] is NSNull } == [true, false, false, true])
      })
  }

  @Test("--replay posts them again to this machine, the oldest first, and elsewhere only with --allow-remote")
  func replay() throws {
    try ScriptedAPI.with { api in
      let app = ["--bundle-id", "com.example.app"]
      let taking = try LoopbackServer { _, _ in .http(200) }
      defer { taking.stop() }
      let run = try api.run(["notifications", "list", "--replay", taking.url("hook")] + app)
      #expect(run.status == 0 && run.stderr.hasSuffix("4 posted, 0 not taken\n"), "\(run.stderr)")
      let sent = try taking.requests.map { request in
        let body = try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: String]
        return try #require(body?["signedPayload"])
      }
      #expect(sent == (try Answers(api.life).notifications))
      #expect(taking.requests.allSatisfy { $0.field("Authorization") == nil })
      let failing = try LoopbackServer { _, _ in .http(500) }
      defer { failing.stop() }
      let failed = try api.run(["notifications", "list", "--replay", failing.url("hook")] + app)
      #expect(failed.status == 1 && failed.stderr.hasSuffix("4 posted, 4 not taken\n"))
      for url in ["https://example.com/", "https://api.storekit.apple.com/"] {
        let refused = try api.run(["notifications", "list", "--replay", url] + app)
        #expect(refused.status == 64, "\(url)")
      }
      #expect(
        try api.run(["notifications", "list", "--replay", "http://example.com/", "--allow-remote"] + app).status == 64)
    }
  }

  @Test("notifications test waits for what came of it")
  func testNotification() throws {
    for (result, status) in [("SUCCESS", 0), ("TLS_ISSUE", 1)] as [(String, Int32)] {
      try ScriptedAPI.with(
        "trial-renew-refund",
        { request, count, answers in
          if request.line.method == "POST" { return .json(#"{"testNotificationToken":"ce3af791_1656711609000"}"#) }
          guard count > 0 else { return Answers.error(4_040_008) }
          return .json(
            #"{"signedPayload":"\#(answers.notifications[0])","sendAttempts":[{"attemptDate":1764000000000,"sendAttemptResult":"\#(result)"}]}"#
          )
        },
        { api in
          let run = try api.run(["notifications", "test", "--bundle-id", "com.example.app"])
          #expect(run.status == status, "\(run.stderr)")
          #expect(api.paths.last == "GET /inApps/v1/notifications/test/ce3af791_1656711609000")
        })
    }
  }
}

@Suite("Keys and profiles of the App Store Server API")
struct AppProfileTests {
  @Test("Scripts/profiles.txt", arguments: try CommandScript.cases("profiles"))
  func script(_ one: CommandScript.Case) throws {
    try ScriptedAPI.with { api in
      try one.run { place in
        let key = "SubscriptionKey_2X9R4HXF34.p8"
        try place.file(key, Data(contentsOf: URL(fileURLWithPath: api.key)))
        try place.file("1.receipt", api.life.text(api.life.file(1, "receipt")).utf8)
        try place.file("anchor.pem", api.life.text("anchor.pem").utf8)
        try ScriptedAPI.makeKey(place.scratch.path + "/curve.p8", curve: "P-384")
        place.secrets = try String(contentsOfFile: api.key, encoding: .utf8).split(separator: "\n").map(String.init)
          .filter { !$0.hasPrefix("-") }
        place.variables["KEY"] = [place.scratch.path + "/" + key]
        place.variables["SERVER"] = [api.server.url("")]
        place.variables["ISSUER"] = [ScriptedAPI.issuer]
        place.variables["PROFILE"] = [
          #"{"apps":{"reader":{"key":"\#(place.scratch.path)/\#(key)","issuer_id":"\#(ScriptedAPI.issuer)","#
            + #""bundle_id":"com.example.app""#
        ]
        place.steps["asked"] = { #expect(api.paths == $0) }
      }
    }
  }
}
