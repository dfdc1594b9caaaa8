import NIOConcurrencyHelpers
import NIOCore

/// All connections, so that some can be closed in favour of others.
///
/// While connections or the memory of open routes are scarce, a connection without an admitted request may be closed
/// after a second, so that clients without a token do not exclude those with one.
final class Connections: Sendable {
  /// One of the connections, and how it is used.
  private struct Use {
    let channel: any Channel
    /// Whether a request is being answered.
    var isBusy = false
    /// Whether a route that requires tokens admitted the last request.
    var isAdmitted = false
    /// When the current use began.
    var since = NIODeadline.now()

    mutating func endAnswer() {
      isBusy = false
      since = .now()
    }
  }

  private let state = NIOLockedValueBox((uses: [ObjectIdentifier: Use](), isDraining: false))
  /// The number of open connections above which some are closed.
  private let comfortableCount: Int
  /// The reader of the bodies of all requests to routes without a token, which share memory.
  private let openReader: BodyReader

  init(comfortableCount: Int, openReader: BodyReader) {
    self.comfortableCount = comfortableCount
    self.openReader = openReader
  }

  var all: [any Channel] { state.withLockedValue { $0.uses.values.map(\.channel) } }

  var count: Int { state.withLockedValue { $0.uses.count } }

  /// Whether the server is shutting down: every answer is the last on its connection.
  var isDraining: Bool { state.withLockedValue { $0.isDraining } }

  func startDraining() {
    state.withLockedValue { $0.isDraining = true }
  }

  /// Adds a connection until it is closed.
  func opened(_ channel: any Channel) {
    let identifier = ObjectIdentifier(channel)
    state.withLockedValue { $0.uses[identifier] = Use(channel: channel) }
    channel.closeFuture.whenComplete { [state] _ in
      state.withLockedValue { _ = $0.uses.removeValue(forKey: identifier) }
    }
  }

  /// Records that the head of a request has arrived.
  func began(_ channel: any Channel) { change(channel) { $0 = Use(channel: channel, isBusy: true) } }

  /// Records that a route that requires tokens has admitted the request.
  func admitted(_ channel: any Channel) { change(channel) { $0.isAdmitted = true } }

  /// Records that the answer has been written.
  func answered(_ channel: any Channel) { change(channel) { $0.endAnswer() } }

  private func change(_ channel: any Channel, _ change: (inout Use) -> Void) {
    state.withLockedValue { state in
      guard let index = state.uses.index(forKey: ObjectIdentifier(channel)) else { return }
      change(&state.uses.values[index])
    }
  }

  /// Checks periodically whether there is space, until the task is cancelled.
  func keepRoom() async {
    while !Task.isCancelled {
      for channel in excess(at: .now()) { channel.close(promise: nil) }
      try? await Task.sleep(for: .milliseconds(250))
    }
  }

  /// The connections to close: first those without an admitted request, then idle ones, the oldest first in each group.
  /// Each has been in its state for more than a second.
  private func excess(at now: NIODeadline) -> [any Channel] {
    let uses = state.withLockedValue { Array($0.uses.values) }
    let surplus = max(0, uses.count - comfortableCount)
    let isMemoryShort = openReader.isHalfUsed
    guard surplus > 0 || isMemoryShort else { return [] }
    let candidates = uses.filter { !($0.isAdmitted && $0.isBusy) && now - $0.since > .seconds(1) }
    let leastNeeded = candidates.sorted { first, second in
      guard first.isAdmitted == second.isAdmitted else { return second.isAdmitted }
      return first.since < second.since
    }.prefix(surplus)
    // Unfinished requests hold the memory.
    let unfinished = isMemoryShort ? candidates.filter(\.isBusy) : []
    return (leastNeeded + unfinished).map(\.channel)
  }
}
