import Foundation
import LoopbackServer
import Testing

@Suite("api and notifications, run as a program")
struct APICommandTests {
  private static let id = "2000000123456789"

  @Test("each reading call prints its proven answer as decode does, or as it came")
  func reading() throws {
    try ScriptedAPI.with { api in
      let transaction = try Answers(api.life).transactions[0]
      let id = try #require(try StandInRun.payload(transaction)["transactionId"] as? String)
      let app = ["--bundle-id", "com.example.app"]
      let run = try api.run(["api", "transaction", id] + app)
      #expect(run.status == 0, "\(run.stderr)")
      #expect(try run.json()["schema"] as? String == "receipt-tool/decode/1")
      let raw = try api.run(["api", "transaction", "--raw", id] + app)
      #expect(raw.stdout == "{\"signedTransactionInfo\":\"\(transaction)\"}\n")
      let history = try api.run(["api", "history", id] + app)
      #expect(history.stdout.split(separator: "\n").count == 2 && history.stderr.contains("--since-revision r2"))
      let order = try api.run(["api", "order", "NOSUCH12"] + app)
      #expect(order.status == 1 && order.stderr.contains("knows no such order"))
      let missing = try api.run(["api", "transaction", "7"] + app)
      #expect(missing.status == 1 && missing.stdout == "" && missing.stderr.contains("explain 4040010"))
      for word in ["a/b", "", "x y"] { #expect(try api.run(["api", "transaction", word] + app).status == 64) }
    }
  }

  @Test("where an answer has several pieces, each is a document on a line of its own")
  func several() throws {
    try ScriptedAPI.with(
      "trial-renew-refund",
      { request, _, answers in
        if request.line.path.hasPrefix("/inApps/v1/subscriptions/") { return nil }
        return answers.page(answers.transactions, revision: "r1")
      },
      { api in
        let answers = try Answers(api.life)
        let ids = try answers.transactions.map { try StandInRun.payload($0)["transactionId"] as? String }
        try #require(ids.count == 2)
        let id = try #require(ids[0])
        for call in ["history", "refunds", "order"] {
          for options in [[], ["--compact"]] {
            let run = try api.run(["api", call] + options + [id, "--bundle-id", "com.example.app"])
            #expect(run.status == 0, "\(run.stderr)")
            let documents = try run.documents()
            #expect(documents.map { payload($0)["transactionId"] as? String } == ids, "\(call)")
            #expect(documents.allSatisfy { $0["schema"] as? String == "receipt-tool/decode/1" })
            #expect(
              documents.allSatisfy { ($0["authenticity"] as? [String: Any])?["verdict"] as? String == "test-signed" })
          }
        }
        let statuses = try api.run(["api", "statuses", id, "--bundle-id", "com.example.app"]).documents()
        #expect(statuses.map { payload($0)["transactionId"] as? String } == [ids[1], nil])
        #expect(statuses.map { payload($0)["autoRenewStatus"] != nil } == [false, true])
      })
  }

  private func payload(_ document: [String: Any]) -> [String: Any] {
    (document["jws"] as? [String: Any])?["payload"] as? [String: Any] ?? [:]
  }

  @Test("an answer without signed data is printed as it came, and said to be that")
  func nothing() throws {
    let page = #"{"revision":"r1","hasMore":false,"signedTransactions":[]}"#
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in .json(page) }) { api in
      let run = try api.run(["api", "history", Self.id, "--bundle-id", "com.example.app"])
      #expect(run.status == 0 && run.stdout == page + "\n" && run.stderr.contains("no signed data"), "\(run.stderr)")
    }
  }

  @Test("what changes something needs --yes where there is no terminal, and says what Apple answered")
  func changing() throws {
    let bodies: [([String], String, String)] = [
      (
        ["extend", Self.id, "--days", "7", "--reason", "outage", "--request-id", "r-1"],
        "PUT /inApps/v1/subscriptions/extend/\(Self.id)",
        #"{"extendByDays":7,"extendReasonCode":3,"requestIdentifier":"r-1"}"#
      ),
      (
        [
          "consume", Self.id, "--customer-consented", "--delivery-status", "DELIVERED", "--consumption-percentage",
          "12.5", "--refund-preference", "DECLINE",
        ], "PUT /inApps/v2/transactions/consumption/\(Self.id)",
        #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED","consumptionPercentage":12500,"refundPreference":"DECLINE"}"#
      ),
      (
        ["set-token", Self.id, "7e3fb20b-4cdb-47cc-936d-99d65f608138"],
        "PUT /inApps/v1/transactions/\(Self.id)/appAccountToken",
        #"{"appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#
      ),
      (["finish", Self.id], "POST /inApps/v1/transactions/\(Self.id)/finish", ""),
    ]
    for (arguments, path, body) in bodies {
      let done = Reply.json(#"{"originalTransactionId":"\#(Self.id)","success":true}"#)
      try ScriptedAPI.with("trial-renew-refund", { _, _, _ in arguments[0] == "extend" ? done : .http(202) }) { api in
        let command = ["api"] + arguments + ["--bundle-id", "com.example.app"]
        let refused = try api.run(command)
        #expect(refused.status == 64 && refused.stderr.contains("give --yes") && api.paths.isEmpty)
        let run = try api.run(command + ["--yes"])
        #expect(run.status == 0 && run.stderr.hasPrefix("done: "), "\(run.stderr)")
        #expect(api.paths == [path])
        #expect(api.server.requests.map { String(decoding: $0.body, as: UTF8.self) } == [body])
      }
    }
  }

  @Test("consent is required; values that Apple does not take are refused before anything is sent")
  func values() throws {
    try ScriptedAPI.with { api in
      let app = ["--bundle-id", "com.example.app", "--yes"]
      for arguments in [
        ["consume", Self.id, "--delivery-status", "DELIVERED"],
        ["consume", Self.id, "--customer-consented", "--delivery-status", "delivered?"],
        [
          "consume", Self.id, "--customer-consented", "--delivery-status", "DELIVERED", "--consumption-percentage",
          "101",
        ],
        [
          "consume", Self.id, "--customer-consented", "--delivery-status", "DELIVERED", "--consumption-percentage",
          "-1",
        ],
        // Apple, ConsumptionRequest: what was not delivered was not used; a part to refund is neither nothing nor all.
        [
          "consume", Self.id, "--customer-consented", "--delivery-status", "UNDELIVERED_OTHER",
          "--consumption-percentage", "1",
        ],
        [
          "consume", Self.id, "--customer-consented", "--delivery-status", "DELIVERED", "--consumption-percentage",
          "0", "--refund-preference", "GRANT_PRORATED",
        ],
        [
          "consume", Self.id, "--customer-consented", "--delivery-status", "DELIVERED", "--consumption-percentage",
          "100", "--refund-preference", "GRANT_PRORATED",
        ],
        ["extend", Self.id, "--days", "91"], ["extend", Self.id, "--days", "0"], ["set-token", Self.id, "jane"],
        ["finish", "a/b"],
      ] {
        let run = try api.run(["api"] + arguments + app)
        #expect(run.status == 64, "\(arguments): \(run.status) \(run.stderr)")
      }
      #expect(api.paths.isEmpty)
    }
  }

  @Test("a lost answer to an extension is not repeated, and it is said that Apple may have done it")
  func uncertain() throws {
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in .raw([]) }) { api in
      let options = ["--key", api.key, "--issuer-id", ScriptedAPI.issuer, "--endpoint", api.server.url("")]
      let run = try api.run(
        ["api", "extend", Self.id, "--days", "7", "--yes", "--bundle-id", "com.example.app"], key: options)
      #expect(run.status == 69 && api.paths.count == 1)
      #expect(run.stderr.contains("it is not known whether Apple has done it"), "\(run.stderr)")
    }
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in .json(#"{"success":false}"#) }) { api in
      let run = try api.run(["api", "extend", Self.id, "--days", "7", "--yes", "--bundle-id", "com.example.app"])
      #expect(run.status == 1 && run.stderr.contains("without success"))
    }
    for body in ["{}", #"{"success":"false"}"#, #"{"errorCode":4030004,"errorMessage":"x"}"#] {
      try ScriptedAPI.with("trial-renew-refund", { _, _, _ in .json(body) }) { api in
        let run = try api.run(["api", "extend", Self.id, "--days", "7", "--yes", "--bundle-id", "com.example.app"])
        #expect(run.status == 69 && !run.stderr.contains("done: "), "\(body): \(run.stderr)")
        #expect(run.stderr.contains("it is not known whether Apple has done it"), "\(body): \(run.stderr)")
      }
    }
    let redirect = Reply.answer(status: 302, fields: ["Location: https://example.com/"], body: [])
    try ScriptedAPI.with("trial-renew-refund", { _, _, _ in redirect }) { api in
      let run = try api.run(["api", "extend", Self.id, "--days", "7", "--yes", "--bundle-id", "com.example.app"])
      #expect(run.status == 69 && run.stderr.contains("was not followed"))
      #expect(!run.stderr.contains("has done it"), "\(run.stderr)")
    }
  }

  @Test("notifications list: what each means, and what came of each attempt")
  func notifications() throws {
    try ScriptedAPI.with { api in
      let app = ["--bundle-id", "com.example.app"]
      let run = try api.run(["notifications", "list", "--failed", "--type", "DID_RENEW/BILLING_RECOVERY"] + app)
      #expect(run.status == 0, "\(run.stderr)")
      #expect(run.stdout.contains("SUBSCRIBED/INITIAL_BUY") && run.stdout.contains("The subscription renewed"))
      #expect(run.stdout.contains("TIMED_OUT, your server did not answer in"))
      #expect(run.stderr == "4 notifications; 4 did not reach your server\n")
      for line in run.stdout.components(separatedBy: "\n") { #expect(line.count <= 80, "\(line)") }
      let body = try #require(
        try JSONSerialization.jsonObject(with: Data(api.server.requests[0].body)) as? [String: Any])
      #expect(body["notificationType"] as? String == "DID_RENEW" && body["onlyFailures"] as? Bool == true)
      #expect(body["notificationSubtype"] as? String == "BILLING_RECOVERY")
      let lines = try api.run(["notifications", "list", "--json"] + app).stdout.split(separator: "\n")
      let first = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
      #expect(lines.count == 4 && first["delivered"] as? Bool == false && first["access"] as? String == "grant")
      let wrong = try api.run(["notifications", "list"] + ["--bundle-id", "com.example.other"])
      #expect(wrong.status == 69 && wrong.stdout == "" && wrong.stderr.contains("is of the app com.example.app"))
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
  private func profiles(_ api: ScriptedAPI, _ text: String, mode: Int = 0o600) throws {
    let folder = api.life.scratch.path + "/.config/receipt-tool"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(atPath: folder + "/apps.json")
    #expect(
      FileManager.default.createFile(
        atPath: folder + "/apps.json", contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
  }

  private func profile(_ api: ScriptedAPI, _ more: String = "") -> String {
    """
    {"apps":{"reader":{"key":"\(api.key)","issuer_id":"\(ScriptedAPI.issuer)","bundle_id":"com.example.app"\(more)}}}
    """
  }

  @Test("a profile names key, ids, app and server")
  func named() throws {
    try ScriptedAPI.with { api in
      try profiles(api, profile(api, #","endpoint":"\#(api.server.url(""))""#))
      let run = try api.run(["history", try api.life.file(1, "receipt")], key: ["--app", "reader"])
      #expect(run.status == 0, "\(run.stderr)")
      #expect(
        try api.run(["history", "1"], key: ["--app", "writer"]).stderr.contains("has no profile writer; it has reader"))
      #expect(try api.run(["history", "1"], key: ["--app", "reader", "--key-id", "X"]).status == 64)
    }
  }

  @Test("the key of a profile for Apple signs for no other server")
  func hosts() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      try profiles(api, profile(api))
      let named = try api.run(["history", receipt], key: ["--app", "reader", "--endpoint", api.server.url("")])
      #expect(named.status == 64 && named.stderr.contains("--app names its server"))
      let same = try api.run(["history", receipt])
      #expect(same.status == 66 && same.stderr.contains("a profile uses this key for Apple"), "\(same.stderr)")
      // Nor under another name and id.
      let copy = api.life.scratch.path + "/copy.p8"
      // As an editor of another system may have saved it.
      let text = try String(contentsOfFile: api.key, encoding: .utf8).replacingOccurrences(of: "\n", with: "\r\n")
      #expect(
        FileManager.default.createFile(
          atPath: copy, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
      let renamed = try api.run(
        ["history", receipt],
        key: ["--key", copy, "--key-id", "OTHER", "--issuer-id", ScriptedAPI.issuer, "--endpoint", api.server.url("")])
      #expect(renamed.status == 66 && renamed.stderr.contains("a profile uses this key for Apple"))
      let variable = try ToolRun(
        ["history", "--endpoint", api.server.url(""), receipt],
        environment: [
          "HOME": api.life.scratch.path, "APPSTORE_KEY_FILE": api.key, "APPSTORE_ISSUER_ID": ScriptedAPI.issuer,
        ],
        directory: api.life.url)
      #expect(variable.status == 64 && variable.stderr.contains("signs for Apple only"))
      #expect(api.paths.isEmpty)
    }
  }

  @Test("a key that cannot be compared with one for Apple signs for no other server, either")
  func doubtfulKeys() throws {
    try ScriptedAPI.with { api in
      let scratch = api.life.scratch.path
      // The same key as that of the profile, under another name and id.
      let copy = scratch + "/copy.p8"
      try FileManager.default.copyItem(atPath: api.key, toPath: copy)
      let asking = [
        "--key", copy, "--key-id", "OTHER", "--issuer-id", ScriptedAPI.issuer, "--bundle-id",
        "com.example.app", "--endpoint", api.server.url(""),
      ]
      try profiles(api, profile(api))
      let apps = scratch + "/.config/receipt-tool/apps.json"
      func refused(_ words: String, _ environment: [String: String] = [:]) throws {
        let run = try ToolRun(
          ["history"] + asking + ["1"], environment: environment.merging(["HOME": scratch]) { $1 },
          directory: api.life.url)
        #expect(run.status == 66 && run.stderr.contains(words), "\(run.stderr)")
      }
      // Others can read the profile's key file; it is still the same key.
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: api.key)
      try refused("a profile uses this key for Apple")
      // Another place for profiles does not hide this one.
      try refused("a profile uses this key for Apple", ["XDG_CONFIG_HOME": scratch + "/elsewhere"])
      // What this software cannot read as a key may be the same key in another form.
      let whole = try Data(contentsOf: URL(fileURLWithPath: api.key))
      for content in [Data("a note\n".utf8) + whole, whole + whole, whole.prefix(60), Data()] {
        try content.write(to: URL(fileURLWithPath: api.key))
        try refused("cannot be compared")
        try refused("cannot be compared", ["XDG_CONFIG_HOME": scratch + "/.config"])
      }
      try whole.write(to: URL(fileURLWithPath: api.key))
      // Without the file there is nothing to compare.
      let moved = scratch + "/moved.p8"
      try FileManager.default.moveItem(atPath: api.key, toPath: moved)
      try refused("cannot be compared")
      try FileManager.default.removeItem(atPath: apps)
      try FileManager.default.createSymbolicLink(atPath: apps, withDestinationPath: scratch + "/nowhere.json")
      try refused("apps.json")
      try FileManager.default.removeItem(atPath: apps)
      try refused("APPSTORE_KEY_FILE names this key", ["APPSTORE_KEY_FILE": moved])
      try refused("cannot be compared", ["APPSTORE_KEY_FILE": api.key])
      let pipe = scratch + "/pipe"
      try #require(mkfifo(pipe, 0o600) == 0)
      try refused("it is a pipe", ["APPSTORE_KEY_FILE": pipe])
      // A folder that is a link to nowhere may hold profiles when it is there again.
      let folder = scratch + "/.config/receipt-tool"
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: scratch + "/unmounted")
      try refused("apps.json")
      let homeless = try ToolRun(["history"] + asking + ["1"], environment: ["HOME": ""], directory: api.life.url)
      #expect(homeless.status == 64 && homeless.stderr.contains("HOME names no folder"), "\(homeless.stderr)")
      #expect(api.paths.isEmpty)
    }
  }

  @Test("a profile with a server of its own excludes --environment, and is not for Apple's")
  func ownServer() throws {
    try ScriptedAPI.with { api in
      try profiles(api, profile(api, #","endpoint":"\#(api.server.url(""))""#))
      let chosen = try api.run(["history", "1"], key: ["--app", "reader", "--environment", "sandbox"])
      #expect(chosen.status == 64 && chosen.stderr.contains("excludes --environment"), "\(chosen.stderr)")
      for (endpoint, words) in [
        ("https://api.storekit.itunes.apple.com", "has Apple's server as endpoint"),
        ("http://example.com", "the endpoint of the profile reader: "),
      ] {
        try profiles(api, profile(api, #","endpoint":"\#(endpoint)""#))
        let run = try api.run(["history", "1"], key: ["--app", "reader"])
        #expect(run.status == 64 && run.stderr.contains(words), "\(run.stderr)")
      }
      #expect(api.paths.isEmpty)
    }
  }

  @Test("files that others can read, keys that are none, and names that are missing are told; nothing is sent")
  func unusable() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      func keyed(_ file: String) -> [String] {
        ["--key", file, "--key-id", "X", "--issuer-id", ScriptedAPI.issuer, "--endpoint", api.server.url("")]
      }
      let open = api.life.scratch.path + "/open.p8"
      try ScriptedAPI.makeKey(open)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
      let readable = try api.run(["history", receipt], key: keyed(open))
      #expect(readable.status == 66 && readable.stderr.contains("everybody on this machine can read it"))
      let curve = api.life.scratch.path + "/curve.p8"
      try ScriptedAPI.makeKey(curve, curve: "P-384")
      let other = try api.run(["history", receipt], key: keyed(curve))
      #expect(other.status != 0 && other.stderr.contains("the curve secp384r1, not P-256"))
      let nameless = try api.run(
        ["history", receipt],
        key: ["--key", curve, "--issuer-id", ScriptedAPI.issuer, "--endpoint", api.server.url("")])
      #expect(nameless.status == 64 && nameless.stderr.contains("--key-id"))
      let issuer = try api.run(
        ["history", receipt], key: ["--key", api.key, "--issuer-id", "jane", "--endpoint", api.server.url("")])
      #expect(issuer.status == 64 && issuer.stderr.contains("UUID"))
      #expect(try api.run(["history", receipt], key: []).stderr.contains("needs a key"))
      try profiles(api, profile(api, #","endpoint":"\#(api.server.url(""))""#), mode: 0o666)
      #expect(try api.run(["history", receipt], key: ["--app", "reader"]).status == 66)
      for text in [#"{"app":{}}"#, #"{"apps":{"reader":{"key":"x"}}}"#, "[", profile(api, #","endpont":"x""#)] {
        try profiles(api, text)
        #expect(try api.run(["history", receipt], key: ["--app", "reader"]).status != 0, "\(text)")
      }
      #expect(api.paths.isEmpty)
    }
  }
}
