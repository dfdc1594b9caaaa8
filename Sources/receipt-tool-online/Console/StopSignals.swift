import Dispatch
import SystemLibrary

/// Whether SIGINT or SIGTERM asked this process to stop. Work in progress is finished first.
final class StopSignals: Sendable {
  private let flag = Locked(false)
  // They are only kept alive. They are locked because they are Sendable on Apple's systems alone.
  private let sources: Locked<[any DispatchSourceSignal]>

  /// Handles the signals from now on.
  init() {
    let handle: @Sendable (Int32) -> any DispatchSourceSignal = { [flag] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { flag.set(true) }
      source.resume()
      return source
    }
    sources = Locked([handle(SIGINT), handle(SIGTERM)])
  }

  /// Whether a signal came.
  var isRequested: Bool { flag.current }
}
