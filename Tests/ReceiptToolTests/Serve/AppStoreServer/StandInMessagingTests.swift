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

  @Test("images: what Apple refuses is refused before it is sent, and by the server with Apple's code")
  func images() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let good = try file(run, "good.png", Self.png(3_840, 160))
    #expect(try run.messages(["upload-image", "--yes", Self.uuids[0], good]).status == 0)
    let small = try file(run, "small.png", Self.png(1_024, 1_024, chunks: ["gAMA", "PLTE"]))
    #expect(try run.messages(["upload-image", "--yes", "--bullet-point", Self.uuids[1], small]).status == 0)
    let images = try run.messages(["images"]).json()["imageIdentifiers"] as? [[String: String]]
    #expect(
      images == [
        ["imageIdentifier": Self.uuids[0], "imageState": "APPROVED", "imageSize": "FULL_SIZE"],
        ["imageIdentifier": Self.uuids[1], "imageState": "APPROVED", "imageSize": "BULLET_POINT"],
      ])
    let again = try run.messages(["upload-image", "--yes", Self.uuids[0], good])
    #expect(again.status == 1 && again.stderr.contains("4090000"), "\(again.stderr)")
    let token = try run.token()
    for (png, words) in [
      (Self.png(3_839, 160), "is 3,839 wide, where FULL_SIZE is 3,840"),
      (Self.png(3_840, 159), "is 159 high, where FULL_SIZE is 160 to 2,160"),
      (Self.png(3_840, 2_161), "is 2,161 high"), (Self.png(3_840, 160, color: 6), "has transparency"),
      (Self.png(3_840, 160, color: 4), "has transparency"),
      (Self.png(3_840, 160, chunks: ["tRNS"]), "has transparency"), (Array("GIF89a".utf8), "is no PNG"),
      (Array(Self.png(3_840, 160).dropLast()), "is cut off"), (Array(Self.png(3_840, 160).prefix(20)), "is cut off"),

    ] as [([UInt8], String)] {
      let refused = try run.messages(["upload-image", "--yes", Self.uuids[2], try file(run, "bad.png", png)])
      #expect(refused.status == 65 && refused.stderr.contains(words), "\(words): \(refused.stderr)")
      #expect(refused.stderr.contains("(4000161)"), "\(refused.stderr)")
      let answer = try run.server.ask(
        "PUT", "/inApps/v1/messaging/image/\(Self.uuids[2])", ["Authorization: Bearer " + token], png)
      #expect(try answer.json()["errorCode"] as? Int == 4_000_161, "\(words)")
    }
    let size = try run.server.ask(
      "PUT", "/inApps/v1/messaging/image/\(Self.uuids[2])?imageSize=HUGE", ["Authorization: Bearer " + token],
      Self.png(3_840, 160))
    #expect(try size.json()["errorCode"] as? Int == 4_000_216)
    #expect(try run.messages(["delete-image", "--yes", Self.uuids[0]]).status == 0)
    let missing = try run.messages(["delete-image", "--yes", Self.uuids[0]])
    #expect(missing.status == 1 && missing.stderr.contains("4040014"))
    #expect(try run.messages(["delete-image", "--yes", "image"]).status == 64)
  }

  @Test("messages and defaults: too long by how much, images that do not fit, messages that are not approved")
  func messages() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let (full, bullet, first) = (Self.uuids[0], Self.uuids[1], Self.uuids[2])
    let big = try file(run, "big.png", Self.png(3_840, 2_160))
    let small = try file(run, "small.png", Self.png(1_024, 1_024))
    #expect(try run.messages(["upload-image", "--yes", full, big]).status == 0)
    #expect(try run.messages(["upload-image", "--yes", "--bullet-point", bullet, small]).status == 0)
    func image(_ identifier: String, _ length: Int = 3) -> [String: Any] {
      ["imageIdentifier": identifier, "altText": String(repeating: "a", count: length)]
    }
    func text(_ count: Int) -> String { String(repeating: "é", count: count) }
    func point(_ length: Int = 66) -> [String: Any] { image(bullet).merging(["text": text(length)]) { $1 } }
    for (changes, code, words) in [
      (["header": text(70)], 4_000_162, "longer than 66 characters, by 4"),
      (["body": text(145)], 4_000_163, "longer than 144 characters, by 1"),
      (["image": image(full, 151)], 4_000_175, "`image.altText` is longer than 150 characters, by 1"),
      (["bulletPoints": (0..<6).map { _ in point() }], 4_000_218, "more than 5"),
      (["bulletPoints": [point(67)]], 4_000_219, "`bulletPoints[0].text` is longer than 66 characters, by 1"),
      (["headerPosition": "ABOVE_IMAGE"], 4_000_224, "there is no image"),
      (["header": ""], 4_000_000, "`header` is empty"), (["headerPosition": "BELOW"], 4_000_000, "has to be"),
    ] as [([String: Any], Int, String)] {
      let refused = try run.messages(["upload", "--yes", first, try message(run, changes)])
      #expect(refused.status == 65 && refused.stderr.contains("(\(code))"), "\(refused.stderr)")
      #expect(refused.stderr.contains(words), "\(refused.stderr)")
      let body = ["header": "Stay", "body": "One more month"].merging(changes) { $1 }
      #expect(try run.code("PUT", "/inApps/v1/messaging/message/\(first)", body) == code)
    }
    for (changes, code) in [
      (["image": image(Self.uuids[5])], 4_040_014), (["image": image(bullet)], 4_000_216),
      (["bulletPoints": [image(full).merging(["text": "t"]) { $1 }]], 4_000_216),
    ] as [([String: Any], Int)] {
      let refused = try run.messages(["upload", "--yes", first, try message(run, changes)])
      #expect(refused.status == 1 && refused.stderr.contains("(\(code))"), "\(refused.stderr)")
      #expect(refused.stderr.contains("nothing was sent"))
      let body = ["header": "Stay", "body": "One more month"].merging(changes) { $1 }
      #expect(try run.code("PUT", "/inApps/v1/messaging/message/\(first)", body) == code)
    }
    let whole = try message(
      run,
      [
        "header": text(66), "body": text(144), "image": image(full, 150), "headerPosition": "ABOVE_IMAGE",
        "bulletPoints": (0..<5).map { _ in point() },
      ])
    let uploaded = try run.messages(["upload", "--yes", first.uppercased(), whole])
    #expect(uploaded.status == 0, "\(uploaded.stderr)")
    let listed = try run.messages(["list"]).json()["messageIdentifiers"] as? [[String: String]]
    #expect(listed == [["messageIdentifier": first, "messageState": "APPROVED"]])
    #expect(try run.messages(["upload", "--yes", first, whole]).stderr.contains("4090001"))
    #expect(try run.messages(["delete-image", "--yes", full]).stderr.contains("4030019"))
    let place = ["com.example.app.monthly", "de-DE"]
    #expect(try run.messages(["default"] + place).stderr.contains("4040020"))
    let unknown = try run.messages(["set-default", "--yes"] + place + [Self.uuids[5]])
    #expect(unknown.status == 1 && unknown.stderr.contains("(4040015)"), "\(unknown.stderr)")
    #expect(try run.messages(["set-default", "--yes"] + place + [first]).status == 0)
    #expect(try run.messages(["default"] + place).json() as? [String: String] == ["messageIdentifier": first])
    #expect(try run.messages(["default", "com.example.app.monthly", "german"]).stderr.contains("4000164"))
    #expect(try run.messages(["default", "a b", "de-DE"]).stderr.contains("4000023"))
    #expect(try run.messages(["delete-default", "--yes"] + place).status == 0)
    #expect(try run.messages(["delete-default", "--yes"] + place).stderr.contains("4040020"))
    #expect(try run.messages(["delete", "--yes", first]).status == 0)
    #expect(try run.messages(["delete", "--yes", first]).stderr.contains("4040015"))
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
