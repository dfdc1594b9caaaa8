import ReceiptKit

private typealias S = InputSamples

extension InputDamage {
  /// Receipts in the middle of something else. Counted is what is left of the text when the receipt is taken out.
  static let surroundings: [InputDamage] = [
    InputDamage("curl command", [.verifyReceiptRequest, .base64]) {
      let start = "curl -d '{\"receipt-data\":\""
      let end = "\"}' https://sandbox.itunes.apple.com/verifyReceipt"
      return (start + $0 + end, ["characters around the receipt ignored: \(start.count + end.count)"])
    },
    InputDamage("log line") { ("12:00:01.5 got receipt: \($0) (ok)", ["characters around the receipt ignored: 29"]) },
    InputDamage("lines of a log") {
      let lines = ($0.count - 1) / 76 + 1
      let prefix = "2026-11-25 10:00:00 shop[12]: "
      return (
        S.wrapped($0, at: 76, with: "\r\n", prefix: prefix),
        ["characters around the receipt ignored: \(lines * prefix.count + lines - 1)"]
      )
    },
    InputDamage("lines of a log with a level in brackets") {
      let lines = ($0.count - 1) / 100 + 1
      return (
        S.wrapped($0, at: 100, with: "\n", prefix: "[INFO] "), ["characters around the receipt ignored: \(lines * 7)"]
      )
    },
    InputDamage("word of letters") { ("Hi\n\n\($0)", ["characters around the receipt ignored: 4"]) },
    InputDamage("word that begins as a payload does") {
      ("Mein Beleg\n\n\($0)", ["characters around the receipt ignored: 12"])
    },
    InputDamage("words without punctuation") {
      ("hello here is my receipt \($0)", ["characters around the receipt ignored: 25"])
    },
    InputDamage("word and lines") {
      let lines = S.wrapped($0, at: 76, with: "\r\n")
      return (
        "Hi\r\n\r\n\(lines)\r\n",
        ["characters around the receipt ignored: 6", "line breaks removed: \(($0.count - 1) / 76)"]
      )
    },
    InputDamage("row of a table") { ("12,\"user\",\"\($0)\",2024", ["characters around the receipt ignored: 17"]) },
    InputDamage("brackets") { ("[\($0)]", ["characters around the receipt ignored: 2"]) },
    InputDamage("full stop") { ("\($0).", ["characters around the receipt ignored: 1"]) },
    InputDamage("mail") {
      let lines = S.wrapped($0, at: 76, with: "\n")
      return (
        "Hi,\nhere is my receipt:\n\n\(lines)\n\nThanks,\nBob",
        ["characters around the receipt ignored: 38", "line breaks removed: \(($0.count - 1) / 76)"]
      )
    },
    InputDamage("YAML block") {
      let breaks = ($0.count - 1) / 80
      return (
        "data: |\n  " + S.wrapped($0, at: 80, with: "\n  "),
        [
          "label before the receipt removed: 1", "characters around the receipt ignored: 4",
          "line breaks removed: \(breaks)", "spaces removed: \(2 * breaks)",
        ]
      )
    },
    InputDamage("pasted twice, line after line") {
      // Without padding nothing tells where the first ends, so that its second copy is bytes behind it.
      let once = $0.count + 1
      return $0.hasSuffix("=")
        ? ($0 + "\n" + $0, ["characters around the receipt ignored: \(once)"])
        : ($0 + "\n" + $0, ["line breaks removed: 1", "trailing bytes ignored: \($0.count / 4 * 3)"])
    },
    InputDamage("string literal of C") {
      (
        "\"" + S.wrapped($0, at: 64, with: "\"\n  \"") + "\";",
        [
          "quotes removed: 2", "punctuation removed: 1", "string pieces joined: \(($0.count - 1) / 64)",
        ]
      )
    },
    InputDamage("concatenation of Python behind other lines") {
      let before = "import requests\nreceipt = '"
      return (
        before + S.wrapped($0, at: 64, with: "' + \\\n    '") + "'",
        [
          "quotes removed: 1", "characters around the receipt ignored: \(before.count)",
          "string pieces joined: \(($0.count - 1) / 64)",
        ]
      )
    },
    InputDamage("concatenation of JavaScript") {
      (
        "'" + S.wrapped($0, at: 64, with: "' +\n  '") + "'",
        [
          "quotes removed: 2", "string pieces joined: \(($0.count - 1) / 64)",
        ]
      )
    },
  ]

  static let dressing: [InputDamage] = [
    InputDamage("double quotes", [.jsonString, .base64]) { ("\"\($0)\"", []) },
    // With the comma it is no JSON text any more.
    InputDamage("double quotes and a comma") {
      ("\"\($0)\",\n", ["quotes removed: 2", "punctuation removed: 1"])
    },
    InputDamage("single quotes") { ("'\($0)'", ["quotes removed: 2"]) },
    InputDamage("smart quotes") { ("\u{201C}\($0)\u{201D}", ["quotes removed: 2"]) },
    InputDamage("one quote only") { ("\"\($0)", ["quotes removed: 1"]) },
    InputDamage("python bytes") { ("b'\($0)'", ["quotes removed: 2", "punctuation removed: 1"]) },
    InputDamage("single quotes over lines and a semicolon") {
      (
        "'" + S.wrapped($0, at: 64, with: "\n") + "';",
        [
          "quotes removed: 2", "punctuation removed: 1", "line breaks removed: \(($0.count - 1) / 64)",
        ]
      )
    },
    InputDamage("label with a colon") { ("receipt-data: \($0)", ["label before the receipt removed: 1"]) },
    InputDamage("assignment", [.jsonString, .base64]) {
      ("let receipt = \"\($0)\"", ["label before the receipt removed: 1"])
    },
    InputDamage("Swift optional", [.jsonString, .base64]) {
      ("Optional(\"\($0)\")", ["Swift Optional(...) removed: 1"])
    },
    InputDamage("data URI", [.dataURI, .base64]) { ("data:application/octet-stream;base64,\($0)", []) },
    InputDamage("bare data URI in capitals", [.dataURI, .percentEncoding, .base64]) {
      ("DATA:;base64," + percent($0), [])
    },
  ]

  static let wrappers: [InputDamage] = [
    InputDamage("request", [.verifyReceiptRequest, .base64]) {
      ("{\"receipt-data\":\"\($0)\",\"password\":\"0123456789abcdef\",\"exclude-old-transactions\":true}\n", [])
    },
    InputDamage("request with escaped slashes", [.verifyReceiptRequest, .base64]) {
      ("{\n  \"receipt-data\" : \"\(S.replacing($0, "/", with: "\\/"))\"\n}", [])
    },
    InputDamage("response", [.verifyReceiptResponse, .base64]) {
      ("{\"status\":0,\"receipt\":{\"bundle_id\":\"a.b\",\"in_app\":[]},\"latest_receipt\":\"\($0)\"}", [])
    },
    InputDamage("response inside another document", [.verifyReceiptResponse, .base64]) {
      ("[{\"id\":1,\"body\":{\"status\":0,\"latest_receipt\":\"\($0)\"}}]", [])
    },
    InputDamage("Unity", [.unity, .base64]) {
      ("{\"Store\":\"AppleAppStore\",\"TransactionID\":\"1000000\",\"Payload\":\"\($0)\"}", [])
    },
    InputDamage("Unity with JSON as payload", [.unity, .json, .base64]) {
      ("{\"Store\":\"MacAppStore\",\"Payload\":\"{\\\"receipt\\\":\\\"\($0)\\\"}\"}", [])
    },
    InputDamage("notification, version 1", [.notification, .base64]) {
      ("{\"notification_type\":\"DID_RENEW\",\"unified_receipt\":{\"status\":0,\"latest_receipt\":\"\($0)\"}}", [])
    },
    InputDamage("camel case", [.json, .base64]) { ("{\"user\":{\"appStoreReceipt\":\"\($0)\"}}", []) },
    InputDamage("snake case in an array", [.json, .base64]) { ("[{\"transaction_receipt\":\"\($0)\"}]", []) },
    InputDamage("unknown name, known look", [.json, .base64]) { ("{\"a\":\"b\",\"blob\":\"\($0)\"}", []) },
    InputDamage("array of strings", [.json, .base64]) { ("[\"\($0)\"]", []) },
    InputDamage("JSON in a JSON string in JSON", [.json, .verifyReceiptRequest, .base64]) {
      ("{\"body\":\"{\\\"receipt-data\\\":\\\"\($0)\\\"}\"}", [])
    },
    InputDamage("request without its end", [.verifyReceiptRequest, .base64]) {
      ("{\"password\":\"secret\",\"receipt-data\":\"\($0)\"", ["damaged JSON searched for its receipt: 1"])
    },
    InputDamage("request without its beginning", [.verifyReceiptRequest, .base64]) {
      ("\"receipt-data\" : \"\($0)\", \"password\": \"secret\" }", ["damaged JSON searched for its receipt: 1"])
    },
    InputDamage("Python dictionary", [.verifyReceiptRequest, .base64]) {
      ("{'receipt-data': '\($0)', 'password': 'secret'}", ["damaged JSON searched for its receipt: 1"])
    },
    InputDamage("NSDictionary description", [.verifyReceiptRequest, .base64]) {
      ("{\n    \"receipt-data\" = \"\($0)\";\n}", ["damaged JSON searched for its receipt: 1"])
    },
    InputDamage("JavaScript object", [.json, .base64]) {
      ("{ receiptData: \"\($0)\", }", ["damaged JSON searched for its receipt: 1"])
    },
    InputDamage("JSON out of a JSON string", [.verifyReceiptRequest, .base64]) {
      ("{\\\"receipt-data\\\":\\\"\($0)\\\"}", ["JSON escapes undone: 4"])
    },
    InputDamage("form", [.form, .base64]) { ("receipt-data=\(percent($0))&password=secret", []) },
    InputDamage("form, receipt last and not encoded", [.form, .base64]) { ("password=secret&receipt-data=\($0)", []) },
    InputDamage("form with lost plus signs", [.form, .base64]) {
      (
        "receipt-data=\(S.replacing($0, "+", with: " "))&a=b",
        ["'+' restored from spaces: \(S.count("+", in: $0))"]
      )
    },
  ]

  static let encodings: [InputDamage] = [
    InputDamage("base64 of base64", [.base64, .base64]) { (S.base64(Array($0.utf8)), []) },
    InputDamage("base64 of base64 of base64", [.base64, .base64, .base64]) {
      (S.base64(Array(S.base64(Array($0.utf8)).utf8)), [])
    },
    InputDamage("base64 of a request", [.base64, .verifyReceiptRequest, .base64]) {
      (S.base64(Array("{\"receipt-data\":\"\($0)\"}".utf8)), [])
    },
    InputDamage("PEM", [.pem]) {
      (S.pem($0), [])
    },
    InputDamage("PEM with CRLF and text before", [.pem]) {
      (
        "subject=x\r\n-----BEGIN CMS-----\r\n" + S.wrapped($0, at: 64, with: "\r\n") + "\r\n-----END CMS-----",
        ["characters around the receipt ignored: 11"]
      )
    },
    InputDamage("PEM without its end", [.pem]) {
      ("-----BEGIN PKCS7-----\n\($0)\n", ["missing END line of PEM supplied: 1"])
    },
    InputDamage("hex of the text", [.hex, .base64]) { (S.hex(Array($0.utf8)).joined(), []) },
    InputDamage(bytes: "UTF-16 little-endian with a mark", [.utf16, .base64]) { ([0xFF, 0xFE] + utf16($0), []) },
    InputDamage(bytes: "UTF-16 little-endian without a mark", [.utf16, .base64]) { (utf16($0), []) },
    InputDamage(bytes: "UTF-16 big-endian with a mark", [.utf16, .base64]) {
      ([0xFE, 0xFF] + $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, [])
    },
    InputDamage(bytes: "PowerShell redirect", [.utf16, .base64]) {
      ([0xFF, 0xFE] + utf16($0 + "\r\n"), ["line breaks removed: 1"])
    },
  ]

  private static func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
}
