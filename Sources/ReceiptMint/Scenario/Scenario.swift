import ReceiptAnalysis

/// The history of a customer in an app: dated events, each with the notification that Apple sends about it.
///
///     let scenario = Scenario.named("trial-renew-refund")
///     for file in try scenario?.files(authority, options: TemplateOptions(creationDate: now), seed: "1") ?? [] { … }
package struct Scenario: Sendable {
  /// The customer's state after the last event.
  package enum Ending: String, CaseIterable, Sendable {
    /// A running subscription.
    case active
    /// An expired subscription.
    case expired
    /// The customer may use nothing: the last purchase was refunded, or is no longer shared or assigned.
    case refunded
    /// A purchase that does not expire.
    case bought
  }

  /// The name of the scenario, as in `mint --scenario`.
  package let name: String
  /// A description in one sentence without a final full stop.
  package let summary: String
  /// The customer's state after the last event.
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

/// The event of one day.
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
