import ReceiptKit

/// Marks that an event already reports that a purchase of a subscription was taken back or given back.
struct ReportedEnd {
  /// Where the subscription ended before the purchase was given back, after a reversed refund. If it ends there again,
  /// it was not renewed.
  var endBeforeRefund: Instant?

  init() {}

  init?(_ change: StatementStore.Change) {
    guard let event = change.event else { return nil }
    if event == .refundReversed { endBeforeRefund = change.knownEnd }
  }

  /// Joins both events; the later of the two known ends counts.
  func merged(with other: ReportedEnd?) -> ReportedEnd {
    guard let known = other?.endBeforeRefund else { return self }
    var both = self
    both.endBeforeRefund = endBeforeRefund.map { max($0, known) } ?? known
    return both
  }
}
