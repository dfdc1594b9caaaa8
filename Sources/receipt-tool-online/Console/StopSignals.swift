import Dispatch
import SystemLibrary

/// Whether SIGINT or SIGTERM asked this process to stop. Work in progress is finished first.
final class StopSignals: Sendable {
  private let flag = Locked(false)
  // Only kept; nothing uses them once they are made.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// Handles the signals from now on.
  init() {
    sources = [SIGINT, SIGTERM].map { [flag] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { flag.set(true) }
      source.resume()
      return source
    }
  }

  /// Whether a signal came.
  var came: Bool { flag.current }
}
