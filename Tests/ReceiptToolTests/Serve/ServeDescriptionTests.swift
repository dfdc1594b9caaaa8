import Foundation
import Testing

/// What `/openapi.json` says of the routes of the purchase service, beside what they do.
@Suite("serve: the OpenAPI document of the purchase service")
struct ServeDescriptionTests {
  private static let scopes = ["present", "read", "administer"]

  /// Method and path of every operation that is described, with its entry.
  private func operations(_ server: RunningServer, _ headers: [String] = []) throws -> [(String, String, [String: Any])]
  {
    let document = try server.ask("GET", "/openapi.json", headers).json()
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    return paths.flatMap { path, operations in operations.map { ($0.key.uppercased(), path, $0.value) } }
  }

  @Test("each route says which token it needs, and it is true")
  func security() throws {
    let owner = "owner-token-0123456789"
    let tokens = Self.scopes.map { "\($0) \($0) \($0)-token-0123456789\n" }.joined() + "owner all \(owner)\n"
    let service = try PurchaseServiceTests.Service(
      tokens: tokens.replacing(" all ", with: " " + Self.scopes.joined(separator: ",") + " "))
    let bearer = ["Authorization: Bearer \(owner)"]
    let document = try service.server.ask("GET", "/openapi.json", bearer).json()
    let general = try #require(document["security"] as? [[String: [String]]])
    #expect(general == [["bearer": []], ["basic": []]])
    let all = try operations(service.server, bearer)
    #expect(all.count > 20)
    var seen: [String: Int] = [:]
    for (method, path, operation) in all {
      let needed = try #require((operation["security"] ?? general) as? [[String: [String]]], "\(path)")
      let target = path.replacing("{name}", with: "x")
      func status(_ token: String?) throws -> Int {
        try service.server.ask(method, target, token.map { ["Authorization: Bearer \($0)"] } ?? []).status
      }
      #expect(try (status(nil) != 401) == needed.isEmpty, "\(method) \(path)")
      guard let requirement = needed.first?["bearer"] else {
        seen["open", default: 0] += 1
        continue
      }
      #expect(needed == [["bearer": requirement], ["basic": requirement]], "\(method) \(path)")
      for scope in Self.scopes {
        let isEnough = requirement.isEmpty || requirement == [scope]
        #expect(try (status("\(scope)-token-0123456789") != 403) == isEnough, "\(method) \(path) \(scope)")
      }
      for scope in requirement.isEmpty ? ["any"] : requirement { seen[scope, default: 0] += 1 }
    }
    // /v1/purchases and the consents; entitlements, three histories, the events and two of the page for support; merge, transfer and
    // erase; /healthz, /readyz, /support and /v1/notifications.
    #expect(seen["present"] == 2 && seen["read"] == 7 && seen["administer"] == 3 && seen["open"] == 4, "\(seen)")
  }

  @Test("without a token file no route says that it needs a token")
  func open() throws {
    let server = try RunningServer()
    #expect(try (server.ask("GET", "/openapi.json").json()["security"] as? [Any])?.isEmpty == true)
    #expect(try operations(server).allSatisfy { ($0.2["security"] as? [Any])?.isEmpty ?? true })
  }

  @Test("a purchase has the members that are described and documented, and no other")
  func purchase() throws {
    let service = try PurchaseServiceTests.Service()
    let bearer = ["Authorization: Bearer \(PurchaseServiceTests.Service.shop)"]
    let document = try service.server.ask("GET", "/openapi.json", bearer).json()
    let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
    let purchase = try #require(schemas["purchase"])
    let members = Set(try #require(purchase["properties"] as? [String: Any]).keys)
    #expect(purchase["additionalProperties"] as? Bool == false)
    let page = try Package.text("docs/backends.md")
    let table = try #require(page.components(separatedBy: "| Member |").last?.components(separatedBy: "\n\n").first)
    let rows = table.components(separatedBy: "\n| `").dropFirst()
    #expect(Set(rows.map { String($0.prefix { $0 != "`" }) }) == members)
    let other = try service.present(#"{"receipt":"x","order":"1","account":"a","else":1}"#)
    #expect(other.status == 400)
    #expect(try (other.json()["detail"] as? String)?.contains("else") == true)
  }

  @Test("every route is in the documentation of the commands")
  func documented() throws {
    let service = try PurchaseServiceTests.Service()
    let page = try Package.text("docs/commands.md")
    let bearer = ["Authorization: Bearer \(PurchaseServiceTests.Service.support)"]
    for (method, path, _) in try operations(service.server, bearer) {
      let written = ["NAME", "ID"].map { path.replacing("{name}", with: $0) }
      #expect(written.contains { page.contains($0) }, "\(method) \(path)")
    }
  }

  @Test("header fields with a meaning are described, and their examples match their patterns")
  func headers() throws {
    let service = try PurchaseServiceTests.Service()
    var found: Set<String> = []
    func see(_ name: String, _ path: String, _ header: [String: Any]) throws {
      found.insert("\(path) \(name)")
      guard let pattern = (header["schema"] as? [String: Any])?["pattern"] as? String else { return }
      let example = try #require(header["example"] as? String)
      #expect(try Regex(pattern).wholeMatch(in: example) != nil, "\(name): \(example)")
    }
    for (_, path, operation) in try operations(
      service.server, ["Authorization: Bearer \(PurchaseServiceTests.Service.support)"])
    {
      for parameter in operation["parameters"] as? [[String: Any]] ?? [] where parameter["in"] as? String == "header" {
        try see(try #require(parameter["name"] as? String), path, parameter)
      }
      for case let answer as [String: Any] in try #require(operation["responses"] as? [String: Any]).values {
        for (name, header) in answer["headers"] as? [String: [String: Any]] ?? [:] { try see(name, path, header) }
      }
    }
    #expect(
      found == [
        "/v1/purchases Idempotency-Key", "/v1/events Last-Event-ID", "/v1/accounts/{name}/entitlements If-None-Match",
        "/v1/accounts/{name}/entitlements ETag",
      ])
  }
}
