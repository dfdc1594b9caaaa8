import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptMint

/// What a report advises about a notification never contradicts the access that it states beside it.
///
/// The situations are those of FACTS-2026.md, 2.3, and of reports that were answered wrongly. What contradicts what is
/// written here by hand.
@Suite("Notifications: advice follows the judgement")
struct NotificationAdviceTests {
  private typealias Sample = SignedDataSamples

  private static func status(_ text: String) throws -> Int? {
    if text == "-" { return nil }
    let status: Int = try #require(Int(text))
    return status
  }

  /// Renewal information by its name; `nil` for `-`.
  private static func renewal(_ name: String) throws -> String? {
    if name == "-" { return nil }
    let renewal: String = try #require(renewals[name])
    return renewal
  }

  /// One report about one notification.
  private struct Situation {
    let name: String
    let payload: String
    /// What the customer may use after it, and what to do beside the access.
    let access: Holding.Access
    let effect: NotificationAdvice.Effect

    /// A row has the name of a notification, of a transaction, of renewal information, and a status; `-` for none.
    init(_ row: TableCase) throws {
      let (words, expected) = (row.text.split(separator: " ").map(String.init), row.words())
      name = row.name
      payload = data(
        words[0], try #require(transactions[words[1]]), try renewal(words[2]), status: try status(words[3]))
      access = try #require(["yes": .yes, "no": .no][expected[0]])
      effect = try #require(NotificationAdvice.Effect.allCases.first { "\($0)" == expected[1] })
    }
  }

  // -- The situations.

  /// - Parameter name: `TYPE/SUBTYPE`.
  private static func data(
    _ name: String, _ transaction: String, _ renewal: String? = nil, status: Int? = nil
  ) -> String {
    let parts = name.split(separator: "/").map(String.init)
    return Sample.notification(parts[0], parts.dropFirst().first, Sample.data(transaction, renewal, status: status))
  }

  private static let revoked =
    #","revocationDate":\#(Sample.signed),"revocationReason":0,"revocationType":"REFUND_FULL""#
  private static let ended = Sample.transaction(expires: Sample.signed)
  private static let failing = Sample.renewal(#","isInBillingRetryPeriod":true"#, ends: Sample.signed)
  /// A year of monthly payments, of which one is running.
  private static let month = Sample.transaction(
    #","billingPlanType":"MONTHLY","commitmentInfo":{"billingPeriodNumber":3,"totalBillingPeriods":12,"#
      + #""commitmentPrice":119880,"commitmentExpiresDate":1820000000000}"#)
  private static func commitment(_ renews: Int, ends: Int = 1_820_000_000_000) -> String {
    Sample.renewal(
      #","renewalBillingPlanType":"MONTHLY","commitmentInfo":{"commitmentAutoRenewStatus":\#(renews),"#
        + #""commitmentRenewalDate":\#(ends)}"#)
  }

  private static let partly =
    #","revocationDate":\#(Sample.signed),"revocationType":"REFUND_PRORATED","revocationPercentage":40000"#

  private static let transactions = [
    "running": Sample.transaction(), "ended": ended, "refunded": Sample.transaction(revoked), "month": month,
    "earlier-refunded": Sample.transaction(revoked, from: 1_789_884_000_000, expires: Sample.bought),
    "once": Sample.purchase("Non-Consumable"), "once-refunded": Sample.purchase("Non-Consumable", revoked),
    "coins-refunded": Sample.purchase("Consumable", revoked), "seats": Sample.transaction(quantity: 10),
    "coins-refunded-in-part": Sample.purchase("Consumable", partly),
    "undated":
      #"{"transactionId":"1","originalTransactionId":"1","productId":"a","type":"Auto-Renewable Subscription"}"#,
  ]

  private static let renewals = [
    "on": Sample.renewal(), "off": Sample.renewal(status: 0), "failing": failing,
    "on-until-now": Sample.renewal(ends: Sample.signed),
    "off-until-now": Sample.renewal(status: 0, ends: Sample.signed),
    "consent": Sample.renewal(#","priceIncreaseStatus":0"#),
    "commitment-renews": commitment(1), "commitment-ends": commitment(0),
    "commitment-failing": commitment(1).replacing("}}", with: #"},"isInBillingRetryPeriod":true}"#),
  ]

  private static func situations() throws -> [Situation] {
    try TableCase.read("notification-advice", "situations").map(Situation.init)
  }

  // -- What contradicts what.

  /// Words of advice that take something away, and those that give it.
  private static let taking = ["end it.", "take it back", "Take back", "It is over", "loses"]
  private static let giving = [
    "grant it", "give it back", "grant access", "Grant what", "Grant the product", "Give back",
  ]
  private static let keeping = ["keep it", "Keep access", "It goes on"]

  private static func contradictions(_ access: Holding.Access) -> [String] {
    switch access {
    case .yes: taking
    case .no: giving + keeping
    case .unknown: taking + giving
    }
  }

  /// The lines of advice in a text whose lines are not broken.
  private static func advice(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { line in
      ["  As a rule ", "  In this case ", "  What to do "].contains { line.hasPrefix($0) }
    }
  }

  private static func outcome(_ payload: String) throws -> NotificationOutcome {
    let history = PurchaseHistory(notificationV2: try Sample.signature(payload).payload)
    return NotificationOutcome(history, at: InspectSamples.now)
  }

  private static func expectNoContradiction(_ payload: String, _ access: Holding.Access, _ place: String) throws {
    let text = try Sample.text(payload, 600)
    let lines = advice(text)
    #expect(lines.count == 2, "\(place): \(text)")
    for words in contradictions(access) {
      #expect(!lines.contains { $0.contains(words) }, "\(place), \(access): \(lines)")
    }
    switch try outcome(payload).subscription?.continuation {
    case .renews?, .renewsUntil?, .needsConsent?:
      for words in ["and no longer", "not going to renew"] { #expect(!text.contains(words), "\(place): \(text)") }
    default: break
    }
    // The event says nothing either that the state beside it denies.
    if access == .yes, !text.contains("in Apple's grace period") {
      #expect(!text.contains("Apple tries to collect"), "\(place): \(text)")
    }
  }

  @Test("every situation, each in one report")
  func reports() throws {
    for situation in try Self.situations() {
      let outcome = try Self.outcome(situation.payload)
      #expect(outcome.holding?.access == situation.access, "\(situation.name)")
      #expect(outcome.advice?.effect == situation.effect, "\(situation.name)")
      try Self.expectNoContradiction(situation.payload, situation.access, situation.name)
    }
  }

  @Test("every type and subtype, with what Apple would send in it")
  func usual() throws {
    for row in try SignedDataSpecification.rows {
      let payload = NotificationSamples.payload(row.type, row.subtype)
      let outcome = try Self.outcome(payload)
      #expect(outcome.advice?.effect == .rule, "\(row.type) \(row.subtype ?? "-")")
      guard let access = outcome.holding?.access else { continue }
      try Self.expectNoContradiction(payload, access, "\(row.type) \(row.subtype ?? "-")")
    }
  }

  @Test("every type and subtype, with everything else that can stand in it", .thorough)
  func everything() throws {
    var effects: Set<NotificationAdvice.Effect> = []
    let names = NotificationMeaning.all.filter { $0.content == "data" && $0.type != "TEST" }
    let contents = try TableCase.read("notification-advice", "contents").map { row in
      let words = row.text.split(separator: " ").map(String.init)
      return (try #require(Self.transactions[words[0]]), try Self.renewal(words[1]))
    }
    for name in names {
      for (transaction, renewal) in contents {
        for status in renewal == nil ? [nil] : [nil, 1, 2, 3, 4, 5] as [Int?] {
          let payload = Self.data(name.name, transaction, renewal, status: status)
          let outcome = try Self.outcome(payload)
          let access = try #require(outcome.holding?.access)
          effects.insert(try #require(outcome.advice?.effect))
          try Self.expectNoContradiction(payload, access, "\(name.name) \(status ?? 0) \(transaction)")
        }
      }
    }
    #expect(effects == Set(NotificationAdvice.Effect.allCases))
  }

  @Test("the table of notifications says what holds, too, and so does JSON")
  func table() throws {
    for situation in try Self.situations() {
      let payload = try Sample.signature(situation.payload).payload
      let status = SubscriptionStatus(PurchaseHistory(notificationV2: payload), at: InspectSamples.now)
      let text = StatusReport(status, momentIsChosen: true).text(InspectSamples.layout(600))
      let lines = text.split(separator: "\n").map(String.init)
      let row = try #require(lines.first { $0.contains("as a rule: ") || $0.contains("in this case: ") })
      for words in Self.contradictions(situation.access) {
        #expect(!row.contains(words), "\(situation.name): \(row)")
      }
      let advice = try #require(status.history.notifications.first?.advice)
      let forbidden: [Holding.Access: [NotificationMeaning.Access]] = [
        .yes: [.end, .takeBack], .no: [.grant, .giveBack, .keep], .unknown: [.grant, .giveBack, .end, .takeBack],
      ]
      #expect(forbidden[situation.access]?.contains(advice.access) == false, "\(situation.name)")
    }
  }

  /// Sentences that take something away, as they stand in the tables of texts.
  private static let takingSentences = [
    "Take back access", "Take back what the purchase unlocked", "The customer loses it now",
    "It is over, and begins again when the payment succeeds",
  ]

  @Test("the German and the Chinese report, too", arguments: [SummaryLanguage.german, .chinese])
  func languages(_ language: SummaryLanguage) throws {
    let sentences = Self.takingSentences.map { Message(english: $0).text(in: language) }
    for (english, translation) in zip(Self.takingSentences, sentences) { #expect(english != translation) }
    let decoder = try CombinedSamples.reader.decoder
    var found = 0
    for situation in try Self.situations() {
      let payload = try Sample.signature(situation.payload).payload
      let text = try CombinedSamples.sign(.notification, Self.decoded(payload))
      #expect(try decoder.decode(text).authenticity?.verdict == .testSigned, "\(situation.name)")
      let question = Examination.Question(Expectations(), now: InspectSamples.now, in: language)
      let html = PageDocument([PastedItem(text)], question, decoder).report.html
      let said = sentences.filter { html.contains($0) }
      if situation.access == .yes { #expect(said.isEmpty, "\(situation.name): \(said)") }
      found += said.count
      if let advice = try Self.outcome(situation.payload).advice, advice.effect != .rule {
        #expect(html.contains(advice.detail.text(in: language)), "\(situation.name)")
      }
    }
    #expect(found > 0)
  }

  /// The payload with the objects that its JWS hold, which the mint signs.
  private static func decoded(_ value: JSONValue) throws -> String {
    func open(_ value: JSONValue) -> JSONValue {
      guard case .object(let members) = value else {
        return value.stringValue.flatMap(JSONWebSignature.init(text:))?.payload ?? value
      }
      return .object(members.map { .init($0.name, open($0.value)) })
    }
    var writer = JSONWriter(layout: .compact)
    writer.value(open(value))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("explain says where a rule that takes something away does not hold, and what differs in a commitment")
  func explained() throws {
    for row in NotificationMeaning.all where row.content == "data" {
      let entry = try #require(Reference.answer(row.name).entries.first)
      let isEnd = row.access == .end || row.access == .takeBack
      #expect(entry.meaning.contains("status in it is 1 or 4") == isEnd || row.subtype == nil, "\(row.name)")
    }
    let cancelled = try #require(Reference.answer("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").entries.first)
    #expect(cancelled.meaning.contains("commitmentExpiresDate"))
    #expect(Reference.answer("DID_FAIL_TO_RENEW").entries.contains { $0.meaning.contains("90 days") })
    #expect(Reference.answer("is_in_billing_retry_period=1").entries.first?.meaning.contains("90") == true)
    #expect(Reference.answer("commitmentAutoRenewStatus=0").entries.map(\.key) == ["commitmentAutoRenewStatus=0"])
    let price = try #require(Reference.answer("price_increase_status=1").entries.first)
    #expect(price.meaning.contains("only told"))
  }

  @Test(
    "cases that went wrong", .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)),
    arguments: [
      ("S80.jws", "anchor-2"), ("R14.jws", "anchor"), ("S62.jws", "anchor-2"), ("S33-refund.jws", "anchor-2"),
    ])
  func cases(_ name: String, _ anchor: String) throws {
    let anchors = try TrustAnchor.read(try Samples.cases.read(anchor + ".pem"))
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors))
    let decoded = try decoder.decode(try Samples.cases.read(name))
    let text = try Inspection(decoded).text(InspectSamples.layout(600))
    let access: Holding.Access = text.contains(#/Access then +yes:/#) ? .yes : .no
    #expect(name == "S33-refund.jws" || access == .yes, "\(text)")
    for words in Self.contradictions(access) {
      #expect(!Self.advice(text).contains { $0.contains(words) }, "\(name): \(Self.advice(text))")
    }
  }
}
