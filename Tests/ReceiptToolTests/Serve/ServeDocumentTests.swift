import Foundation
import ReceiptMint
import Testing

@Suite("serve: the documents of the commands")
struct ServeDocumentTests {
  @Test("Scripts/serve-documents.txt", arguments: try CommandScript.cases("serve-documents"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  private static let kinds = ["decode", "validate", "diagnose", "status"]
  private static var anchors: [String] {
    ["--trust-anchor", Package.vectors.appendingPathComponent("root.pem").path]
  }

  private static func vector(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Package.vectors.appendingPathComponent(name)))
  }

  /// Removes the times that the clock tells, which are later than any in the receipts.
  private func timeless(_ text: String) -> String {
    text.replacing(/20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-9:.]+Z/) { match in
      match.output > "2026-02" && match.output < "2100" ? "now" : String(match.output)
    }
  }

  @Test("a document is the one that the command prints", arguments: kinds)
  func sameAsCommand(_ kind: String) throws {
    let server = try RunningServer(Self.anchors)
    for name in [
      "sandbox-subscription.b64", "production.b64", "bad-signature.b64", "der.der", "hex.hex", "jws.jws",
      "verifyreceipt-request.body", "verifyreceipt-response.body", "transaction-receipt.b64", "truncated.b64",
    ] {
      let input = try Self.vector(name)
      let answer = try server.ask("POST", "/v1/\(kind)", [], input)
      let json = kind == "status" || kind == "diagnose" ? ["--json"] : ["--compact"]
      let run = try ToolRun([kind] + Self.anchors + json, input: input)
      if run.stdout.isEmpty {
        #expect(answer.status == 422)
        #expect(try ["truncated", "other_format"].contains(answer.problem()))
        #expect(run.stderr.contains(try answer.json()["detail"] as? String ?? "?"))
        continue
      }
      #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
      let ours = try JSONSerialization.jsonObject(with: Data(timeless(answer.text).utf8)) as? NSDictionary
      let command = try JSONSerialization.jsonObject(with: Data(timeless(run.stdout).utf8)) as? NSDictionary
      #expect(ours == command && ours != nil, "\(name)")
    }
  }

  /// A body of texts.
  private func body(_ object: [String: Any]) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: object))
  }

  @Test("several inputs are one history, as status --together says; anything that is not all of them is refused")
  func together() throws {
    let server = try RunningServer(Self.anchors)
    let names = ["jws-transaction.jws", "jws-notification-refund.jws"]
    let texts = try names.map { String(decoding: try Self.vector($0), as: UTF8.self) }
    let target = "/v1/status?together=true&at=2026-06-01"
    let answer = try server.ask("POST", target, [], body(["inputs": texts]))
    let run = try ToolRun(
      ["status", "--json", "--together", "--at", "2026-06-01"] + Self.anchors + names, directory: Package.vectors)
    let sourceless = { (text: String) in
      text.replacing(/"source": ?"(input [12]|jws-[a-z-]*\.jws)"/, with: #""source":0"#)
    }
    let ours = try JSONSerialization.jsonObject(with: Data(sourceless(answer.text).utf8)) as? NSDictionary
    let command = try JSONSerialization.jsonObject(with: Data(sourceless(run.stdout).utf8)) as? NSDictionary
    #expect(ours == command && ours?["subscriptions"] is [Any] && answer.text.contains("input 2"))
    for (wrong, code) in [
      (#"{"inputs":[]}"#, 400), (#"{"inputs":"x"}"#, 400), (#"{"inputs":[1]}"#, 400), ("[]", 400), ("", 400),
      (#"{"inputs":["x"],"at":"now"}"#, 400), (#"{"inputs":["hello"]}"#, 422),
    ] {
      let answer = try server.post(target, wrong)
      #expect(answer.status == code, "\(wrong): \(answer.text)")
    }
    let unreadable = try server.ask("POST", target, [], body(["inputs": [texts[0], "hello"]]))
    #expect(unreadable.status == 422 && unreadable.text.contains(#""detail":"input 2: "#), "\(unreadable.text)")
    #expect(try server.post(target, "x\n", ["Content-Type: application/x-ndjson"]).status == 400)
    // One input by itself is what it was before.
    #expect(try server.ask("POST", "/v1/status?together=false", [], Array(texts[0].utf8)).status == 200)
  }

  @Test("a saved answer beside a receipt is what compare says")
  func compare() throws {
    let server = try RunningServer(Self.anchors)
    let receipt = String(decoding: try Self.vector("production.b64"), as: UTF8.self)
    let response = String(decoding: try Self.vector("verifyreceipt-response.body"), as: UTF8.self)
    for all in [false, true] {
      let answer = try server.ask(
        "POST", "/v1/compare?all=\(all)", [], body(["response": response, "receipt": receipt]))
      let run = try ToolRun(
        ["compare", "--json", "--response", "-"] + Self.anchors + (all ? ["--all"] : []) + ["production.b64"],
        input: Array(response.utf8), directory: Package.vectors)
      let sourceless = { (text: String) in
        text.replacing(/"source": ?"(receipt|response|-|production\.b64)"/, with: #""source":0"#)
      }
      let ours = try JSONSerialization.jsonObject(with: Data(sourceless(answer.text).utf8)) as? NSDictionary
      let command = try JSONSerialization.jsonObject(with: Data(sourceless(run.stdout).utf8)) as? NSDictionary
      #expect(answer.status == 200 && ours == command && ours?["verdict"] as? String == "differs", "\(answer.text)")
    }
    for (wrong, code) in [
      (["receipt": receipt], 400), (["receipt": receipt, "response": response, "more": ""], 400),
      (["receipt": receipt, "response": "hello"], 422), (["receipt": "hello", "response": response], 422),
    ] {
      #expect(try server.ask("POST", "/v1/compare", [], body(wrong)).status == code, "\(wrong.keys)")
    }
    #expect(try server.ask("POST", "/v1/compare?at=now", [], body(["receipt": "", "response": ""])).status == 400)
  }

  @Test("of two receipts, what diff says")
  func diff() throws {
    let server = try RunningServer(Self.anchors)
    let names = ["sandbox-subscription.b64", "production.b64"]
    let texts = try names.map { String(decoding: try Self.vector($0), as: UTF8.self) }
    for (first, second, at) in [(0, 1, nil), (1, 0, "2026-01-01"), (1, 1, nil)] as [(Int, Int, String?)] {
      let answer = try server.ask(
        "POST", "/v1/diff" + (at.map { "?at=\($0)" } ?? ""), [], body(["second": texts[second], "first": texts[first]]))
      let run = try ToolRun(
        ["diff", "--json"] + Self.anchors + (at.map { ["--at", $0] } ?? []) + [names[first], names[second]],
        directory: Package.vectors)
      // The names of the inputs are all that may differ, and now.
      let same = { (text: String) in
        text.replacing(/"source": ?"(first|second|[a-z-]+\.b64)"/, with: #""source":0"#)
      }
      let ours = try JSONSerialization.jsonObject(with: Data(same(answer.text).utf8)) as? [String: Any]
      let command = try JSONSerialization.jsonObject(with: Data(same(run.stdout).utf8)) as? [String: Any]
      let (mine, its) = (try #require(ours), try #require(command))
      for key in its.keys where key != "as_of" || at != nil {
        #expect(mine[key] as? NSObject == its[key] as? NSObject, "\(key) of \(names[first]) and \(names[second])")
      }
      #expect(answer.status == 200 && mine.keys == its.keys)
      #expect(mine["verdict"] as? String == (first == second ? "same" : "differs"), "\(answer.text)")
    }
    for (wrong, code) in [
      (["first": texts[0]], 400), (["first": texts[0], "second": texts[1], "more": ""], 400),
      (["first": texts[0], "second": "hello"], 422), (["first": "", "second": texts[0]], 422),
    ] {
      #expect(try server.ask("POST", "/v1/diff", [], body(wrong)).status == code, "\(wrong.keys)")
    }
    let unreadable = try server.ask("POST", "/v1/diff", [], body(["first": texts[0], "second": "hello"]))
    #expect(unreadable.text.contains(#""detail":"the second input: "#), "\(unreadable.text)")
    for query in ["at=never", "together=true", "language=de"] {
      let both = try body(["first": texts[0], "second": texts[1]])
      #expect(try server.ask("POST", "/v1/diff?\(query)", [], both).status == 400, "\(query)")
    }
  }

  @Test("lines go in and documents come out, one by one; a bad one stops nothing", arguments: kinds)
  func lines(_ kind: String) throws {
    let server = try RunningServer(Self.anchors + ["--max-size", "100K"])
    let good = String(decoding: try Self.vector("sandbox-subscription.b64"), as: UTF8.self)
    let request = #"{"receipt-data":"\#(good)"}"#
    let text = [good, "", "nonsense", request, String(repeating: "A", count: 200_000), good].joined(separator: "\n")
    let answer = try server.post("/v1/\(kind)", text, ["Content-Type: application/x-ndjson; charset=utf-8"])
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/x-ndjson")
    let documents = try answer.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(documents.compactMap { $0["source"] as? String } == [1, 3, 4, 5, 6].map { "line \($0)" })
    let codes = documents.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == [nil, "not_a_receipt", nil, "input_too_large", nil])
    #expect(documents.allSatisfy { $0["schema"] as? String == "receipt-tool/\(kind)/1" })
    if SchemaCheck.canRun {
      try SchemaCheck.expectValid(answer.text.split(separator: "\n").map(String.init), "\(kind)-1")
    }
  }

  @Test("a document comes before the next line is sent, and before the stream ends")
  func streaming() throws {
    let server = try RunningServer(Self.anchors)
    let line = String(decoding: try Self.vector("empty.b64"), as: UTF8.self) + "\n"
    let connection = try WireConnection(port: server.port)
    try connection.send(
      "POST /v1/decode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    for number in 1...20 {
      try connection.send(String(line.utf8.count, radix: 16) + "\r\n" + line + "\r\n")
      var received = ""
      while !received.contains("\"line \(number)\"") || !received.hasSuffix("\n\r\n") {
        received += String(decoding: try #require(connection.receive(), "no document \(number)"), as: UTF8.self)
      }
    }
    try connection.send("0\r\n\r\n")
    #expect(connection.receive().map { String(decoding: $0, as: UTF8.self) } == "0\r\n\r\n")
  }

  @Test("memory does not grow with the number of lines, and a client that reads nothing is not read from for ever")
  func bounded() throws {
    let server = try RunningServer(Self.anchors + ["--timeout", "2s"])
    let line = Array(String(decoding: try Self.vector("sandbox-subscription.b64"), as: UTF8.self).utf8) + [10]
    let piece = Array(repeating: line, count: 40).flatMap { $0 }
    let connection = try WireConnection(port: server.port, patience: 5)
    try connection.send(
      "POST /v1/diagnose HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: 9999999999\r\n\r\n"
    )
    // Nothing is ever received: at some point nothing more is taken.
    var sent = 0
    while sent < 200 << 20, (try? connection.send(piece)) != nil { sent += piece.count }
    #expect(sent < 100 << 20)
    #expect(try server.ask("GET", "/healthz").status == 200)
    try expectBrokenOff(server, "/v1/diagnose")
  }

  /// That log and figures say of the one answer that it was not sent to its end.
  private func expectBrokenOff(_ server: RunningServer, _ route: String) throws {
    #expect(server.logs(" POST \(route) 200 broken-off "), "\(server.log)")
    let figures = try server.ask("GET", "/metrics").text
    #expect(figures.contains("receipt_tool_answers_broken_off_total{route=\"\(route)\"} 1\n"), "\(figures)")
  }

  @Test("an answer that breaks off because the request does is no success", arguments: [false, true])
  func brokenOff(_ isReset: Bool) throws {
    let server = try RunningServer(Self.anchors)
    let line = String(decoding: try Self.vector("empty.b64"), as: UTF8.self) + "\n"
    var connection: WireConnection? = try WireConnection(port: server.port)
    try connection?.send(
      "POST /v1/decode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: 99999999\r\n\r\n"
        + line)
    _ = try #require(connection?.receive())
    if isReset { connection = nil } else { connection?.finishSending() }
    try expectBrokenOff(server, "/v1/decode")
    // A whole one is none of these.
    _ = try server.post("/v1/decode", line, ["Content-Type: application/x-ndjson"])
    #expect(try server.ask("GET", "/metrics").text.contains("broken_off_total{route=\"/v1/decode\"} 1\n"))
    #expect(server.logs(" POST /v1/decode 200 ") && server.end() == 0)
    #expect(server.log.components(separatedBy: "broken-off").count == 2)
  }
}
