/// One difference between two histories: a purchase, or the renewal of a subscription.
package struct HistoryChange: Sendable {
  /// Which of the two histories have the subject. Raw values are stable and appear in JSON output.
  package enum Kind: String, CaseIterable, Sendable {
    /// Only the later history has the subject.
    case added
    /// Both histories have the subject, with different statements.
    case changed
    /// Only the earlier history has the subject.
    case gone
  }

  /// The subject of the change. Raw values are stable and appear in JSON output.
  package enum Subject: String, CaseIterable, Sendable {
    /// One transaction.
    case purchase
    /// Renewal information: what Apple knew about the next renewal of a subscription.
    case renewal
  }

  /// The reason for the change. Raw values are stable and appear in JSON output and in `explain`.
  package enum Cause: String, CaseIterable, Sendable {
    /// The two histories do not belong together.
    case otherHistory = "other-history"
    /// No known cause explains the change.
    case unexplained
    /// A purchase made after the earlier history.
    case bought
    /// A later period of a subscription.
    case renewed
    /// A period that began before the earlier history was made, and was paid after that.
    case paidLate = "paid-late"
    /// Apple refunded the purchase.
    case refunded
    /// Apple took a refund back.
    case refundTakenBack = "refund-taken-back"
    /// A member of the family stopped sharing the purchase.
    case noLongerShared = "no-longer-shared"
    /// An organization or the purchaser of a group took the seat back.
    case seatTakenBack = "seat-taken-back"
    /// Seats were added or given back, or the number of seats at renewal changed.
    case seatsChanged = "seats-changed"
    /// Apple ended the purchase for a reason other than a refund: the customer moved to a bundle.
    case moved
    /// Another product replaced the purchase.
    case replaced
    /// The period ends later.
    case extended
    /// A consumable, which Apple removes from receipts once the app has finished it.
    case consumableFinished = "finished-consumable"
    /// One of the two histories covers only a part of the purchases, and does not cover this one.
    case notTold = "not-told"
    /// The customer turned off auto-renew.
    case autoRenewOff = "auto-renew-off"
    /// The customer turned auto-renew on again.
    case autoRenewOn = "auto-renew-on"
    /// Another product is planned for the next period.
    case nextProduct = "next-product"
    /// A payment failed.
    case paymentFailed = "payment-failed"
    /// A failed payment succeeded later.
    case paymentRecovered = "payment-recovered"
    /// The subscription is over.
    case ended
    /// The customer agreed to a higher price, or must still agree.
    case priceIncrease = "price-increase"
    /// The customer cancelled a commitment to a number of monthly payments: no other one follows.
    case commitmentCancelled = "commitment-cancelled"
    /// The customer took that cancellation back.
    case commitmentResumed = "commitment-resumed"
    /// The commitment ends at another moment.
    case commitmentMoved = "commitment-moved"
    /// The price, offer or product of the next period changed.
    case nextPeriod = "next-period"

    /// Whether events in between, or the kinds of the two sources, explain the change.
    package var isExpected: Bool { ![.otherHistory, .unexplained].contains(self) }
  }

  /// One member of the purchase or of the renewal information; a value is `nil` if that side does not state it.
  package struct Member: Equatable, Sendable {
    /// The name in JSON output.
    package let name: String
    /// The value in the earlier history.
    package let before: HistoryValue?
    /// The value in the later history.
    package let after: HistoryValue?
  }

  /// Which of the two histories have the subject.
  package let kind: Kind
  /// The subject of the change.
  package let subject: Subject
  /// The purchase, from the later history if both have it; `nil` for renewal information.
  package let purchase: PurchaseRecord?
  /// The renewal information, from the later history if both have it; `nil` for a purchase.
  package let renewal: RenewalRecord?
  /// The changed members. If only one history has the subject, all members that it states.
  package let members: [Member]
  /// The reasons, the most important first; never empty.
  package internal(set) var causes: [Cause]
  /// The explanation, in words without a final full stop; empty if the cause says everything.
  package let note: Message

  /// The product of the purchase or the renewal.
  package var productID: String? { purchase?.productID ?? renewal?.productID }
  /// The subscription of the purchase or the renewal.
  package var originalTransactionID: String? { purchase?.originalTransactionID ?? renewal?.originalTransactionID }
}
