import ArgumentParser
import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptCommands
@testable import ReceiptRemote
@testable import ReceiptServer
@testable import receipt_tool_online

/// A call that Apple does not have: its row. Its function and its test are below.
private enum MadeUp: CallRow {
  static let call = AppStoreServerCall(
    name: "whistle", title: "Whistle at a Customer", operation: "whistle", method: .put,
    path: "/inApps/v1/transactions/{id}/whistle",
    parameters: [
      .id("Any transaction of the customer."),
      .body(
        RequestMember("volume", .number(1...11), invalid: 4_000_999), .option("volume", "level"), "From 1 to 11.", "11"),
    ], answer: .identifier("whistleId"), change: AppStoreServerCall.Change { "Whistle at \($0["id"])" }, rate: 3,
    since: "9.9", command: AppStoreServerCall.Command(.api, "Whistle at a customer."))
}

/// Client, command, stand-in, OpenAPI document and the table in docs/commands.md come from the rows of
/// ``AppStoreServerCall``.
@Suite("Calls of Apple's APIs")
struct CallTableTests {
  private static let calls = AppStoreServerCall.all + [MadeUp.call]
  private static let functions = StandIn.functions.merging([
    "whistle": { _ in
      { question in .members(("whistleId", try question.object()["volume"] ?? .null)) }
    }
  ]) { first, _ in first }

  @Test("a call that is made up is in help, completion, OpenAPI and docs, and is checked and answered")
  func madeUp() throws {
    let help = APICall<MadeUp>.helpMessage(columns: 80)
    for text in [
      "OVERVIEW: Whistle at a customer.", "Apple's \"Whistle at a Customer\".",
      "  receipt-tool api whistle --app reader --yes --volume 11 2000000123456789",
      "USAGE: whistle [<options>] <id> --volume <level>", "--volume <level>        From 1 to 11.",
      "Do it without asking.",
    ] { #expect(help.contains(text), "\(text)") }
    #expect(APICall<MadeUp>.completionScript(for: .bash).contains("--volume"))
    #expect(try Self.table(Self.calls).contains { $0.hasPrefix("| Whistle at a Customer (9.9) | `PUT /inApps/v1/tr") })

    let parsed = try APICall<MadeUp>.parse(["--volume", "11", "7", "--yes"])
    let values = parsed.arguments.values(.silent)
    #expect(parsed.arguments.has(.yes) && !parsed.arguments.has(.raw))
    let request = try #require(AppStoreServerRequest(MadeUp.call, values))
    #expect(request.target == "/inApps/v1/transactions/7/whistle" && request.body == Array(#"{"volume":11}"#.utf8))
    #expect(request.objection(to: .members(("whistleId", .string("a")))) == nil)
    #expect(request.objection(to: nil) == "it has no usable `whistleId`")
    #expect(AppStoreServerRequest(MadeUp.call, ["id": "7", "volume": "12"]) == nil)

    let routes = try Self.routes()
    let route = try #require(routes.first { $0.path == MadeUp.call.path })
    #expect(route.methods == [.put] && route.operation.summary == "Apple's Whistle at a Customer")
    #expect(route.operation.body.map(\.type) == ["application/json"])
    for (body, code) in [(#"{"volume":12}"#, 4_000_999), ("{}", 4_000_999), ("[]", 4_000_000)] as [(String, Int64)] {
      let error = #expect(throws: APIError.self) { try Self.answer(body) }
      #expect(error?.code == code, "\(body)")
    }
    #expect(try Self.answer(#"{"volume":11}"#)?["whistleId"] == .number("11"))
  }

  private static func standIn() throws -> StandIn {
    let authority = try TestAuthority(seed: "calls", keySize: .bits1024)
    return StandIn(
      StandInSettings(
        data: ScenarioData(emptyAt: Instant(milliseconds: 1_900_000_000_000)), decoder: InputDecoder(),
        authority: authority, key: try authority.serverAPIKey()))
  }

  private static func routes() throws -> [Route] {
    try AppStoreServerRoutes(
      try standIn(), BodyReader(bytesInMemory: 1_000), outage: Outage(), calls: calls, functions: functions,
      clock: { Instant(milliseconds: 0) }
    ).all
  }

  private static func answer(_ body: String) throws -> JSONValue? {
    let question = APIQuestion(
      call: MadeUp.call, bundle: "com.example.app", now: 0, parameters: ["id": "7"],
      query: try APIQuery(nil, MadeUp.call), body: Array(body.utf8))
    return try functions["whistle"]?(try standIn())(question)
  }

  @Test("every call has one function of the stand-in and one path; of the same path are neighbours")
  func whole() throws {
    let all = AppStoreServerCall.all
    #expect(Set(all.map(\.operation)).count == all.count && Set(all.map(\.operation)) == Set(StandIn.functions.keys))
    #expect(Set(all.map { "\($0.method) \($0.path)" }).count == all.count)
    var paths: [String] = []
    for call in all where paths.last != call.path { paths.append(call.path) }
    #expect(Set(paths).count == paths.count)
    for call in all {
      let names = Set(call.parameters.filter { $0.place == .path }.map(\.name))
      let braces = call.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
        String($0.dropFirst().dropLast())
      }
      #expect(names == Set(braces), "\(call.title)")
      #expect(Set(call.parameters.map(\.name)).count == call.parameters.count, "\(call.title)")
    }
  }

  @Test("docs/commands.md has a table of all calls")
  func documented() throws {
    let file = Package.root.appendingPathComponent("docs/commands.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let (begin, end) = ("<!-- calls -->\n", "<!-- end of calls -->")
    let parts = page.components(separatedBy: begin)
    try #require(parts.count == 2)
    let rest = try #require(parts[1].range(of: end))
    let text =
      parts[0] + begin + (try Self.table(AppStoreServerCall.all)).joined(separator: "\n") + "\n"
      + parts[1][rest.lowerBound...]
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(text.utf8).write(to: file) }
    #expect(text == page)
  }

  /// A row for each call, as docs/commands.md has it.
  private static func table(_ calls: [AppStoreServerCall]) throws -> [String] {
    ["| Apple's call (since version) | Request | Requests a second | Command |", "| --- | --- | --- | --- |"]
      + calls.map { call in
        let command =
          call.command.map { "\($0.group.rawValue) \(call.name)" }
          ?? (call.operation.hasPrefix("advancedCommerce-") ? "api advanced-commerce \(call.name)" : nil)
          ?? ["notifications": "notifications list", "test-notification": "notifications test"][call.name]
        let version = call.since.isEmpty ? "" : " (\(call.since))"
        let rate = call.rate.map { "\($0)" } ?? "unknown"
        return "| \(call.title)\(version)\(call.isOfSandbox ? ", sandbox only" : "") "
          + "| `\(call.method.rawValue) \(call.path)` | \(rate) | \(command.map { "`\($0)`" } ?? "") |"
      }
  }
}
