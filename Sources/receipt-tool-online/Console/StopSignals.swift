import Dispatch
import ReceiptCommands
import SystemLibrary

/// Whether SIGINT or SIGTERM asked this process to stop. Work in progress is finished first.
final class StopSignals: @unchecked Sendable {
  // Guarded by the lock, because the signal sources write it on a Dispatch thread.
  private var isAsked = false
  private let lock = DispatchSemaphore(value: 1)
  private var sources: [any DispatchSourceSignal] = []

  /// Handles the signals from now on.
  init() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.ask() }
      source.resume()
      sources.append(source)
    }
  }

  /// Whether a signal came.
  var came: Bool {
    lock.wait()
    defer { lock.signal() }
    return isAsked
  }

  private func ask() {
    lock.wait()
    isAsked = true
    lock.signal()
  }
}
