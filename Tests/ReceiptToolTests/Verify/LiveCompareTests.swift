import Foundation
import LoopbackServer
import Testing

@Suite("compare, asking a server")
struct LiveCompareTests {
  private static let receipt = Package.realReceipts.appendingPathComponent("sandbox-sha1-nine-purchases.b64")
  private static let saved = Package.realReceipts.appendingPathComponent(
    "sandbox-sha1-nine-purchases.verifyReceipt.json")

  private func compare(_ asking: Asking, _ receipt: String, _ arguments: [String] = []) throws -> ToolRun {
    let run = try ToolRun(
      ["compare"] + asking.endpoints + arguments + [receipt], environment: ["APPSTORE_SHARED_SECRET": Asking.secret])
    asking.expectNoSecret(run)
    return run
  }

  @Test(
    "the published pair agrees, over the network too",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func agrees() throws {
    let answer = try String(contentsOf: Self.saved, encoding: .utf8)
    try Asking.with { request, _ in
      request.line.path == "/sandbox" ? .json(answer) : .status(21007)
    } _: { asking throws in
      let run = try compare(asking, Self.receipt.path, ["--json"])
      #expect(run.status == 0, "\(run.stderr)")
      #expect(asking.paths == ["production", "sandbox"])
      let offline = try ToolRun(["compare", "--json", "--response", Self.saved.path, Self.receipt.path])
      let document = try run.json()
      #expect(document["verdict"] as? String == "agrees")
      #expect((document["response"] as? [String: Any])?["source"] as? String == asking.server.url("sandbox"))
      let findings = try #require(document["findings"] as? [[String: Any]]) as NSArray
      let expected = try #require(try offline.json()["findings"] as? [[String: Any]]) as NSArray
      #expect(findings == expected)
    }
    // One digit of one transaction id: the first that occurs.
    let key = "\"transaction_id\":"
    let place = try #require(answer.range(of: key))
    let quote = try #require(answer[place.upperBound...].firstIndex(of: "\""))
    let digit = answer.index(after: quote)
    let changed = answer.replacingCharacters(in: digit...digit, with: answer[digit] == "7" ? "8" : "7")
    try Asking.with(.json(changed)) { asking throws in
      #expect(try compare(asking, Self.receipt.path).status == 1)
    }
  }

  @Test("no answer and no receipt end it as in verify")
  func noAnswer() throws {
    try Asking.with(.status(21005, fields: ["Retry-After: 0"])) { asking throws in
      let run = try compare(asking, asking.receipt)
      #expect(run.status == 75, "\(run.stderr)")
      #expect(asking.paths.count == 4)
    }
    try Asking.with(.json("<html></html>")) { asking throws in
      let run = try compare(asking, asking.receipt)
      #expect(run.status == 69 && run.stdout == "" && run.stderr.contains("an HTML or XML page"))
    }
    try Asking.with(.status(0)) { asking throws in
      let jws = try asking.file("jws.txt", Array("eyJhbGciOiJFUzI1NiJ9.eyJidW5kbGVJZCI6ImEifQ.AAAA".utf8))
      #expect(try compare(asking, jws).status == 65)
      #expect(try compare(asking, asking.receipt, ["--response", "answer.json"]).status == 64)
      #expect(asking.paths == [])
    }
  }
}
