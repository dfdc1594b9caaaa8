import Foundation
import LoopbackServer
import Testing

/// Retention messages: Apple's library and the tool make the same requests.
@Suite("serve --scenario: retention messages", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
struct StandInMessagingTests {
  private static let uuids = (1...6).map { "00000000-0000-4000-8000-00000000000\($0)" }

  /// A PNG as far as its picture (W3C, "Portable Network Graphics", 5 and 11); checksums are zero but the last.
  static func png(_ width: UInt32, _ height: UInt32, color: UInt8 = 2, chunks: [String] = []) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      number(UInt32(data.count)) + Array(type.utf8) + data + [0, 0, 0, 0]
    }
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", number(width) + number(height) + [8, color, 0, 0, 0])
    for type in chunks { bytes += chunk(type, [1, 2, 3]) }
    bytes += chunk("IDAT", [9])
    return bytes + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
  }

  private func file(_ run: StandInRun, _ name: String, _ bytes: [UInt8]) throws -> String {
    try run.scratch.file(name, bytes).path
  }

  private func message(_ run: StandInRun, _ changes: [String: Any] = [:]) throws -> String {
    let body = ["header": "Stay", "body": "One more month"].merging(changes) { $1 }
    return try file(run, UUID().uuidString, Array(try JSONSerialization.data(withJSONObject: body)))
  }

  @Test("Scripts/messages.txt", arguments: try CommandScript.cases("messages"))
  func script(_ one: CommandScript.Case) throws {
    let run = try StandInRun(["cancel-auto-renew"])
    try one.run { place in
      try run.serve(place)
      for length in [150, 151] { place.variables["A\(length)"] = [String(repeating: "a", count: length)] }
      for (width, height) in [(3_840, 160), (1_024, 1_024), (3_839, 160), (3_840, 159), (3_840, 2_161), (3_840, 2_160)]
        as [(UInt32, UInt32)]
      {
        try place.file(
          "\(width)x\(height).png", Self.png(width, height, chunks: width < 3_000 ? ["gAMA", "PLTE"] : []))
      }
      for (name, png) in [
        ("alpha", Self.png(3_840, 160, color: 6)), ("gray", Self.png(3_840, 160, color: 4)),
        ("trns", Self.png(3_840, 160, chunks: ["tRNS"])), ("gif", Array("GIF89a".utf8)),
        ("short", Self.png(3_840, 160).dropLast()), ("head", Array(Self.png(3_840, 160).prefix(20))),
      ] {
        try place.file(name + ".png", png)
      }
    }
  }

  @Test("a message and an image that are not approved are not set as the default")
  func approval() throws {
    let run = try StandInRun(["cancel-auto-renew"], mint: ["--environment", "production"])
    let first = Self.uuids[0]
    #expect(try run.messages(["upload", "--yes", first, try message(run)]).status == 0)
    let words = ["set-default", "--yes", "com.example.app.monthly", "en-US", first]
    let refused = try run.messages(words)
    #expect(refused.status == 1 && refused.stderr.contains("is PENDING (4030017)"), "\(refused.stderr)")
    let path = "/inApps/v1/messaging/default/com.example.app.monthly/en-US"
    #expect(try run.code("PUT", path, ["messageIdentifier": first]) == 4_030_017)
    // Without a test that was passed there is no URL in production.
    #expect(try run.messages(["set-url", "--yes", "http://127.0.0.1:9/m"]).stderr.contains("4030026"))
    // What a stand-in of this machine takes, Apple is not sent.
    let outside = try ToolRun(
      ["messages", "set-url", "--yes", "http://127.0.0.1:9/m"] + run.asking().prefix(6),
      environment: ["HOME": run.scratch.path])
    #expect(outside.status == 1 && outside.stderr.contains("https:// URLs (4000215)"), "\(outside.stderr)")
    #expect(outside.stderr.contains("nothing was sent"), "\(outside.stderr)")
    try run.clock(#"{"advance": 86400}"#)
    #expect(try run.messages(words).status == 0)
  }

  @Test("a performance test asks the backend's URL, and a backend that answers with errors fails")
  func performance() async throws {
    let backend = try LoopbackServer { _, _ in .http(500) }
    defer { backend.stop() }
    let run = try StandInRun(["cancel-auto-renew"])
    let identifier = try #require(try run.identifiers().first)
    #expect(try run.messages(["url"]).stderr.contains("4040021"))
    #expect(try run.messages(["test", "--yes", identifier]).stderr.contains("4040021"))
    #expect(try run.messages(["set-url", "--yes", backend.url("messages")]).status == 0)
    for (words, code) in [("1", "4040010"), ("x", "4000006")] {
      #expect(try run.messages(["test", "--yes", words]).stderr.contains(code))
    }
    #expect(try run.code("POST", "/inApps/v1/messaging/performanceTest", [:]) == 4_000_211)
    let begun = try run.messages(["test", "--yes", identifier])
    let test = try #require(try begun.json()["requestId"] as? String, "\(begun.stderr)")
    var result = try run.messages(["test-result", test]).json()
    let deadline = Date() + 120
    while result["result"] as? String == "PENDING", Date() < deadline {
      // The server works in this process: a thread that waits would be missing there.
      try await Task.sleep(for: .milliseconds(50))
      result = try run.messages(["test-result", test]).json()
    }
    #expect(result["result"] as? String == "FAIL" && result["successRate"] as? Int == 0)
    #expect(result["numPending"] as? Int == 0 && result["target"] as? String == backend.url("messages"))
    let failures = try #require(result["failures"] as? [String: Int])
    #expect(failures.values.reduce(0, +) == 20)
    let library = try run.answer("get_performance_test_results", test)
    #expect(library["result"] as? String == "FAIL" && library["successRate"] as? Int == 0)
  }

  @Test("the backend is asked as Apple asks; what is shown is its answer, or the default message")
  func realtime() throws {
    let (shown, usual) = (Self.uuids[0], Self.uuids[1])
    let answers = [
      #"{"message":{"messageIdentifier":"\#(shown)"}}"#,
      #"{"message":{"messageIdentifier":"\#(shown)"},"advancedCommerceInfo":{"messageIdentifier":"\#(shown)"}}"#,
      #"{"message":{"messageIdentifier":"x"}}"#, "[]",
    ]
    let backend = try LoopbackServer { _, earlier in .json(answers[earlier % answers.count]) }
    defer { backend.stop() }
    let run = try StandInRun(["cancel-auto-renew"], arguments: ["--realtime", backend.url("messages")])
    let identifier = try #require(try run.identifiers().first)
    #expect(try run.messages(["upload", "--yes", usual, try message(run)]).status == 0)
    #expect(
      try run.messages(["set-default", "--yes", "com.example.app.monthly", "en-US", usual]).status == 0)
    #expect(try run.messages(["url"]).json() as? [String: String] == ["realtimeURL": backend.url("messages")])
    for number in answers.indices {
      let answer = try run.server.post("/_realtime", #"{"transaction": "\#(identifier)"}"#)
      let document = try answer.json()
      #expect(answer.status == 200 && document["target"] as? String == backend.url("messages"))
      // A busy machine may take longer than Apple waits.
      let isInTime = document["result"] as? String == "SUCCESS"
      if number == 0, isInTime {
        #expect(document["shown"] as? String == "answer" && document["objection"] is NSNull)
        #expect((document["answer"] as? [String: Any])?.keys.sorted() == ["message"])
      } else {
        #expect(!isInTime && document["shown"] as? String == "default" && document["objection"] is String)
        #expect(document["default_message"] as? String == usual && document["answer"] is NSNull)
      }
    }
    let request = try #require(backend.requests.first)
    let body = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: String])
    let payload = try StandInRun.payload(try #require(body["signedPayload"]))
    #expect(body.count == 1 && payload["originalTransactionId"] as? String == identifier)
    // Apple, DecodedRealtimeRequestBody: all members are required.
    #expect(
      Set(payload.keys) == [
        "originalTransactionId", "appAppleId", "productId", "userLocale", "requestIdentifier", "environment",
        "signedDate",
      ])
    #expect(try run.server.post("/_realtime", #"{"transaction": "1"}"#).status == 400)
    #expect(try run.server.post("/_realtime", "{}").status == 400)
  }
}
