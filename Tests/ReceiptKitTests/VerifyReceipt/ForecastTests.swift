import ReceiptKit
import Testing

@testable import ReceiptReading

/// What `diagnose` forecasts is what a server answers that holds itself to Apple's practice: to the same bytes,
/// whatever they are.
@Suite("verifyReceipt: forecast and answer")
struct ForecastTests {
  private static let now = Instant(milliseconds: 1_800_000_000_000)

  /// With the root of TestReceipts in the place of Apple's, so that there is more to answer than 21002.
  private func decoder() throws -> InputDecoder {
    let root = try #require(try TrustAnchor.read(try PackageFiles.read("TestReceipts/root.pem")).first)
    return InputDecoder(authenticator: Authenticator(anchors: [TrustAnchor(root.certificate, origin: .pinned)]))
  }

  private func texts() throws -> [String] {
    try AnswererStatusTests.files.get().map(\.text).filter { $0 != "transaction-receipt.b64" }.map {
      String(decoding: try PackageFiles.read("TestReceipts/" + $0), as: UTF8.self)
    } + ["", " ", "MII", "AAAA", "not base64!", "bm90aGluZw=="]
  }

  /// A text as a JSON string, by RFC 8259, 7.
  private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private func compare(_ body: String, given: String, _ decoder: InputDecoder, _ seen: inout Set<String>) {
    var answerer = VerifyReceiptAnswerer(decoder: decoder)
    answerer.hasAppleQuirks = true
    let diagnosis = Diagnostician(decoder: decoder).diagnose(given)
    for (server, forecast) in [
      (VerifyReceiptAnswer.Server.production, diagnosis.asGiven.production), (.sandbox, diagnosis.asGiven.sandbox),
    ] {
      // A server cannot answer 21004 unless it knows the app's secret, as Apple does.
      answerer.sharedSecret = forecast.status == 21004 ? Secret(Array("0123456789abcdef".utf8)) : nil
      let answer = answerer.answer(to: Array(body.utf8), server: server, at: Self.now)
      #expect(answer.status == forecast.status, "\(given.prefix(80)): \(answer.reason) / \(forecast.reason)")
      #expect(answer.httpStatus == forecast.httpStatus)
      seen.insert(forecast.title)
    }
  }

  @Test("texts: the answer to a request with the text as receipt-data")
  func bare() throws {
    let decoder = try decoder()
    var seen: Set<String> = []
    for text in try texts() {
      for given in [text, text + "\n", " " + text, text + "AAAA", text.replacing("=", with: "")] {
        // What is itself the body of a request is forecast as that.
        if given.contains("receipt-data") { continue }
        compare("{\"receipt-data\":\(quoted(given))}", given: given, decoder, &seen)
      }
    }
    #expect(seen == ["0", "21002", "21007", "21008"])
  }

  @Test("bodies of requests: the answer to the same bytes")
  func bodies() throws {
    let decoder = try decoder()
    var seen: Set<String> = []
    for text in try texts() {
      let data = "\"receipt-data\":\(quoted(text))"
      for body in [
        "{\(data)}", " {\(data) }\n", "\u{FEFF}{\(data)}", "{\(data),\"password\":\"secret\"}",
        "{\(data),\"password\":null}", "{\(data),\"password\":12}", "{\(data),\"password\":\"a\",\"password\":\"a\"}",
        "{\(data),\"exclude-old-transactions\":true}", "{\(data),\"exclude-old-transactions\":\"false\"}",
        "{\(data),\"exclude-old-transactions\":1}", "{\(data),\"exclude-old-transactions\":[]}", "{\(data),\(data)}",
        "{\(data),\"receipt-data\":1}", "{\(data),\"more\":{\"a\":[1]}}", "{\(data),\"receipt\":\(quoted(text))}",
        "{\(data)", "{\(data),}", "[{\(data)}]", "{\"a\":{\(data)}}", "{\"receipt-data\":[\(quoted(text))]}",
        "{\"receipt-data\":\(quoted(text + "\n"))}", "{\"receipt-data\":\(quoted(quoted(text)))}",
      ] { compare(body, given: body, decoder, &seen) }
    }
    #expect(seen == ["0", "21002", "21004", "21007", "21008"])
  }

  @Test("a body with another receipt in it is answered by its receipt-data, though nothing here reads it")
  func another() throws {
    let decoder = try decoder()
    let texts = ["sandbox-subscription.b64", "production.b64"].map { "TestReceipts/" + $0 }
    let receipts = try texts.map { quoted(String(decoding: try PackageFiles.read($0), as: UTF8.self)) }
    var seen: Set<String> = []
    let body = "{\"receipt-data\":\(receipts[0]),\"receipt\":\(receipts[1])}"
    compare(body, given: body, decoder, &seen)
    #expect(seen == ["0", "21007"])
    #expect(Diagnostician(decoder: decoder).diagnose(body).cause == .severalReceipts)
  }

  @Test("the limit on bodies counts the body, and of a text what JSON makes of it")
  func limits() throws {
    let decoder = try decoder()
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/production.b64"), as: UTF8.self)
    var seen: Set<String> = []
    for excess in [0, 1] {
      let start = "{\"receipt-data\":\(quoted(receipt)),\"x\":\""
      let body = start + String(repeating: "x", count: 3_145_728 + excess - start.utf8.count - 2) + "\"}"
      compare(body, given: body, decoder, &seen)
      // Each line feed is two characters in JSON; the body around the text has 19.
      let rest = 3_145_728 - 19 - receipt.utf8.count
      let text = receipt + String(repeating: "\n", count: rest / 2) + String(repeating: "=", count: rest % 2 + excess)
      compare("{\"receipt-data\":\(quoted(text))}", given: text, decoder, &seen)
    }
    #expect(seen == ["21004", "21008", "21002", "HTTP 413"])
  }
}
