import Dispatch
import ReceiptCommands
import SystemLibrary

/// A flag that another thread sets once. Unchecked: its only variable is read and written under its lock.
final class StopFlag: @unchecked Sendable {
  private var value = false
  private let lock = DispatchSemaphore(value: 1)

  var isSet: Bool {
    lock.wait()
    defer { lock.signal() }
    return value
  }

  func set() {
    lock.wait()
    value = true
    lock.signal()
  }
}

/// Whether SIGINT or SIGTERM asked this process to stop. Work in progress is finished first.
final class StopSignals: Sendable {
  private let flag = StopFlag()
  // Only kept; nothing uses them once they are made.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// Handles the signals from now on.
  init() {
    sources = [SIGINT, SIGTERM].map { [flag] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { flag.set() }
      source.resume()
      return source
    }
  }

  /// Whether a signal came.
  var came: Bool { flag.isSet }
}
