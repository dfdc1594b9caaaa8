import NIOConcurrencyHelpers
import NIOCore

/// All connections, so that idle ones can be closed in favour of others.
final class Connections: Sendable {
  private struct Entry {
    let channel: any Channel
    var isBusy = false
    var lastUse: NIODeadline
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

  func opened(_ channel: any Channel) {
    let identifier = ObjectIdentifier(channel)
    state.withLockedValue { $0.entries[identifier] = Entry(channel: channel, lastUse: .now()) }
    channel.closeFuture.whenComplete { [state] _ in
      state.withLockedValue { _ = $0.entries.removeValue(forKey: identifier) }
    }
  }

  /// Records that a request begins or that its answer has been written.
  func use(_ channel: any Channel, isBusy: Bool) {
    state.withLockedValue { state in
      state.entries[ObjectIdentifier(channel)]?.isBusy = isBusy
      state.entries[ObjectIdentifier(channel)]?.lastUse = .now()
    }
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
      return state.entries.values.filter { !$0.isBusy && now - $0.lastUse > .seconds(1) }
        .sorted { $0.lastUse < $1.lastUse }.prefix(surplus).map(\.channel)
    }
    for channel in excess { channel.close(promise: nil) }
  }
}
