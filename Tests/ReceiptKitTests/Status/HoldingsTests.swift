import Testing

@testable import ReceiptAnalysis
import ReceiptKit
@testable import ReceiptReading

/// Rules of Holdings that the table over notifications does not reach. A month is 30 days; its number is that of its
/// transaction.
@Suite("Holdings: what decides")
struct HoldingsTests {
  private typealias Samples = CombinedSamples

  private static func state(_ texts: [String], at day: Int64) throws -> Holding.State {
    try #require(try Samples.status(texts, at: day).subscriptions.first).state
  }

  private static func transaction(_ month: Int64, signed: Int64, _ more: String = "") throws -> String {
    try Samples.sign(.transaction, Samples.transaction(month, signed: signed, more))
  }

  /// A notification about a month, with Apple's status.
  private static func notification(
    _ month: Int64, status: Int, signed: Int64, _ more: String = "", renewal: String? = nil
  ) throws -> String {
    try Samples.sign(
      .notification,
      Samples.notification(
        "DID_CHANGE_RENEWAL_STATUS", nil, signed: signed, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb2\(status)",
        Samples.transaction(month, signed: signed, more), renewal, status: status))
  }

  private static let revoked =
    #","revocationDate":\#(Samples.date(35).milliseconds),"revocationReason":0,"revocationType":"REFUND_FULL""#

  @Test("a renewal that Apple signs before its period begins goes on until the end of that, with and without a status")
  func renewedAhead() throws {
    let renewal = #","transactionReason":"RENEWAL""#
    // Month 2 begins on day 30.
    for text in [
      try Self.transaction(2, signed: 29, renewal), try Self.notification(2, status: 1, signed: 29, renewal),
    ] {
      let status = try Samples.status([text], at: 29)
      #expect(status.subscriptions.map(\.state) == [.active(until: Samples.date(60))])
      #expect(status.claimsActive(Samples.product))
      #expect(status.subscriptions.map(\.holding.remark) == [.renewed(begins: Samples.date(30))])
    }
    // A purchase of later is not begun, and neither is a renewal that is more than a day ahead.
    #expect(try Self.state([try Self.transaction(2, signed: 29)], at: 29) == .notStarted(begins: Samples.date(30)))
    #expect(try !Self.state([try Self.transaction(2, signed: 28, renewal)], at: 28).isActive)
  }

  @Test("a newer signed transaction without revocation fields takes a refund back; an older one does not")
  func refundReversed() throws {
    let (refund, reversed) = (try Self.transaction(2, signed: 36, Self.revoked), try Self.transaction(2, signed: 40))
    let end = Samples.date(60)
    for texts in [[refund, reversed], [reversed, refund]] {
      #expect(try Self.state(texts, at: 41) == .active(until: end))
    }
    #expect(
      try Self.state([try Self.transaction(2, signed: 31), refund], at: 41)
        == .refunded(at: Samples.date(35), reason: 0))
  }

  /// An engineer of Apple's says of signed transactions that the fields of a revocation are gone when a refund is
  /// reversed (forum 757986). Of receipts nothing is documented: where in doubt, nothing is granted.
  @Test("a newer receipt without a refund takes none back, and counts for what else it says")
  func refundNotInReceipt() throws {
    let refund = try Self.transaction(2, signed: 36, Self.revoked)
    let receipt = String(decoding: try Samples.receipt(months: 1...3, made: 61), as: UTF8.self)
    for texts in [[refund, receipt], [receipt, refund]] {
      #expect(try Self.state(texts, at: 59) == .refunded(at: Samples.date(35), reason: 0))
      #expect(try Self.state(texts, at: 62) == .active(until: Samples.date(90)))
    }
    let reversed = try Self.transaction(2, signed: 40)
    for texts in [[refund, receipt, reversed], [reversed, refund, receipt]] {
      #expect(try Self.state(texts, at: 59) == .active(until: Samples.date(90)))
    }
  }

  @Test("a status speaks as of its date: what is running by a later statement outranks it")
  func laterStatement() throws {
    let expired = try Self.notification(1, status: 2, signed: 30)
    #expect(try Self.state([expired], at: 40) == .expired(at: Samples.date(30), intent: nil))
    for texts in [[expired, try Self.transaction(2, signed: 31)], [try Self.transaction(2, signed: 31), expired]] {
      #expect(try Self.state(texts, at: 40) == .active(until: Samples.date(60)))
    }
    // Before its date it says nothing.
    #expect(try Self.state([expired], at: 10) == .active(until: Samples.date(30)))
    // Once active and over since: what was said after the end tells of no renewal.
    let active = try Self.notification(1, status: 1, signed: 5)
    #expect(try Self.state([active], at: 40) == .lapsed(at: Samples.date(30)))
    #expect(
      try Self.state([active, try Self.transaction(1, signed: 35)], at: 40)
        == .expired(at: Samples.date(30), intent: nil))
  }

  private static let other = "com.example.reader.other"

  /// Renewal information that names another product, as of a day.
  private static func change(signed: Int64, until: Int64, _ more: String = "") -> String {
    Samples.renewal(signed: signed, #","renewalDate":\#(Samples.date(until).milliseconds)\#(more)"#)
      .replacing(Samples.product, with: other)
  }

  /// Apple refunds the rest of a period if the customer changes to another product of a higher level.
  @Test("renewal information that names another product after a refund shows that a period of that product runs")
  func refundedForAnother() throws {
    func status(_ renewal: String, at day: Int64 = 40) throws -> SubscriptionStatus {
      try Samples.status([try Self.notification(2, status: 1, signed: 36, Self.revoked, renewal: renewal)], at: day)
    }
    let status1 = try status(Self.change(signed: 36, until: 66))
    #expect(status1.subscriptions.map(\.state) == [.active(until: Samples.date(66))])
    #expect(status1.claimsActive(Self.other) && !status1.claimsActive(Samples.product))
    #expect(status1.irregularities.isEmpty)
    #expect(status1.history.notifications.map(\.access) == [.yes])
    // An earlier end than that of the refunded period is one, too.
    #expect(
      try status(Self.change(signed: 36, until: 50)).subscriptions.map(\.state) == [.active(until: Samples.date(50))])
    for renewal in [
      // The same product, no date, over, a failed payment, and what was said before the refund.
      Samples.renewal(signed: 36, #","renewalDate":\#(Samples.date(66).milliseconds)"#),
      Samples.renewal(signed: 36).replacing(Samples.product, with: Self.other), Self.change(signed: 36, until: 39),
      Self.change(signed: 36, until: 66, #","isInBillingRetryPeriod":true"#),
      Self.change(signed: 36, until: 66, #","expirationIntent":1"#), Self.change(signed: 34, until: 66),
    ] {
      #expect(try status(renewal).subscriptions.map(\.holding.access) == [.no], "\(renewal)")
    }
    // Without the status it cannot be told whether that period is paid.
    let renewal = try Samples.sign(.renewal, Self.change(signed: 36, until: 50))
    let alone = try Samples.status([try Self.transaction(2, signed: 36, Self.revoked), renewal], at: 40)
    #expect(alone.subscriptions.map(\.state) == [.earlierOnly(newestEnds: Samples.date(50))])
    #expect(alone.subscriptions.map(\.holding.products) == [[Self.other]] && !alone.claimsActive(Self.other))
    // The status that takes everything away still counts.
    let ended = try Self.notification(
      2, status: 5, signed: 36, Self.revoked, renewal: Self.change(signed: 36, until: 66))
    #expect(try Self.state([ended], at: 40).access == .no)
  }

  @Test("in a gap, renewal information of later gives no access, and takes none back")
  func gap() throws {
    let first = try Self.notification(1, status: 1, signed: 5)
    let again = try Samples.sign(
      .notification,
      Samples.notification(
        "SUBSCRIBED", "RESUBSCRIBE", signed: 90, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb29",
        Samples.transaction(4, signed: 90),
        Samples.renewal(signed: 90, #","renewalDate":\#(Samples.date(120).milliseconds)"#), status: 1))
    for texts in [[first, again], [again, first]] {
      for (day, access) in [(20, Holding.Access.yes), (91, .yes), (119, .yes)] as [(Int64, Holding.Access)] {
        #expect(try Samples.status(texts, at: day).subscriptions.map(\.holding.access) == [access], "\(day)")
      }
      for day in [30, 45, 89] as [Int64] {
        let status = try Samples.status(texts, at: day)
        #expect(!status.claimsActive(Samples.product), "\(day)")
        #expect(status.subscriptions.map(\.holding.access) != [.yes], "\(day)")
      }
    }
    // The same if the later transaction is not there.
    let renewal = try Samples.sign(
      .renewal, Samples.renewal(signed: 90, #","renewalDate":\#(Samples.date(120).milliseconds)"#))
    let known = try Samples.status([first, renewal], at: 45)
    #expect(known.subscriptions.map(\.state) == [.lapsed(at: Samples.date(30))])
    // A later grace period is none of an earlier failure.
    let failed = try Self.notification(1, status: 4, signed: 31)
    let later = Samples.renewal(
      signed: 121,
      #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(Samples.date(136).milliseconds)"#)
    let texts = [
      failed, try Samples.sign(.transaction, Samples.transaction(4, signed: 91)), try Samples.sign(.renewal, later),
    ]
    #expect(try Samples.status(texts, at: 80).subscriptions.map(\.holding.access) != [.yes])
    #expect(try Self.state(texts, at: 125) == .gracePeriod(until: Samples.date(136)))
    // What was said during a grace period is evidence for all of it.
    let grace = try Samples.sign(
      .renewal,
      Samples.renewal(
        signed: 33, #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(Samples.date(46).milliseconds)"#))
    #expect(try Self.state([failed, grace], at: 32) == .gracePeriod(until: Samples.date(46)))
    // It stays so when something newer is known.
    for texts in [texts + [grace], [grace] + texts, [failed, grace, again]] {
      #expect(try Self.state(texts, at: 40) == .gracePeriod(until: Samples.date(46)))
    }
  }

  @Test("the end is that of the product: a period of another one that follows is not added to it")
  func ofOneProduct() throws {
    let renewal = #","transactionReason":"RENEWAL""#
    let downgraded = try Samples.sign(
      .transaction, Samples.transaction(2, signed: 29, renewal).replacing(Samples.product, with: Self.other))
    let texts = [try Self.transaction(1, signed: 5), downgraded]
    for (day, product, end) in [(29, Samples.product, 30), (30, Self.other, 60)] as [(Int64, String, Int64)] {
      let subscription = try #require(try Samples.status(texts, at: day).subscriptions.first)
      #expect(subscription.state == .active(until: Samples.date(end)), "\(day)")
      #expect(subscription.holding.products == [product], "\(day)")
    }
    let status = try Samples.status([try Self.notification(1, status: 1, signed: 28), downgraded], at: 29)
    #expect(status.subscriptions.map(\.state) == [.active(until: Samples.date(30))])
    // Of one product they are joined.
    #expect(
      try Self.state([try Self.transaction(1, signed: 5), try Self.transaction(2, signed: 29, renewal)], at: 29)
        == .active(until: Samples.date(60)))
  }

  @Test("an upgraded transaction alone is replaced by another product, and not over on the day of its purchase")
  func upgradedAlone() throws {
    let text = try Self.transaction(2, signed: 40, #","isUpgraded":true"#)
    #expect(try Self.state([text], at: 41) == .replaced(by: nil, at: nil))
    #expect(try Samples.status([text], at: 41).holdings.access(to: Samples.product) == .unknown)
  }

  @Test("a revocation for another reason than a refund is no refund, and the subscription that continues it is named")
  func movedToBundle() throws {
    let moved = try Self.transaction(
      2, signed: 36, #","revocationDate":\#(Samples.date(35).milliseconds),"revocationReason":2"#)
    #expect(try Self.state([moved], at: 40) == .moved(at: Samples.date(35)))
    let bundle = try Samples.sign(
      .transaction,
      Samples.transaction(2, signed: 36, #","previousOriginalTransactionId":"1""#)
        .replacing(
          #""transactionId":"2","originalTransactionId":"1""#, with: #""transactionId":"9","originalTransactionId":"9""#
        ))
    let status = try Samples.status([moved, bundle], at: 40)
    #expect(status.claimsActive(Samples.product))
    #expect(status.subscriptions.contains { $0.state == .replaced(by: Samples.product, at: Samples.date(35)) })
    // What another customer bought continues nothing.
    var history = status.history
    for index in history.purchases.indices { history.purchases[index].customerID = "\(index)" }
    let apart = SubscriptionStatus(history, at: Samples.date(40))
    #expect(apart.subscriptions.contains { $0.state == .moved(at: Samples.date(35)) })
  }

  /// The lengths are those of App Store Connect Help, "Enable billing grace period".
  @Test("without its end a grace period of a weekly subscription lasts 6 days at the longest, of another 28")
  func grace() throws {
    for (days, longest) in [(7, 6), (30, 28)] as [(Int64, Int64)] {
      let payload = Samples.transaction(1, signed: days + 1).replacing(
        #""expiresDate":\#(Samples.date(30).milliseconds)"#, with: #""expiresDate":\#(Samples.date(days).milliseconds)"#
      )
      let text = try Samples.sign(
        .notification,
        Samples.notification(
          "DID_FAIL_TO_RENEW", "GRACE_PERIOD", signed: days + 1, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb24", payload,
          status: 4))
      let latest = Samples.date(days + longest)
      #expect(try Self.state([text], at: days + longest - 1) == .graceWithoutEnd(atLatest: latest))
      #expect(try !Self.state([text], at: days + longest).isActive)
    }
    // An end that Apple names is the first moment without access.
    let renewal = Samples.renewal(
      signed: 31, #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(Samples.date(35).milliseconds)"#)
    let named = try Self.notification(1, status: 4, signed: 31, renewal: renewal)
    #expect(try Self.state([named], at: 34) == .gracePeriod(until: Samples.date(35)))
    #expect(try !Self.state([named], at: 35).isActive)
  }

  @Test("a refund with a new reason takes back by its type; a reason or a type that is new is only told")
  func unknownReason() throws {
    let date = #","revocationDate":\#(Samples.date(35).milliseconds)"#
    func state(_ more: String, status: Int? = nil) throws -> Holding.State {
      let more = date + more
      return try Self.state(
        [
          try status.map { try Self.notification(2, status: $0, signed: 36, more) }
            ?? Self.transaction(2, signed: 36, more)
        ], at: 40)
    }
    let reason = #","revocationReason":2"#
    for (more, status) in [
      (#","revocationType":"REFUND_FULL""#, nil), (#","revocationType":"REFUND_FULL""#, 5),
      (#","revocationType":"REFUND_PRORATED","revocationPercentage":50000"#, nil),
      (#","revocationType":"FAMILY_REVOKE""#, nil), (#","revocationType":"ASSIGNMENT_REVOKE""#, 5),
    ] as [(String, Int?)] {
      #expect(try state(reason + more, status: status).access == .no, "\(more) \(status ?? 0)")
      #expect(try !state(reason + more, status: status).isActive)
    }
    #expect(try state(reason + #","revocationType":"REFUND_FULL""#) == .refunded(at: Samples.date(35), reason: 2))
    // Apple names the kind of every refund: without one it may be a move to a bundle.
    for status in [nil, 5] { #expect(try state(reason, status: status) == .moved(at: Samples.date(35))) }
    #expect(try state(reason + #","revocationType":"NEW""#).access == .unknown)
    // A kind that is new says no more than none.
    #expect(try state(#","revocationType":"NEW""#).access == .no)
    // The same for what is bought once.
    let bought = Samples.transaction(2, signed: 36, date + reason + #","revocationType":"REFUND_FULL""#)
      .replacing("Auto-Renewable Subscription", with: "Non-Consumable")
    let status = try Samples.status([try Samples.sign(.transaction, bought)], at: 40)
    #expect(status.holdings.purchases.map(\.access) == [.no])
  }

  @Test("a seat that was taken back and a share that ended are told as such, and end this customer's access")
  func takenBack() throws {
    func state(_ type: String) throws -> Holding.State {
      let more =
        #","revocationDate":\#(Samples.date(35).milliseconds),"revocationReason":0,"revocationType":"\#(type)""#
      return try Self.state([try Self.transaction(2, signed: 36, more)], at: 40)
    }
    #expect(try state("ASSIGNMENT_REVOKE") == .seatTakenBack(since: Samples.date(35)))
    #expect(try state("FAMILY_REVOKE") == .noLongerShared(since: Samples.date(35)))
    #expect(try state("ASSIGNMENT_REVOKE").access == .no && state("FAMILY_REVOKE").access == .no)
  }

  @Test("statements that contradict each other are named, the answer that grants less is given, and what to ask for")
  func contradictions() throws {
    func check(_ texts: [String], _ access: Holding.Access, _ told: String) throws {
      for texts in [texts, texts.reversed()] {
        let status = try Samples.status(texts, at: 40)
        #expect(status.subscriptions.map(\.holding.access) == [access])
        #expect(
          status.irregularities.map(\.message.description) == [
            "Apple's \(told); Get All Subscription Statuses settles it"
          ])
        #expect(status.subscriptions.map(\.holding.question) == [.status])
      }
    }
    let date = "of 2026-02-10T00:00:00Z"
    try check(
      [try Self.notification(2, status: 1, signed: 40, Self.revoked)], .no,
      "status 1 \(date), and every transaction of the running period is revoked")
    let failed = Samples.renewal(signed: 40, #","isInBillingRetryPeriod":false"#)
    try check(
      [try Self.notification(1, status: 4, signed: 40, renewal: failed)], .unknown,
      "status 4 \(date), and no renewal that failed")
    try check([try Self.notification(2, status: 2, signed: 40)], .no, "status 2 \(date), and a period that is running")
    try check(
      [try Self.notification(1, status: 1, signed: 40), try Self.notification(1, status: 3, signed: 40)], .no,
      "status 3 \(date), and status 1 of the same date")
    // What is not proven contradicts nothing that is.
    let forged = SignedDataSamples.jws(
      Samples.notification("EXPIRED", nil, signed: 40, uuid: "u", Samples.transaction(1, signed: 40), status: 2))
    let mixed = try Samples.status([try Self.notification(1, status: 3, signed: 40), forged], at: 40)
    #expect(mixed.subscriptions.map(\.holding.contradictions) == [[]])
  }

  @Test("renewal information whose payload is null is an empty part that is proven, and the notification counts")
  func emptyPart() throws {
    let empty = "\"" + (try Samples.sign(.renewal, "null")) + "\""
    let text = try Self.notification(2, status: 1, signed: 31, renewal: empty)
    let status = try Samples.status([text], at: 40)
    #expect(try status.believed(admittingUnverified: false).isActive(product: Samples.product))
    #expect(status.subscriptions.map(\.state) == [.active(until: Samples.date(60))])
    #expect(status.subscriptions.first?.renewal == nil && status.irregularities.isEmpty)
    // A forged one is a forgery all the same.
    let payload = try #require(JSONWebSignature(text: String(empty.dropFirst().dropLast()))).text
    let forged = String(decoding: payload.dropLast(4), as: UTF8.self) + "AAAA"
    let other = try Samples.status([try Self.notification(2, status: 1, signed: 31, renewal: "\"\(forged)\"")], at: 40)
    #expect(throws: BelievedStatus.Objection.self) { try other.believed(admittingUnverified: false) }
    // In an answer of the App Store Server API it says nothing, either.
    let answer =
      #"{"data":[{"lastTransactions":[{"originalTransactionId":"1","status":1,"signedTransactionInfo":"\#(try Self.transaction(2, signed: 31))","signedRenewalInfo":\#(empty)}]}]}"#
    #expect(try Self.state([answer], at: 40) == .active(until: Samples.date(60)))
  }
}
