import ReceiptKit

/// Marks that an event already reports that a purchase of a subscription was taken back or given back.
struct ReportedEnd {
  /// The known end of a purchase that was given back. Its return to the old end is not a later period.
  var end: Instant?

  init() {}

  init?(_ change: StatementStore.Change) {
    guard let event = change.event else { return nil }
    if event == .refundReversed { end = change.knownEnd }
  }

  /// Joins both events; the later of the two known ends counts.
  func merged(with other: ReportedEnd?) -> ReportedEnd {
    guard let known = other?.end else { return self }
    var both = self
    both.end = end.map { max($0, known) } ?? known
    return both
  }
}
