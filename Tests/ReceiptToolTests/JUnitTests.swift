import Foundation
import ReceiptMint
import Testing

/// `validate --format junit`, read by Python's `junitparser` and `xml.etree` (Tests/Fixtures/junit.py).
@Suite("validate --format junit", .enabled(if: JUnitParser.canRun, JUnitParser.missing))
struct JUnitTests {
  private struct Report: Decodable {
    let suites: [Suite]
    let status: Int32
  }

  private struct Suite: Decodable {
    let name: String
    let cases: [Case]
    let properties: [String: String]
    let isGreen: Bool

    subscript(name: String) -> Case? { cases.first { $0.name == name } }
  }

  private struct Case: Decodable {
    let name, result: String
    let type, message, text, output: String?
  }

  private func report(_ run: ToolRun) throws -> Report {
    let script = Package.root.appendingPathComponent("Tests/Fixtures/junit.py").path
    let read = try Python.run([script], input: Array(run.stdout.utf8))
    try #require(read.status == 0, "\(read.stderr)\n\(run.stdout)")
    return try JSONDecoder().decode(Report.self, from: Data(read.stdout.utf8))
  }

  @Test(
    "every vector has a suite that is green exactly if it passed, with each check as JSON has it",
    arguments: [
      ["--allow-test-signed"], ["--allow-test-signed", "--bundle-id", "com.example.reader"],
      ["--allow-test-signed", "--require-check", "device_hash"], [],
    ])
  func vectors(_ options: [String]) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Package.vectors.path).filter {
      !$0.hasSuffix(".json")
    }
    let arguments = ["validate", "--trust-anchor", "root.pem"] + options + names.sorted() + ["missing.b64"]
    let json = try ToolRun(arguments, directory: Package.vectors)
    let junit = try ToolRun(arguments + ["--format", "junit"], directory: Package.vectors)
    #expect(junit.status == json.status)
    #expect(junit.stderr == json.stderr)
    let (suites, documents) = (try report(junit).suites, try json.documents())
    try #require(suites.count == documents.count && suites.count > 40)
    #expect(suites.map(\.name) == names.sorted() + ["missing.b64"])
    for (suite, document) in zip(suites, documents) {
      let verdict = document["verdict"] as? String
      #expect(suite.isGreen == (verdict == "passed"), "\(suite.name): \(verdict ?? "unread")")
      let input = try #require(suite.cases.first)
      #expect(input.name == "input")
      guard let verdict else {
        let error = try #require(document["error"] as? [String: Any])
        #expect(suite.cases.count == 1 && input.result == "error")
        #expect(input.type == error["code"] as? String)
        continue
      }
      #expect(suite.properties["verdict"] == verdict)
      #expect(suite.properties["judged_at"] != nil)
      #expect(input.result == (document["unread"] == nil ? "passed" : "error"), "\(suite.name)")
      let checks = try #require(document["checks"] as? [[String: Any]])
      #expect(suite.cases.dropFirst().map(\.name) == checks.map { $0["check"] as? String })
      for (testCase, check) in zip(suite.cases.dropFirst(), checks) {
        let (outcome, reason) = (check["outcome"] as? String, check["reason"] as? String)
        switch outcome {
        case "passed", "warning":
          #expect(testCase.result == "passed")
          #expect(outcome == "passed" || testCase.output?.contains("warning: ") == true)
        case "failed":
          #expect(testCase.result == "failure" && testCase.message == reason)
          if let found = check["found"] as? String { #expect(testCase.text?.contains("found: \(found)") == true) }
        default:
          #expect(["skipped", "error"].contains(testCase.result))
          #expect(testCase.message?.hasSuffix(reason ?? "without a reason") == true)
          if check["requested"] as? Bool == true { #expect(testCase.result == "error") }
        }
      }
    }
  }

  @Test("one receipt that passes is all green, and status 0; a wrong app is a failure with both names, and status 1")
  func single() throws {
    let scratch = try Scratch()
    let anchor = try scratch.file("root.pem", try Minted.anchor().utf8).path
    let text = Array(try Minted.receipt().base64.utf8)
    let options = ["validate", "--format", "junit", "--trust-anchor", anchor, "--allow-test-signed", "--bundle-id"]
    let good = try ToolRun(options + ["com.example.test"], input: text)
    let passed = try report(good)
    #expect(good.status == 0 && passed.status == 0)
    #expect(passed.suites.map(\.name) == ["standard input"])
    #expect(passed.suites[0]["bundle_identifier"]?.result == "passed")
    #expect(passed.suites[0]["device_hash"]?.result == "skipped")
    let bad = try ToolRun(options + ["com.example.other"], input: text)
    let failed = try report(bad)
    #expect(bad.status == 1 && failed.status == 1)
    let details = try #require(failed.suites[0]["bundle_identifier"]?.text)
    #expect(details.contains("expected: com.example.other\nfound: com.example.test"))
    for options in [["--stream"], ["--json"], ["--text"], ["--compact"], ["--with-receipt"], ["--quiet"]] {
      let run = try ToolRun(["validate", "--format", "junit"] + options, input: text)
      #expect(run.status == 64 && run.stdout == "", "\(options): \(run.stderr)")
    }
  }

  @Test("hostile names and values are text, and no character is one that XML forbids")
  func hostile() throws {
    let value = "<&>\"']]>\u{1}\u{8}\n\u{1B}[31m\u{FFFE}\u{FFFF}\u{85}\u{202E}\u{1FFFE}é🧾"
    let scratch = try Scratch()
    let text = try Minted.receipt { $0.bundleIdentifier = value }.base64
    let file = "a<b>&\"c'\u{1B}\n\u{FFFE}.b64"
    try scratch.file(file, text.utf8)
    try scratch.file("--- <x>", [])
    let run = try ToolRun(
      ["validate", "--format", "junit", "--bundle-id", "]]><!--", "--", file, "--- <x>"], directory: scratch.url)
    #expect(run.status == 65)
    let suites = try report(run).suites
    #expect(suites.map(\.name) == ["a<b>&\"c'\\u{1b}\\u{a}\\u{fffe}.b64", "--- <x>"])
    let details = try #require(suites[0]["bundle_identifier"]?.text)
    let shown = "<&>\"']]>\\u{1}\\u{8}\\u{a}\\u{1b}[31m\\u{fffe}\\u{ffff}\\u{85}\\u{202e}\u{1FFFE}é🧾"
    #expect(details.contains("expected: ]]><!--\nfound: \(shown)\n"), "\(details)")
  }
}

private enum JUnitParser {
  /// Where CI runs, a check that cannot run is a failure and not a skip.
  static let canRun =
    ProcessInfo.processInfo.environment["CI"] != nil
    || (try? Python.run(["-c", "import junitparser"]))?.status == 0
  static let missing: Comment = "python3 cannot import junitparser: Scripts/setup tests installs it"
}
