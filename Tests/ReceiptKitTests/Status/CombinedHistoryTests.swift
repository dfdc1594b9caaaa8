import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@Suite("One history from many inputs")
struct CombinedHistoryTests {
  private typealias Samples = CombinedSamples

  private func purchase(_ status: SubscriptionStatus, _ identifier: String) -> PurchaseRecord? {
    status.history.purchases.first { $0.transactionID == identifier }
  }

  private func isBelieved(_ status: SubscriptionStatus, unverified: Bool = false) -> Bool {
    (try? status.believed(admittingUnverified: unverified).isActive(product: Samples.product)) ?? false
  }

  @Test("the whole text and the whole JSON")
  func golden() throws {
    let status = try Samples.status(try Samples.everything(), at: 100)
    for width in [80, 140] {
      let text = StatusReport(status, momentIsChosen: true).text(
        TextLayout(width: width, usesColor: false, now: status.moment))
      InspectGolden.expectFits(text, width)
      try InspectGolden.expect(text, is: "status-together-\(width)")
    }
    try InspectGolden.expect(StatusSamples.json(status), is: "status-together-json")
  }

  @Test("the order of the inputs changes nothing")
  func permutations() throws {
    let inputs = try Samples.everything().map { (source: "x", bytes: $0.bytes) }
    let first = StatusSamples.json(try Samples.status(inputs, at: 100))
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let shuffled = inputs.shuffled(using: &generator)
      #expect(StatusSamples.json(try Samples.status(shuffled, at: 100)) == first)
    }
    // Twice the same says the same, but for the pieces.
    let twice = try Samples.status(inputs + inputs, at: 100)
    #expect(twice.history.purchases.count == 4 && twice.history.notifications.count == 2)
    #expect(twice.subscriptions.first?.state == (try Samples.status(inputs, at: 100)).subscriptions.first?.state)
  }

  @Test("what is proven gives the state; what is not is told beside it, and believed only where that is asked for")
  func mixed() throws {
    let inputs = try Samples.everything()
    let grace = try Samples.status(inputs, at: 100)
    #expect(grace.subscriptions.map(\.state) == [.gracePeriod(until: Samples.date(106))])
    #expect(grace.subscriptions.first?.isProven == true && grace.history.authenticity == nil)
    #expect(isBelieved(grace))
    let later = try Samples.status(inputs, at: 125)
    #expect(later.subscriptions.first?.state.isActive == false)
    #expect(later.subscriptions.first?.claimedState == .active(until: Samples.date(150)))
    #expect(!isBelieved(later) && isBelieved(later, unverified: true))
    // Without the answer the rest is proven as a whole.
    let proven = try Samples.status(Array(inputs.dropLast()), at: 100)
    #expect(proven.history.authenticity?.verdict == .testSigned && isBelieved(proven))
    #expect(
      purchase(proven, "2")?.revocationType == "REFUND_PRORATED"
        && purchase(proven, "2")?.revocationPercentage == 60_000)
  }

  @Test("a receipt that is newer than a transaction counts, and leaves its price and its refund")
  func receiptAfterTransaction() throws {
    let receipt = String(decoding: try Samples.receipt(months: 1...2, made: 50), as: UTF8.self)
    let status = try Samples.status([receipt, try Samples.sign(.transaction, Samples.revoked(2, signed: 40))])
    let second = try #require(purchase(status, "2"))
    #expect(second.cancelled == Samples.date(39) && second.price == 9990 && second.groupID == "21000000")
    #expect(second.statement?.date == Samples.date(50))
    // What is signed later, and names no revocation, takes it back.
    let back = try Samples.status([
      receipt, try Samples.sign(.transaction, Samples.revoked(2, signed: 40)),
      try Samples.sign(.transaction, Samples.transaction(2, signed: 45)),
    ])
    #expect(purchase(back, "2")?.cancelled == nil)
    let older = try Samples.status([
      String(decoding: try Samples.receipt(months: 1...2, made: 31), as: UTF8.self),
      try Samples.sign(.transaction, Samples.revoked(2, signed: 40)),
    ])
    #expect(purchase(older, "2")?.cancelled == Samples.date(39))
  }

  @Test("the newest proven statement counts, and no other: 300 random histories beside a model")
  func property() throws {
    var generator = SplitMix(seed: 16)
    // Signed once; histories draw from them.
    var pool: [(month: Int64, day: Int64, isRevoked: Bool, isProven: Bool, text: String)] = []
    for month in Int64(1)...3 {
      for day in Int64(100)...104 {
        for isRevoked in [false, true] {
          // Revocation dates tell the statements apart.
          let payload = isRevoked ? Samples.revoked(month, signed: day) : Samples.transaction(month, signed: day)
          pool.append((month, day, isRevoked, true, try Samples.sign(.transaction, payload)))
          pool.append((month, day, isRevoked, false, SignedDataSamples.jws(payload)))
        }
      }
    }
    for _ in 0..<300 {
      // No two proven ones of the same month and day: those are contradictions.
      var chosen: [String: Int] = [:]
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: pool.indices, using: &generator)
        chosen["\(pool[index].month) \(pool[index].day) \(pool[index].isProven)"] = index
      }
      let pieces = chosen.values.map { pool[$0] }
      let status = try Samples.status(pieces.map(\.text))
      for month in Set(pieces.map(\.month)) {
        let all = pieces.filter { $0.month == month }
        let proven = all.filter(\.isProven)
        let expected = try #require((proven.isEmpty ? all : proven).max { $0.day < $1.day })
        let found = try #require(purchase(status, String(month)))
        #expect(found.cancelled == (expected.isRevoked ? Samples.date(expected.day - 1) : nil))
        #expect(found.statement?.isProven == expected.isProven)
      }
      // One that is signed and not proven leaves the whole unproven.
      let isProven = pieces.allSatisfy(\.isProven)
      #expect(((try? status.believed(admittingUnverified: false)) != nil) == isProven)
    }
  }

  @Test("contradictions are reported")
  func contradictions() throws {
    func messages(_ texts: [String]) throws -> [String] {
      try Samples.status(texts).irregularities.filter { $0.kind == .contradiction }.map(\.message.description)
    }
    let plain = try Samples.sign(.transaction, Samples.transaction(1, signed: 10))
    #expect(try messages([plain, plain]).isEmpty)
    // The signature is another one, the octets are not: it is the same statement.
    let again = try Samples.sign(.transaction, Samples.transaction(1, signed: 10))
    #expect(try messages([plain, again]).isEmpty && Samples.status([plain, again]).history.purchases.count == 1)
    let dearer = try Samples.sign(
      .transaction, Samples.transaction(1, signed: 10).replacingOccurrences(of: "9990", with: "1"))
    #expect(
      try messages([plain, dearer]) == [
        "two proven statements of 2026-01-11T00:00:00Z differ in price; one is taken, and a newer one settles it"
      ])
    let other = try Samples.sign(
      .transaction, Samples.transaction(1, signed: 11).replacingOccurrences(of: Samples.product, with: "com.example.x"))
    #expect(
      try messages([plain, other]) == [
        "the product is com.example.x here and com.example.reader.monthly there; the first is taken"
      ])
    let answer = Samples.answer(month: 1, asked: 20, #","cancellation_date_ms":"1767312000000""#)
    #expect(
      try messages([plain, answer]) == [
        "what is not proven and newer says otherwise of cancelled; it does not count"
      ])
    #expect(try Samples.status([plain, answer]).subscriptions.first?.state == .active(until: Samples.date(30)))
    func told(_ type: String) throws -> String {
      try Samples.sign(
        .notification,
        Samples.notification(
          type, nil, signed: 10, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb20", Samples.transaction(1, signed: 10))
      )
    }
    #expect(try messages([try told("DID_RENEW"), try told("DID_RENEW")]).isEmpty)
    #expect(try messages([try told("DID_RENEW"), try told("PRICE_CHANGE")]).count == 1)
  }

  @Test("renewal information counts beside a proven transaction of its subscription, and of the newest period only")
  func renewals() throws {
    let retry = #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(Samples.date(40).milliseconds)"#
    let renewal = try Samples.sign(.renewal, Samples.renewal(signed: 29, retry))
    let transaction = try Samples.sign(.transaction, Samples.transaction(1, signed: 10))
    let both = try Samples.status([renewal, transaction], at: 35)
    #expect(both.subscriptions.map(\.state) == [.gracePeriod(until: Samples.date(40))] && isBelieved(both))
    #expect(both.subscriptions.first?.renewal?.winBackOffers == ["back"])
    // Apple charges for a renewal up to a day before the period ends. What was signed earlier knows nothing of it.
    for (day, isActive) in [(Int64(28), false), (1, false), (29, true), (30, true)] {
      let early = try Samples.sign(.renewal, Samples.renewal(signed: day, retry))
      #expect(isBelieved(try Samples.status([early, transaction], at: 35)) == isActive, "\(day)")
    }
    // Of another subscription.
    let other = try Samples.sign(.renewal, Samples.renewal(signed: 30, original: "77", retry))
    let alone = try Samples.status([other, transaction], at: 35)
    #expect(alone.history.renewals.isEmpty && !isBelieved(alone))
    #expect(alone.irregularities.contains { $0.message.hasPrefix("renewal information without a transaction") })
    // Beside a transaction that only an answer tells of it proves nothing.
    let said = try Samples.status([renewal, Samples.answer(month: 1, asked: 31)], at: 35)
    #expect(said.history.renewals.first?.statement?.isProven == false && !isBelieved(said))
    // A period that began later is not in billing retry because of it.
    let renewed = try Samples.status(
      [renewal, transaction, try Samples.sign(.transaction, Samples.transaction(2, signed: 32))], at: 70)
    #expect(renewed.subscriptions.map(\.state) == [.lapsed(at: Samples.date(60))])
  }

  @Test("data of two apps, environments or customers is refused, and so is what cannot be read")
  func refused() throws {
    let plain = try Samples.sign(.transaction, Samples.transaction(1, signed: 10))
    func customer(_ number: Int, _ month: Int64) throws -> String {
      try Samples.sign(.transaction, Samples.transaction(month, signed: 10, #","appTransactionId":"\#(number)""#))
    }
    let others = [
      try Samples.sign(.transaction, Samples.transaction(2, signed: 10, app: "com.example.other")),
      try Samples.sign(
        .transaction, Samples.transaction(2, signed: 10).replacingOccurrences(of: "Sandbox", with: "Production")),
      "no receipt",
    ]
    for other in others { #expect(throws: ReceiptError.self) { try Samples.status([plain, other]) } }
    #expect(throws: ReceiptError.self) { try Samples.status([try customer(1, 1), try customer(2, 2)]) }
    let answers = ["reader", "other"].map {
      Samples.answer(month: 2, asked: 10).replacingOccurrences(of: "com.example.reader\"", with: "com.example.\($0)\"")
    }
    #expect(throws: ReceiptError.self) { try Samples.status(answers) }
    // What is not proven does not decide whose data it is.
    for foreign in [
      answers[1], SignedDataSamples.jws(Samples.transaction(2, signed: 10).replacing("Sandbox", with: "Production")),
    ] {
      for inputs in [[plain, foreign], [foreign, plain]] {
        let status = try Samples.status(inputs, at: 10)
        #expect(status.history.purchases.map(\.transactionID) == ["1"] && status.history.environment == "Sandbox")
        #expect(status.subscriptions.map(\.state) == [.active(until: Samples.date(30))])
        #expect(status.irregularities.map(\.kind) == [.contradiction])
      }
    }
    #expect(isBelieved(try Samples.status([plain, answers[1]], at: 10)))
    #expect(try Samples.status([plain, try customer(1, 1), try customer(1, 2)]).history.purchases.count == 2)
  }

  @Test("a part that was not read is told with its input, and nothing is believed")
  func unread() throws {
    let plain = try Samples.sign(.transaction, Samples.transaction(1, signed: 10))
    let partly = #"{"signedPayload":"\#(plain)","other":{"latest_receipt_info":[{"transaction_id":"9"}]}}"#
    let status = try Samples.status([partly, plain])
    #expect(status.history.unread.map(\.pointer) == ["x#/other/latest_receipt_info"])
    #expect(!isBelieved(status))
    let piped = try Samples.status([("-", Array(partly.utf8)), ("x", Array(plain.utf8))], at: 0)
    #expect(piped.history.unread.map(\.pointer) == ["standard input#/other/latest_receipt_info"])
  }

  @Test("a date that Xcode does not know and a currency without a name are said to be that")
  func unknownValues() throws {
    let payload = Samples.transaction(1, signed: 10)
      .replacing(/"expiresDate":[0-9]+/, with: #""expiresDate":-62135769600000"#).replacing("EUR", with: "")
    let status = try Samples.status([try Samples.sign(.transaction, payload)], at: 20)
    #expect(!isBelieved(status))
    let text = StatusReport(status).text(TextLayout(width: 100, usesColor: false, now: status.moment))
    #expect(!text.contains("0000-12-30 ") && !text.contains("2,025 years"), "\(text)")
    #expect(text.contains("expired at an unknown time (Xcode writes the year 1)"), "\(text)")
    #expect(text.contains("9.99 (of an unknown currency)"), "\(text)")
  }
}
