import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@Suite("Status: hostile inputs")
struct StatusRobustnessTests {
  /// Both outputs; the text is checked line by line.
  private func show(_ status: SubscriptionStatus, widths: [Int] = [30, 80, 200]) {
    for width in widths { InspectGolden.expectFits(StatusSamples.text(status, width), width) }
    let json = StatusSamples.json(status)
    #expect((try? JSONReader(maximumDepth: 64, maximumValues: .max).read(json)) != nil)
  }

  private func response() throws -> [String: Any] {
    StatusSamples.response(
      [
        try StatusSamples.info(
          "9000000000000001 2026-09-01T00:00:00Z 2026-10-01T00:00:00Z", ["is_trial_period": "true"]),
        try StatusSamples.info("9000000000000002 2026-10-01T00:00:00Z 2026-11-01T00:00:00Z"),
        try StatusSamples.info(
          "9000000000000003 2026-11-05T00:00:00Z 2026-12-05T00:00:00Z", product: "com.example.test.annual",
          ["cancellation_date_ms": "1794500000000", "cancellation_reason": "1", "promotional_offer_id": "x"]),
      ],
      renewal: ["auto_renew_status": "1", "grace_period_expires_date_ms": "1797000000000", "expiration_intent": "9"])
  }

  @Test("random changes of an answer never trap, and never widen a line")
  func mutations() throws {
    let text = Array(try JSONSerialization.data(withJSONObject: try response(), options: .sortedKeys))
    var generator = SplitMix(seed: 20_260_701)
    let inserts = ["0", "-", "9", "\"", "{", "[", "null", "\\u001b", "e9", "true", ":", ",", "99999999999999999999"]
    var read = 0
    for _ in 0..<1_500 {
      var bytes = text
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
        case 1: bytes.remove(at: place)
        // Digits are what dates are made of.
        case 2: if bytes[place].isASCIIDigit { bytes[place] = UInt8.random(in: 0x30...0x39, using: &generator) }
        default:
          bytes.insert(contentsOf: Array(inserts[Int.random(in: 0..<inserts.count, using: &generator)].utf8), at: place)
        }
      }
      guard let status = try? StatusSamples.status(bytes: bytes) else { continue }
      read += 1
      show(status, widths: [80])
    }
    #expect(read > 300)
  }

  @Test(
    "an element that names no purchase is none, and only one with members is reported",
    arguments: [("{}", 0), (#"{"x":1}"#, 1), (#"{"quantity":"1"}"#, 1)])
  func nothingNamed(_ element: String, reports: Int) throws {
    for list in [
      #""latest_receipt_info":\#(element)"#, #""latest_receipt_info":[\#(element)]"#,
      #""receipt":{"in_app":[\#(element)]}"#,
    ] {
      let text = #"{"status":0,"environment":"Production",\#(list)}"#
      let history = try PurchaseHistoryReader().read(Array(text.utf8))
      #expect(history.purchases.isEmpty && history.irregularities.count == reports, "\(text) \(history)")
      let summary = PurchaseSummary(SubscriptionStatus(history, at: StatusSamples.now))
      #expect(!"\(SummaryText(summary, in: .english).lines)".contains("Bought"), "\(text)")
    }
    let old = #"{"notification_type":"CANCEL","latest_receipt_info":\#(element),"auto_renew_status":"false"}"#
    #expect(try PurchaseHistoryReader().read(Array(old.utf8)).purchases.isEmpty)
  }

  @Test("empty milliseconds are absent, and a number without its whole part is refused")
  func emptyMilliseconds() throws {
    func expires(_ text: String, _ milliseconds: String) throws -> (Instant?, Int) {
      let purchase =
        #"{"product_id":"a","transaction_id":"1","expires_date":"\#(text)","expires_date_ms":"\#(milliseconds)"}"#
      let history = try PurchaseHistoryReader().read(Array(#"{"status":0,"latest_receipt_info":[\#(purchase)]}"#.utf8))
      return (history.purchases.first?.expires, history.irregularities.count)
    }
    #expect(try expires("1700000000000", "") == (Instant(milliseconds: 1_700_000_000_000), 0))
    #expect(try expires("soon", "") == (nil, 1))
    #expect(try expires("2026-11-21 12:00:00 Etc/GMT", ".5") == (Instant(milliseconds: 1_795_262_400_000), 1))
  }

  @Test("values of other shapes anywhere never trap")
  func shapes() throws {
    let values: [Any] = [
      NSNull(), true, 1, -1, 1.5e300, "", "x", [Any](), [String: Any](), [[1, "2"]], ["a": ["b": 1]],
      "\u{1B}[31m\u{202E}", String(repeating: "宽", count: 300), "-62167219200000", "253402300799999",
      "9223372036854775807", "-9223372036854775808",
    ]
    let sound = try response()
    let latest = try #require(sound["latest_receipt_info"] as? [[String: Any]])
    for value in values {
      for name in sound.keys {
        var document = sound
        document[name] = value
        if let status = try? StatusSamples.status(json: document) { show(status, widths: [80]) }
      }
      for name in latest[2].keys {
        var changed = latest
        for index in changed.indices { changed[index][name] = value }
        var document = sound
        document["latest_receipt_info"] = changed
        show(try StatusSamples.status(json: document), widths: [30, 80])
      }
    }
  }

  @Test("strings that would like to do something to a terminal", arguments: InspectSamples.hostileStrings)
  func strings(_ text: String) throws {
    show(try StatusSamples.status(InspectSamples.hostile(text, "com.example.test")))
    show(try StatusSamples.status(InspectSamples.hostile("9000000000000001", text)))
  }

  @Test("absurd dates")
  func absurdDates() throws {
    let dates = [
      "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2026-11-21T12:00:00Z",
      "9999-12-31T23:59:59Z",
      "", "2026-13-01T00:00:00Z",
    ]
    var all: [InAppDescription] = []
    for start in dates {
      for end in dates {
        let period = StatusSamples.period("\(9_000_000_000_000_000 + all.count) - -") {
          ($0.purchaseDate, $0.expiresDate) = (start, end)
        }
        all.append(period)
        show(try StatusSamples.status([period]))
        var cancelled = period
        cancelled.cancellationDate = start
        show(try StatusSamples.status([cancelled, all[0]]))
      }
    }
    for moment in [Int64.min, -62_167_219_200_000, 0, 253_402_300_799_999] {
      show(
        try StatusSamples.status(all, at: Instant(milliseconds: max(moment, -62_167_219_200_000))),
        widths: [30, 80, 1_000])
    }
  }

  @Test("huge numbers of periods stay readable, and quick", arguments: [1, 40, 500, 4_000])
  func many(count: Int) throws {
    let periods = try (0..<count).map { number in
      let start = Instant(milliseconds: 1_500_000_000_000 + Int64(number * 7_919 % count) * 3_600_000)
      let end = Instant(milliseconds: start.milliseconds + 3_600_000)
      return try StatusSamples.info(
        "\(number) \(start.rfc3339) \(end.rfc3339)", ["original_transaction_id": "\(number % 3)"])
    }
    let status = try StatusSamples.status(json: StatusSamples.response(periods))
    #expect(status.subscriptions.reduce(0) { $0 + $1.periods.count } == count)
    show(status, widths: [30, 80, 400])
    #expect(StatusSamples.text(status).split(separator: "\n").count < 300)
    if count == 4_000 { #expect(StatusSamples.text(status).contains("condensed: 4,000 periods")) }
  }

  @Test("many periods at one moment, and many subscriptions")
  func crowded() throws {
    let crowd = try (0..<1_000).map { try StatusSamples.info("\($0) 2026-10-01T00:00:00Z 2026-11-01T00:00:00Z") }
    show(try StatusSamples.status(json: StatusSamples.response(crowd)), widths: [80])
    let many = crowd.map { info in
      info.merging(["original_transaction_id": info["transaction_id"] ?? ""]) { $1 }
    }
    let status = try StatusSamples.status(json: StatusSamples.response(many))
    #expect(status.subscriptions.count == 1_000)
    #expect(StatusSamples.text(status).contains("950 more are not shown"))
    show(status, widths: [80])
  }

  @Test("every width")
  func widths() throws {
    var receipt = StatusSamples.nine
    receipt.inApp += StatusGoldenTests.weekly(30).map { period in
      var period = period
      period.originalTransactionID = "9000000000000099"
      return period
    }
    let status = try StatusSamples.status(receipt)
    for width in [1, 29, 30, 31, 40, 50, 60, 70, 79, 80, 81, 100, 120, 160, 250, 1_000, 10_000] {
      InspectGolden.expectFits(StatusSamples.text(status, width), max(30, width))
    }
  }

  @Test("the order of the source means nothing", arguments: 0..<20)
  func shuffled(_ number: Int) throws {
    var generator = SplitMix(seed: UInt64(number))
    var receipt = StatusSamples.nine
    receipt.inApp.append(receipt.inApp[3])
    receipt.inApp.append(StatusSamples.period("9000000000000010 2025-03-10T09:00:00Z 2025-03-10T10:00:00Z"))
    let sorted = try StatusSamples.status(receipt)
    receipt.inApp.shuffle(using: &generator)
    let shuffled = try StatusSamples.status(receipt)
    #expect(StatusSamples.json(shuffled) == StatusSamples.json(sorted))
    #expect(StatusSamples.text(shuffled) == StatusSamples.text(sorted))
    var response = try response()
    let inOrder = StatusSamples.json(try StatusSamples.status(json: response))
    let latest = try #require(response["latest_receipt_info"] as? [[String: Any]])
    response["latest_receipt_info"] = latest.shuffled(using: &generator)
    #expect(StatusSamples.json(try StatusSamples.status(json: response)) == inOrder)
  }
}
