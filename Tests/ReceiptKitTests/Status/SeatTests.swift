import ReceiptKit
import Testing

/// Seats of one subscription, by Apple's pages of multiSeatInfo and additionalTransactionReason: a period lasts from
/// day 30 to day 60; ten seats of 9.99 were bought at first, and four of 6.49 on day 40.
@Suite("Seats")
struct SeatTests {
  private typealias Samples = CombinedSamples
  private static let added = #","additionalTransactionReason":"SEAT_ADDITION""#

  private static func bought(_ more: String = "", revoked: Int? = nil) -> String {
    transaction("2", quantity: 10, price: 9_990, from: 30, more, revoked)
  }

  private static func addition(_ more: String = added, revoked: Int? = nil) -> String {
    transaction("3", quantity: 4, price: 6_490, from: 40, more, revoked)
  }

  private static func transaction(
    _ identifier: String, quantity: Int, price: Int, from day: Int64, _ more: String, _ revoked: Int?
  ) -> String {
    Samples.transaction(
      2, signed: 45,
      more
        + #","multiSeatInfo":{"priceTiers":[{"price":\#(price),"quantity":\#(quantity)}],"invitationManagement":"APPLE""#
        + (revoked.map { #","revokedSeatQuantity":\#($0)"# } ?? "") + "}"
    )
    .replacing(#""transactionId":"2""#, with: #""transactionId":"\#(identifier)""#)
    .replacing(#""quantity":1,"type""#, with: #""quantity":\#(quantity),"type""#)
    .replacing(#""price":9990,"currency""#, with: #""price":\#(price),"currency""#)
    .replacing(
      #""purchaseDate":\#(Samples.date(30).milliseconds)"#, with: #""purchaseDate":\#(Samples.date(day).milliseconds)"#)
  }

  private static func status(_ payloads: [String], at day: Int64 = 50) throws -> SubscriptionStatus {
    var combined = CombinedHistory(try Samples.reader)
    for (index, payload) in payloads.enumerated() {
      try combined.add(Array(try Samples.sign(.transaction, payload).utf8), from: "\(index)")
    }
    return SubscriptionStatus(try combined.history(), at: Samples.date(day))
  }

  private static let revocation =
    #","revocationDate":\#(Samples.date(44).milliseconds),"revocationType":"REFUND_FULL","revocationReason":0"#

  @Test("seats that are added make one period with the seats of both, in every order")
  func growth() throws {
    // Nothing says that an addition has an order line of its own.
    let line = Self.added + #","webOrderLineItemId":"2000000012""#
    for (first, second) in [
      // The older statement does not tell of the addition yet.
      (Self.bought(), Self.addition()), (Self.bought(Self.added), Self.addition()),
      (Self.bought(line), Self.addition(line)),
    ] {
      for payloads in [[first, second], [second, first]] {
        let status = try Self.status(payloads)
        let subscription = try #require(status.subscriptions.first)
        #expect(status.subscriptions.count == 1 && subscription.periods.count == 2 && status.irregularities.isEmpty)
        #expect(subscription.state == .active(until: Samples.date(60)))
        let period = try #require(subscription.wholePeriods.first)
        #expect(subscription.wholePeriods.count == 1)
        #expect(period.start == Samples.date(30) && period.end == Samples.date(60) && !period.overlapsEarlier)
        #expect(period.purchase.transactionID == "2" && period.purchase.otherTransactionIDs == ["3"])
        #expect(period.seats?.bought == 14 && period.seats?.givenBack == 0)
        // (10 × 9.99 + 4 × 6.49) ÷ 14
        let text = StatusSamples.text(status).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // In a cell of a table, beside the number of the piece.
        for part in ["Periods: 1 ", " paid, 14 seats, ", " 8.99 EUR each on average"] {
          #expect(text.contains(part), "\(text)")
        }
      }
    }
  }

  @Test("refunded seats are given back, and take nothing away while one transaction goes on")
  func refunds() throws {
    func check(_ payloads: [String], givenBack: Int64, _ access: Holding.Access) throws {
      let subscription = try #require(try Self.status(payloads).subscriptions.first)
      let period = try #require(subscription.wholePeriods.first)
      #expect(subscription.wholePeriods.count == 1 && period.seats?.bought == 14)
      #expect(period.seats?.givenBack == givenBack && subscription.holding.access == access)
      #expect((period.purchase.cancelled == nil) == (access == .yes))
    }
    let added = Self.added
    try check([Self.bought(added), Self.addition(revoked: 2)], givenBack: 2, .yes)
    try check([Self.bought(added + Self.revocation), Self.addition()], givenBack: 10, .yes)
    try check([Self.bought(added, revoked: 3), Self.addition(added + Self.revocation)], givenBack: 7, .yes)
    try check([Self.bought(added + Self.revocation), Self.addition(added + Self.revocation)], givenBack: 14, .no)
    // More than there are cannot be given back.
    try check([Self.bought(added, revoked: 99), Self.addition(revoked: -5)], givenBack: 10, .yes)
  }

  @Test("who has a seat loses it, and not the seats of the others")
  func assigned() throws {
    let taken = #","revocationDate":\#(Samples.date(44).milliseconds),"revocationType":"ASSIGNMENT_REVOKE""#
    let payload = Self.bought(taken, revoked: 1).replacing("\"PURCHASED\"", with: "\"ASSIGNED\"")
    let subscription = try #require(try Self.status([payload]).subscriptions.first)
    #expect(subscription.state == .seatTakenBack(since: Samples.date(44)) && subscription.holding.origin == .seat)
    #expect(subscription.wholePeriods.first?.seats?.givenBack == 1)
  }

  @Test("other periods, products and ends stay apart, and so does what tells of no addition")
  func apart() throws {
    func count(_ payloads: [String]) throws -> Int? {
      try Self.status(payloads).subscriptions.first?.wholePeriods.count
    }
    #expect(try count([Self.bought(), Self.addition("")]) == 2)
    let later = Self.addition().replacing(
      #""expiresDate":\#(Samples.date(60).milliseconds)"#, with: #""expiresDate":\#(Samples.date(61).milliseconds)"#)
    #expect(try count([Self.bought(), later]) == 2)
    #expect(try count([Self.bought(), Self.addition().replacing(Samples.product, with: "com.example.other")]) == 2)
    let single = try Self.status([Samples.transaction(2, signed: 45)])
    #expect(single.subscriptions.first?.wholePeriods.map(\.seats) == [nil])
  }

  @Test("without any one of the new members access is the same", arguments: [50, 70] as [Int64])
  func withoutMembers(day: Int64) throws {
    let lives = [
      [Self.bought()], [Self.bought(Self.added), Self.addition()],
      [Self.bought(Self.added), Self.addition(revoked: 2)],
      [Self.bought(Self.added + Self.revocation), Self.addition()],
      [Self.bought(Self.added + Self.revocation), Self.addition(Self.added + Self.revocation)],
    ]
    let members = [
      "multiSeatInfo", "additionalTransactionReason", "quantity", "price", "priceTiers", "revokedSeatQuantity",
    ]
    for life in lives {
      let access = try Self.status(life, at: day).subscriptions.map(\.holding.access)
      for member in members {
        let other = life.map { $0.replacing("\"\(member)\"", with: "\"another\"") }
        #expect(try Self.status(other, at: day).subscriptions.map(\.holding.access) == access, "\(member)")
      }
    }
  }

  @Test("numbers without sense add up to the largest one")
  func hostile() throws {
    let many = Self.bought(Self.added).replacing("\"quantity\":10,\"type\"", with: "\"quantity\":\(Int64.max),\"type\"")
    let period = try #require(try Self.status([many, Self.addition()]).subscriptions.first?.wholePeriods.first)
    #expect(period.seats?.bought == .max)
    let none = Self.bought(Self.added).replacing("\"quantity\":10,\"type\"", with: "\"quantity\":-3,\"type\"")
    #expect(try Self.status([none]).subscriptions.first?.wholePeriods.first?.seats == nil)
  }
}
