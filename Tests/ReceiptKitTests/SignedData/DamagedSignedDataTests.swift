import Foundation
import ReceiptKit
import Testing

@Suite("Signed data of which something is missing")
struct DamagedSignedDataTests {
  private static func decoded(_ part: String) -> String {
    let standard = part.replacing("-", with: "+").replacing("_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: padded).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// A row has the code and the cause of the error, and words of its message and hint.
  @Test(
    "says what is missing and what to do, of every kind",
    arguments: try TableCase.read("damages", "damaged signed data"))
  func table(_ row: TableCase) throws {
    for kind in PastedSignedDataTests.kinds {
      let text = try PastedSignedDataTests.vector(kind)
      let parts = text.split(separator: ".").map(String.init)
      // What a notification says holds signed data itself, which is read if its own proof is lost.
      if kind == "notification-refund", ["payload alone", "payload decoded"].contains(row.name) { continue }
      let values = [
        "TEXT": text, "HEADER": parts[0], "PAYLOAD": parts[1], "SIGNATURE": parts[2],
        "DECODEDHEADER": Self.decoded(parts[0]), "DECODEDPAYLOAD": Self.decoded(parts[1]),
      ]
      let damaged = Array(Template.filled(row.text, values).utf8)
      let error = try #require(throws: ReceiptError.self, "\(kind)") { try InputRecognizer().recognize(damaged) }
      #expect(
        error.code.rawValue == row.value("code") && error.cause?.rawValue == row.value("cause"), "\(kind): \(error)")
      let said = "\(error.message)\n\(error.hint ?? "")"
      for words in row.expected where !words.hasPrefix("code ") && !words.hasPrefix("cause ") {
        #expect(said.contains(words), "\(kind): \(said)")
      }
      #expect(error.hint != nil)
      // What it is called, and what to do, is known to `diagnose` as well.
      let diagnosis = Diagnostician().diagnose(damaged)
      #expect(diagnosis.cause.rawValue == row.value("cause") ?? "broken-encoding" && !diagnosis.nextSteps.isEmpty)
      #expect(diagnosis.asGiven.production.status == 21002)
    }
  }

  @Test("in a property list it is read, and in a damaged one it stands between other marks than a receipt")
  func propertyList() throws {
    let jws = try PastedSignedDataTests.vector("transaction")
    for start in ["<?xml version=\"1.0\"?>\n<plist version=\"1.0\">", "<plist>"] {
      let list = "\(start)<dict><key>jws</key><string>\(jws)</string></dict></plist>"
      let signature = try #require(try InputRecognizer().recognize(list).content.signature)
      #expect(signature.text == Array(jws.utf8))
      let error = try #require(throws: ReceiptError.self) {
        try InputRecognizer().recognize(list.dropLast(16))
      }
      #expect(error.hint?.description.contains("between <string> and </string>") == true, "\(error)")
    }
  }

  @Test("decoded payloads are named by their kind, with where the signed form stands")
  func decodedKinds() throws {
    for (kind, what, place) in [
      ("transaction", "a decoded transaction", "signedTransactionInfo"),
      ("renewal", "decoded renewal information", "signedRenewalInfo"),
      ("app-transaction", "a decoded AppTransaction", "jwsRepresentation"),
      ("realtime", "a decoded request of retention messaging", "signedPayload"),
      ("notification-test", "a decoded notification", "signedPayload"),
    ] {
      let parts = try PastedSignedDataTests.vector(kind).split(separator: ".").map(String.init)
      let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(parts[1]) }
      #expect(error.message.description.hasPrefix(what) && error.hint?.description.contains(place) == true, "\(error)")
    }
  }

  @Test("a short signature is read and not proven; where a column ends, the text was cut")
  func shortSignature() throws {
    let jws = try PastedSignedDataTests.vector("transaction")
    let decoder = try PastedSignedDataTests.decoder()
    let decoded = try decoder.decode(Array(jws.utf8.dropLast(20)))
    #expect(decoded.authenticity?.verdict == .badSignature)
    #expect(
      decoded.authenticity?.reason.description
        == "the signature has 66 characters, where ES256 has 86: its end is missing")
    let diagnosis = Diagnostician(decoder: decoder).diagnose(Array(jws.utf8.dropLast(20)))
    #expect(diagnosis.cause == .signedDataCut && diagnosis.findings[0].message.contains("20 characters"))
    for (language, words) in [
      (SummaryLanguage.english, "! Incomplete: the end"), (.german, "! Unvollständig: das Ende"), (.chinese, "! 不完整："),
    ] {
      let summary = PurchaseSummary(decoded, at: Instant(milliseconds: 1_795_000_000_000))
      let line = try #require(SummaryText(summary, in: language).lines.first)
      #expect("! \(line.text)".hasPrefix(words) && line.tone == .caution, "\(line.text)")
    }
    let one = Diagnostician(decoder: decoder).diagnose(Array(jws.utf8.dropLast(1)))
    #expect(one.findings[0].message.contains("1 character. "), "\(one.findings[0].message)")

    // 4,096 characters in all. No base64 has one character more than whole groups.
    let header = String(jws.prefix { $0 != "." })
    let room = 4_096 - header.utf8.count - 2
    let count = (room - 60) % 4 == 1 ? 61 : 60
    let (start, end) = (#"{"transactionId":"1","x":""#, "\"}")
    let filling = (room - count) * 3 / 4 - start.utf8.count - end.utf8.count
    let payload = InputSamples.base64(Array((start + String(repeating: "x", count: filling) + end).utf8))
      .replacing("=", with: "")
    let text = header + "." + payload + "." + String(repeating: "A", count: count)
    #expect(text.utf8.count == 4_096)
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(text) }
    #expect(error.code == .truncated && error.cause == .columnLimit)
    #expect(error.message.description.contains("its signature, which has \(count) of 86 characters"))
  }

  @Test("dates beyond every range, negative and fractional ones, and numbers like them are no error")
  func dates() throws {
    for value in [
      "-1", "-62135769600000", "1697679936049.7297", "1e400", "99999999999999999999999999", "253402300800000",
      "0.00000000001", "-0", "9223372036854775807", "1E-400",
    ] {
      let payload =
        #"{"transactionId":"1","bundleId":"a","signedDate":\#(value),"purchaseDate":\#(value),"expiresDate":\#(value),"exp":\#(value)}"#
      let input = Array(SignedDataSamples.jws(payload).utf8)
      let decoded = try PastedSignedDataTests.decoder().decode(input)
      #expect(decoded.authenticity?.verdict.isAtLeast(.testSigned) == false)
      #expect(!Diagnostician().diagnose(input).nextSteps.isEmpty)
    }
  }
}
