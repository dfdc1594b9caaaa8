import ReceiptKit
import Testing

@testable import ReceiptServer

/// What anyone may send is looked at once, strictly, before it costs more.
@Suite("Bodies of notifications")
struct NotificationBodyTests {
  private static let secret = Secret(Array("0123456789abcdef".utf8))

  /// The status and the type of the answer to a body that goes no further; `nil` for one that does.
  private func refusal(_ text: String, hasSecret: Bool = false) throws -> String? {
    let secret = hasSecret ? Self.secret : nil
    do throws(Problem) {
      _ = try NotificationBody(Array(text.utf8), secret: secret)
      return nil
    } catch {
      return "\(error.status.code) \(error.name)"
    }
  }

  @Test("what is no object with signedPayload goes no further", arguments: [false, true])
  func junk(_ hasSecret: Bool) throws {
    let strings = Array(repeating: #""MII""#, count: 10_000).joined(separator: ",")
    for body in [
      "", " ", "null", "[", "[\(strings)]", "{}", "{", "MIIabc", "e30.e30.AA", #"{"receipt":"e30.e30.AA"}"#,
      "{\"a\":[\(String(repeating: #"{"b":"#, count: 100))",
      #"{"signedPayload":5}"#, #"{"signedPayload":null}"#, #"{"signedPayload":["e30.e30.AA"]}"#,
      #"{"signedPayload":""}"#, #"{"signedPayload":"e30.e30"}"#, #"{"signedPayload":"e30..AA"}"#,
      #"{"signedPayload":"e30.e30.AA.AA"}"#, #"{"signedPayload":"e30.e30.AA "}"#, #"{"signedPayload":"e30.e3+.AA"}"#,
      #"{"signedPayload":"e30.e30.AA"} x"#, #"{"signedPayload":"e30.e30.AA","signedPayload":"e30.e30.AA"}"#,
      #"{"signedPayload":"e30.e30.AA","signed\u0050ayload":"e30.e30.AA"}"#,
      "\u{FEFF}{\"signedPayload\":\"e30.e30.AA\"}",
    ] {
      #expect(try refusal(body, hasSecret: hasSecret) == "400 body", "\(body.prefix(60))")
    }
    // With the secret a body may have as many values as a receipt needs.
    let values = Array(repeating: #""MIIMIIMII""#, count: 3_000).joined(separator: ",")
    #expect(
      try refusal("{\"signedPayload\":\"e30.e30.AA\",\"a\":[\(values)]}", hasSecret: hasSecret)
        == (hasSecret ? nil : "400 body"))
    #expect(try refusal("{\"signedPayload\":\"e30.e30.AA\",\"a\":[\(strings)]}", hasSecret: true) == "400 body")
  }

  @Test("a text in the form of a JWS goes on, and the whole body only as it came")
  func signed() throws {
    for body in [
      #"{"signedPayload":"e30.e30.AA"}"#, #" { "signedPayload" : "e30.e30.AA" } "#,
      #"{"new":{"signedPayload":"e30.e30.BB"},"signedPayload":"e30.e30.AA","latest_receipt":"MII"}"#,
      #"{"notification_type":"REFUND","signedPayload":"e30.e30.AA"}"#,
    ] {
      guard case .signed(let text, let whole) = try NotificationBody(Array(body.utf8), secret: nil) else {
        Issue.record("\(body)")
        continue
      }
      #expect(text == Array("e30.e30.AA".utf8) && whole == Array(body.utf8))
    }
    // Version 2 is no larger where version 1 may be.
    let large = "{\"signedPayload\":\"e30.\(String(repeating: "A", count: 64 << 10)).AA\"}"
    #expect(try refusal(large, hasSecret: true) == "413 too-large")
  }

  @Test("version 1 goes on with the shared secret only")
  func unsigned() throws {
    func body(_ password: String) -> String { #"{"notification_type":"REFUND","password":\#(password)}"# }
    for password in ["\"\"", "5", "null", #""0123456789abcdeF""#, #""0123456789abcdef0""#] {
      #expect(try refusal(body(password), hasSecret: true) == "400 notification", "\(password)")
    }
    #expect(try refusal(body(#""0123456789abcdef""#)) == "400 notification")
    #expect(try refusal(#"{"unified_receipt":{"password":"0123456789abcdef"}}"#, hasSecret: true) == "400 notification")
    #expect(try refusal(body(#""0123456789abcdef""#), hasSecret: true) == nil)
  }
}
