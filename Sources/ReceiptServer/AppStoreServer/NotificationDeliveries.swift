import NIOConcurrencyHelpers
import ReceiptKit

/// One attempt to send a notification.
struct SendAttempt: Sendable {
  /// By the stand-in's clock, in milliseconds since 1970.
  let date: Int64
  /// Apple's word: `SUCCESS`, `TIMED_OUT`.
  let result: String
}

/// A notification with what became of it.
struct Delivery: Sendable {
  let notification: ScenarioNotification
  var attempts: [SendAttempt] = []
  /// Whether a failed attempt is repeated. A test is sent once: Apple does not document whether its server repeats it.
  let isRetried: Bool

  /// What was tried by a moment.
  func attempts(by now: Int64) -> [SendAttempt] { attempts.filter { $0.date <= now } }
}

/// The notifications, which are sent when the clock passes their dates, and again later if an attempt fails.
///
/// A try that is due has the date at which it was due, however far the clock was moved at once: the history of a year
/// that is run through in a second has the dates of that year.
final class NotificationDeliveries: Sendable {
  private struct State {
    var all: [Delivery]
    var places: [String: Int]
    /// The next tries: the earliest last.
    var due: [(date: Int64, place: Int)] = []
    /// How many more requests may cause.
    var room = NotificationDeliveries.maximumCaused
    /// Whether one is on its way.
    var isSending = false
  }

  private let state: NIOLockedValueBox<State>
  /// Whether there is a backend that notifications go to.
  let hasReceiver: Bool

  /// Notifications that requests may cause; no more are kept.
  fileprivate static let maximumCaused = 1_000
  /// Hours from a failed attempt to the next one (Apple, "Responding to App Store Server Notifications"). Apple's
  /// sandbox tries once.
  private static let pauses: [Int64] = [1, 12, 24, 48, 72]

  init(_ notifications: [ScenarioNotification], hasReceiver: Bool) {
    self.hasReceiver = hasReceiver
    let all = notifications.map { Delivery(notification: $0, isRetried: true) }
    var state = State(
      all: all, places: Dictionary(all.indices.map { (all[$0].notification.identifier, $0) }) { first, _ in first })
    if hasReceiver { state.due = all.indices.reversed().map { (all[$0].notification.signed, $0) } }
    self.state = NIOLockedValueBox(state)
  }

  /// Those that exist at a moment, each with its number. What requests cause comes behind everything that was there
  /// before.
  func all(at now: Int64) -> [(number: Int, delivery: Delivery)] {
    state.withLockedValue { $0.all }.enumerated().filter { $0.element.notification.signed <= now }
      .map { ($0.offset, $0.element) }
  }

  /// The one with this `notificationUUID`.
  subscript(_ identifier: String) -> Delivery? {
    state.withLockedValue { state in state.places[identifier].map { state.all[$0] } }
  }

  /// Makes room for notifications that a request is going to cause, before it changes anything.
  ///
  /// - Throws: 4290000 if requests caused too many already.
  func reserve(_ count: Int) throws(APIError) {
    let isThere = state.withLockedValue { state in
      guard count <= state.room else { return false }
      state.room -= count
      return true
    }
    guard isThere else { throw APIError(4_290_000) }
  }

  /// Gives back room that a request did not need.
  func release(_ count: Int) { state.withLockedValue { $0.room += count } }

  /// Sends another one, for which there is room.
  func add(_ notification: ScenarioNotification, isRetried: Bool = true) {
    state.withLockedValue { state in
      state.places[notification.identifier] = state.all.count
      state.all.append(Delivery(notification: notification, isRetried: isRetried))
      if hasReceiver { Self.insert((notification.signed, state.all.count - 1), into: &state.due) }
    }
  }

  /// Takes the next try that is due.
  func takeDue(by now: Int64) -> (place: Int, date: Int64, notification: ScenarioNotification)? {
    state.withLockedValue { state in
      guard let last = state.due.last, last.date <= now else { return nil }
      state.due.removeLast()
      state.isSending = true
      return (last.place, last.date, state.all[last.place].notification)
    }
  }

  /// Records what became of it.
  func record(_ result: String, place: Int, date: Int64) {
    state.withLockedValue { state in
      state.isSending = false
      state.all[place].attempts.append(SendAttempt(date: date, result: result))
      let count = state.all[place].attempts.count
      guard result != "SUCCESS", state.all[place].isRetried, count <= Self.pauses.count else { return }
      Self.insert((date + Self.pauses[count - 1] * 3_600_000, place), into: &state.due)
    }
  }

  /// How many tries are due and not made yet, or on their way.
  func waiting(at now: Int64) -> Int {
    state.withLockedValue { state in
      var count = state.isSending ? 1 : 0
      for next in state.due.reversed() {
        guard next.date <= now else { break }
        count += 1
      }
      return count
    }
  }

  private static func insert(_ new: (date: Int64, place: Int), into due: inout [(date: Int64, place: Int)]) {
    var (low, high) = (due.startIndex, due.endIndex)
    // Later ones first; of the same date the one that was added first is the last.
    while low < high {
      let middle = (low + high) / 2
      if due[middle].date > new.date { low = middle + 1 } else { high = middle }
    }
    due.insert(new, at: low)
  }
}
