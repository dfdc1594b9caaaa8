import Foundation
import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptReading

/// What is left of signed data, and what is said of it.
struct DamagedSignedData: Sendable, CustomTestStringConvertible {
  let name: String
  let code: ReceiptError.Code
  let cause: Cause?
  /// Words of the message and the hint.
  let words: [String]
  let damage: @Sendable (_ parts: [String]) -> String

  var testDescription: String { name }

  init(
    _ name: String, _ code: ReceiptError.Code, _ cause: Cause?, _ words: String...,
    damage: @escaping @Sendable ([String]) -> String
  ) {
    self.name = name
    self.code = code
    self.cause = cause
    self.words = words
    self.damage = damage
  }

  static let all = [
    DamagedSignedData("cut at 255", .truncated, .columnLimit, "255 characters end in its header", "VARCHAR(255)") {
      String($0.joined(separator: ".").prefix(255))
    },
    DamagedSignedData("cut at 2,048", .truncated, .columnLimit, "end in its header", "2,048 characters") {
      String($0.joined(separator: ".").prefix(2_048))
    },
    DamagedSignedData("cut in the header", .truncated, .signedDataCut, "cut off: 1,501 characters end in its header") {
      String($0[0].prefix(1_501))
    },
    DamagedSignedData("Bearer, cut in the header", .truncated, .signedDataCut, "cut off", "its header") {
      "Authorization: Bearer \($0[0].prefix(1_501))"
    },
    DamagedSignedData("cut in the payload", .truncated, .signedDataCut, "end in its payload", "three parts") {
      "\($0[0]).\($0[1].dropLast(25))"
    },
    DamagedSignedData("no signature", .truncated, .signedDataCut, "lost its third part", "no signature") {
      "\($0[0]).\($0[1])"
    },
    DamagedSignedData("no signature behind its dot", .truncated, .signedDataCut, "signature, of which there is nothing")
    {
      "\($0[0]).\($0[1])."
    },
    DamagedSignedData("no header", .truncated, .signedDataCut, "lost its first part, the header") {
      "\($0[1]).\($0[2])"
    },
    DamagedSignedData("no payload", .truncated, .signedDataCut, "lost its second part, the payload") {
      "\($0[0]).\($0[2])"
    },
    DamagedSignedData("abbreviated", .truncated, .signedDataCut, "lost its payload", "abbreviated") {
      "\($0[0])..\($0[2])"
    },
    DamagedSignedData("header alone", .truncated, .signedDataCut, "all but its header", "three parts") { $0[0] },
    DamagedSignedData("three lines without dots", .truncated, .signedDataCut, "lost its dots", "join the three parts") {
      $0.joined(separator: "\n")
    },
    DamagedSignedData("three labelled lines", .truncated, .signedDataCut, "lost its dots", "join the three parts") {
      "header: \($0[0])\npayload: \($0[1])\nsignature: \($0[2])"
    },
    DamagedSignedData("labels in lines of their own", .truncated, .signedDataCut, "lost its dots", "join the three") {
      "Header:\n\($0[0])\n\nPayload:\n\($0[1])\n\nSignature:\n\($0[2])\n"
    },
    DamagedSignedData("a full stop", .invalidEncoding, nil, "a dot behind the JWS", "take the dot at the end away") {
      $0.joined(separator: ".") + "."
    },
    DamagedSignedData("fourth part", .invalidEncoding, nil, "more than three parts") {
      ($0 + [$0[2]]).joined(separator: ".")
    },
    DamagedSignedData("two without anything between", .invalidEncoding, nil, "more than three parts") {
      $0.joined(separator: ".") + $0.joined(separator: ".")
    },
    DamagedSignedData("a hash in the payload", .invalidEncoding, nil, "the payload of the JWS: base64 text with '#'") {
      "\($0[0]).\($0[1].prefix(30))#\($0[1].dropFirst(30)).\($0[2])"
    },
    DamagedSignedData("payload alone", .invalidJSON, .decodedTransaction, "(inside base64)", "three parts") { $0[1] },
    DamagedSignedData("payload decoded", .invalidJSON, .decodedTransaction, "the signature that proves it is not in it")
    {
      decoded($0[1])
    },
    DamagedSignedData("header decoded", .invalidJSON, .decodedTransaction, "taken apart and decoded") {
      decoded($0[0])
    },
    DamagedSignedData("header and payload decoded", .invalidJSON, .signedDataCut, "taken apart and decoded") {
      decoded($0[0]) + "\n" + decoded($0[1])
    },
    DamagedSignedData("in JSON form", .invalidJSON, .decodedTransaction, "JSON form", "with dots") {
      #"{"protected":"\#($0[0])","payload":"\#($0[1])","signature":"\#($0[2])"}"#
    },
  ]

  private static func decoded(_ part: String) -> String {
    let standard = part.replacing("-", with: "+").replacing("_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: padded).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

@Suite("Signed data of which something is missing")
struct DamagedSignedDataTests {
  @Test("says what is missing and what to do, of every kind", arguments: DamagedSignedData.all)
  func table(_ damaged: DamagedSignedData) throws {
    for kind in PastedSignedDataTests.kinds {
      let parts = try PastedSignedDataTests.vector(kind).split(separator: ".").map(String.init)
      // What a notification says holds signed data itself, which is read if its own proof is lost.
      if kind == "notification-refund", ["payload alone", "payload decoded"].contains(damaged.name) { continue }
      let error = try #require(throws: ReceiptError.self, "\(kind)") {
        try InputRecognizer().recognize(Array(damaged.damage(parts).utf8))
      }
      #expect(error.code == damaged.code && error.cause == damaged.cause, "\(kind): \(error)")
      let text = "\(error.message)\n\(error.hint ?? "")"
      for words in damaged.words { #expect(text.contains(words), "\(kind): \(text)") }
      #expect(error.hint != nil)
      // What it is called, and what to do, is known to `diagnose` as well.
      let diagnosis = Diagnostician().diagnose(Array(damaged.damage(parts).utf8))
      #expect(diagnosis.cause == damaged.cause ?? .brokenEncoding && !diagnosis.nextSteps.isEmpty)
      #expect(diagnosis.asGiven.production.status == 21002)
    }
  }

  @Test("in a property list it is read, and in a damaged one it stands between other marks than a receipt")
  func propertyList() throws {
    let jws = try PastedSignedDataTests.vector("transaction")
    for start in ["<?xml version=\"1.0\"?>\n<plist version=\"1.0\">", "<plist>"] {
      let list = "\(start)<dict><key>jws</key><string>\(jws)</string></dict></plist>"
      guard case .jws(let signature) = try InputRecognizer().recognize(Array(list.utf8)).content else {
        Issue.record("no signed data was found")
        continue
      }
      #expect(signature.text == Array(jws.utf8))
      let error = try #require(throws: ReceiptError.self) {
        try InputRecognizer().recognize(Array(list.dropLast(16).utf8))
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
      let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(Array(parts[1].utf8)) }
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
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(Array(text.utf8)) }
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
