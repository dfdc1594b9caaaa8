import ReceiptKit
import TestSupport
import Testing

@Suite("Answer of verifyReceipt")
struct VerifyReceiptResponseTests {
  private func response(_ text: String) throws -> VerifyReceiptResponse {
    try VerifyReceiptResponse(Array(text.utf8))
  }

  @Test("is kept as it came: unknown keys, order, digits")
  func kept() throws {
    let text = """
      {"z":1e2,"status":0,"environment":"Sandbox","receipt":{"download_id":80042857612345678,"in_app":[{"a":"1"}]},\
      "latest_receipt_info":[{"b":null},{}],"latest_receipt":"MIIA","pending_renewal_info":[{}],"new":[true]}
      """
    let answer = try response(text)
    var writer = JSONWriter(layout: .compact)
    writer.value(answer.document)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    #expect(answer.status == VerifyReceiptStatus(0) && answer.followUp == .accept)
    #expect(answer.environment == "Sandbox" && answer.latestReceipt == "MIIA")
    #expect(answer.inApp == [.object([.init("a", .string("1"))])])
    #expect(answer.latestReceiptInfo.count == 2 && answer.pendingRenewalInfo.count == 1)
    #expect(answer.receipt?["download_id"] == .number("80042857612345678"))
  }

  @Test("a status is never an error")
  func statuses() throws {
    for code in [-1, 0, 1, 21002, 21010, 21199, 99_999] {
      #expect(try response("{\"status\":\(code)}").status.code == code)
      #expect(try response("\u{FEFF} {\"status\":\"\(code)\"}\r\n").status.code == code)
    }
    let empty = try response("{\"status\":21002}")
    #expect(empty.environment == nil && empty.receipt == nil && empty.latestReceipt == nil)
    #expect(empty.inApp == [] && empty.latestReceiptInfo == [] && empty.pendingRenewalInfo == [])
  }

  @Test(
    "reads the retry flag in both spellings and every form",
    arguments: [
      ("\"is_retryable\":true", true), ("\"is-retryable\":1", true), ("\"is-retryable\":\"1\"", true),
      ("\"is_retryable\":\"true\"", true), ("\"is_retryable\":0", false), ("\"is-retryable\":false", false),
      ("\"is_retryable\":null,\"is-retryable\":\"0\"", false), ("\"is_retryable\":[]", nil), ("\"other\":1", nil),
    ] as [(String, Bool?)])
  func flag(_ row: (String, Bool?)) throws {
    let answer = try response("{\"status\":21105,\(row.0)}")
    #expect(answer.isRetryable == row.1)
    #expect(answer.followUp == (row.1 == true ? .retry : .giveUp))
  }

  @Test("of an iOS 6 receipt has one object where others have a list")
  func transactionReceipt() throws {
    let answer = try response("{\"status\":0,\"receipt\":{\"bid\":\"a\"},\"latest_receipt_info\":{\"bid\":\"a\"}}")
    #expect(answer.latestReceiptInfo.count == 1 && answer.inApp == [])
    #expect(try response("{\"status\":0,\"latest_receipt_info\":7,\"receipt\":\"x\"}").latestReceiptInfo == [])
  }

  @Test(
    "what is not an answer is refused: what it is, where, and what to do",
    arguments: try TableCase.read("json", "no answers of verifyReceipt"))
  func refuses(_ row: TableCase) throws {
    let error = try #require(throws: ReceiptError.self) { try response(row.text) }
    #expect("\(error.code.rawValue) \(error.offset ?? -1)" == row.expected[0] && error.hint != nil)
  }

  /// Answers with one, two or no status, as a number, a text or something else, at any place, its name also escaped.
  @Test("just now Apple can have answered only one status that is a number, wherever it stands")
  func objections() throws {
    let values = ["0", "21002", "\"0\"", "\"21007\"", "null", "false", "0.0", "[0]", "{\"status\":0}", "-0", "\"\""]
    let names = ["status", "st\\u0061tus", "\\u0073tatus"]
    var generator = SplitMix(seed: 16)
    var counts = (taken: 0, refused: 0)
    for _ in 0..<3_000 {
      var members = ["\"environment\":\"Sandbox\"", "\"receipt\":{\"status\":0}", "\"a\":[{\"status\":1}]"]
      let given = (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in
        values.randomElement(using: &generator)
      }
      for value in given {
        let name = names.randomElement(using: &generator) ?? "status"
        members.insert("\"\(name)\":\(value)", at: Int.random(in: 0...members.count, using: &generator))
      }
      let isTwice = Int.random(in: 0..<8, using: &generator) == 0
      if isTwice { members.append("\"receipt\":{}") }
      let text = "{" + members.joined(separator: ",") + "}"
      let isGood = !isTwice && given.count == 1 && ["0", "-0", "21002"].contains(given[0])
      let answer = try? response(text)
      #expect((answer.map { $0.objection == nil } ?? false) == isGood, "\(text)")
      if isGood { counts.taken += 1 } else { counts.refused += 1 }
    }
    #expect(counts.taken > 100 && counts.refused > 1_000)
  }

  @Test("bytes that are no UTF-8, and UTF-16")
  func encodings() {
    let damaged = Array("{\"status\":0,\"x\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    let outside = Array("{\"status\":0,".utf8) + [0xFF] + Array("}".utf8)
    for (bytes, offset) in [(damaged, 17), (outside, 12), ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], 0)] {
      #expect {
        try VerifyReceiptResponse(bytes)
      } throws: {
        guard let error = $0 as? ReceiptError else { return false }
        return error.code == .invalidEncoding && error.offset == offset && error.hint != nil
      }
    }
  }

  @Test("size, depth and number of values are bounded")
  func bounds() throws {
    let text = Array("{\"status\":0}".utf8)
    #expect(try VerifyReceiptResponse(text, maximumBytes: text.count).status.isValid)
    #expect {
      try VerifyReceiptResponse(text, maximumBytes: text.count - 1)
    } throws: {
      ($0 as? ReceiptError)?.code == .inputTooLarge
    }
    for deep in ["[", "{\"a\":"] {
      let nested = "{\"status\":0,\"x\":" + String(repeating: deep, count: 100_000)
      #expect(throws: ReceiptError.self) { try response(nested) }
    }
  }
}
