import ReceiptKit
import Testing

/// What people paste without a receipt in it: named, with what to paste instead.
@Suite("Printed objects, errors and sentences")
struct PrintedObjectTests {
  private static let named: [(text: String, cause: Cause, words: String)] = [
    (#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#, .apiError, "explain 4040010"),
    (#"{"errorCode":4290000}"#, .apiError, "4290000"),
    (
      #"{"appAppleId":1234567890,"bundleId":"com.example.app","externalPurchaseId":"SANDBOX_3c2b1a00","tokenType":"SERVICES"}"#,
      .externalPurchaseToken, "com.example.app (SERVICES)"
    ),
    ("{'transactionId': '2000000123456789', 'isUpgraded': False}", .printedObject, "json.dumps"),
    (#"{"transactionId"=>"2000000123456789", "offerType"=>nil}"#, .printedObject, "to_json"),
    ("{\n  transactionId: '2000000123456789',\n  offerType: undefined\n}", .printedObject, "JSON.stringify"),
    ("array(1) {\n  [\"transactionId\"]=>\n  string(16) \"2000000123456789\"\n}", .printedObject, "json_encode"),
    ("Array\n(\n    [transactionId] => 2000000123456789\n)\n", .printedObject, "json_encode"),
    (#"b'0\x82\x12\xab0\x80'"#, .printedObject, "base64(column)"),
    (#"0\x82\x12\xAB\x06\x09*\x86H\x86"#, .printedObject, "base64(column)"),
    ("My order MK5TSQRX9H did not arrive!", .otherFormat, "history MK5TSQRX9H"),
    ("Please look at transaction 2000000123456789, thank you.", .transactionIdentifier, "2000000123456789"),
    (
      "Subject: receipt\nContent-Transfer-Encoding: quoted-printable\nMIME-Version: 1.0\n\nHello =E2=82=AC, here: nothing",
      .otherFormat, "attachment"
    ),
  ]

  @Test("are named, with what to do")
  func names() {
    for (text, cause, words) in Self.named {
      let diagnosis = Diagnostician().diagnose(Array(text.utf8))
      let said =
        [diagnosis.summary, diagnosis.error?.hint ?? ""] + diagnosis.findings.map(\.message) + diagnosis.nextSteps
      #expect(diagnosis.cause == cause, "\(text): \(said)")
      #expect(said.joined(separator: "\n").contains(words), "\(said)")
      #expect(!said.contains { $0.contains("paste the receipt's base64 text itself") })
    }
    let known = Diagnostician().diagnose(Array(Self.named[0].text.utf8))
    #expect(known.findings[0].message.contains("transaction"))
  }

  @Test("other texts are not taken for them")
  func others() {
    for text in [
      "hello there", #"{"a":1}"#, #"{"errorCode":"x"}"#, "call 030 1234567890", "MK5TSQRX9 is short", "b'hello'",
      "[1, 2]",
      "Array of receipts", "{not json",
    ] {
      let cause = Diagnostician().diagnose(Array(text.utf8)).cause
      #expect(![.printedObject, .apiError, .externalPurchaseToken, .transactionIdentifier].contains(cause), "\(text)")
    }
  }

  @Test("a receipt in the message of a log line, and in the description of a dictionary, is read")
  func read() throws {
    let text = String(decoding: try PackageFiles.read("TestReceipts/consumable.b64"), as: UTF8.self)
      .filter { !$0.isNewline }
    let octets = try #require(Base64.decodeCanonical(Array(text.utf8), 0..<text.utf8.count))
    let digits = hexadecimal(octets)
    for pasted in [
      #"{"level":"info","msg":"POST /verify {\"receipt-data\": \"\#(text)\"} 200"}"#, "receipt = <\(digits)>;",
      "<\(digits)>",
    ] {
      guard case .signedData(let found) = try InputRecognizer().recognize(Array(pasted.utf8)).content else {
        Issue.record("no receipt in \(pasted.prefix(30))")
        continue
      }
      #expect(found == octets)
    }
  }
}
