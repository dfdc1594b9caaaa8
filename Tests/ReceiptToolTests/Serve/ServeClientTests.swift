import Foundation
import ReceiptMint
import Testing

/// Programs in Python that nobody here wrote, and a load that one script makes.
private enum PublicClients {
  static let tools = Package.root.appendingPathComponent(".build/tools/bin")
  static let fixtures = Package.root.appendingPathComponent("Tests/Fixtures")
  private static let environment = ProcessInfo.processInfo.environment

  static func run(_ program: String, _ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
    try ToolRun(
      executable: tools.appendingPathComponent(program), arguments, input: input,
      environment: [
        "PATH": environment["PATH"] ?? "/usr/bin:/bin", "HOME": environment["HOME"] ?? "/", "NO_PROXY": "127.0.0.1",
      ], directory: URL(fileURLWithPath: NSTemporaryDirectory()))
  }

  /// Where CI runs, a check that cannot run is a failure and not a skip.
  static let canRun =
    environment["CI"] != nil
    || (try? run("python3", ["-c", "import inapppy, itunesiap, openapi_python_client, schemathesis"]))?.status == 0
  static let missing: Comment = "the clients of verifyReceipt are not installed: Scripts/setup tests installs them"
}

@Suite("serve: other people's clients", .enabled(if: PublicClients.canRun, PublicClients.missing))
struct ServeClientTests {
  @Test("two clients of verifyReceipt from PyPI understand it, with nothing but their URLs replaced")
  func clients() throws {
    let anchor = try ServeAppleTests.Anchor()
    let server = try RunningServer(anchor.options + ["--apple-quirks"])
    let receipt = try Minted.receipt {
      $0.inApp = [
        .subscriptionSample(transactionID: "2"),
        .subscriptionSample(transactionID: "1", productID: "com.example.test.yearly"),
      ]
      $0.inApp[1].purchaseDate = "2025-12-27T00:00:00Z"
    }.base64
    let run = try PublicClients.run(
      "python3", [PublicClients.fixtures.appendingPathComponent("verifyreceipt_clients.py").path, server.url],
      input: Array(receipt.utf8))
    #expect(run.status == 0, "\(run.stderr)")
    let found = try run.json()
    let itunes = try #require(found["itunes-iap"] as? [String: Any])
    #expect(itunes["status"] as? Int == 0 && itunes["bundle_id"] as? String == "com.example.test")
    #expect(itunes["in_app"] as? [String] == ["2", "1"] && itunes["latest_receipt_info"] as? [String] == ["1", "2"])
    #expect(itunes["expires"] as? String == "2025-12-26T18:13:07+00:00")
    let inapppy = try #require(found["inapppy"] as? [String: Any])
    #expect(inapppy["environment"] as? String == "Sandbox" && inapppy["in_app"] as? [String] == ["2", "1"])
    #expect(inapppy["without_old"] as? [String] == ["1"])
    let refusals = try #require(found["refusals"] as? [String: Int])
    #expect(refusals.count == 6 && Set(refusals.values) == [21002, 21007])
    #expect(refusals["sandbox receipt"] == 21007 && refusals["nothing, itunes-iap"] == 21002)
  }

  @Test("schemathesis finds nothing in the OpenAPI document and the server", .thorough)
  func schemathesis() throws {
    let server = try RunningServer(["--quiet"])
    let run = try PublicClients.run(
      "schemathesis",
      [
        "--config-file", PublicClients.fixtures.appendingPathComponent("schemathesis.toml").path, "run",
        server.url + "/openapi.json", "--max-examples", "50", "--seed", "1", "--max-time", "40", "--no-color",
      ])
    #expect(run.status == 0, "\(run.stdout.suffix(4_000))")
    #expect(run.stdout.contains("13 selected / 13 total") && server.end() == 0)
  }

  @Test("schemathesis finds nothing in the purchase service", .thorough)
  func schemathesisOfService() throws {
    let service = try PurchaseServiceTests.Service(tokens: "schemathesis-0123456789\n", ["--quiet"])
    let run = try PublicClients.run(
      "schemathesis",
      [
        "--config-file", PublicClients.fixtures.appendingPathComponent("schemathesis.toml").path, "run",
        service.server.url + "/openapi.json", "--header", "Authorization: Bearer schemathesis-0123456789",
        // Answers of /v1/events wait as long as they are asked to.
        "--include-path-regex", "^/(v1/(purchases|notifications|accounts|orders|transactions)|readyz)",
        "--max-examples", "30", "--seed", "1", "--max-time", "40", "--no-color",
      ])
    #expect(run.status == 0, "\(run.stdout.suffix(4_000))")
    #expect(run.stdout.contains("11 selected / 28 total") && service.server.end() == 0, "\(run.stdout.prefix(1_000))")
  }

  @Test("a client that openapi-python-client makes of /openapi.json presents, reads, follows, merges and erases")
  func generated() throws {
    let token = "shop-token-0123456789"
    let service = try PurchaseServiceTests.Service(tokens: "shop present,read,administer \(token)\n")
    var lamp = LedgerTool.coins("1", product: "com.example.lamp")
    lamp.productType = 0
    let receipt = try LedgerTool.receipt([lamp])
    let run = try PublicClients.run(
      "python3",
      [PublicClients.fixtures.appendingPathComponent("generated_client.py").path, service.server.url, token, receipt])
    try #require(run.status == 0, "\(run.stdout.suffix(2_000)) \(run.stderr.suffix(4_000))")
    let expected = """
      {
        "first": [200, "LedgerDecisionDecision", "accept", "jane/doe", 1],
        "second": [200, "LedgerDecisionDecision", "duplicate", "jane/doe", null],
        "entitlements": [200, "jane/doe", ["com.example.lamp"]], "same": 304, "events": [200, ["accepted"]],
        "unknown": [404, "Problem", "urn:receipt-tool:problem:unknown", 404],
        "token": [401, "Problem", "urn:receipt-tool:problem:token", 401],
        "since": [400, "Problem", "urn:receipt-tool:problem:parameter", 400],
        "merge": [200, 1, 2], "erase": [200, 1, "finished"]
      }
      """
    let wanted = try #require(try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? [String: NSObject])
    let found = try run.json()
    #expect(Set(found.keys) == Set(wanted.keys))
    for (name, value) in wanted { #expect(value.isEqual(found[name]), "\(name): \(found[name] ?? "")") }
  }

  @Test("SIGTERM under load loses no answer", arguments: [[], ["fresh"]])
  func endUnderLoad(_ options: [String]) throws {
    let anchor = try ServeAppleTests.Anchor()
    let server = try RunningServer(anchor.options + ["--quiet"])
    let body = try anchor.scratch.file("body", #"{"receipt-data":"\#(try Minted.receipt().base64)"}"#.utf8)
    let output = try anchor.scratch.file("out", [])
    let load = Process()
    load.executableURL = PublicClients.tools.appendingPathComponent("python3")
    load.arguments =
      [PublicClients.fixtures.appendingPathComponent("serve_load.py").path, "127.0.0.1", "\(server.port)"]
      + ["/sandbox/verifyReceipt", "16", "60"] + options
    load.standardInput = try FileHandle(forReadingFrom: body)
    load.standardOutput = try FileHandle(forWritingTo: output)
    try load.start()
    defer { load.terminate() }
    func answered() throws -> Int {
      let text = try server.ask("GET", "/metrics").text
      return text.firstMatch(of: /status="0"} ([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
    }
    let deadline = Date() + 60
    while try answered() < 100, Date() < deadline { usleep(50_000) }
    #expect(server.end() == 0)
    load.waitUntilExit()
    let found = try JSONSerialization.jsonObject(with: try Data(contentsOf: output)) as? [String: Any]
    #expect(found?["lost"] as? Int == 0, "\(found ?? [:])")
    // Each client is turned away once, when nobody listens any more.
    #expect(found?["answered"] as? Int ?? 0 >= 100 && found?["refused"] as? Int == 16, "\(found ?? [:])")
  }
}
