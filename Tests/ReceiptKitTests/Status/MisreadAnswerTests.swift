import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptMint

/// Answers that people who had never seen the tool read wrongly.
@Suite("Answers that were misread")
struct MisreadAnswerTests {
  private typealias Samples = CombinedSamples

  /// What Apple signs nobody can mint, so the verdict is put in.
  private static func decode(_ kind: SignedPayloadKind, _ payload: String) throws -> DecodedInput {
    let text = try Samples.sign(kind, payload.replacing(#""Sandbox""#, with: #""Production""#))
    return InspectSamples.authentic(try Samples.reader.decoder.decode(text))
  }

  private static func once(_ more: String, price: Int = 9_990, type: String = "Non-Consumable") -> String {
    #"{"transactionId":"1","originalTransactionId":"1","bundleId":"com.example.reader","productId":"com.example.pro","#
      + #""purchaseDate":\#(Samples.date(1).milliseconds),"quantity":1,"type":"\#(type)","price":\#(price),"#
      + #""currency":"EUR","environment":"Sandbox","signedDate":\#(Samples.date(10).milliseconds)\#(more)}"#
  }

  /// All that is said of an input: the answer, the report of `status`, and the reply.
  private struct Answer {
    let summary: PurchaseSummary
    let text: SummaryText
    let status: SubscriptionStatus
    let report: String
    let reply: String

    init(_ decoded: DecodedInput, _ language: SummaryLanguage = .english, at moment: Instant) throws {
      status = SubscriptionStatus(try PurchaseHistory(decoded), at: moment)
      summary = PurchaseSummary(decoded, at: moment)
      text = SummaryText(summary, in: language)
      report = StatusSamples.text(status)
      reply = ReplyText(
        summary: summary, cause: nil, choices: nil, language: language, isDoubted: false, moment: nil,
        frames: ReplyFrames()
      )
      .text(namesProducts: false)
    }

    var first: String { text.lines.first?.text ?? "" }
  }

  /// The receipt has a trial until 9 November, an introductory price until 9 December, and then a promotional offer that
  /// Apple ended on 10 December.
  @Test("a trial does not last until the end of the paid period behind it")
  func trial() throws {
    let decoder = try InputDecoder.ofVectors
    let decoded = try decoder.decode(try PackageFiles.read("TestReceipts/base64url.b64"))
    let text = SummaryText(decoded, at: try StatusSamples.instant("2025-11-05T00:00:00Z"))
    let first = text.lines.first?.text ?? ""
    #expect(first.contains("until 10 December 2025") && !first.contains("trial"), "\(first)")
  }

  // Apple, inAppOwnershipType: FAMILY_SHARED and ASSIGNED are access without a purchase of the customer's.
  @Test(
    "nobody bought what a family member shares or an organization assigns",
    arguments: ["FAMILY_SHARED", "ASSIGNED"], SummaryLanguage.allCases)
  func shared(_ owner: String, _ language: SummaryLanguage) throws {
    let decoded = try Self.decode(.transaction, Self.once(#","inAppOwnershipType":"\#(owner)""#))
    let answer = try Answer(decoded, language, at: Samples.date(40))
    let isAssigned = owner == "ASSIGNED"
    #expect(
      answer.first.says(
        isAssigned ? "Assigned by an organization or a group since {1}" : "Shared by a family member since {1}",
        in: language))
    #expect(answer.first.contains(language.date(Samples.date(1), withTime: false)), "\(answer.first)")
    #expect(!["Bought", "Gekauft", "购买"].contains(where: answer.first.contains), "\(answer.first)")
    #expect(answer.summary.tone == .good)
    #expect(
      answer.reply.says(
        isAssigned
          ? "An organization or a group gave you this purchase."
          : "A member of your family shares this purchase with you.", in: language), "\(answer.reply)")
    #expect(!answer.status.words(for: "com.example.pro").contains("bought"))
    #expect(answer.report.contains(isAssigned ? "an assigned seat" : "shared by the family"))
  }

  // Apple, price: in thousandths of the currency, so 0 is free.
  @Test("a price of 0 is free, and nothing is paid", arguments: SummaryLanguage.allCases)
  func free(_ language: SummaryLanguage) throws {
    func answer(_ payload: String) throws -> Answer {
      let free = payload.replacing(#""price":9990"#, with: #""price":0"#)
      return try Answer(try Self.decode(.transaction, free), language, at: Samples.date(10))
    }
    let offer = #","offerType":3,"offerIdentifier":"spring""#
    for (payload, expected) in [
      (Samples.transaction(1, signed: 1), "Subscribed for free until {1}"),
      (Samples.transaction(1, signed: 1, offer), "Subscribed for free, with an offer, until {1}"),
      (Self.once(#","inAppOwnershipType":"PURCHASED""#), "Got for free on {1}"),
    ] {
      let answer = try answer(payload)
      #expect(answer.first.says(expected, in: language), "\(answer.first)")
      let isOffer = answer.first.says("Subscribed for free, with an offer, until {1}", in: language)
      #expect(isOffer == payload.contains("spring"), "\(answer.first)")
      #expect(answer.report.contains("free"), "\(answer.report)")
      for text in [answer.report, answer.first, answer.reply] {
        #expect(!["paid", "bezahlt", "已付费", "0.00 EUR"].contains { text.contains($0) }, "\(text)")
      }
    }
    let trial = try answer(
      Samples.transaction(1, signed: 1, #","offerType":1,"offerDiscountType":"FREE_TRIAL","offerPeriod":"P1M""#))
    #expect(!trial.report.contains("paid") && trial.report.contains("trial") && !trial.report.contains("0.00"))
  }

  @Test("a period that an upgrade ended is not refunded, in the table of a receipt either")
  func upgradedInTable() throws {
    for (name, number, isReplaced) in [("upgrade", 3, true), ("trial-renew-refund", 3, false)] {
      let files = try ScenarioTests.files(try #require(Scenario.named(name)), .production)
      let event = try #require(
        try ScenarioTests.events(files).last { $0.files["receipt"] != nil && (isReplaced ? $0.number == number : true) }
      )
      let decoded = try ScenarioTests.decoder(files).decode(try event.bytes("receipt"))
      let text = try Inspection(decoded).text(InspectSamples.layout(140))
      #expect(text.contains("✗ ended for another product ") == isReplaced, "\(text)")
      #expect(text.contains("✗ refunded") == !isReplaced, "\(text)")
    }
  }

  @Test("a product has one sentence, and is never replaced by itself")
  func bundleAndBack() throws {
    let files = try ScenarioTests.files(try #require(Scenario.named("bundle-and-back")), .production)
    let event = try #require(try ScenarioTests.events(files).last)
    let decoded = InspectSamples.authentic(try ScenarioTests.decoder(files).decode(try event.bytes("receipt")))
    let summary = PurchaseSummary(decoded, at: event.moment)
    let product = "com.example.app.monthly"
    #expect(summary.lines.count { $0.productID == product } == 1)
    #expect(summary.lines.first?.productID == product && summary.lines.first?.tone == .good)
    #expect(summary.about([product]).lines.count == 1 && summary.about([product]).tone == .good)
    let status = SubscriptionStatus(try PurchaseHistory(decoded), at: event.moment)
    #expect(!StatusSamples.text(status).contains("replaced by \(product)"), "\(StatusSamples.text(status))")
  }

  @Test(
    "a receipt without purchases says what it is: a test, or that of an app that was bought itself",
    arguments: SummaryLanguage.allCases)
  func withoutPurchases(_ language: SummaryLanguage) throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = []
    for type in ["ProductionSandbox", "Production"] {
      receipt.receiptType = type
      let tested = SummaryText(try InspectSamples.decode(receipt), at: InspectSamples.now, in: language)
      let first = try #require(tested.lines.first).text
      #expect(
        first.says("Test: {1}", in: language) && first.says("No purchases, as of {1} of {2}", in: language), "\(first)")
    }
    for (type, remark, words) in [
      (
        "Production", "The app itself was bought, or downloaded for free, on {1}",
        "We can see that you have had the app itself since {1}. We cannot find another purchase in what you sent us."
      ),
      (
        "ProductionVPP", "An organization bought the app itself and provides it to the customer.",
        "An organization provides the app itself to you. We cannot find another purchase in what you sent us."
      ),
    ] {
      (receipt.receiptType, receipt.originalPurchaseDate) = (type, "2020-02-03T04:05:06Z")
      let decoded = InspectSamples.authentic(try InspectSamples.decode(receipt))
      let answer = try Answer(decoded, language, at: InspectSamples.now)
      #expect(!answer.first.says("Test: {1}", in: language), "\(answer.text)")
      #expect(answer.text.remarks.contains { $0.says(remark, in: language) }, "\(answer.text)")
      #expect(answer.reply.says(words, in: language), "\(answer.reply)")
    }
  }

  @Test("renewal information says after the grace period what the notification with it says: it cannot be told")
  func graceAlone() throws {
    let renewal = Samples.renewal(
      signed: 31,
      #","isInBillingRetryPeriod":true,"expirationIntent":2,"#
        + #""gracePeriodExpiresDate":\#(Samples.date(46).milliseconds)"#)
    let notification = Samples.notification(
      "DID_FAIL_TO_RENEW", "GRACE_PERIOD", signed: 31, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb21",
      Samples.transaction(1, signed: 31), renewal, status: 4)
    for (day, access) in [(40, .yes), (46, .unknown), (80, .unknown)] as [(Int64, Holding.Access)] {
      let alone = try Answer(try Self.decode(.renewal, renewal), at: Samples.date(day)).status
      let whole = try Answer(try Self.decode(.notification, notification), at: Samples.date(day)).status
      #expect(alone.subscriptions.map(\.state) == whole.subscriptions.map(\.state), "\(day)")
      #expect(alone.subscriptions.map(\.holding.access) == [access], "\(day)")
    }
    // It says after the grace period that Apple still tries: no access.
    let signedLate = renewal.replacing("\(Samples.date(31).milliseconds)", with: "\(Samples.date(50).milliseconds)")
    let late = try Answer(try Self.decode(.renewal, signedLate), at: Samples.date(51)).status
    #expect(late.subscriptions.map(\.state) == [.billingRetry(since: nil)])
  }

  // Apple tries to charge for 60 days after the failure (Apple, an engineer, forum 800210).
  @Test("after 60 days Apple no longer tries to charge, and what was signed before does not know how it ended")
  func retryIsOver() throws {
    let renewal = Samples.renewal(signed: 31, #","isInBillingRetryPeriod":true,"expirationIntent":2"#)
    let notification = Samples.notification(
      "DID_FAIL_TO_RENEW", nil, signed: 31, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb22",
      Samples.transaction(1, signed: 31), renewal, status: 3)
    for (kind, payload) in [(SignedPayloadKind.notification, notification), (.renewal, renewal)] {
      for (day, isOver) in [(32, false), (89, false), (92, true), (400, true)] as [(Int64, Bool)] {
        let answer = try Answer(try Self.decode(kind, payload), at: Samples.date(day))
        let report = answer.report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(report.contains("Apple tries to charge") == !isOver, "\(day): \(report)")
        #expect(report.contains("Apple tried to charge") == isOver, "\(day): \(report)")
        #expect(report.contains("a payment may be missing") == isOver, "\(day): \(report)")
        #expect(answer.text.remarks.contains { $0.hasSuffix("this may have changed since.") })
      }
    }
    let decoded = try Self.decode(.notification, notification)
    let old = ReplyText(
      summary: PurchaseSummary(decoded, at: Samples.date(400)), cause: nil, choices: nil, language: .english,
      isDoubted: false, moment: Samples.date(400), frames: ReplyFrames())
    #expect(old.text(namesProducts: false).contains("Anything newer is not included."))
  }

  @Test("before an upgrade, the product is the one that ran then")
  func beforeUpgrade() throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.receiptType = "Production"
    receipt.creationDate = "2025-11-20T12:00:00Z"
    receipt.inApp = [
      StatusSamples.period("1 2025-10-11T12:00:00Z 2025-11-11T12:00:00Z", product: "monthly") {
        $0.cancellationDate = "2025-10-21T12:00:00Z"
      },
      StatusSamples.period("2 2025-10-21T12:00:00Z 2025-12-20T12:00:00Z", product: "plus"),
    ]
    let decoded = InspectSamples.authentic(try InspectSamples.decode(receipt))
    func lines(_ moment: String, _ products: [String] = []) throws -> [String] {
      let summary = PurchaseSummary(decoded, at: try StatusSamples.instant(moment)).about(products)
      let text = SummaryText(summary, in: .english)
      return text.lines.map(\.text) + text.remarks.filter { $0.hasPrefix("Product: ") }
    }
    #expect(try lines("2025-10-01T00:00:00Z") == ["Starts on 11 October 2025.", "Product: monthly"])
    #expect(try lines("2025-10-15T00:00:00Z").last == "Product: monthly")
    #expect(try lines("2025-10-15T00:00:00Z", ["plus"]) == ["Starts on 21 October 2025.", "Product: plus"])
    #expect(try lines("2025-12-01T00:00:00Z").last == "Product: plus")
    let status = SubscriptionStatus(try PurchaseHistory(decoded), at: try StatusSamples.instant("2025-10-15T00:00:00Z"))
    #expect(status.words(for: "plus").description == "not begun: begins 2025-10-21T12:00:00Z")
    // Apple names the upgrade in signed data. Before it began, nothing was replaced.
    let upgraded = Samples.transaction(
      2, signed: 70, #","isUpgraded":true,"revocationDate":\#(Samples.date(40).milliseconds)"#)
    let before = try Answer(try Self.decode(.transaction, upgraded), at: Samples.date(1))
    #expect(before.first.hasPrefix("Starts on 31 January 2026"), "\(before.first)")
  }

  @Test("what is bought once does not start", arguments: SummaryLanguage.allCases)
  func boughtLater(_ language: SummaryLanguage) throws {
    for more in ["", #","revocationDate":\#(Samples.date(2).milliseconds),"revocationReason":1"#] {
      let decoded = try Self.decode(.transaction, Self.once(#","inAppOwnershipType":"PURCHASED""# + more))
      let answer = try Answer(decoded, language, at: Samples.date(-300))
      let day = language.date(Samples.date(1), withTime: false)
      #expect(
        answer.first.says("Not at that time, only later: {1}", in: language) && answer.first.contains(day),
        "\(answer.first)")
      #expect(answer.first.says("Bought on {1}", in: language), "\(answer.first)")
      #expect(answer.status.holdings.access(to: "com.example.pro") == .no)
      #expect(answer.status.words(for: "com.example.pro").hasPrefix("not yet: bought 2026-01-02"))
    }
  }

  @Test(
    "an upgraded transaction alone, in plain words and without a length of nothing", arguments: SummaryLanguage.allCases
  )
  func upgradedAlone(_ language: SummaryLanguage) throws {
    let payload = Samples.transaction(1, signed: 20, #","isUpgraded":true"#)
    let answer = try Answer(try Self.decode(.transaction, payload), language, at: Samples.date(25))
    let replaced: Message = "Replaced by another product, at an unknown time; ask for the newest transaction."
    #expect(answer.first == replaced.text(in: language))
    #expect(!answer.report.contains(" 0s ") && answer.report.contains("unknown"), "\(answer.report)")
    #expect(answer.report.contains("replaced by another product at an unknown time"))
  }
}
