import NIOConcurrencyHelpers
import NIOCore

/// All connections, so that idle ones can be closed in favour of others.
final class Connections: Sendable {
  /// One of them.
  final class Entry: Sendable {
    fileprivate let channel: any Channel
    private let use: NIOLockedValueBox<(isBusy: Bool, last: NIODeadline)>

    fileprivate init(_ channel: any Channel) {
      self.channel = channel
      use = NIOLockedValueBox((false, .now()))
    }

    /// Records that a request begins or that its answer has been written.
    func use(isBusy: Bool) { use.withLockedValue { $0 = (isBusy, .now()) } }

    /// Since when it has been idle; `nil` while it is not.
    fileprivate var idleSince: NIODeadline? { use.withLockedValue { $0.isBusy ? nil : $0.last } }
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isDraining = false
  }

  private let state = NIOLockedValueBox(State())
  /// The number of open connections above which idle ones are closed.
  private let comfortable: Int

  init(comfortable: Int) {
    self.comfortable = comfortable
  }

  var all: [any Channel] { state.withLockedValue { $0.entries.values.map(\.channel) } }

  var count: Int { state.withLockedValue { $0.entries.count } }

  /// Whether the server is shutting down: every answer is the last on its connection.
  var isDraining: Bool { state.withLockedValue { $0.isDraining } }

  func startDraining() {
    state.withLockedValue { $0.isDraining = true }
  }

  func opened(_ channel: any Channel) -> Entry {
    let identifier = ObjectIdentifier(channel)
    let entry = Entry(channel)
    state.withLockedValue { $0.entries[identifier] = entry }
    channel.closeFuture.whenComplete { [state] _ in
      state.withLockedValue { _ = $0.entries.removeValue(forKey: identifier) }
    }
    return entry
  }

  /// Checks periodically whether there is space, until the task is cancelled.
  func keepRoom() async {
    while !Task.isCancelled {
      makeRoom(at: .now())
      try? await Task.sleep(for: .milliseconds(250))
    }
  }

  /// Closes connections that have been idle for a second, the longest idle first, until their number is low enough.
  private func makeRoom(at now: NIODeadline) {
    let excess: [any Channel] = state.withLockedValue { state in
      let surplus = state.entries.count - comfortable
      guard surplus > 0 else { return [] }
      return state.entries.values.compactMap { entry in entry.idleSince.map { (entry, $0) } }
        .filter { now - $0.1 > .seconds(1) }.sorted { $0.1 < $1.1 }.prefix(surplus).map(\.0.channel)
    }
    for channel in excess { channel.close(promise: nil) }
  }
}
