import NIOConcurrencyHelpers
import ReceiptKit

/// A notification with the results of its attempts.
struct Delivery: Sendable {
  let notification: ScenarioNotification
  /// An attempt to send it.
  struct Attempt: Sendable {
    /// The time on the stand-in's clock, in milliseconds since 1970.
    let date: Int64
    /// Apple's word for the result: `SUCCESS`, `TIMED_OUT`.
    let result: String
  }

  var attempts: [Attempt] = []
  /// Whether a failed attempt is repeated. A test notification is sent only once, because Apple does not document
  /// whether its server repeats such notifications.
  let isRetried: Bool

  /// The attempts up to a moment.
  func attempts(by now: Int64) -> [Attempt] { attempts.filter { $0.date <= now } }
}

/// The notifications, which are sent when the clock passes their dates, and again later if an attempt fails.
///
/// An attempt has the date at which it was due, however far the clock was moved at once: if a year passes within a
/// second, the history has dates throughout that year.
final class NotificationDeliveries: Sendable {
  private struct State {
    var all: [Delivery]
    /// The index of each notification in ``all``, by its `notificationUUID`.
    var indices: [String: Int]
    /// The next tries, sorted so that the earliest one comes last.
    var due: [(date: Int64, index: Int)] = []
    /// The number of further notifications that requests may cause.
    var room = NotificationDeliveries.maximumCaused
    /// Whether a notification is being sent.
    var isSending = false
  }

  private let state: NIOLockedValueBox<State>
  /// An element for each call of ``wake()``.
  let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation
  /// Whether there is a backend that receives notifications.
  let hasReceiver: Bool

  /// The maximum number of notifications that requests may cause.
  fileprivate static let maximumCaused = 1_000
  /// The hours from each failed attempt to the next one in production (Apple, "Responding to App Store Server
  /// Notifications"). Apple's sandbox tries only once; this stand-in tries as in production in both environments.
  private static let pauses: [Int64] = [1, 12, 24, 48, 72]

  init(_ notifications: [ScenarioNotification], hasReceiver: Bool) {
    self.hasReceiver = hasReceiver
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let all = notifications.map { Delivery(notification: $0, isRetried: true) }
    var state = State(
      all: all, indices: Dictionary(all.indices.map { (all[$0].notification.identifier, $0) }) { first, _ in first })
    if hasReceiver { state.due = all.indices.reversed().map { (all[$0].notification.signed, $0) } }
    self.state = NIOLockedValueBox(state)
  }

  /// The notifications that exist at a moment, each with its number. Notifications that requests cause come after all
  /// earlier ones.
  func all(at now: Int64) -> [(number: Int, delivery: Delivery)] {
    state.withLockedValue { $0.all }.enumerated().filter { $0.element.notification.signed <= now }
      .map { ($0.offset, $0.element) }
  }

  /// The notification with this `notificationUUID`.
  subscript(_ identifier: String) -> Delivery? {
    state.withLockedValue { state in state.indices[identifier].map { state.all[$0] } }
  }

  /// Reserves room for the notifications that a request will cause, before the request changes anything.
  ///
  /// - Throws: 4290000 if requests have already caused too many.
  func reserve(_ count: Int) throws(APIError) {
    let isThere = state.withLockedValue { state in
      guard count <= state.room else { return false }
      state.room -= count
      return true
    }
    guard isThere else { throw APIError(4_290_000) }
  }

  /// Returns room that a request did not need.
  func release(_ count: Int) { state.withLockedValue { $0.room += count } }

  /// Reports that something may be due: the clock was moved or runs, or a notification was added.
  func wake() { change.yield() }

  /// Adds a notification for which room was reserved.
  func add(_ notification: ScenarioNotification, isRetried: Bool = true) {
    state.withLockedValue { state in
      state.indices[notification.identifier] = state.all.count
      state.all.append(Delivery(notification: notification, isRetried: isRetried))
      if hasReceiver { Self.insert((notification.signed, state.all.count - 1), into: &state.due) }
    }
    wake()
  }

  /// Takes the next due attempt.
  func takeDue(by now: Int64) -> (index: Int, date: Int64, notification: ScenarioNotification)? {
    state.withLockedValue { state in
      guard let last = state.due.last, last.date <= now else { return nil }
      state.due.removeLast()
      state.isSending = true
      return (last.index, last.date, state.all[last.index].notification)
    }
  }

  /// Records the result of the attempt that ``takeDue(by:)`` returned.
  func record(_ result: String, index: Int, date: Int64) {
    state.withLockedValue { state in
      state.isSending = false
      state.all[index].attempts.append(Delivery.Attempt(date: date, result: result))
      let count = state.all[index].attempts.count
      guard result != "SUCCESS", state.all[index].isRetried, count <= Self.pauses.count else { return }
      Self.insert((date + Self.pauses[count - 1] * 3_600_000, index), into: &state.due)
    }
  }

  /// The number of due attempts that were not made yet, or are being made.
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

  private static func insert(_ new: (date: Int64, index: Int), into due: inout [(date: Int64, index: Int)]) {
    // Sorts by date, the latest first. Among equal dates, the one added first comes last.
    due.insert(new, at: due.partitioningIndex { $0.date <= new.date })
  }
}
