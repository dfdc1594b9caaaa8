/// One thing that two histories say differently: a purchase, or how a subscription renews.
package struct HistoryChange: Sendable {
  /// How the two are related. Raw values are stable and appear in JSON output.
  package enum Kind: String, CaseIterable, Sendable {
    /// Only the later one has it.
    case added
    /// Both have it, and say different things of it.
    case changed
    /// Only the earlier one has it.
    case gone
  }

  /// What the change is about. Raw values are stable and appear in JSON output.
  package enum Subject: String, CaseIterable, Sendable {
    /// One transaction.
    case purchase
    /// What Apple knew of the next renewal of a subscription.
    case renewal
  }

  /// Why it is so. Raw values are stable and appear in JSON output and in `explain`.
  package enum Cause: String, CaseIterable, Sendable {
    /// The two do not belong together.
    case otherHistory = "other-history"
    /// Nothing explains it.
    case unexplained
    /// A purchase after the earlier one was made.
    case bought
    /// A later period of a subscription.
    case renewed
    /// A period that begins before the earlier one was made, and was paid after it.
    case paidLate = "paid-late"
    /// Apple paid it back.
    case refunded
    /// Apple took a refund back.
    case refundTakenBack = "refund-taken-back"
    /// A member of the family stopped sharing it.
    case noLongerShared = "no-longer-shared"
    /// An organization or the purchaser of a group took the seat back.
    case seatTakenBack = "seat-taken-back"
    /// Seats were added or given back, or another number of them renews.
    case seatsChanged = "seats-changed"
    /// Apple ended it for a reason that is no refund: the customer moved to a bundle.
    case moved
    /// Another product took its place.
    case replaced
    /// The period ends later.
    case extended
    /// A consumable, which Apple removes from receipts once the app has finished it.
    case consumableFinished = "finished-consumable"
    /// One of the two tells only of a part, and not of this.
    case notTold = "not-told"
    /// The customer turned off auto-renew.
    case autoRenewOff = "auto-renew-off"
    /// The customer turned auto-renew on again.
    case autoRenewOn = "auto-renew-on"
    /// Another product is planned for the next period.
    case nextProduct = "next-product"
    /// A payment failed.
    case paymentFailed = "payment-failed"
    /// A payment that had failed succeeded.
    case paymentRecovered = "payment-recovered"
    /// The subscription is over.
    case ended
    /// The customer agreed to a higher price, or has to.
    case priceIncrease = "price-increase"
    /// Price, offer or product of the next period.
    case nextPeriod = "next-period"

    /// Whether it follows from what happened in between, or from what kind of source the two are.
    package var isExpected: Bool { ![.otherHistory, .unexplained].contains(self) }
  }

  /// One member of the purchase or of the renewal information; `nil` where a side does not say it.
  package struct Member: Equatable, Sendable {
    /// The name in JSON output.
    package let name: String
    /// What the earlier one says.
    package let before: HistoryValue?
    /// What the later one says.
    package let after: HistoryValue?
  }

  /// How the two are related.
  package let kind: Kind
  /// What it is about.
  package let subject: Subject
  /// The purchase, as the later one has it if both do; `nil` for renewal information.
  package let purchase: PurchaseRecord?
  /// The renewal information, as the later one has it if both do; `nil` for a purchase.
  package let renewal: RenewalRecord?
  /// What changed; of what only one of the two has, everything that it says.
  package let members: [Member]
  /// Why, the most important first; never empty.
  package internal(set) var causes: [Cause]
  /// What explains it, in words without a final full stop; empty where the cause says all.
  package let note: String

  /// The product that it is about.
  package var productID: String? { purchase?.productID ?? renewal?.productID }
  /// The subscription that it is about.
  package var originalTransactionID: String? { purchase?.originalTransactionID ?? renewal?.originalTransactionID }
}
