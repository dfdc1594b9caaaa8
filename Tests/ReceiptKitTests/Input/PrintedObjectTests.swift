import ReceiptKit
import Testing

/// What people paste without a receipt in it: named, with what to paste instead.
@Suite("Printed objects, errors and sentences")
struct PrintedObjectTests {
  /// What people print, sound and damaged, and the causes that may be named of each.
  private struct PrintedForm {
    let name: String
    let sound: String
    let damaged: String
    let cause: Cause
    let causeOfDamaged: Cause

    init(_ name: String, _ sound: String, _ cause: Cause, damaged: String, _ causeOfDamaged: Cause) {
      (self.name, self.sound, self.cause) = (name, sound, cause)
      (self.damaged, self.causeOfDamaged) = (damaged, causeOfDamaged)
    }
  }

  private static let claims =
    #""transactionId":"2000000123456789","originalTransactionId":"2000000123456789","bundleId":"com.example.app","#
    + #""productId":"pro","purchaseDate":1795670410000,"type":"Non-Consumable","environment":"Sandbox","signedDate":1795670410000"#
  private static let renewal =
    #""originalTransactionId":"2000000123456789","autoRenewProductId":"monthly","autoRenewStatus":1,"signedDate":1795670410000"#
  private static let notification =
    #""notificationType":"REFUND","notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20","version":"2.0","#
    + #""signedDate":1795670410000,"data":{"bundleId":"com.example.app","environment":"Sandbox"}"#
  private static let token =
    #""externalPurchaseId":"3c2b1a00-0000-4000-8000-000000000000","bundleId":"com.example.app""#

  /// Without a receipt, or with one.
  private static func forms(_ text: String, _ digits: String) -> [PrintedForm] {
    let half = text.prefix(text.utf8.count / 2)
    let halfDigits = digits.prefix(digits.utf8.count / 4 * 2)
    return [
      PrintedForm(
        "decoded transaction, jsonRepresentation", "{\(claims)}", .decodedTransaction,
        damaged: "{\(claims.dropLast(20))", .otherProgram),
      PrintedForm(
        "decoded renewal information", "{\(renewal)}", .decodedTransaction, damaged: "{\(renewal.dropLast(20))",
        .decodedTransaction),
      PrintedForm(
        "decoded notification", "{\(notification)}", .decodedTransaction, damaged: "{\(notification)",
        .decodedTransaction),
      PrintedForm(
        "decoded status answer",
        #"{"data":[{"lastTransactions":[{"status":1,"signedTransactionInfo":{\#(claims)}}]}],"bundleId":"com.example.app"}"#,
        .decodedTransaction,
        damaged:
          #"{"data":[{"lastTransactions":[{"status":1,"signedTransactionInfo":{\#(claims)}}],"bundleId":"com.example.app"}"#,
        .decodedTransaction),
      PrintedForm(
        "error of the API", #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#, .apiError,
        damaged: #"{"errorCode":4040010,"errorMessage":"Transaction id"#, .errorText),
      PrintedForm(
        "external purchase token", "{\(token)}", .externalPurchaseToken, damaged: "{\(token.dropLast(4))", .brokenJSON),
      PrintedForm(
        "notification of version 1", #"{"notification_type":"CANCEL","password":"x","bid":"com.example.app"}"#,
        .responseWithoutReceipt, damaged: #"{"notification_type":"CANCEL","password":"x","bid":"com"#,
        .responseWithoutReceipt),
      PrintedForm(
        "saved answer", #"{"status":0,"receipt":{"bundle_id":"com.example.app","in_app":[]}}"#,
        .responseWithoutReceipt, damaged: #"{"status":0,"receipt":{"bundle_id":"com.example.app","in_app":["#,
        .responseWithoutReceipt),
      PrintedForm(
        "receiptData", #"{"receiptData":"\#(text)"}"#, .requestKey, damaged: #"{"receiptData":"\#(half)"}"#, .truncated),
      PrintedForm(
        "receipt_data", #"{"receipt_data":"\#(text)"}"#, .requestKey, damaged: #"{"receipt_data":"\#(half)"}"#,
        .truncated),
      PrintedForm(
        "one level too deep", #"{"data":{"receipt-data":"\#(text)"}}"#, .requestKey,
        damaged: #"{"data":{"receipt-data":"\#(half)"}}"#, .truncated),
      PrintedForm(
        "form", "receipt-data=\(InputDamage.percent(text))&password=x", .formRequest,
        damaged: "receipt-data=\(InputDamage.percent(String(half)))&password=x", .truncated),
      PrintedForm(
        "Python", "{'transactionId': '2000000123456789', 'isUpgraded': False}", .printedObject,
        damaged: "{'transactionId': '2000000123456789', 'isUp", .printedObject),
      PrintedForm(
        "Python with a receipt", "{'receipt-data': '\(text)', 'password': None}", .damagedJSON,
        damaged: "{'receipt-data': '\(half)', 'password': None}", .truncated),
      PrintedForm(
        "JavaScript", "{\n  transactionId: '2000000123456789',\n  offerType: undefined\n}", .printedObject,
        damaged: "{\n  transactionId: '2000000123456789',\n  offer", .printedObject),
      PrintedForm(
        "JavaScript with a receipt", "{ 'receipt-data': '\(text)', password: undefined }", .damagedJSON,
        damaged: "{ 'receipt-data': '\(half)', password: undefined }", .truncated),
      PrintedForm(
        "Ruby", #"{"transactionId"=>"2000000123456789", "offerType"=>nil}"#, .printedObject,
        damaged: #"{"transactionId"=>"2000000123456789", "off"#, .printedObject),
      PrintedForm(
        "Ruby with a receipt", #"{"receipt-data"=>"\#(text)", "password"=>nil}"#, .damagedJSON,
        damaged: #"{"receipt-data"=>"\#(half)", "password"=>nil}"#, .truncated),
      PrintedForm(
        "PHP", "array(1) {\n  [\"transactionId\"]=>\n  string(16) \"2000000123456789\"\n}", .printedObject,
        damaged: "array(1) {\n  [\"transactionId\"]=>\n  string(16) \"2000", .printedObject),
      PrintedForm(
        "PHP's print_r", "Array\n(\n    [transactionId] => 2000000123456789\n)\n", .printedObject,
        damaged: "Array\n(\n    [transactionId] => 20000001", .printedObject),
      PrintedForm(
        "PHP with a receipt", "array(1) {\n  [\"receipt-data\"]=>\n  string(\(text.count)) \"\(text)\"\n}",
        .damagedJSON,
        damaged: "array(1) {\n  [\"receipt-data\"]=>\n  string(\(text.count)) \"\(half)\"\n}", .truncated),
      PrintedForm(
        "PHP's print_r with a receipt", "Array\n(\n    [receipt-data] => \(text)\n)\n", .damagedJSON,
        damaged: "Array\n(\n    [receipt-data] => \(half)\n)\n", .truncated),
      PrintedForm(
        "PHP with a protected property",
        "object(Order)#1 (1) {\n  [\"receipt\":protected]=>\n  string(\(text.count)) \"\(text)\"\n}", .damagedJSON,
        damaged: "object(Order)#1 (1) {\n  [\"receipt\":protected]=>\n  string(\(text.count)) \"\(half)\"\n}",
        .truncated),
      PrintedForm(
        "log line", #"{"level":"info","msg":"POST /verify {\"receipt-data\": \"\#(text)\"} 200"}"#, .surroundingText,
        damaged: #"{"level":"info","msg":"POST /verify {\"receipt-data\": \"\#(half)\"} 200"}"#, .truncated),
      PrintedForm(
        "description of a dictionary", "receipt = <\(digits)>;", .hexadecimal, damaged: "receipt = <\(halfDigits)>;",
        .truncated),
      PrintedForm(
        "order in a sentence", "My order MK5TSQRX9H did not arrive!", .orderNumber,
        damaged: "My order MK5TSQ did not arrive!", .notAReceipt),
      PrintedForm(
        "transaction in a sentence", "Please look at transaction 2000000123456789, thank you.", .transactionIdentifier,
        damaged: "Please look at transaction 20000001, thank you.", .notAReceipt),
      PrintedForm(
        "bytes of Python", #"b'0\x82\x12\xab0\x80\x06'"#, .printedObject, damaged: #"b'0\x82\x12\xab0\x8"#,
        .printedObject),
      PrintedForm(
        "bytes of DuckDB", #"0\x82\x12\xAB\x06\x09*\x86H\x86"#, .printedObject, damaged: #"0\x82\x12\xAB\x06\x0"#,
        .printedObject),
    ]
  }

  @Test("every form that people print is read or named, sound and damaged, and no answer asks for base64 alone")
  func everyForm() throws {
    let text = String(decoding: try PackageFiles.read("TestReceipts/consumable.b64"), as: UTF8.self)
      .filter { !$0.isNewline }
    let octets = try #require(Base64.decodeCanonical(Array(text.utf8), 0..<text.utf8.count))
    // JSON is JSON, whatever its texts hold: what is wrong with the receipt in it is told.
    let damaged = #"{"note":"a => b","receipt":"\#(text.prefix(400))!\#(text.dropFirst(401))"}"#
    #expect(Diagnostician().diagnose(Array(damaged.utf8)).cause != .printedObject)
    for form in Self.forms(text, hexadecimal(octets)) {
      for (pasted, cause) in [(form.sound, form.cause), (form.damaged, form.causeOfDamaged)] {
        let diagnosis = Diagnostician().diagnose(Array(pasted.utf8))
        let said = diagnosis.said
        #expect(diagnosis.findings.contains { $0.cause == cause }, "\(form.name): \(diagnosis.cause.rawValue) \(said)")
        #expect(!said.contains { $0.contains("paste the receipt's base64 text itself") }, "\(form.name)")
      }
      let reads =
        form.sound.contains(text) || form.sound.contains(hexadecimal(octets))
        || form.sound.contains(InputDamage.percent(text))
      #expect((Diagnostician().diagnose(Array(form.sound.utf8)).canonical == text) == reads, "\(form.name)")
    }
  }

  private static let named: [(text: String, cause: Cause, words: String)] = [
    (#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#, .apiError, "4040010"),
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
    ("Unauthenticated\n\nRequest ID: ABCDEF.0.0\n", .apiError, "401 of the App Store Server API"),
    ("Unauthenticated\n\nRequest ID: ABCDEF.0.0\n", .apiError, "receipt-tool diagnose"),
    (
      #"{"errors":[{"status":"401","code":"NOT_AUTHORIZED","title":"Authentication credentials are missing."}]}"#,
      .apiError, "401 of the App Store Connect API"
    ),
    (#"{"errors":[{"status":"403","code":"FORBIDDEN_ERROR"}]}"#, .apiError, "403"),
    (
      #"{"private_key":"-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----\n"}"#, .privateKey, "revoke it"
    ),
    (
      #"{"a":[{"p8":"-----BEGIN EC PRIVATE KEY-----\nMIGHAgEA\n-----END EC PRIVATE KEY-----\n"}]}"#, .privateKey,
      "revoke it"
    ),
    ("{\(claims)}\n{\(claims)}\n", .brokenJSON, "one at a time"),
    ("2026-11-26 12:00:00 INFO payload: {\(claims)}", .decodedTransaction, "signedTransactionInfo"),
    (
      "JWSTransactionDecodedPayload(originalTransactionId='2000000123456789', type=<Type.CONSUMABLE: 'Consumable'>)",
      .printedObject, "json.dumps"
    ),
    ("<Buffer 30 82 14 6d 06 09 2a 86 48 86 f7 0d 01 07 02 a0 82 14 5e ... 5183 more bytes>", .printedData, "Node.js"),
    ("My order MK5TSQRX9H did not arrive!", .orderNumber, "history MK5TSQRX9H"),
    (
      "Please look at transaction 2000000123456789, thank you.", .transactionIdentifier,
      "receipt-tool history 2000000123456789"
    ),
    // Letters, digits and blanks alone are base64 of something, too.
    (
      "please refund 2000000123456789 for me", .transactionIdentifier, "receipt-tool history 2000000123456789"
    ), ("order MK5TSQRX9H did not arrive", .orderNumber, "history MK5TSQRX9H"),
    ("I bought com.example.pro.year on 3 March 2026: MK5TSQRX9H", .orderNumber, "history MK5TSQRX9H"),
    ("orders MK5TSQRX9H and MXKP4Q2Z7L", .orderNumber, "the order numbers MK5TSQRX9H, MXKP4Q2Z7L in it"),
    (
      #"{'receipt': b'0\x82\x12\xab0\x80\x06\x09*\x86H\x86\xf7\x0d\x01\x07\x02\xa0\x82\x12\x9c0'}"#,
      .printedObject, "base64(column)"
    ),
  ]

  @Test("are named, with what to do")
  func names() {
    for (text, cause, words) in Self.named {
      let diagnosis = Diagnostician().diagnose(Array(text.utf8))
      // What is printed: a hint that stands in the error alone is not seen.
      let said = diagnosis.said
      #expect(diagnosis.cause == cause, "\(text): \(said)")
      #expect(said.joined(separator: "\n").contains(words), "\(said)")
      #expect(!said.contains { $0.contains("paste the receipt's base64 text itself") || $0.contains("MIGH") })
    }
    let known = Diagnostician().diagnose(Array(Self.named[0].text.utf8))
    #expect(known.findings[0].message.contains("transaction"))
  }

  @Test("other texts are not taken for them")
  func others() {
    for text in [
      "hello there", #"{"a":1}"#, #"{"errorCode":"x"}"#, #"{"errors":[{"status":"x"}]}"#, "call 030 1234567890",
      "MK5TSQRX9 is short", "b'hello'",
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

  @Test("bytes that a program printed with escapes or as numbers are read; what is cut or no such text is told")
  func printedBytes() throws {
    let text = String(decoding: try PackageFiles.read("TestReceipts/consumable.b64"), as: UTF8.self)
      .filter { !$0.isNewline }
    let octets = try #require(Base64.decodeCanonical(Array(text.utf8), 0..<text.utf8.count))
    func printed(_ others: [UInt8: String], _ escape: (UInt8) -> String) -> String {
      octets.map { others[$0] ?? ((0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : escape($0)) }.joined()
    }
    func hex(_ octet: UInt8) -> String { #"\x"# + hexadecimal([octet]) }
    // repr() of CPython; blob literals of DuckDB; bytea_output = escape of PostgreSQL.
    let python = printed([0x09: #"\t"#, 0x0A: #"\n"#, 0x0D: #"\r"#, 0x5C: #"\\"#, 0x27: #"\'"#], hex)
    let duck = printed([0x22: #"\x22"#, 0x27: #"\x27"#, 0x5C: #"\x5C"#]) {
      hex($0).uppercased().replacing("X", with: "x")
    }
    let octal = printed([0x5C: #"\\"#]) { octet in
      let digits = String(octet, radix: 8)
      return #"\"# + String(repeating: "0", count: 3 - digits.count) + digits
    }
    let go = "[" + octets.map { "\($0)" }.joined(separator: " ") + "]"
    let node = "<Buffer " + octets.map { hexadecimal([$0]) }.joined(separator: " ") + ">"
    for (name, form, end) in [
      ("Python", "b'\(python)", "'"), ("DuckDB", duck, ""), ("PostgreSQL", octal, ""), ("Go", go, ""),
      ("Node", node, ""),
    ] {
      let diagnosis = Diagnostician().diagnose(Array((form + end).utf8))
      #expect(diagnosis.canonical == text, "\(name): \(diagnosis.summary)")
      #expect(diagnosis.findings.contains { $0.cause == .hexadecimal }, "\(name)")
      let half = Diagnostician().diagnose(Array(form.prefix(form.count / 2).utf8))
      #expect(half.cause == .truncated, "\(name): \(half.cause) \(half.summary)")
    }
    for broken in [duck.replacing(#"\x82"#, with: #"\q82"#), go.replacing("130", with: "300")] {
      #expect(Diagnostician().diagnose(Array(broken.utf8)).canonical == nil)
    }
  }
}
