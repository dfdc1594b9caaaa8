import Foundation
import Testing

import SystemLibrary

/// The token of the App Store Server API, as Apple describes it: "Generating JSON Web Tokens for API requests".
@Suite("serve --scenario: tokens", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
struct StandInTokenTests {
  private static let script = Package.root.appendingPathComponent("Tests/Fixtures/api_tokens.py").path

  private func tokens(_ orders: [[String: Any]]) throws -> [String] {
    let lines = try orders.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
    let run = try Python.run(
      [Self.script, StandInRun.authority.path], input: Array((lines.joined(separator: "\n") + "\n").utf8))
    try #require(run.status == 0, "\(run.stderr)")
    return run.lines
  }

  @Test("good ones are taken; each that is wrong in one point gets 401 in plain text, and no reason")
  func tokens() throws {
    let run = try StandInRun(["one-time-charge"])
    let identifier = try #require(try run.identifiers().first)
    func ask(_ authorization: String?) throws -> WireAnswer {
      try run.server.ask(
        "GET", "/inApps/v1/transactions/\(identifier)", authorization.map { ["Authorization: " + $0] } ?? [])
    }
    let good: [[String: Any]] = [
      [:], ["claims": ["exp": "+3600"]], ["claims": ["iat": "-3000", "exp": "+500"]],
      // Apple's Python library sends none.
      ["claims": ["iat": NSNull()]], ["header": ["typ": NSNull()]],
    ]
    for token in try tokens(good) { #expect(try ask("Bearer " + token).status == 200) }
    let wrong: [[String: Any]] = [
      ["key": "other"], ["header": ["alg": "HS256"]], ["header": ["alg": "none"]], ["header": ["kid": "AAAAAAAAAA"]],
      ["header": ["kid": NSNull()]], ["header": ["typ": "JOSE"]], ["header": ["crit": ["b64"]]],
      ["header": ["b64": false]], ["header": ["b64": true]], ["header": ["b64": false, "crit": ["b64"]]],
      ["claims": ["iss": "57246542-96fe-1a63-e053-0824d011072a"]], ["claims": ["iss": NSNull()]],
      ["claims": ["iat": "+900", "exp": "+1200"]], ["claims": ["iat": "now"]], ["claims": ["exp": "-1"]],
      ["claims": ["exp": NSNull()]], ["claims": ["iat": "-10", "exp": "+3601"]], ["claims": ["exp": "+9999999999"]],
      ["claims": ["iat": NSNull(), "exp": "+4000"]], ["claims": ["exp": 9.3e18]],
      ["claims": ["aud": "appstoreconnect-v2"]], ["claims": ["aud": NSNull()]],
      ["claims": ["aud": ["appstoreconnect-v1"]]],
      ["claims": ["bid": "com.example.other"]], ["claims": ["bid": NSNull()]],
    ]
    for (token, order) in zip(try tokens(wrong), wrong) {
      let answer = try ask("Bearer " + token)
      #expect(answer.status == 401, "\(order)")
      #expect(answer.headers["content-type"] == "text/plain")
      #expect(String(decoding: answer.body, as: UTF8.self) == "Unauthenticated\n")
    }
    let token = try tokens([[:]])[0]
    let parts = token.split(separator: ".").map(String.init)
    for authorization in [
      nil, "Basic " + token, "Bearer", "Bearer ", token, "Bearer \(token).", "Bearer \(token)=", "Bearer \(token) x",
      "Bearer \(parts[0]).\(parts[1])", "Bearer \(parts[0]).\(parts[1]).", "Bearer \(parts[0])..\(parts[2])",
      "Bearer \(parts[0]).\(parts[1]).\(parts[2].dropLast())", "Bearer " + String(repeating: "a", count: 8_000),
    ] as [String?] { #expect(try ask(authorization).status == 401, "\(authorization ?? "")") }
    #expect(try ask("bearer " + token).status == 200)
    // What was sent is in no log.
    #expect(!run.server.log.contains(parts[1]))
  }

  @Test("the token of the server guards the clock and the page, and is not that of the API")
  func guarded() throws {
    let scratch = try Scratch()
    let file = try scratch.file("token", Array("0123456789abcdef\n".utf8)).path
    let run = try StandInRun(["one-time-charge"], arguments: ["--token-file", file])
    let identifier = try #require(try run.identifiers().first)
    #expect(try run.ask([("get_transaction_info", [identifier])])[0]["answer"] != nil)
    for path in ["/_clock", "/_inspector"] {
      #expect(try run.server.ask("GET", path).status == 401)
      #expect(try run.server.ask("GET", path, ["Authorization: Bearer 0123456789abcdef"]).status == 200)
    }
    #expect(try run.server.post("/_clock", #"{"advance": 1}"#).status == 401)
    #expect(try run.server.post("/_receipts", try run.receipts()[0]).status == 401)
    #expect(
      try run.server.post("/_receipts", try run.receipts()[0], ["Authorization: Bearer 0123456789abcdef"]).status
        == 200)
    let own = ["Authorization: Bearer 0123456789abcdef"]
    #expect(try run.server.ask("GET", "/inApps/v1/transactions/\(identifier)", own).status == 401)
  }

  @Test("nothing is served that is not proven, or contradicts itself; a folder without a key says how to make one")
  func refused() throws {
    let scratch = try Scratch()
    let folder = scratch.url.appendingPathComponent("s")
    let ca = StandInRun.authority.path
    func mint(_ arguments: [String]) throws { #expect(try ToolRun(["mint"] + arguments).status == 0) }
    func serve(_ folders: [URL], _ ca: String = StandInRun.authority.path) throws -> ToolRun {
      try ToolRun(["serve", "--listen", "127.0.0.1:0", "--ca", ca] + folders.flatMap { ["--scenario", $0.path] })
    }
    try mint(["--scenario", "one-time-charge", "--seed", "another authority", "--output", folder.path])
    var run = try serve([folder])
    #expect(
      run.status == 65 && run.stderr.contains("it is not proven") && run.stderr.contains("hint: "), "\(run.stderr)")
    // One that is sound, and one file in it that is not.
    let sound = scratch.url.appendingPathComponent("sound")
    try mint(["--scenario", "one-time-charge", "--seed", "1", "--ca", ca, "--output", sound.path])
    let stray = sound.appendingPathComponent("02.transaction.jws")
    try Data("eyJhbGciOiJFUzI1NiJ9.e30.".utf8).write(to: stray)
    run = try serve([sound])
    #expect(run.status == 65 && run.stderr.contains("\(stray.path): "), "\(run.stderr)")
    try FileManager.default.removeItem(at: stray)
    // The same identifiers with something else in them.
    let twin = scratch.url.appendingPathComponent("twin")
    try mint(["--scenario", "consumables", "--seed", "1", "--ca", ca, "--output", twin.path])
    run = try serve([sound, twin])
    #expect(run.status == 65 && run.stderr.contains("different --seed"), "\(run.stderr)")
    let production = scratch.url.appendingPathComponent("production")
    try mint([
      "--scenario", "consumables", "--seed", "2", "--ca", ca, "--environment", "production", "--output",
      production.path,
    ])
    run = try serve([sound, production])
    #expect(run.status == 65 && run.stderr.contains("one server is one environment"), "\(run.stderr)")
    try scratch.directory("empty")
    run = try serve([scratch.url.appendingPathComponent("empty")])
    #expect(run.status == 65 && run.stderr.contains("no signed transaction"), "\(run.stderr)")
    let old = scratch.url.appendingPathComponent("old")
    try FileManager.default.copyItem(at: StandInRun.authority, to: old)
    try FileManager.default.removeItem(at: old.appendingPathComponent("app-store-server.json"))
    run = try serve([sound], old.path)
    #expect(run.status == 66 && run.stderr.contains("hint: make another authority"), "\(run.stderr)")
    for arguments in [
      ["--scenario", sound.path], ["--notify", "http://127.0.0.1/"], ["--speed", "2"],
      ["--realtime", "http://127.0.0.1/"], ["--allow-remote"],
    ] {
      #expect(try ToolRun(["serve", "--listen", "127.0.0.1:0"] + arguments).status == 64, "\(arguments)")
    }
    for arguments in [
      ["--notify", "http://example.com/"], ["--notify", "https://example.com/"], ["--speed", "0"], ["--speed", "nan"],
      ["--realtime", "https://example.com/"], ["--notify", "http://example.com/", "--allow-remote"],
    ] {
      let all = ["serve", "--listen", "127.0.0.1:0", "--ca", ca, "--scenario", sound.path] + arguments
      #expect(try ToolRun(all).status == 64, "\(arguments)")
    }
  }

  @Test(
    "a file that cannot be read is 66, one whose contents are wrong 65; the error names it, and no option of others")
  func files() throws {
    let scratch = try Scratch()
    let folder = scratch.url.appendingPathComponent("s")
    let minted = try ToolRun([
      "mint", "--scenario", "one-time-charge", "--seed", "1", "--ca", StandInRun.authority.path, "--output",
      folder.path,
    ])
    #expect(minted.status == 0)
    func serve(_ folder: URL) throws -> ToolRun {
      try ToolRun([
        "serve", "--listen", "127.0.0.1:0", "--ca", StandInRun.authority.path, "--scenario", folder.path,
      ])
    }
    let odd = folder.appendingPathComponent("99.transaction.jws")
    func expect(_ status: Int32, _ make: (String) throws -> Void) throws {
      try make(odd.path)
      let run = try serve(folder)
      #expect(
        run.status == status && run.stderr.contains(odd.path) && !run.stderr.contains("--max-size"), "\(run.stderr)")
      try FileManager.default.removeItem(at: odd)
    }
    let isRoot = getuid() == 0
    try expect(65) { try Data().write(to: URL(fileURLWithPath: $0)) }
    // As for every command, what cannot be decompressed is not read.
    try expect(66) { try Data([0x1F, 0x8B, 8, 0]).write(to: URL(fileURLWithPath: $0)) }
    try expect(65) { try Data(count: (16 << 20) + 1).write(to: URL(fileURLWithPath: $0)) }
    try expect(66) { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "nowhere") }
    if !isRoot {
      try expect(66) { path in
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0)
      }
    }
    // Reading it would wait for a writer.
    try expect(66) { #expect(mkfifo($0, 0o600) == 0) }
    let pipe = scratch.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    try expect(66) { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: pipe.path) }
    try expect(66) { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/dev/zero") }
    let missing = try serve(scratch.url.appendingPathComponent("missing"))
    #expect(missing.status == 66 && missing.stderr.contains("missing"), "\(missing.stderr)")
    #expect(try ToolRun(["serve", "--help"]).stdout.contains("65"))
  }
}
