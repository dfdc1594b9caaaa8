import Foundation
import Testing

/// `serve --scenario` with scenarios of its own, and Apple's library as its client.
final class StandInRun {
  static let bundle = "com.example.app"
  /// The authority of all of them: making keys takes a while.
  static let authority: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stand-in-\(UUID().uuidString)")
    _ = try? ToolRun(["mint", "init", folder.path, "--seed", "stand-in"] + MintTests.quick)
    return folder
  }()

  let server: RunningServer
  let scratch: Scratch
  private var knownToken: String?
  /// Of each scenario.
  let folders: [URL]

  /// - Parameters:
  ///   - scenarios: names of scenarios, each of another customer.
  ///   - created: when they end.
  ///   - served: how many of them are served; of the others the tests present receipts.
  init(
    _ scenarios: [String], created: String = "2026-01-31", served: Int = .max, mint: [String] = [],
    arguments: [String] = []
  ) throws {
    let scratch = try Scratch()
    var folders: [URL] = []
    for (index, name) in scenarios.enumerated() {
      let folder = scratch.url.appendingPathComponent("scenario-\(index)")
      let run = try ToolRun(
        [
          "mint", "--scenario", name, "--ca", Self.authority.path, "--seed", "customer \(index)", "--output",
          folder.path,
        ]
          + ["--creation-date", created] + mint)
      try #require(run.status == 0, "\(run.stderr)")
      folders.append(folder)
    }
    (self.scratch, self.folders) = (scratch, folders)
    server = try RunningServer(
      ["--ca", Self.authority.path] + folders.prefix(served).flatMap { ["--scenario", $0.path] } + arguments)
  }

  /// Serves a folder that a test has written.
  init(folder: URL, _ scratch: Scratch) throws {
    (self.scratch, folders) = (scratch, [folder])
    server = try RunningServer(["--ca", Self.authority.path, "--scenario", folder.path])
  }

  /// A token of the API.
  func token() throws -> String {
    let script = Package.root.appendingPathComponent("Tests/Fixtures/api_tokens.py").path
    let run = try Python.run([script, Self.authority.path], input: Array("{}\n".utf8))
    return run.stdout.trimmingCharacters(in: .newlines)
  }

  /// How the tool asks this server.
  func asking() throws -> [String] {
    let facts =
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: Self.authority.appendingPathComponent("app-store-server.json"))) as? [String: String]
    let identifier = try #require(facts?["key_id"])
    return [
      "--key", Self.authority.appendingPathComponent("SubscriptionKey_\(identifier).p8").path,
      "--issuer-id", try #require(facts?["issuer_id"]), "--bundle-id", Self.bundle, "--endpoint", server.url,
      "--trust-anchor", Self.authority.appendingPathComponent("root.pem").path,
    ]
  }

  /// The environment in which `--app shop` asks this server.
  func profile() throws -> [String: String] {
    let asking = try asking()
    let shop = ["key": asking[1], "issuer_id": asking[3], "bundle_id": asking[5], "endpoint": server.url]
    let apps = try scratch.file(
      "receipt-tool/apps.json", JSONSerialization.data(withJSONObject: ["apps": ["shop": shop]]))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: apps.deletingLastPathComponent().path)
    return ["XDG_CONFIG_HOME": scratch.path]
  }

  /// Has the lines of a script ask this server; `$AUTH` is a token for it.
  func serve(_ place: CommandScriptRun) throws {
    place.server = server
    place.runs = { [self] words, input, _ in
      try ToolRun(words + asking(), input: input, environment: ["HOME": scratch.path], directory: place.scratch.url)
    }
    place.talks = true
    place.variables["AUTH"] = ["Authorization: Bearer " + (try token())]
  }

  /// Runs a command that asks this server.
  func tool(_ words: [String], input: [UInt8] = []) throws -> ToolRun {
    try ToolRun(words + asking(), input: input, environment: ["HOME": scratch.path])
  }

  /// Runs a subcommand of `api`.
  func api(_ words: [String], input: [UInt8] = []) throws -> ToolRun { try tool(["api"] + words, input: input) }

  /// Runs a subcommand of `messages`.
  func messages(_ words: [String]) throws -> ToolRun { try tool(["messages"] + words) }

  /// The payloads of the files of one kind, in the order of the events.
  func payloads(_ kind: String, of scenario: Int = 0) throws -> [[String: Any]] {
    try FileManager.default.contentsOfDirectory(atPath: folders[scenario].path).sorted()
      .filter { $0.hasSuffix(".\(kind).jws") }
      .map { try Self.payload(try String(contentsOf: folders[scenario].appendingPathComponent($0), encoding: .utf8)) }
  }

  /// The receipts, in the order of the events.
  func receipts(of scenario: Int = 0) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folders[scenario].path).sorted()
      .filter { $0.hasSuffix(".receipt.b64") }
      .map { try String(contentsOf: folders[scenario].appendingPathComponent($0), encoding: .utf8) }
  }

  /// What a JWS says, read by Foundation.
  static func payload(_ jws: String) throws -> [String: Any] {
    let parts = jws.trimmingCharacters(in: .whitespacesAndNewlines)
      .split(separator: ".", omittingEmptySubsequences: false)
    try #require(parts.count == 3)
    var text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    let data = try #require(Data(base64Encoded: text))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Identifiers of transactions, in the order in which they were made.
  func identifiers(of scenario: Int = 0) throws -> [String] {
    var seen: [String] = []
    for payload in try payloads("transaction", of: scenario) {
      let identifier = try #require(payload["transactionId"] as? String)
      if !seen.contains(identifier) { seen.append(identifier) }
    }
    return seen
  }

  /// Sets or moves the clock.
  func clock(_ body: String) throws {
    let answer = try server.post("/_clock", body)
    try #require(answer.status == 200, "\(answer)")
  }

  func clock(milliseconds: Int) throws { try clock(#"{"now": \#(milliseconds)}"#) }

  /// What Apple's library says of calls, one after another.
  func ask(_ calls: [(String, [Any])], bundle: String = StandInRun.bundle) throws -> [[String: Any]] {
    let lines = try calls.map { name, arguments in
      String(
        decoding: try JSONSerialization.data(withJSONObject: ["call": name, "arguments": arguments]), as: UTF8.self)
    }
    let run = try Python.run(
      [Self.script, server.url, Self.authority.path, bundle], input: Array((lines.joined(separator: "\n") + "\n").utf8))
    try #require(run.status == 0, "\(run.stderr)")
    let answers = try run.documents()
    try #require(answers.count == calls.count)
    return answers
  }

  /// The error code of an answer to a request that Apple's library would not make; 0 for a success.
  func code(_ method: String, _ path: String, _ body: [String: Any]) throws -> Int {
    let token = try knownToken ?? token()
    knownToken = token
    let answer = try server.ask(
      method, path, ["Authorization: Bearer " + token], Array(try JSONSerialization.data(withJSONObject: body)))
    guard answer.status >= 300 else { return 0 }
    let code = try #require(try answer.json()["errorCode"] as? Int)
    #expect(code / 10_000 == answer.status)
    return code
  }

  /// What the library makes of an answer to one call.
  func answer(_ call: String, _ arguments: Any...) throws -> [String: Any] {
    let answer = try ask([(call, arguments)])[0]
    return try #require(answer["answer"] as? [String: Any], "\(answer)")
  }

  private static let script = Package.root.appendingPathComponent("Tests/Fixtures/apple_client.py").path
}
