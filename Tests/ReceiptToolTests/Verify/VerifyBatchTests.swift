import Foundation
import LoopbackServer
import ReceiptMint
import Testing

@Suite("verify with several inputs")
struct VerifyBatchTests {
  /// Asks about six inputs, each of which ends in its own way.
  private func run(_ arguments: [String] = [], _ test: (ToolRun, [[String: Any]], Asking) throws -> Void) throws {
    let names = ["good", "refused", "busy", "gone", "page"]
    var receipts: [String: String] = [:]
    for name in names { receipts[name] = try Minted.receipt { $0.bundleIdentifier = "com.example.\(name)" }.base64 }
    let known = receipts
    try Asking.with { request, _ in
      let text = String(decoding: request.body, as: UTF8.self)
      switch known.first(where: { text.contains($0.value) })?.key {
      case "good"?: return .status(0, #","receipt":{"in_app":[1.50]}"#)
      case "refused"?: return .status(21003)
      case "busy"?: return .status(21009, fields: ["Retry-After: 0"])
      case "gone"?: return .raw([])
      default: return .json("<html></html>")
      }
    } _: { asking throws in
      let files = try names.map { try asking.file("\($0).b64", Array((known[$0] ?? "").utf8)) }
      let jws = try asking.file("jws.txt", Array("eyJhbGciOiJFUzI1NiJ9.eyJidW5kbGVJZCI6ImEifQ.AAAA".utf8))
      let run = try asking.verify(["--tries", "2"] + arguments, inputs: files + [jws, "/nonexistent/receipt"])
      let documents = try run.stdout.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      try test(run, documents, asking)
    }
  }

  @Test("a line of JSON each; what was not answered is named, and can be sent again")
  func batch() throws {
    try run { run, documents, _ in
      #expect(run.status == 75)
      try #require(documents.count == 7)
      let names = documents.map { ($0["source"] as? String)?.split(separator: "/").last.map(String.init) ?? "" }
      #expect(names == ["good.b64", "refused.b64", "busy.b64", "gone.b64", "page.b64", "jws.txt", "receipt"])
      let codes = documents.map { $0["exit_code"] as? Int ?? ($0["error"] as? [String: Any])?["exit_code"] as? Int }
      #expect(codes == [0, 1, 75, 69, 69, 65, 66])
      #expect(documents.map { $0["send_again"] as? Bool } == [false, false, true, true, false, nil, nil])
      #expect(documents.map { $0["status"] as? Int } == [0, 21003, 21009, nil, nil, nil, nil])
      #expect((documents[0]["answer"] as? [String: Any])?["status"] as? Int == 0)
      #expect(run.stdout.contains("[1.50]"))
      let faults = documents.map { ($0["error"] as? [String: Any])?["code"] as? String }
      #expect(faults[3...] == ["connection_closed", "html_page", "other_format", "unreadable"])
      for name in ["gone.b64: not answered: ", "page.b64: not answered: ", "busy.b64: status 21009 "] {
        #expect(run.stderr.contains(name), "\(run.stderr)")
      }
      #expect(
        run.stderr.hasSuffix("3 of 7 inputs were not answered; send_again marks the 2 that are worth asking again\n"))
    }
  }

  @Test("what asking again would not mend does not ask for it")
  func permanent() throws {
    for reply in [
      Reply.http(404), .http(302, fields: ["Location: https://elsewhere.example/"]), .json("<html></html>"),
    ] {
      try Asking.with(reply) { asking throws in
        let run = try asking.verify(inputs: [asking.receipt, asking.receipt])
        #expect(run.status == 69 && !run.stdout.contains("\"send_again\":true"))
        #expect(run.stdout.contains("\"send_again\":false"))
        #expect(run.stderr.hasSuffix("2 of 2 inputs were not answered; asking again would bring the same\n"))
      }
    }
  }

  @Test("what is worth asking again decides the status, also where each alone has another one")
  func open() throws {
    try Asking.with(.raw([])) { asking throws in
      let run = try asking.verify(["--tries", "1"], inputs: [asking.receipt, asking.receipt])
      #expect(run.status == 75)
      #expect(run.stdout.components(separatedBy: "\"exit_code\":69").count == 3, "\(run.stdout)")
    }
  }

  @Test("without open ends the worst status counts")
  func closed() throws {
    try Asking.with { _, earlier in
      .status(earlier == 0 ? 0 : 21003)
    } _: { asking throws in
      #expect(try asking.verify(inputs: [asking.receipt, asking.receipt]).status == 1)
      #expect(try asking.verify(inputs: [asking.receipt, "/nonexistent/receipt"]).status == 66)
    }
  }

  @Test(
    "documents are valid by the schema, whatever part is printed", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing)
  )
  func schema() throws {
    for arguments in [[], ["--in-app"], ["--latest"]] {
      try run(arguments) { run, _, asking in
        let large = try Minted.receipt {
          $0.extraAttributes = [RawAttribute(type: 4711, value: [UInt8](repeating: 7, count: 2_400_000))]
        }
        let more = try asking.verify(
          inputs: [try asking.file("large.der", large.bytes), asking.receipt, asking.receipt])
        try #require(run.lines.count + more.lines.count == 10)
        try SchemaCheck.expectValid(run.lines + more.lines, "verify-1")
      }
    }
    let sound = #"""
      {"schema":"receipt-tool/verify/1","source":"a","send_again":false,"server":"sandbox","url":"https://a.example/",
      "asked":[{"server":"sandbox","tries":1}],"milliseconds":5,"status":0,"status_name":"valid","exit_code":0,"answer":{}}
      """#.replacing("\n", with: "")
    try SchemaCheck.expectRefused(
      sound, "verify-1",
      [
        ("\"send_again\":false", "\"send_again\":true"), ("\"status\":0", "\"status\":1"),
        ("\"answer\":{}", "\"in_app\":[],\"answer\":{}"), ("verify/1", "verify/2"),
        ("\"tries\":1", "\"tries\":0"), ("\"answer\":{}", "\"error\":{}"),
      ])
  }
}
