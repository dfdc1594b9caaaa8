import ReceiptKit

/// Marks that an event already reports that a purchase of a subscription was taken back or given back.
struct ReportedEnd {
  /// The known end of a purchase that was given back. If the subscription ends there again, it was not renewed.
  var knownEnd: Instant?

  init() {}

  init?(_ change: StatementStore.Change) {
    guard let event = change.event else { return nil }
    if event == .refundReversed { knownEnd = change.knownEnd }
  }

  /// Joins both events; the later of the two known ends counts.
  func merged(with other: ReportedEnd?) -> ReportedEnd {
    guard let known = other?.knownEnd else { return self }
    var both = self
    both.knownEnd = knownEnd.map { max($0, known) } ?? known
    return both
  }
}
