import Foundation
import ReceiptMint
import Testing

/// `receipt-tool mint --scenario` as people call it.
@Suite("mint --scenario")
struct MintScenarioTests {
  private static let fixed = ["--seed", "1", "--creation-date", "2026-01-15T12:00:00Z"] + MintTests.quick

  private static func mint(_ name: String, _ folder: String, _ more: [String] = []) throws -> ToolRun {
    try ToolRun(["mint", "--scenario", name, "--output", folder] + more + fixed)
  }

  @Test("a folder of files that every command reads, under the anchor in it")
  func folder() throws {
    let scratch = try Scratch()
    let life = scratch.url.appendingPathComponent("life").path
    let run = try Self.mint("trial-renew-refund", life)
    #expect(run.status == 0 && run.stderr == "", "\(run.stderr)")
    let paths = run.lines
    #expect(paths.first == life + "/01-2026-01-01T120000Z-SUBSCRIBED-INITIAL_BUY.notification.jws")
    #expect(paths.count == 17 && paths.last == life + "/anchor.pem")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: life).sorted().map { life + "/" + $0 } == paths)
    let trust = ["--trust-anchor", life + "/anchor.pem"]
    for path in paths.dropLast() {
      let decoded = try ToolRun(["decode", "--require", "test-signed"] + trust + [path])
      #expect(decoded.status == 0, "\(path)")
    }
    // Files end where the text ends: Apple refuses even a line feed.
    #expect(try paths.dropLast().allSatisfy { try String(contentsOfFile: $0, encoding: .utf8).last != "\n" })
    let status = try ToolRun(["status", "--json", "--at", "2026-01-15T12:00:00Z"] + trust + [paths[12]]).json()
    let subscription = try #require((status["subscriptions"] as? [[String: Any]])?.first)
    #expect(subscription["state"] as? String == "refunded", "\(subscription)")
    let valid = try ToolRun(
      ["validate", "--allow-test-signed", "--bundle-id", "com.example.app"] + trust + [paths[12]])
    #expect(valid.status == 0, "\(valid.stdout)")
  }

  @Test("lists, and what follows from a seed is the same again")
  func lists() throws {
    let lines = try ToolRun(["mint", "--scenario", "list"]).stdout.split(separator: "\n")
    #expect(lines.count == Scenario.all.count)
    for (line, scenario) in zip(lines, Scenario.all) { #expect(line.hasPrefix(scenario.name + " ")) }
    let scratch = try Scratch()
    let folders = ["a", "b"].map { scratch.url.appendingPathComponent($0).path }
    let contents = try folders.map { folder in
      let run = try Self.mint("win-back", folder, ["--environment", "production"])
      return try run.stdout.split(separator: "\n").map { try String(contentsOfFile: String($0), encoding: .utf8) }
    }
    #expect(contents[0] == contents[1] && contents[0].count == 21)
  }

  @Test(
    "Apple's own library takes every one, also when it is redacted", .thorough,
    .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
  func library() throws {
    let scratch = try Scratch()
    let anchors = scratch.url.appendingPathComponent("redacted.pem").path
    let printed = try ToolRun(["redact", "--print-anchors"])
    try Data(printed.stdout.utf8).write(to: URL(fileURLWithPath: anchors))
    var (minted, redacted): ([String], [String]) = ([], [])
    var anchor = ""
    for scenario in Scenario.all {
      let folder = scratch.url.appendingPathComponent(scenario.name).path
      let paths = try Self.mint(scenario.name, folder).lines
      anchor = folder + "/anchor.pem"
      for path in paths where path.hasSuffix(".jws") {
        let kind = try #require(path.split(separator: ".").dropLast().last)
        minted.append(kind + " " + (try String(contentsOfFile: path, encoding: .utf8)))
      }
      let signed = paths.filter { $0.hasSuffix(".jws") }
      let lines = try ToolRun(["redact"] + signed).lines
      try #require(lines.count == signed.count)
      for (path, line) in zip(signed, lines) {
        redacted.append((path.split(separator: ".").dropLast().last ?? "") + " " + line)
      }
    }
    #expect(minted.count > 150 && redacted.count == minted.count)
    let judged = try AppleLibrary.judge(minted, [anchor, "com.example.app", "Sandbox"])
    #expect(judged.count == minted.count && Set(judged) == ["OK"])
    let again = try AppleLibrary.judge(redacted, [anchors, "com.example.app", "Sandbox"])
    #expect(again.count == redacted.count && Set(again) == ["OK"])
    // Each under its own authority only.
    #expect(!(try AppleLibrary.judge(redacted, [anchor, "com.example.app", "Sandbox"]).contains("OK")))
  }

  private static let mistakes: [(arguments: [String], words: String)] = [
    (["--scenario", "upgrade"], "--scenario needs --output"), (["--output", "a"], "--output needs --scenario"),
    (["--scenario", "life", "--output", "a"], "'life' is not a scenario"),
    (["--scenario", "upgrade", "--output", ""], "--output has an empty value"),
    (
      ["--scenario", "upgrade", "--output", "a", "--template", "empty"], "--template and --scenario exclude each other"
    ),
    (["--scenario", "upgrade", "--output", "a", "--renewals", "2"], "--renewals and --scenario exclude each other"),
    (["--scenario", "upgrade", "--output", "a", "--jws", "renewal"], "--jws and --scenario exclude each other"),
    (["--scenario", "upgrade", "--output", "a", "--environment", "xcode"], "exclude each other"),
    (["--scenario", "upgrade", "--output", "a", "--flaw", "zero-r"], "--flaw means nothing to --scenario"),
    (["--scenario", "upgrade", "--output", "a", "--count", "2"], "--count means nothing to --scenario"),
    (["--scenario", "upgrade", "--output", "a", "--ber"], "--ber means nothing to --scenario"),
    (["--scenario", "upgrade", "--output", "a", "-"], "a description and --scenario exclude each other"),
  ]

  @Test("mistakes are usage errors that say what is wrong", arguments: mistakes)
  func usage(_ mistake: (arguments: [String], words: String)) throws {
    let scratch = try Scratch()
    try ToolRun.expectUsage(["mint"] + mistake.arguments + MintTests.quick, mistake.words, directory: scratch.url)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }
}
