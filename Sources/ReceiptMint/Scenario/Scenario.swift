import ReceiptAnalysis

/// A customer's life with an app: dated events, each with the notification that Apple sends of it.
///
///     let scenario = Scenario.named("trial-renew-refund")
///     for file in try scenario?.files(authority, options: TemplateOptions(creationDate: now), seed: "1") ?? [] { … }
package struct Scenario: Sendable {
  /// What the customer has when it is over.
  package enum Ending: String, CaseIterable, Sendable {
    /// A subscription that is running.
    case active
    /// A subscription that is over.
    case expired
    /// Nothing: what was bought last was refunded, or is no longer shared or assigned.
    case refunded
    /// Something that does not expire.
    case bought
  }

  /// Its name, as in `mint --scenario`.
  package let name: String
  /// A description in one sentence without a final full stop.
  package let summary: String
  /// What the customer has after the last event.
  package let ending: Ending
  let events: [ScenarioEvent]

  init(_ name: String, _ summary: String, _ ending: Ending, _ events: [ScenarioEvent]) {
    self.name = name
    self.summary = summary
    self.ending = ending
    self.events = events
  }

  /// The scenario of this name; `nil` if unknown.
  package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

}

/// What happens on one day.
struct ScenarioEvent: Sendable {
  /// Whole days after the first event.
  let day: Int64
  /// `TYPE` or `TYPE/SUBTYPE`, one of ``NotificationTemplate/all``.
  let notification: String
  let change: @Sendable (inout ScenarioState) -> Void

  init(
    _ day: Int64, _ notification: String, _ change: @escaping @Sendable (inout ScenarioState) -> Void = { _ in }
  ) {
    self.day = day
    self.notification = notification
    self.change = change
  }
}
