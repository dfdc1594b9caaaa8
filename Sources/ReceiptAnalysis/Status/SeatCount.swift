/// The seats in one period of a subscription that was bought for several people.
///
/// Sources: Apple's pages on quantity, multiSeatInfo and additionalTransactionReason; never seen in real data. Seats
/// give no access and take none away.
public struct SeatCount: Equatable, Sendable {
  /// The number of seats that were bought, including those that Apple refunded.
  public var bought: Int64
  /// The number of seats that Apple refunded.
  public var givenBack: Int64 = 0
  /// The average price of a seat, in thousandths of a currency unit.
  package var averagePrice: Int64?

  package init(bought: Int64) { self.bought = bought }

  /// Adds the seats of two transactions of one period. The numbers are untrusted, so an overflowing sum becomes the
  /// largest number.
  static func + (one: SeatCount, other: SeatCount) -> SeatCount {
    func sum(_ one: Int64, _ other: Int64) -> Int64 {
      let (sum, overflow) = one.addingReportingOverflow(other)
      return overflow ? .max : sum
    }
    var both = SeatCount(bought: sum(one.bought, other.bought))
    both.givenBack = sum(one.givenBack, other.givenBack)
    both.averagePrice = average(one, other)
    return both
  }

  /// The average, rounded to thousandths; `nil` if a price is missing, there are no seats, or it exceeds an `Int64`.
  private static func average(_ one: SeatCount, _ other: SeatCount) -> Int64? {
    guard let price = one.averagePrice, let otherPrice = other.averagePrice else { return nil }
    if price == otherPrice { return price }
    let seats = Double(one.bought) + Double(other.bought)
    guard seats > 0 else { return nil }
    let total = Double(price) * Double(one.bought) + Double(otherPrice) * Double(other.bought)
    return Int64(exactly: (total / seats).rounded())
  }
}

extension PurchaseRecord {
  /// The seats of this transaction; `nil` if the transaction is for one person and no member mentions seats.
  var seats: SeatCount? {
    guard isSubscriptionPeriod, let quantity, quantity > 0, isForSeats || quantity > 1 else { return nil }
    var seats = SeatCount(bought: quantity)
    // One person can lose a seat while the others keep theirs, so this is no refund of all seats.
    let isRefunded = tellsOfCancellation && ownership != "ASSIGNED"
    seats.givenBack = isRefunded ? quantity : min(max(revokedSeats ?? 0, 0), quantity)
    seats.averagePrice = price
    return seats
  }
}

extension Subscription {
  /// The periods, each as one element. If seats were added to a period, the period has several transactions; this
  /// property joins them into one period with all their seats.
  ///
  /// Access follows from ``periods``, which has an element for each transaction.
  public var wholePeriods: [Period] {
    // The periods to which seats were added. A transaction that was signed before does not mention them; its key does.
    let keys = Set(periods.filter { $0.purchase.additionalReason != nil }.compactMap(\.seatKey))
    guard !keys.isEmpty else { return periods }
    var whole: [Period] = []
    var places: [[String]: Int] = [:]
    for period in periods {
      guard let key = period.seatKey, keys.contains(key) else {
        whole.append(period)
        continue
      }
      if let place = places[key] {
        whole[place] = whole[place].together(with: period)
      } else {
        places[key] = whole.count
        whole.append(period)
      }
    }
    return whole
  }

  /// ``wholePeriods``, and what was cancelled before it began, by start: for lists, but not for drawings.
  package var listedPeriods: [Period] {
    guard !cancelledBeforeStart.isEmpty else { return wholePeriods }
    return (wholePeriods + cancelledBeforeStart).sorted { PurchaseRecord.isEarlier($0.purchase, $1.purchase) }
  }

  /// Whether the subscription has, or had, a product.
  func isOf(_ product: String) -> Bool { (periods + cancelledBeforeStart).contains { $0.purchase.isOf(product) } }
}

extension Subscription.Period {
  /// The key that all transactions of one period share; `nil` without an end.
  fileprivate var seatKey: [String]? {
    guard let expires = purchase.expires else { return nil }
    return [String(expires.second), String(isDoubtful)] + [purchase.productID].compactMap(\.self)
  }

  /// Joins two transactions of one period, of which the other one begins later. A transaction that is still valid
  /// represents both.
  fileprivate func together(with other: Self) -> Self {
    let onlyOtherIsValid = purchase.tellsOfCancellation && !other.purchase.tellsOfCancellation
    let (first, second) = onlyOtherIsValid ? (other, self) : (self, other)
    var purchase = first.purchase
    purchase.otherTransactionIDs =
      [first, second].flatMap(\.purchase.otherTransactionIDs)
      + [second.purchase.transactionID].compactMap(\.self)
    var seats = self.seats
    if let own = self.seats, let others = other.seats { seats = own + others }
    if self.purchase.currency != other.purchase.currency { seats?.averagePrice = nil }
    purchase.price = seats?.averagePrice
    return Self(
      purchase: purchase, start: start, end: [end, other.end].compactMap(\.self).max(), payment: first.payment,
      replacement: first.replacement, gapBefore: gapBefore, overlapsEarlier: overlapsEarlier, isDoubtful: isDoubtful,
      seats: seats)
  }
}
