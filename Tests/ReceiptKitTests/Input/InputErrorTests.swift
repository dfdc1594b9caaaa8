import ReceiptKit
import Testing

private typealias S = InputSamples

/// An input that is refused: with which code, at which offset, and words that the message or the hint must contain.
struct RefusedInput: Sendable, CustomTestStringConvertible {
  let name: String
  let input: [UInt8]
  let code: ReceiptError.Code
  let offset: Int?
  let words: [String]
  var testDescription: String { name }

  init(_ name: String, _ input: [UInt8], _ code: ReceiptError.Code, at offset: Int?, _ words: String...) {
    self.name = name
    self.input = input
    self.code = code
    self.offset = offset
    self.words = words
  }

  init(_ name: String, _ text: String, _ code: ReceiptError.Code, at offset: Int?, _ words: String...) {
    self.name = name
    input = Array(text.utf8)
    self.code = code
    self.offset = offset
    self.words = words
  }

  static let all: [RefusedInput] = empty + words + cut + damaged + foreign + foreignASN1 + identifiers + json

  private static let der64 = S.base64(S.der)
  private static let ber64 = S.base64(S.ber)

  private static let empty: [RefusedInput] = [
    RefusedInput("nothing", "", .emptyInput, at: 0, "empty"),
    RefusedInput("white space", " \r\n\t\u{A0}\u{200B}", .emptyInput, at: 0, "empty"),
    RefusedInput("only a mark", "\u{FEFF}\n", .emptyInput, at: 0, "empty"),
    RefusedInput(
      "null as receipt-data", "{\"receipt-data\":null}", .invalidJSON, at: nil, "without a text in receipt-data"),
    RefusedInput("empty receipt-data", "{\"receipt-data\":\"\"}", .emptyInput, at: 0, "member receipt-data is empty"),
    RefusedInput("empty data URI", "data:;base64,", .emptyInput, at: 0, "data-uri"),
  ]

  private static let words: [RefusedInput] =
    ["hello world", "MI", "5", "12", "Mg==", "MTIzNDU2Nzg5MDEy", "QUFB"].map {
      RefusedInput($0, $0, .notAReceipt, at: 0, "a text of \($0.utf8.count) character", "not a receipt", "with MI")
    } + [
      RefusedInput(
        "a quoted word", "\"hello world\"", .notAReceipt, at: 0, "a text of 11 characters", "(inside json-string)"),
      RefusedInput(
        "bytes in base64", S.base64(Array("ordinary text of forty characters, or so".utf8) + [0xFE]), .notAReceipt,
        at: nil, "base64"),
      RefusedInput(
        "words of a customer", "Hello, I paid for the lifetime and the app still asks for money.", .notAReceipt, at: 0,
        "order number"),
      RefusedInput(
        "words of a log", "[2026-11-30 10:00] app: the product list was read and is empty <done>", .notAReceipt,
        at: nil,
        "with MI"),
      RefusedInput("Chinese words", "\u{6211}\u{4ED8}\u{6B3E}\u{4E86}", .notAReceipt, at: 0, "order number"),
      RefusedInput("labels without end", String(repeating: "A: ", count: 1_000), .notAReceipt, at: nil),
      RefusedInput(
        "padding all over", String(repeating: "A=", count: 100_000), .notAReceipt, at: 0, "200,000 characters"),
    ]

  private static let cut: [RefusedInput] = [
    RefusedInput(
      "DER", Array(S.der.prefix(1_000)), .truncated, at: 1_000, "announces 1,219 bytes", "1,000 are there",
      "219 are missing", "file"),
    RefusedInput(
      "base64 at 255", String(der64.prefix(255)), .truncated, at: 191, "1,219", "255 characters", "VARCHAR(255)"),
    RefusedInput("base64 at 1,024", String(der64.prefix(1_024)), .truncated, at: 768, "451 are missing", "terminal"),
    RefusedInput(
      "request at 700", "{\"receipt-data\":\"" + der64.prefix(683), .truncated, at: 512, "707 are missing", "request"),
    RefusedInput("header only", "MIIE", .truncated, at: 3, "inside its header", "3 bytes are"),
    RefusedInput("one byte short", Array(S.der.dropLast()), .truncated, at: 1_218, "1 is missing"),
    RefusedInput("BER", Array(S.ber.dropLast(2)), .truncated, at: S.ber.count - 2, "end has not come", "00 00"),
    RefusedInput("BER within its inner elements", Array(S.ber.prefix(500)), .truncated, at: 500, "00 00"),
    RefusedInput("property list", Array(S.propertyList.dropLast(1)), .truncated, at: S.propertyList.count - 2, "iOS 6"),
    RefusedInput(
      "NSData", "{length = 5615, bytes = 0x308215eb 06092a86 ... 00000000 }", .truncated, at: 0, "5,615", "base64"),
    RefusedInput("Swift Data", "5615 bytes", .truncated, at: 0, "5,615", "base64EncodedString"),
    RefusedInput("Swift Data?", "Optional(5615 bytes)\n", .truncated, at: 0, "5,615"),
    RefusedInput("two parts of a JWS", "eyJhIjoxfQ.eyJhIjoxfQ", .truncated, at: 21, "payload", "three parts"),
    RefusedInput("a JWS without signature", "eyJhIjoxfQ.eyJhIjoxfQ.", .truncated, at: 22, "signature"),
    RefusedInput(
      "latest_receipt of three characters", "{\"latest_receipt\":\"...\"}", .truncated, at: 3, "latest_receipt", "3"),
  ]

  private static let damaged: [RefusedInput] = [
    RefusedInput(
      "a dot in base64", "\(der64.prefix(400))...\(der64.suffix(100))", .invalidEncoding, at: 400, "'.'", "dots"),
    RefusedInput("a hash in base64", "\(der64.prefix(101))#\(der64.dropFirst(101))", .invalidEncoding, at: 101, "'#'"),
    RefusedInput(
      "an umlaut in base64", "\(der64.prefix(64))\nä\(der64.dropFirst(64))", .invalidEncoding, at: 65, "'ä'"),
    RefusedInput("two receipts", "\(der64)\n\(ber64)", .invalidEncoding, at: 1_629, "second", "one at a time"),
    RefusedInput("half of a second one", "\(der64)\n\(ber64.prefix(99))", .invalidEncoding, at: 1_629, "second"),
    RefusedInput("half of a first one", "\(der64.prefix(99))\n\n(\(ber64))", .invalidEncoding, at: 101, "'('"),
    RefusedInput(
      "a wrong digit", "<" + S.hex(S.der).joined().prefix(100) + "g>", .invalidEncoding, at: 101, "'g'", "hexadecimal"),
    RefusedInput(
      "bytes taken for text", [0x30] + Array("\u{FFFD}\u{16}\u{FFFD}06".utf8), .invalidEncoding, at: 1, "text"),
    RefusedInput("bytes taken for Latin-1", Array("0\u{82}\u{4}\u{BF}\u{6}\t".utf8), .invalidEncoding, at: 1, "text"),
    RefusedInput("unbelievable length", [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF] + S.oid, .invalidASN1, at: 0, "header"),
    RefusedInput("nine length octets", [0x30, 0x89, 1, 2, 3, 4, 5, 6, 7, 8, 9] + S.oid, .invalidASN1, at: 0, "header"),
    RefusedInput("overflowing length", [0x30, 0x88] + [UInt8](repeating: 0xFF, count: 40), .invalidASN1, at: 0),
    RefusedInput("prose", "Hello, I would like my money back!", .notAReceipt, at: 0, "34 characters", "order number"),
    RefusedInput("a word", "cancelled", .notAReceipt, at: nil),
    RefusedInput("bytes", [0x00, 0x01, 0x02, 0xFE, 0xDC], .notAReceipt, at: 0, "00 01 02 fe"),
    RefusedInput("damaged JWS", "eyJhIjoxfQ.eyJhIjox.AAAA", .invalidJSON, at: 6, "payload of the JWS"),
  ]

  private static let foreign: [RefusedInput] = [
    RefusedInput("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16], .otherFormat, at: 0, "JPEG", "screenshot"),
    RefusedInput("JPEG in base64", "/9j/4AAQSkZJRgABAQAA", .otherFormat, at: 0, "JPEG", "inside base64"),
    RefusedInput("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .otherFormat, at: 0, "PNG"),
    RefusedInput("PDF", "%PDF-1.4\n", .otherFormat, at: 0, "PDF"),
    RefusedInput("ZIP", [0x50, 0x4B, 3, 4, 20, 0], .otherFormat, at: 0, "ZIP", "unpack"),
    RefusedInput("gzip", [0x1F, 0x8B, 8, 0], .otherFormat, at: 0, "gzip", "gunzip"),
    RefusedInput("binary property list", "bplist00\u{1}", .otherFormat, at: 0, "property list"),
    RefusedInput("Mach-O", [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1], .otherFormat, at: 0, "Mach-O"),
    RefusedInput("SQLite", "SQLite format 3\u{0}", .otherFormat, at: 0, "SQLite"),
    RefusedInput("XML", "<?xml version=\"1.0\"?><plist/>", .otherFormat, at: 0, "XML"),
    RefusedInput("HTML", "\n<!DOCTYPE html><html></html>", .otherFormat, at: 1, "HTML"),
    RefusedInput("path", "/Users/me/Receipts/receipt", .otherFormat, at: 0, "path", "argument"),
    RefusedInput("home path", "~/receipt.txt", .otherFormat, at: 0, "path"),
    RefusedInput("Windows path", "C:\\receipt.txt", .otherFormat, at: 0, "path"),
    RefusedInput("Windows path on another drive", "F:\\receipts\\1", .otherFormat, at: 0, "path"),
    RefusedInput("file name", "customer-12.txt\n", .otherFormat, at: 0, "path", "argument"),
    RefusedInput("path of a receipt", "/opt/store/sandboxReceipt", .otherFormat, at: 0, "path"),
    RefusedInput("URL", "https://example.com/receipt?id=1", .otherFormat, at: 0, "web address"),
    RefusedInput(
      "PEM certificate", "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----", .otherFormat, at: 0,
      "certificate"),
    RefusedInput("PEM key", "-----BEGIN EC PRIVATE KEY-----\nMIIE\n", .otherFormat, at: 0, "private key", "keep"),
  ]

  /// Outer shapes only: SEQUENCE headers with two length octets and the first elements of each type.
  private static let foreignASN1: [RefusedInput] = [
    RefusedInput("certificate", asn1([0x30, 0x82, 1, 0, 0xA0, 3, 2, 1, 2]), .otherFormat, at: 4, "certificate"),
    RefusedInput("certificate request", asn1([0x30, 0x82, 1, 0, 2, 1, 0, 0x30]), .otherFormat, at: 4, "request"),
    RefusedInput("public key", asn1([0x30, 0x0D, 6, 9]), .otherFormat, at: 4, "public key"),
    RefusedInput("PKCS#12", asn1([2, 1, 3, 0x30]), .otherFormat, at: 4, "PKCS#12"),
    RefusedInput("PKCS#8", asn1([2, 1, 0, 0x30]), .otherFormat, at: 4, "private key"),
    RefusedInput("PKCS#1", asn1([2, 1, 0, 2]), .otherFormat, at: 4, "private key"),
    RefusedInput("SEC 1", asn1([2, 1, 1, 4]), .otherFormat, at: 4, "private key"),
    RefusedInput("EnvelopedData", asn1(S.oid.dropLast() + [3]), .otherFormat, at: 4, "EnvelopedData"),
    RefusedInput(
      "another content type", asn1([6, 9, 0x2A, 1, 2, 3, 4, 5, 6, 7, 8]), .invalidEnvelope, at: 4, "content type"),
    RefusedInput("some SEQUENCE", asn1([0x0C, 3, 65, 66, 67]), .invalidEnvelope, at: 4, "first element"),
    RefusedInput("some SET", S.element(0x31, [0x02, 1, 1] + S.noise(300)), .notAReceipt, at: 4, "SET"),
  ]

  private static func asn1(_ start: [UInt8]) -> [UInt8] { S.element(0x30, start + S.noise(300)) }

  private static let identifiers: [RefusedInput] = [
    RefusedInput(
      "transaction id", "1000000706543210\n", .transactionIdentifier, at: 0, "16 digits", "transactionId", "device"),
    RefusedInput("quoted transaction id", "\"2000000706543210\"", .transactionIdentifier, at: 0, "json-string"),
    RefusedInput("UUID", "956328D9-cc6a-47f4-be40-6953fb0ab6c7", .otherFormat, at: 0, "UUID"),
    RefusedInput("secret", "0123456789abcdef0123456789abcdef", .otherFormat, at: 0, "shared secret", "password"),
    RefusedInput("Apple order", "MK3V5T9QX1", .otherFormat, at: 0, "order", "history MK3V5T9QX1"),
    RefusedInput(
      "token of a test notification",
      "php artisan test\nTest notification token: b33c3ba4-6d2d-4ae9-ae68-3dc23800662c_1795719909235", .otherFormat,
      at: nil, "test notification", "api test-notification b33c3ba4-6d2d-4ae9-ae68-3dc23800662c_1795719909235"),
    RefusedInput(
      "state of a payment", "2026-11-28 15:55:08 A[364:1] paymentQueue: State: PaymentTransactionStatePurchasing",
      .otherFormat, at: nil,
      "payment in the state PaymentTransactionStatePurchasing"),
    RefusedInput("Google order", "GPA.3312-1234-5678-90123", .otherFormat, at: 0, "Google Play"),
  ]

  private static let json: [RefusedInput] = [
    RefusedInput(
      "decoded only", "{\"status\":0,\"receipt\":{\"in_app\":[]}}", .invalidJSON, at: nil, "decoded",
      "receipt-tool status"),
    RefusedInput("status only", "{\"status\":21002}", .invalidJSON, at: nil, "21002"),
    RefusedInput("no receipt", "{\"a\":[1,2,{\"b\":null}]}", .invalidJSON, at: nil, "without a receipt"),
    RefusedInput("a name of Apple's alone", "{\"transactionId\":\"1\"}", .invalidJSON, at: nil, "without a receipt"),
    RefusedInput(
      "decoded transaction", #"{"transactionId":"1","productId":"a","purchaseDate":1764547200000,"type":"Consumable"}"#,
      .invalidJSON, at: nil, "signed"),
    RefusedInput(
      "Google Play", "{\"orderId\":\"GPA.1\",\"packageName\":\"a.b\",\"purchaseToken\":\"x.y\"}", .otherFormat, at: nil,
      "Google"),
    RefusedInput(
      "Google Play in Unity", "{\"Store\":\"GooglePlay\",\"TransactionID\":\"x\"}", .otherFormat, at: nil, "Google"),
    RefusedInput(
      "notification of an external purchase",
      #"{"notificationType":"EXTERNAL_PURCHASE_TOKEN","subtype":"UNREPORTED","notificationUUID":"1","#
        + #""externalPurchaseToken":{"externalPurchaseId":"6d","bundleId":"com.example.app"}}"#, .invalidJSON, at: nil,
      "external purchase token of com.example.app", "report it"),
    RefusedInput("damaged", "{\"a\":tru}", .invalidJSON, at: 5, "offset 5"),
    RefusedInput("cut", "{\"a\":\"b", .invalidJSON, at: 6, "never ends"),
    RefusedInput("too deep", String(repeating: "[", count: 100), .invalidJSON, at: 64, "64"),
  ]
}

@Suite("Input: what is refused")
struct InputErrorTests {
  @Test("with its code, offset and hint", arguments: RefusedInput.all)
  func refusal(_ refused: RefusedInput) throws {
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(refused.input) }
    #expect(error.code == refused.code)
    if let offset = refused.offset { #expect(error.offset == offset) }
    let said = "\(error.message) | \(error.hint ?? "")"
    for word in refused.words { #expect(said.contains(word), "\(said)") }
    #expect(error.hint != nil, "\(error.message)")
    #expect(!error.message.description.hasSuffix("."))
  }

  @Test("an input over the limit, before anything else is looked at")
  func size() throws {
    let recognizer = InputRecognizer(maximumBytes: S.der.count)
    #expect(try recognizer.recognize(S.der).content == .signedData(S.der))
    let error = try #require(throws: ReceiptError.self) { try recognizer.recognize(S.der + [0x0A]) }
    #expect(error.code == .inputTooLarge)
    #expect(error.message.description.contains("1,220") && error.message.description.contains("1,219"))
    #expect(error.hint?.description.contains("--max-size") == true)
  }

  @Test("more wrappings than anyone makes")
  func layers() throws {
    var text = S.base64(S.unpaddedDER)
    for _ in 0..<7 { text = S.base64(Array(text.utf8)) }
    #expect(try InputRecognizer().recognize(Array(text.utf8)).layers.count == 8)
    text = S.base64(Array(text.utf8))
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(Array(text.utf8)) }
    #expect(error.code == .notAReceipt)
  }

  @Test("no error quotes a password")
  func secrets() {
    let secret = "5ecre7"
    let texts = [
      "{\"password\":\"\(secret)\"}", "{\"password\":\"\(secret)\",", "password=\(secret)&receipt-data=?",
      "password: \(secret)",
      "{\"receipt-data\":\"?\",\"password\":\"\(secret)\"}", "{'password': '\(secret)'}",
    ]
    for text in texts {
      do {
        _ = try InputRecognizer().recognize(Array(text.utf8))
        Issue.record("\(text) was taken for a receipt")
      } catch {
        #expect(!"\(error)".contains(secret))
      }
    }
  }
}
