import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis

@Suite("verifyReceipt: statuses")
struct AnswererStatusTests {
  private static let now = Instant(milliseconds: 1_800_000_000_000)

  private func text(_ file: String) throws -> String {
    String(decoding: try PackageFiles.read("TestReceipts/" + file), as: UTF8.self)
  }

  private func answerer() throws -> VerifyReceiptAnswerer {
    let anchors = try TrustAnchor.read(try PackageFiles.read("TestReceipts/root.pem"))
    return VerifyReceiptAnswerer(decoder: InputDecoder(authenticator: Authenticator(anchors: anchors)))
  }

  /// One file of TestReceipts/ sent to both servers, by its base64 if it is no text: statuses as documented, and as
  /// Apple answers in practice. From the descriptions of the statuses and FORMAT.md, not from what the code says.
  static let files = Result { try TableCase.read("answers", "vectors") }

  @Test("every kind of receipt, at both servers, as documented and in practice", arguments: try files.get())
  func vectors(_ row: TableCase) throws {
    var answerer = try answerer()
    let text = try text(row.text)
    for (hasQuirks, statuses) in zip([false, true], [row.expected[0], row.expected[row.expected.count - 1]]) {
      answerer.hasAppleQuirks = hasQuirks
      for (server, status) in zip(VerifyReceiptAnswer.Server.allCases, statuses.split(separator: " ")) {
        let answer = answerer.answer(receiptData: text, server: server, at: Self.now)
        #expect(answer.status == Int(status), "\(server), quirks \(hasQuirks): \(answer.reason)")
        #expect(answer.httpStatus == 200 && !answer.reason.isEmpty && !answer.reason.hasSuffix("."))
      }
    }
  }

  @Test("with Apple's roots only, the answer in practice is the forecast of diagnose, whatever is sent")
  func forecast() throws {
    var answerer = VerifyReceiptAnswerer()
    answerer.hasAppleQuirks = true
    var texts =
      try Self.files.get().map { try text($0.text) } + ["", " ", "MII", "AAAA", "not base64!", "bm90aGluZw=="]
    if RealReceipts.areHere {
      for name in RealReceipts.sandbox + RealReceipts.xcode {
        let text = String(decoding: try RealReceipts.text(name), as: UTF8.self)
        texts += [text, Base64.encode(try RealReceipts.bytes(name))]
      }
    }
    for text in texts {
      let diagnosis = Diagnostician().diagnose(text)
      // Who is not among the anchors cannot be proven here, and Apple knows its own: the one difference.
      if case .transactionReceipt? = diagnosis.decoded?.document { continue }
      for (server, forecast) in zip(
        VerifyReceiptAnswer.Server.allCases, [diagnosis.asGiven.production, diagnosis.asGiven.sandbox])
      {
        let answer = answerer.answer(receiptData: text, server: server, at: Self.now)
        #expect(answer.status == forecast.status, "\(text.prefix(60)): \(answer.reason) / \(forecast.reason)")
      }
    }
  }

  @Test("Xcode's receipts are sandbox receipts where Xcode's certificate is trusted, and nothing otherwise")
  func xcode() throws {
    var answerer = VerifyReceiptAnswerer()
    let anchors = try TrustAnchor.read(try PackageFiles.read("TestReceipts/xcode.pem"))
    answerer.decoder.authenticator = Authenticator(anchors: anchors)
    let text = try text("xcode.b64")
    #expect(answerer.answer(receiptData: text, server: .production, at: Self.now).status == 21007)
    #expect(answerer.answer(receiptData: text, server: .sandbox, at: Self.now).status == 0)
  }

  @Test("the secret counts once one is set, for receipts with subscriptions that are good otherwise")
  func secret() throws {
    var answerer = try answerer()
    let subscription = try text("sandbox-subscription.b64")
    let consumable = try text("consumable.b64")
    let forged = try text("bad-signature.b64")
    for (secret, receipt, password, status) in [
      (nil, subscription, nil, 0), (nil, subscription, "anything", 0), ("s3cret", subscription, nil, 21004),
      ("s3cret", subscription, "s3cre", 21004), ("s3cret", subscription, "s3cretx", 21004),
      ("s3cret", subscription, "", 21004), ("s3cret", subscription, "s3cret", 0), ("s3cret", consumable, nil, 0),
      ("s3cret", consumable, "wrong", 0), ("s3cret", forged, nil, 21003),
    ] as [(String?, String, String?, Int)] {
      answerer.sharedSecret = secret.map { Secret(Array($0.utf8)) }
      let answer = answerer.answer(receiptData: receipt, password: password, server: .sandbox, at: Self.now)
      #expect(answer.status == status, "\(secret ?? "-") \(password ?? "-"): \(answer.reason)")
    }
    // A receipt for the other server is sent there first.
    let answer = answerer.answer(receiptData: subscription, server: .production, at: Self.now)
    #expect(answer.status == 21007)
  }

  @Test("bodies that are no request are malformed; of two values of one name the last counts")
  func bodies() throws {
    let answerer = try answerer()
    let receipt = try text("sandbox-subscription.b64")
    for row in try TableCase.read("answers", "bodies of requests") {
      let body = Template.filled(row.text, ["RECEIPT": receipt])
      let answer = answerer.answer(to: Array(body.utf8), server: .sandbox, at: Self.now)
      #expect(answer.status == Int(row.expected[0]), "\(row): \(answer.reason)")
    }
    for (body, reason) in [
      (
        #"{"a":"# + String(repeating: "[", count: 100_000),
        "the body of the request is JSON nested deeper than 16 levels"
      ),
      (
        "[" + String(repeating: "1,", count: 100_000) + "1]",
        "the body of the request is JSON with more than 4,096 values"
      ),
      ("{", "the body of the request is not JSON"), ("", "the request has no body"),
    ] {
      let answer = answerer.answer(to: Array(body.utf8), server: .sandbox, at: Self.now)
      #expect(answer.reason.description == reason && answer.status == 21002)
    }
    let gzip = answerer.answer(to: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0], server: .sandbox, at: Self.now)
    #expect(gzip.status == 21002 && gzip.reason.contains("gzip"))
    let limit = 3_145_728
    let padding = #"{"receipt-data":"\#(receipt)","x":""#
    for (count, status, http) in [(limit, 0, 200), (limit + 1, nil, 413)] as [(Int, Int?, Int)] {
      let body = padding + String(repeating: "x", count: count - padding.utf8.count - 2) + "\"}"
      let answer = answerer.answer(to: Array(body.utf8), server: .sandbox, at: Self.now)
      #expect(body.utf8.count == count && answer.status == status && answer.httpStatus == http)
    }
  }

  /// What a third party measured: the table at ``ReceiptDataValue``.
  @Test("receipt-data is read as Apple reads it, with and without quirks, and forecast so")
  func base64() throws {
    var answerer = try answerer()
    let receipt = try text("sandbox-subscription.b64")
    #expect(receipt.hasSuffix("==") && receipt.contains("+") && receipt.contains("/"))
    let octets = try #require(Base64.decodeCanonical(Array(receipt.utf8)))
    let other = try #require(Base64.decodeCanonical(Array(try text("production.b64").utf8)))
    let wrapped = stride(from: 0, to: receipt.utf8.count, by: 64).map { receipt.dropFirst($0).prefix(64) }
      .joined(separator: "\r\n")
    let stripped = receipt.replacing("=", with: "")
    // The last of two characters has four bits that belong to no byte: its neighbour in the alphabet changes one of them.
    let last = try #require(stripped.utf8.last)
    let changed = String(decoding: stripped.utf8.dropLast() + [last + 1], as: UTF8.self) + "=="
    #expect(Base64.decodeCanonical(Array(changed.utf8)) == nil)
    let read = [
      receipt, changed, Base64.encode(octets + [0]), Base64.encode(octets + [0x05, 0x00]),
      Base64.encode(octets + [UInt8](repeating: 0x41, count: 100)), Base64.encode(octets + other),
      Base64.encode(octets + octets),
    ]
    let refused = [
      stripped, receipt + "=", stripped + "=", stripped + "====", stripped + "AAA", stripped + "AA=", receipt + "\n",
      receipt + " ", " " + receipt, "\t" + receipt, wrapped, receipt.replacing("A", with: " A"),
      receipt.replacing("+", with: "-").replacing("/", with: "_"), receipt.replacing("+", with: " "),
      receipt.replacing("+", with: "%2B"), "data:application/octet-stream;base64," + receipt, "\u{FEFF}" + receipt,
      receipt + "\u{A0}", "\"\(receipt)\"", receipt.replacing("A", with: "*"), "",
      Base64.encode(Array(receipt.utf8)), receipt + receipt, Base64.encode([0] + octets),
    ]
    for (texts, status) in [(read, 0), (refused, 21002)] {
      for (index, text) in texts.enumerated() {
        for hasQuirks in [false, true] {
          answerer.hasAppleQuirks = hasQuirks
          let answer = answerer.answer(receiptData: text, server: .sandbox, at: Self.now)
          #expect(answer.status == status, "\(status) \(index): \(answer.reason)")
        }
        let forecast = AppleForecast.toReceiptData(Array(text.utf8), answerer.decoder, accepting: .testSigned)
        #expect(forecast.sandbox.status == status, "\(status) \(index): \(forecast.sandbox.reason)")
      }
    }
    // The proof is of the receipt up to its end; a command says what is behind it, and reads no second receipt.
    #expect(try answerer.decoder.decode(read[2]).input.repairs.map(\.description) == ["trailing bytes ignored: 1"])
    #expect(throws: ReceiptError.self) { try answerer.decoder.decode(read[5]) }
  }
}
