import Foundation
import Testing

@Suite("serve --ledger: the page for support")
struct ServeSupportTests {
  /// Accounts of which support.py looks that they stay text.
  private static let hostileNames = [
    "<img src=x onerror=document.title='owned'>", "\u{05d3}\u{05d5}\u{05d3} \u{202e}resu", "a/b?c=d#e%2F%25 &amp;",
    "\"'`${1}\\u0041", String(repeating: "x", count: 1_024), "javascript:alert(1)",
  ]

  @Test(
    "in a real browser: tokens, searches, hostile names, a thousand purchases, keyboard, and nothing kept or sent elsewhere",
    .enabled(if: BrowserScript.canRun, BrowserScript.missing))
  func browser() throws {
    let tool = try LedgerTool()
    func line(_ number: Int, order: String, account: String) throws -> String {
      var purchase = LedgerTool.coins("1\(number)")
      // A minute apart, so that there is one order of time.
      purchase.purchaseDate = String(format: "2025-12-25T%02d:%02d:07Z", number / 60 % 24, number % 60)
      purchase.originalPurchaseDate = purchase.purchaseDate
      let line = ["receipt": try LedgerTool.receipt([purchase]), "order": order, "account": account]
      return String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
    }
    let lines =
      try (0...1_000).map { try line($0, order: "order-\($0)", account: "many") }
      + Self.hostileNames.enumerated().map { try line(2_000 + $0, order: "order-hostile-\($0)", account: $1) }
      + [try line(3_000, order: "twin", account: "one"), try line(3_001, order: "two", account: "twin")]
    let added = try ToolRun(
      ["ledger", "add", "--stream"] + tool.adding, input: Array(lines.joined(separator: "\n").utf8))
    #expect(added.status == 0, "\(added.stderr)")

    try BrowserScript.expect(19, from: "support", [tool.database, tool.anchor])
  }

  @Test("the page is open to all and strict, and is not there without a ledger")
  func route() throws {
    let tool = try LedgerTool()
    #expect(try tool.add(try LedgerTool.receipt([LedgerTool.coins("1")]), order: "1", account: "erika").status == 0)
    let token = String(repeating: "t", count: 32)
    let file = try tool.scratch.file("token", token.utf8).path
    let server = try RunningServer(["--ledger", tool.database, "--token-file", file])
    let pages = try (0..<2).map { _ in try server.ask("GET", "/support", [], []) }
    let policies = try pages.map { page in
      #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.headers["cache-control"] == "no-store" && page.headers["referrer-policy"] == "no-referrer")
      return try #require(page.headers["content-security-policy"])
    }
    for rule in [
      "default-src 'none'", "connect-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'",
      "require-trusted-types-for 'script'", "trusted-types report",
    ] { #expect(policies[0].contains(rule), "\(rule)") }
    #expect(policies[0] != policies[1], "the nonce is another one each time")
    let text = String(decoding: pages[0].body, as: UTF8.self)
    #expect(!text.contains("{{") && !text.contains("erika"))
    #expect(try server.ask("GET", "/v1/accounts/erika", [], []).status == 401)
    #expect(try server.ask("POST", "/support", [], []).status == 405)
    #expect(try RunningServer().ask("GET", "/support", [], []).status == 404)
  }
}
