import Foundation
import ReceiptMint
import Testing

/// Every flaw is rejected with exactly the words that `--flaw list` promises.
@Suite("mint --flaw")
struct MintFlawTests {
  private struct List: Decodable {
    struct Flaw: Decodable {
      struct Expect: Decodable {
        let exit_status: Int32
        let error: String?
        let verdict: String?
        let authenticity: String?
        let failed_step: String?
        let failed_checks: [String]
      }
      let name: String
      let expect: Expect
    }
    let flaws: [Flaw]
  }

  private static func list() throws -> [List.Flaw] {
    try JSONDecoder().decode(List.self, from: Data(try ToolRun(["mint", "--flaw", "list", "--json"]).stdout.utf8)).flaws
  }

  @Test(
    "validate says of each what the list says", .thorough, arguments: MintFlaw.all.map(\.name),
    ["subscription", "empty"])
  func promise(_ name: String, _ template: String) throws {
    let flaw = try #require(try Self.list().first { $0.name == name })
    let scratch = try Scratch()
    let anchor = scratch.url.appendingPathComponent("anchor.pem").path
    let minted = try ToolRun(
      ["mint", "--template", template, "--seed", "flaws", "--write-anchor", anchor, "--flaw", name] + MintTests.quick)
    #expect(minted.status == 0, "\(minted.stderr)")
    let trust = ["--trust-anchor", anchor]
    let run = try ToolRun(["validate", "--allow-test-signed"] + trust, input: Array(minted.stdout.utf8))
    #expect(run.status == flaw.expect.exit_status, "\(run.stdout)\(run.stderr)")
    try minted.stdout.write(
      to: scratch.url.appendingPathComponent("f.b64"), atomically: true, encoding: .utf8)
    if let error = flaw.expect.error {
      let batch = try ToolRun(["decode", "f.b64", "f.b64"] + trust, directory: scratch.url).stdout
      #expect(batch.contains("\"code\":\"\(error)\""), "\(batch)")
      return
    }
    let report = try run.json()
    #expect(report["verdict"] as? String == flaw.expect.verdict)
    let checks = try #require(report["checks"] as? [[String: Any]])
    let failed = checks.filter { $0["outcome"] as? String == "failed" }.compactMap { $0["check"] as? String }
    #expect(failed == flaw.expect.failed_checks)
    let authenticity = try #require(
      try ToolRun(["decode", "f.b64"] + trust, directory: scratch.url).json()["authenticity"] as? [String: Any])
    #expect(authenticity["verdict"] as? String == flaw.expect.authenticity)
    let steps = try #require(authenticity["steps"] as? [[String: Any]])
    let failedStep = steps.first { $0["outcome"] as? String == "failed" }?["step"] as? String
    #expect(failedStep == flaw.expect.failed_step)
  }

  @Test("the list has them all, as text and as JSON")
  func lists() throws {
    let text = try ToolRun(["mint", "--flaw", "list"])
    #expect(text.status == 0)
    let lines = text.lines
    #expect(lines.count == MintFlaw.all.count)
    for (line, flaw) in zip(lines, MintFlaw.all) {
      #expect(line.hasPrefix(flaw.name + " "))
      #expect(line.contains(flaw.promise.error ?? flaw.promise.authenticity ?? "?") && line.hasSuffix(flaw.summary))
    }
    #expect(try Self.list().map(\.name) == MintFlaw.all.map(\.name))
    let templates = try ToolRun(["mint", "--template", "list"]).stdout.split(separator: "\n")
    #expect(templates.map { $0.split(separator: " ")[0] } == ReceiptTemplate.allCases.map { Substring($0.rawValue) })
  }

  @Test("several flaws can be had at once")
  func several() throws {
    let run = try ToolRun(
      ["mint", "--template", "empty", "--flaw", "zero-quantity", "--flaw", "duplicate-attribute"] + MintTests.quick)
    let report = try ToolRun(["validate"], input: Array(run.stdout.utf8)).json()
    let checks = try #require(report["checks"] as? [[String: Any]])
    let failed = checks.filter { $0["outcome"] as? String == "failed" }.compactMap { $0["check"] as? String }
    #expect(failed == ["certificate_chain", "quantity", "attributes"])
  }

  @Test("without a flaw nothing of the same receipt fails", arguments: ["subscription", "empty"])
  func flawless(_ template: String) throws {
    let scratch = try Scratch()
    let anchor = scratch.url.appendingPathComponent("anchor.pem").path
    let minted = try ToolRun(
      ["mint", "--template", template, "--seed", "flaws", "--write-anchor", anchor] + MintTests.quick)
    let run = try ToolRun(
      ["validate", "--allow-test-signed", "--trust-anchor", anchor], input: Array(minted.stdout.utf8))
    #expect(run.status == 0)
  }
}
