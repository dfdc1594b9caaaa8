import Foundation
import LoopbackServer
import TestSupport
import Testing

/// An App Store Server API by a script over the life of a minted customer, and runs that ask it.
struct ScriptedAPI {
  static let issuer = "57246542-96fe-1a63-e053-0824d011072a"

  let life: Life
  let server: LoopbackServer
  let key: String
  /// In no output may be any of its lines.
  private let secrets: [String]

  /// - Parameter script: the reply to a request; `nil` for the usual one.
  init(
    _ scenario: String = "trial-renew-refund",
    _ script: @escaping @Sendable (LoopbackServer.Request, Int, Answers) -> Reply? = { _, _, _ in nil }
  ) throws {
    life = try Life(scenario)
    let answers = try Answers(life)
    server = try LoopbackServer { request, count in script(request, count, answers) ?? answers.reply(to: request) }
    key = life.scratch.path + "/SubscriptionKey_2X9R4HXF34.p8"
    secrets = try Self.makeKey(key).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("-") }
  }

  static func with(
    _ scenario: String = "trial-renew-refund",
    _ script: @escaping @Sendable (LoopbackServer.Request, Int, Answers) -> Reply? = { _, _, _ in nil },
    _ test: (ScriptedAPI) throws -> Void
  ) throws {
    let api = try ScriptedAPI(scenario, script)
    defer { api.server.stop() }
    try test(api)
  }

  /// Writes a new P-256 key as Apple's files have it, and returns its text.
  @discardableResult
  static func makeKey(_ path: String, curve: String = "P-256") throws -> String {
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      [OpenSSLCommand.program, "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:" + curve])
    try #require(run.status == 0)
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: Data(run.stdout.utf8), attributes: [.posixPermissions: 0o600]))
    return run.stdout
  }

  var keyOptions: [String] {
    ["--key", key, "--issuer-id", Self.issuer, "--endpoint", server.url(""), "--tries", "1"]
  }

  /// Runs a command in the folder of the life.
  func run(_ arguments: [String], key options: [String]? = nil, input: [UInt8] = []) throws -> ToolRun {
    // Behind an input nothing may widen a judgement.
    let words = ["api", "notifications"].contains(arguments[0]) ? 2 : 1
    let run = try ToolRun(
      arguments.prefix(words) + (options ?? keyOptions) + ["--trust-anchor", "anchor.pem"] + arguments.dropFirst(words),
      input: input,
      environment: ["HOME": life.scratch.path, "COLUMNS": "80"], directory: life.url
    ).withoutWaits
    let tokens = server.requests.compactMap { $0.field("Authorization")?.split(separator: " ").last.map(String.init) }
    for secret in secrets + tokens {
      #expect(!run.stdout.contains(secret) && !run.stderr.contains(secret), "a secret in the output")
    }
    return run
  }

  var paths: [String] { server.requests.map { "\($0.line.method) \($0.line.path)" } }
}

/// What Apple would answer at the end of a life.
struct Answers: Sendable {
  /// Each transaction as it was last, in the order of purchase.
  let transactions: [String]
  /// The first transaction as it was signed first.
  let first: String
  let renewal: String?
  let notifications: [String]

  init(_ life: Life) throws {
    var latest: [(id: String, text: String)] = []
    for name in life.all("transaction") {
      let text = try life.text(name)
      let id = try #require(try StandInRun.payload(text)["transactionId"] as? String)
      if let index = latest.firstIndex(where: { $0.id == id }) {
        latest[index].text = text
      } else {
        latest.append((id, text))
      }
    }
    transactions = latest.map(\.text)
    first = try life.text(try #require(life.all("transaction").first))
    renewal = try life.all("renewal").last.map { try life.text($0) }
    notifications = try life.all("notification").map { try life.text($0) }
  }

  func page(_ listed: some Sequence<String>, revision: String, hasMore: Bool = false) -> Reply {
    let list = listed.map { "\"\($0)\"" }.joined(separator: ",")
    return .json(
      """
      {"revision":"\(revision)","hasMore":\(hasMore),"bundleId":"com.example.app","environment":"Sandbox",\
      "signedTransactions":[\(list)]}
      """)
  }

  static func error(_ code: Int) -> Reply {
    .answer(
      status: code / 10_000, fields: ["Content-Type: application/json"],
      body: Array(#"{"errorCode":\#(code),"errorMessage":"x"}"#.utf8))
  }

  func reply(to request: LoopbackServer.Request) -> Reply {
    let path = request.line.path
    if path.hasPrefix("/inApps/v2/history/") {
      // Two pages.
      return path.contains("?revision=")
        ? page(transactions.dropFirst(), revision: "r2") : page(transactions.prefix(1), revision: "r1", hasMore: true)
    }
    if path.hasPrefix("/inApps/v2/refund/lookup/") { return page(transactions.suffix(1), revision: "f1") }
    if path.hasPrefix("/inApps/v1/lookup/") {
      let list = path.hasSuffix("NOSUCH12") ? "" : "\"\(transactions[0])\""
      return .json(#"{"status":\#(list.isEmpty ? 1 : 0),"signedTransactions":[\#(list)]}"#)
    }
    if path.hasPrefix("/inApps/v1/subscriptions/"), let last = transactions.last, let renewal,
      let original = try? StandInRun.payload(last)["originalTransactionId"] as? String
    {
      return .json(
        """
        {"environment":"Sandbox","bundleId":"com.example.app","data":[{"subscriptionGroupIdentifier":"20000001",\
        "lastTransactions":[{"status":5,"originalTransactionId":"\(original)","signedTransactionInfo":"\(last)",\
        "signedRenewalInfo":"\(renewal)"}]}]}
        """)
    }
    if path.hasPrefix("/inApps/v1/transactions/") {
      let id = path.split(separator: "/").last.map(String.init)
      let found = transactions.first { (try? StandInRun.payload($0)["transactionId"] as? String) == id }
      return found.map { .json(#"{"signedTransactionInfo":"\#($0)"}"#) } ?? Self.error(4_040_010)
    }
    if path.hasPrefix("/inApps/v1/notifications/history") {
      let elements = notifications.map {
        #"{"signedPayload":"\#($0)","sendAttempts":[{"attemptDate":1764000000000,"sendAttemptResult":"TIMED_OUT"}]}"#
      }
      return .json(#"{"hasMore":false,"notificationHistory":[\#(elements.joined(separator: ","))]}"#)
    }
    return Self.error(4_040_010)
  }
}
