import Foundation
import ReceiptKit
import Testing

@testable import ReceiptRedaction

/// Whether parts of a document are read as a whole or walked through: the redaction is the same.
@Suite("Redaction of large documents")
struct LargeRedactionTests {
  private static let documents = [
    #"{"status":0,"receipt":{"in_app":[],"bundle_id":"a.b"},"redacted":["x"],"password":{"a":["b"]},"anna":{"tel":"+49 30 1"}}"#,
    #"[{"redacted":1,"receipt":"RECEIPT"},[{"name":"x y","apiKey":{"a":[1]}}],3,[]]"#,
    #"{"status":0,"latest_receipt_info":[{"transaction_id":"100","expires_date_pst":"2020-07-22 10:39:08 America/Los_Angeles","#
      + #""expires_date_ms":"x","expires_date_ms":"1595439548000"},{"expires_date_ms":"1595439548000","#
      + #""expires_date_pst":"2020-07-22 10:39:08 America/Los_Angeles","purchase_date_pst":"2020-01-01 00:00:00 America/Los_Angeles"}]}"#,
    #"{"status":0,"pending_renewal_info":{},"a":{"purchase-date":"1595439548000","#
      + #""purchase-date-formatted-pst":"2020-07-22 10:39:08 America/Los_Angeles","b":"{\"receipt\":[\"RECEIPT\",1e5]}"}}"#,
  ]

  @Test(
    "walked through or as a whole, marked, moved and listed alike",
    .enabled(if: RealReceipts.areHere, RealReceipts.missing))
  func same() throws {
    let receipt = String(
      decoding: try RedactionSamples.published(RealReceipts.sandbox[0] + ".b64"), as: UTF8.self
    ).replacing("\n", with: "")
    var inputs = Self.documents.map { Array($0.replacing("RECEIPT", with: receipt).utf8) }
    inputs.append(try RedactionSamples.published("sandbox-sha1-nine-purchases.verifyReceipt.json"))
    for input in inputs {
      for dates in [DatePolicy.keep, .shift(seconds: 86_400)] {
        var redactor = try RedactionSamples.redactor { $0.dates = dates }
        redactor.maximumTreeBytes = .max
        let whole = try redactor.redact(input)
        for length in [0, 40, 4096] {
          redactor.maximumTreeBytes = length
          let walked = try redactor.redact(input)
          #expect(walked.items == whole.items)
          #expect(walked.write(.compact) == whole.write(.compact))
          #expect(walked.write(.pretty) == whole.write(.pretty))
        }
        var pretty = JSONWriter(layout: .pretty)
        pretty.value(try JSONReader().read(whole.write(.compact)))
        #expect(whole.write(.pretty) == pretty.bytes)
      }
    }
  }

  @Test("a receipt over 64 KB in a member of any name is rewritten as a receipt")
  func largeReceipt() throws {
    let text = String(decoding: try PackageFiles.read("TestReceipts/large.b64"), as: UTF8.self)
      .replacing("\n", with: "")
    #expect(text.hasPrefix("MIM"))
    let redaction = try RedactionSamples.redactor().redact(Array(#"{"answer":[{"note":"\#(text)"}]}"#.utf8))
    let (found, genuine) = (try RedactionSamples.receipt(redaction), try InputDecoder().decode(text).claims)
    #expect(found.inApp.count == 187 && genuine?.inApp.count == 187)
    #expect(Set(found.inApp.map(\.transactionID)).isDisjoint(with: genuine?.inApp.map(\.transactionID) ?? []))
  }
}
