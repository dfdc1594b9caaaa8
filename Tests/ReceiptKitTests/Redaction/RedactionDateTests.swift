import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptRedaction

@Suite("Dates in redaction")
struct RedactionDateTests {
  /// Results by Python's `datetime` and `zoneinfo`.
  @Test("forms stay, moments move", arguments: try TableCase.read("dates", "41 days earlier"))
  func shift(_ row: TableCase) throws {
    let policy = try #require(DatePolicy(shift: "-41d"))
    let date = try #require(DateText(row.text))
    #expect(try date.written(try policy.apply(to: date.instant)) == row.expected[0])
    #expect(try date.written(date.instant) == row.text)
  }

  @Test(
    "coarse dates are beginnings",
    arguments: try TableCase.read("dates", "the beginnings of the day and the month"))
  func coarse(_ row: TableCase) throws {
    let date = try #require(DateText(row.text))
    #expect(try date.written(try DatePolicy.coarsen(.day).apply(to: date.instant)) == row.expected[0])
    #expect(try date.written(try DatePolicy.coarsen(.month).apply(to: date.instant)) == row.expected[1])
  }

  @Test("the hour that daylight saving time repeats is told by the milliseconds beside it")
  func repeatedHour() throws {
    // 2020-11-01 01:30 in Los Angeles is 08:30Z and 09:30Z.
    for (milliseconds, moved) in [("1604219400000", "00:30:00"), ("1604223000000", "01:30:00")] {
      let input =
        #"{"status":0,"receipt":{"in_app":[{"transaction_id":"1000000000000001","product_id":"p","#
        + #""purchase_date_ms":"\#(milliseconds)","purchase_date_pst":"2020-11-01 01:30:00 America/Los_Angeles"}]}}"#
      let redactor = try RedactionSamples.redactor { $0.dates = .shift(seconds: -86_400) }
      let output = try redactor.redact(Array(input.utf8)).write(.compact)
      // A day earlier it is 01:30 or 02:30 of daylight saving time.
      let hour = moved == "00:30:00" ? "01:30:00" : "02:30:00"
      #expect(String(decoding: output, as: UTF8.self).contains("2020-10-31 \(hour) America/Los_Angeles"))
    }
  }

  @Test(
    "what is not a date is no date",
    arguments: [
      "", "yesterday", "2020-13-01T00:00:00Z", "2020-07-22 10:39:08 Europe/Berlin", "12345678", "99999999999999999",
    ])
  func noDates(_ text: String) {
    #expect(DateText(text) == nil)
  }

  @Test(
    "lengths of time",
    arguments: [
      ("41", 3_542_400), ("-41d", -3_542_400), ("+2w", 1_209_600), ("90s", 90), ("", nil), ("-", nil), ("1y", nil),
      ("99999999", nil), ("1.5d", nil),
    ] as [(String, Int64?)])
  func lengths(_ text: String, _ seconds: Int64?) {
    #expect(DatePolicy(shift: text) == seconds.map { DatePolicy.shift(seconds: $0) })
  }

  @Test("a date that leaves the calendar is an error, not another date")
  func overflow() throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.creationDate = "9999-12-31T00:00:00Z"
    let input = try EnvelopeMinter(try Mint.authority.chain()).mint(receipt).bytes
    let redactor = try RedactionSamples.redactor { $0.dates = .shift(seconds: 86_400 * 2) }
    #expect(throws: ReceiptError.self) { try redactor.redact(input) }
  }

  @Test("periods keep their lengths under a shift, in every form of the answer")
  func periods() throws {
    let purchases = [
      "9000000000000001 2025-03-02T10:00:00Z 2025-04-02T10:00:00Z",
      "9000000000000002 2025-04-02T10:00:00Z 2025-05-02T10:00:00Z",
    ]
    let answer = StatusSamples.response(try purchases.map { try StatusSamples.info($0) })
    let redactor = try RedactionSamples.redactor { $0.dates = .shift(seconds: 12_345_678) }
    let output = try redactor.redact(try RedactionSamples.bytes(answer)).write(.compact)
    let history = try PurchaseHistoryReader().read(output)
    // Contradictions between the three forms of a date would be irregularities.
    #expect(history.irregularities.isEmpty)
    #expect(
      history.purchases.map { ($0.expires?.milliseconds ?? 0) - ($0.purchased?.milliseconds ?? 0) } == [
        2_678_400_000, 2_592_000_000,
      ])
    let first = try StatusSamples.instant("2025-03-02T10:00:00Z").milliseconds + 12_345_678_000
    #expect(history.purchases.first?.purchased?.milliseconds == first)
  }
}
