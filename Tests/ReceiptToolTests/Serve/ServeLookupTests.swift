import Foundation
import Testing

import SystemLibrary

/// `serve --app`: what Apple says now of the numbers that support enters. The stand-in is Apple.
@Suite("serve: asking Apple for support")
struct ServeLookupTests {
  private static let token = String(repeating: "r", count: 32)
  private static let shop = String(repeating: "p", count: 32)

  /// A purchase service over an empty ledger, with the stand-in's key in its profile.
  private static func service(asking run: StandInRun, _ more: [String] = ["--app", "shop"]) throws -> RunningServer {
    let tokens = try run.scratch.file("tokens", "support read \(token)\nshop present \(shop)\n".utf8)
    return try RunningServer(
      [
        "--ledger", run.scratch.url.appendingPathComponent("shop.sqlite").path, "--bundle-id", StandInRun.bundle,
        "--environment", "sandbox", "--token-file", tokens.path, "--trust-anchor",
        StandInRun.authority.path + "/root.pem", "--allow-test-signed",
      ] + more, environment: run.profile())
  }

  private func get(_ server: RunningServer, _ target: String, token: String = Self.token) throws -> WireAnswer {
    try server.ask("GET", target, ["Authorization: Bearer \(token)"])
  }

  @Test("a transaction or an order number is answered with what the customer has now, proven, and nothing is recorded")
  func answers() throws {
    let run = try StandInRun(["trial-renew-refund"])
    try run.clock(#"{"now":"2026-01-31T12:00:00Z"}"#)
    let service = try Self.service(asking: run)
    let last = try #require(try run.identifiers().last)
    for target in ["transactions/\(last)", "orders/M\(last)"] {
      let answer = try get(service, "/support/apple/\(target)?language=de")
      #expect(answer.status == 200, "\(answer.text)")
      let document = try answer.json()
      #expect((document["title"] as? String)?.hasPrefix("✗ Test: Erstattet") == true, "\(target): \(document)")
      #expect((document["html"] as? String)?.contains("<p dir=\"auto\">Geprüft für: \(StandInRun.bundle).</p>") == true)
      let html = try #require(document["html"] as? String)
      #expect(html.contains("<bdi>0</bdi> von <bdi>2</bdi> Käufen"), "\(html)")
      for identifier in try run.identifiers() { #expect(html.contains("<bdi>\(identifier)</bdi>"), "\(identifier)") }
      #expect((document["html"] as? String)?.components(separatedBy: "<textarea ").count == 7)
    }
    #expect(try get(service, "/v1/transactions/\(last)").status == 404)
    #expect(try get(service, "/v1/events").text.isEmpty)
    // The log names no number.
    #expect(service.logs("/support/apple/orders/{name}") && !service.log.contains(last))
  }

  @Test("what Apple does not know, does not answer, or nobody may ask is said to be so")
  func refusals() throws {
    let run = try StandInRun(["one-time-charge"])
    let service = try Self.service(asking: run)
    let known = try #require(try run.identifiers().first)
    for target in ["transactions/2000000000009999", "orders/MZZZZZZZZZ", "transactions/a%20b"] {
      let answer = try get(service, "/support/apple/\(target)")
      let kind = try answer.json()["type"] as? String
      #expect(answer.status == 404 && kind?.hasSuffix(":unknown") == true, "\(target)")
    }
    #expect(try get(service, "/support/apple/transactions/\(known)", token: Self.shop).status == 403)
    #expect(try service.ask("GET", "/support/apple/transactions/\(known)", [], []).status == 401)
    #expect(run.server.end() == 0)
    let silent = try get(service, "/support/apple/transactions/\(known)")
    let kind = try silent.json()["type"] as? String
    #expect(silent.status == 502 && kind?.hasSuffix(":apple") == true)
    let search = try get(service, "/support/search?name=\(known)").json()
    #expect(search["apple"] as? String == "/support/apple/transactions/\(known)")
    // Only numbers in the forms of Apple's are sent to Apple.
    for name in ["jane", "12345", "M-1", "%2E%2E"] {
      #expect(try get(service, "/support/search?name=\(name)").json()["apple"] == nil, "\(name)")
    }
  }

  @Test("without a key nothing can be asked, and a key that cannot be used ends the start")
  func withoutKey() throws {
    let run = try StandInRun(["one-time-charge"])
    let service = try Self.service(asking: run, [])
    let known = try #require(try run.identifiers().first)
    #expect(try get(service, "/support/apple/transactions/\(known)").status == 404)
    #expect(try get(service, "/support/search?name=\(known)").json()["apple"] == nil)
    let tokens = run.scratch.url.appendingPathComponent("tokens").path
    let none = try ToolRun(
      ["serve", "--ledger", run.scratch.path + "/shop.sqlite", "--token-file", tokens, "--app", "none"],
      environment: run.profile())
    #expect(none.status != 0 && none.stdout == "" && none.stderr.contains("none"), "\(none)")
  }
}
